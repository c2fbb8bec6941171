"""The figures of a report, computed again from its rows with a few lines of pandas."""

import json

import pytest

from unoflex_cli.main import main

RUNS = {
    "classic": ("classic", "--games", "3000", "--agents", "greedy,random,random:call=0.5,greedy"),
    "classic, whole games": ("classic", "--games", "300", "--rounds", "game", "--agents", "greedy"),
    "classic, cut short": ("classic", "--games", "2000", "--limit", "60", "--agents", "greedy"),
    "flex": ("flex", "--games", "2000", "--agents", "greedy,random,greedy,random", "--no-rotate"),
}


@pytest.fixture(scope="module", params=RUNS)
def run_report(request, tmp_path_factory):
    """Return the document of a run, its games, and the finished ones among them."""
    pandas = pytest.importorskip("pandas")  # imported here because it takes time and memory
    pytest.importorskip("pyarrow")
    folder = tmp_path_factory.mktemp("rows")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        document = run("simulate", *RUNS[request.param], "--seed", "7", "--json", "--out", "games.parquet")
        games = pandas.read_parquet("games.parquet")
    return document, games, games[games.end == "finished"]


def run(*arguments):
    """Return the document of a command."""
    import contextlib
    import io

    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
        assert main(arguments) == 0
    return json.loads(out.getvalue())


def test_games_and_reasons(run_report):
    document, games, done = run_report
    assert document["games"]["started"] == len(games)
    assert document["games"]["finished"] == len(done)
    assert document["games"]["unfinished"] == (games.end == "unfinished").sum()
    assert document["games"]["drawn"] == (done.winner.isna() | done.winner.str.contains("+", regex=False)).sum()
    assert document["reasons"] == done.reason.value_counts().to_dict()


def test_wins_of_seats(run_report):
    document, _, done = run_report
    for share in document["wins"]:
        won = done.winner == f"P{share['seat']}"
        assert share["count"] == won.sum()
        assert share["rate"] == pytest.approx(won.mean())
        assert share["low"] < won.mean() < share["high"]


def test_wins_of_agents_in_all_seats(run_report):
    document, _, done = run_report
    agent = done.apply(lambda game: game.get(f"{game.winner}.agent"), axis=1)
    starter = done.apply(lambda game: game[f"{game.starter}.agent"], axis=1)
    for share in document["wins_by_agent"]:
        name = share["agent"]
        assert share["count"] == (agent == name).sum()
        assert share["seats"] == sum(done.iloc[0][f"P{seat}.agent"] == name for seat in range(4))
        assert share["as_starter"]["games"] == (starter == name).sum()
        assert share["as_starter"]["count"] == ((starter == name) & (done.winner == done.starter)).sum()


def test_the_first_player(run_report):
    document, _, done = run_report
    starter = document["starter"]
    won = done.winner == done.starter
    assert (starter["started"], starter["count"]) == (len(done), won.sum())
    assert starter["advantage"] == pytest.approx(won.mean() - done.winner.str.fullmatch(r"P\d").mean() / 4)
    for seat, share in enumerate(starter["seats"]):
        began = done[done.starter == f"P{seat}"]
        assert (share["started"], share["count"]) == (len(began), (began.winner == began.starter).sum())


@pytest.mark.parametrize("name", ["turns", "decisions", "rounds"])
def test_numbers_per_game(run_report, name):
    document, _, done = run_report
    figures, column = document[name], done[name]
    assert figures["mean"] == pytest.approx(column.mean())
    assert figures["sd"] == pytest.approx(column.std())
    assert (figures["low"] + figures["high"]) / 2 == pytest.approx(column.mean())
    assert (figures["high"] - figures["low"]) / 2 == pytest.approx(1.959964 * column.sem(), rel=1e-6)
    for percent in (5, 25, 75, 90, 95, 99):
        assert figures[f"p{percent}"] == column.quantile(percent / 100, interpolation="inverted_cdf")
    assert figures["median"] == column.quantile(0.5, interpolation="inverted_cdf")
    assert figures["mode"] == column.mode().min()


def test_calls_and_reshuffles(run_report):
    document, _, done = run_report
    assert document["calls"]["decisions_a_game"] == pytest.approx(done.calls.mean())
    assert document["reshuffles"]["total"] == done.reshuffles.sum()
    assert document["reshuffles"]["mean"] == pytest.approx(done.reshuffles.mean())
    assert document["reshuffles"]["games"]["count"] == (done.reshuffles > 0).sum()


def test_the_longest_game(run_report):
    document, games, _ = run_report
    longest = games.loc[games.decisions.idxmax()]
    assert (document["longest"]["game"], document["longest"]["decisions"]) == (longest.game, longest.decisions)


def test_counters_of_the_ruleset(run_report):
    document, _, done = run_report
    for name, figures in document["counts"].items():
        column = done[f"count.{name}"]
        unit = {"game": len(done), "round": done.rounds.sum(), "turn": done.turns.sum()}[figures["per"]]
        assert figures["total"] == column.sum()
        assert figures["mean"] == pytest.approx(column.sum() / unit)
        assert figures["low"] < figures["mean"] < figures["high"]
    assert bool(document["counts"]) is (document["ruleset"] == "flex")


def test_the_player_with_the_points_has_won(run_report):
    document, _, done = run_report
    if document["rounds_played"] == "game":
        scores = done[[f"P{seat}.score" for seat in range(4)]]
        assert (scores.idxmax(axis=1).str[:2] == done.winner).all()
        assert scores.max(axis=1).min() >= 500
