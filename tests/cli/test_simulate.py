"""`unoflex simulate`: its calls of the library, and the contents of each output."""

import pytest

import unoflex_rules as ur

OK = ("simulate", "mine", "--seed", "7", "--games", "3", "--threads", "2")


def asked(library):
    return next(how for kind, *rest in library.calls if kind == "simulate" for how in rest)


def test_arguments_reach_the_library(run, library):
    given = ("--players", "2", "--rounds", "game", "--set", "a=true", "--set", "b = x=1", "--first", "9")
    given += ("--agents", "greedy,random:call=0.5", "--no-rotate", "--limit", "500", "--until", "1%", "--seconds", "5")
    assert run(*OK, *given).code == 0
    assert library.calls == [
        ("load", "mine.yaml", {"a": "true", "b": "x=1"}),
        ("warm_up", "fast"),
        (
            "simulate",
            {
                "players": 2,
                "games": 3,
                "seed": 7,
                "agents": ("greedy", "random:call=0.5"),
                "rotate": False,
                "rounds": "game",
                "limit": 500,
                "first": 9,
                "until": 0.01,
                "seconds": 5.0,
                "threads": 2,
                "engine": "fast",
                "executor": None,
                "receiver": None,
            },
        ),
    ]


def test_a_thousand_random_games_are_the_default(run, library):
    assert run("simulate", "mine").code == 0
    how = asked(library)
    assert (how["games"], how["first"], how["limit"], how["rounds"]) == (1000, 0, 100_000, "one")
    assert (how["agents"], how["rotate"]) == (("random",) * 4, True)


@pytest.mark.parametrize("wish", [("--until", "1%"), ("--seconds", "2")])
def test_another_stopping_rule_leaves_the_number_of_games_open(run, library, wish):
    library.most = 5
    assert run("simulate", "mine", "--seed", "7", *wish, "--json").document["requested"] is None
    assert asked(library)["games"] == 2**53


@pytest.mark.parametrize("least, most, players", [(2, 10, 4), (2, 3, 3), (6, 8, 6)])
def test_the_default_is_four_players_or_the_nearest_number(run, library, least, most, players):
    library.ruleset.players_min, library.ruleset.players_max = least, most
    run(*OK)
    assert asked(library)["players"] == players


@pytest.mark.parametrize("least, most, told", [(2, 6, "2 to 6 players, not 9"), (3, 3, "3 players, not 9")])
def test_an_unsupported_number_of_players_is_wrong_usage(run, library, least, most, told):
    library.ruleset.players_min, library.ruleset.players_max = least, most
    result = run(*OK, "--players", "9")
    assert result.code == 2
    assert f"`mine` is for {told} (see `unoflex simulate --help`)" in result.err


def test_the_report_describes_how_it_was_made(run, library):
    result = run(*OK, "--set", "stacking=true")
    assert (result.code, result.err) == (0, "")
    header, options, *_ = result.out.split("\n")
    assert header == "Mine · digest abcdef01 · 4 players, all random · seed 7 · 3 games in 0.0 s (fast, 2 threads)"
    assert options == " options: stacking=true"


def test_the_document_does_not_describe_how_it_was_made(run, library):
    result = run(*OK, "--json", "--set", "a=true")
    assert result.code == 0
    assert result.err == "3 games in 0.0 s (fast, 2 threads)\n"
    assert (result.document["ruleset"], result.document["seed"]) == ("mine", 7)
    assert result.document["options"] == {"stacking": "true"}
    for word in ("thread", "fast", "plain", "engine", "second", ".yaml", "path"):
        assert word not in result.out


def test_the_document_is_the_same_bytes_for_other_threads_and_engines(run, library):
    arguments = (*OK, "--json")
    assert run(*arguments).out == run(*arguments, "--threads", "1", "--engine", "plain").out


def test_a_random_seed_is_printed_and_in_the_document(run, library):
    result = run("simulate", "mine", "--json")
    seed = result.document["seed"]
    assert result.err.startswith(f"seed {seed} (chosen; repeat with --seed {seed})\n")
    assert asked(library)["seed"] == seed


def test_two_random_seeds_differ(run, library):
    seeds = {run("simulate", "mine", "--json").document["seed"] for _ in range(4)}
    assert len(seeds) > 1


def test_seed_zero_is_a_given_seed(run, library):
    assert run("simulate", "mine", "--seed", "0", "--json").document["seed"] == 0


def test_without_the_fast_extra_plain_is_used_with_a_notice(run, library):
    library.fast = False
    result = run(*OK)
    assert result.code == 0
    assert result.err.startswith("using the plain engine")
    assert asked(library)["engine"] == "plain"


def test_plain_on_request_gives_no_notice(run, library):
    library.fast = False
    assert run(*OK, "--engine", "plain").err == ""


def test_fast_without_the_extra_is_a_failure_of_the_run(run, library):
    library.fast = False
    result = run(*OK, "--engine", "fast")
    assert (result.code, result.out) == (1, "")
    assert result.err == ("error: the fast engine needs the extra `fast`: pip install 'unoflex-rules[fast]'\n")


def test_the_plain_engine_has_one_thread_and_reports_it(run, library):
    assert run(*OK, "--engine", "plain").out.split("\n")[0].endswith("(plain, 1 thread)")
    assert asked(library)["threads"] == 1


def test_broken_games_are_a_failure_of_the_run_without_a_report(run, library):
    library.broken = 3
    result = run(*OK)
    assert (result.code, result.out) == (1, "")
    assert result.err == "error: game 2 of seed 7 broke: no end at mine.yaml:4 (3 did so)\n"


def test_threads_default_to_the_number_of_processors(run, library):
    run("simulate", "mine", "--seed", "7")
    assert asked(library)["threads"] >= 1


@pytest.mark.parametrize(
    "failure, kind, code",
    [
        (ur.RulesetError([ur.Problem.plain("E001", "there is no file", None)]), "ruleset", 1),
        (RuntimeError("haunted"), "internal", 3),
        (KeyboardInterrupt(), "interrupted", 130),
        (PermissionError(13, "Permission denied", "x.yaml"), "system", 1),
    ],
)
def test_every_failure_is_one_document(run, library, failure, kind, code):
    library.failure = failure
    result = run(*OK, "--json")
    assert result.code == code
    assert set(result.document) == {"error"}
    assert result.document["error"]["kind"] == kind


def test_the_document_of_a_broken_ruleset_contains_its_problems(run, library):
    problem = ur.Problem.plain("E103", "not a number", ur.Span("bad.yaml", 1, 10, 1, 13))
    library.failure = ur.RulesetError([problem])
    result = run(*OK, "--json")
    assert result.err == ""
    assert result.document["error"] == {
        "kind": "ruleset",
        "message": "1 problem",
        "problems": [problem.as_json()],
    }


def test_progress_is_shown_only_on_a_terminal(run, library):
    assert "\r" not in run(*OK).err
