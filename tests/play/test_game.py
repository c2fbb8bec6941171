"""The class Game: deciding, copying, repeating, inspecting the whole state, and broken games."""

import copy

import pytest

import unoflex_rules as ur
from tests.play.small import SMALL, TURN, line_of, ruleset, small, texts
from unoflex_rules.play.actions import Action, IllegalAction, UnknownAction
from unoflex_rules.play.game import Game
from unoflex_rules.play.outcome import GameBroken
from unoflex_rules.program import layout as at


@pytest.fixture(scope="module")
def classic():
    return ur.compile_ruleset(ur.load("classic"), 4)


def everything(game):
    """Return every part of a game that a copy could lose or share."""
    return game.state, game.taken, game.events(), texts(game), game.outcome, game.to_decide


# ---- deciding --------------------------------------------------------------------------------------------------------


def test_a_new_game_waits_for_the_first_decision(tmp_path):
    game = small(tmp_path)
    assert (game.to_decide, game.turn_of, game.is_over, game.outcome, game.taken) == (0, 0, False, None, ())
    decision = game.decision
    assert (decision.seat, decision.about, decision.private) == (0, "turn", False)
    assert list(decision.options) == game.legal_actions()
    assert texts(game) == ["play blue 3", "play blue 2", "take", "rest"]


@pytest.mark.parametrize("choice", [2, "take", "TAKE", Action("take")])
def test_an_action_may_be_an_action_an_index_or_a_text(tmp_path, choice):
    game = small(tmp_path)
    assert game.apply(choice) == Action("take")
    assert [str(card) for card in game.hand(0)] == ["blue 3", "blue 2", "green 2"]
    assert game.to_decide == 1 and game.taken == (2,)


@pytest.mark.parametrize(
    "choice, message",
    [
        (4, "there is no action 4: 0 to 3"),
        (-1, "there is no action -1"),
        (10**30, "there is no action"),
        ("play blue 4", "did you mean `play blue"),
        ("", "`` is not legal here"),
        (Action("play", "red 1"), "`play red 1` is not legal here"),
        (Action("take", choice="red"), "`take red` is not legal here"),
    ],
)
def test_an_illegal_choice_is_rejected_and_changes_nothing(tmp_path, choice, message):
    game = small(tmp_path)
    before = everything(game)
    with pytest.raises(IllegalAction, match=message) as refused:
        game.apply(choice)
    assert list(refused.value.legal) == game.legal_actions()
    assert everything(game) == before


@pytest.mark.parametrize("choice", [True, None, 1.0, b"take", [2]])
def test_a_choice_of_another_type_is_a_type_error(tmp_path, choice):
    game = small(tmp_path)
    before = everything(game)
    with pytest.raises(TypeError):
        game.apply(choice)
    assert everything(game) == before


def test_a_wrong_text_is_an_unknown_action(tmp_path):
    with pytest.raises(UnknownAction) as refused:
        small(tmp_path).apply("tak")
    assert refused.value.suggestions == ("take",)


def test_no_action_is_allowed_after_the_end(tmp_path):
    game = small(tmp_path, TURN + "  end: [{if: self.hand.empty, then: [finish: {the: round, winners: self}]}]\n")
    for _ in range(3):
        game.apply(0)
    assert str(game.outcome) == "P0 won: over"
    assert (game.to_decide, game.decision, game.legal_actions()) == (None, None, [])
    before = everything(game)
    for choice in (0, "rest", Action("rest")):
        with pytest.raises(IllegalAction, match="the game is over"):
            game.apply(choice)
    assert everything(game) == before


def test_a59_a_choice_must_be_legal_now(classic):
    game = Game(classic, seed=3)
    for _ in range(40):
        legal = game.legal_actions()
        assert [game.copy().apply(str(each)) for each in legal] == legal
        game.apply(legal[-1])


# ---- copies ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_a51_playing_a_copy_does_not_change_the_game(classic, engine):
    game = Game(classic, seed=5, engine=engine)
    game.replay([0, 0, 0])
    before = everything(game)
    other = game.copy()
    assert everything(other) == before
    other.play_out()
    assert other.is_over and everything(game) == before
    # and vice versa: the copy also has a separate generator
    again = game.copy()
    game.play_out()
    assert everything(again) == before
    again.play_out()
    assert again.state == game.state == other.state


def test_a51_the_copy_module_makes_equal_copies(tmp_path):
    game = small(tmp_path)
    for other in (copy.copy(game), copy.deepcopy(game)):
        other.apply("take")
        assert game.taken == () and other.taken == (2,)


def test_a51_returned_values_are_copies(tmp_path):
    game = small(tmp_path)
    before = everything(game)
    game.state[at.S_STATUS] = 99
    game.legal_actions().clear()
    game.events().clear()
    game.active.clear()
    game.hand(0).clear()
    assert everything(game) == before


def test_a_game_can_be_set_to_another_state(tmp_path):
    game = small(tmp_path)
    start, there = game.state, game.copy().apply("take") and game.copy().replay([2])
    moved = game.at_state(there.state)
    assert moved.state == there.state and texts(moved) == texts(there) and game.state == start
    moved.apply("rest")
    assert there.replay([moved.taken[-1]]).state == moved.state


def test_a_vector_that_is_not_a_state_of_the_program_is_rejected(tmp_path):
    game = small(tmp_path)
    with pytest.raises(ValueError, match=f"has {len(game.state)} integers, not 3"):
        game.at_state([1, 2, 3])
    nobody = game.state
    nobody[at.S_ASKED] = 1  # the question at this address belongs to P0
    with pytest.raises(ValueError, match="does not ask this question"):
        game.at_state(nobody)


# ---- repeating -------------------------------------------------------------------------------------------------------


def test_a_game_equals_the_simulated_game_with_its_index(classic):
    ruleset = ur.load("classic")
    for index in (0, 7):
        outcome = Game(classic, seed=42, index=index).play_out()
        tally = ur.simulate(ruleset, players=4, games=1, first=index, seed=42, engine="plain")
        assert (outcome.decisions, outcome.turns) == (tally.decisions_sum + tally.calls, tally.turns_sum)
        assert [int(seat in outcome.winners) for seat in range(4)] == tally.wins


def test_seed_and_index_determine_the_game(classic):
    digests = {Game(classic, seed=seed, index=index).state_digest() for seed in range(3) for index in range(3)}
    assert len(digests) == 9
    assert Game(ur.load("classic"), seed=1, index=2).state_digest() == Game(classic, seed=1, index=2).state_digest()


def test_both_engines_give_the_same_game(classic):
    plain, fast = (Game(classic, seed=9, engine=engine) for engine in ("plain", "fast"))
    assert (plain.engine, fast.engine) == ("plain", "fast")
    for game in (plain, fast):
        game.play_out(lambda game: len(game.taken) % len(game.legal_actions()) if len(game.taken) < 300 else 0)
    assert everything(plain) == everything(fast) and plain.state_digest() == fast.state_digest()


def test_the_repeat_line_reproduces_the_game(tmp_path):
    for game in (small(tmp_path, seed=3), Game(ur.load("classic", {"hand_size": "3"}), 2, seed=4, index=5)):
        for _ in range(5):
            game.apply(0)
        known: dict[str, Game] = {}
        exec(game.repeat, known)
        assert known["game"].state == game.state


@pytest.mark.parametrize("name", ["classic", "another"])
def test_the_repeat_line_names_the_file_that_was_loaded(tmp_path, name):
    small(tmp_path)
    file = (tmp_path / "small.yaml").rename(tmp_path / "renamed.yaml")
    text = file.read_text(encoding="utf-8")
    assert "\nid: small\n" in f"\n{text}"
    file.write_text(text.replace("id: small", f"id: {name}"), encoding="utf-8")
    ruleset = ur.load(file)
    for given in (ruleset, ur.compile_ruleset(ruleset, 2)):
        assert f"Game(load({str(file)!r}), 2, " in Game(given, 2).repeat


def test_a_record_of_another_game_is_rejected(tmp_path):
    game = small(tmp_path)
    with pytest.raises(IllegalAction, match="there is no option 9"):
        game.replay([2, 9])
    assert game.taken == (2,)


def test_play_out_asks_the_given_player(tmp_path):
    game = small(
        tmp_path, TURN + "  end: [{if: pile.empty, then: [finish: {the: round, winners: self, reason: dry}]}]\n"
    )
    seats = []

    def choose(game):
        seats.append(game.to_decide)
        return "take"

    assert str(game.play_out(choose)) == "P0 won: dry"
    assert seats == [0, 1, 0, 1, 0]


# ---- the whole state -------------------------------------------------------------------------------------------------

KNOWN = (
    "  start: [set: {saved: next.hand.top, streak: 4, seat(1).ahead: self}]\n"
    + TURN
    + """
variables:
  streak: int
  lives: {type: 0..3, each: player, start: 3}
  ahead: {type: player, each: player}
  safe: {type: players, start: players}
  hot: {type: color, start: red}
  saved: {type: card}
"""
)


def test_variables_have_names_and_values(tmp_path):
    game = small(tmp_path, KNOWN)
    assert game.variable("streak") == 4
    assert [game.variable("lives", seat) for seat in (0, 1)] == [3, 3]
    assert [game.variable("ahead", seat) for seat in (0, 1)] == [None, 1]
    assert game.variable("safe") == (0, 1)
    assert game.variable("hot") == "red"
    assert str(game.variable("saved")) == "blue 2"
    game.apply("play blue 2")  # a card that has moved is no longer remembered
    assert game.variable("saved") is None


def test_zones_hands_and_values_in_force_are_readable(tmp_path):
    game = small(tmp_path)
    assert [str(card) for card in game.zone("pile")] == ["red 1", "red 2", "red 3", "green 1", "green 2"]
    assert [str(card) for card in game.zone("hand", 1)] == [str(card) for card in game.hand(1)] == ["blue 1", "green 3"]
    assert game.active == {"color": None, "number": None}
    game.apply("play blue 3")
    assert game.active == {"color": "blue", "number": 3} and str(game.zone("table")[-1]) == "blue 3"


@pytest.mark.parametrize(
    "look, error",
    [
        (lambda g: g.zone("hnad"), KeyError),
        (lambda g: g.zone("hand"), KeyError),
        (lambda g: g.zone("table", 0), KeyError),
        (lambda g: g.hand(2), ValueError),
        (lambda g: g.hand(-1), ValueError),
        (lambda g: g.variable("luck"), KeyError),
        (lambda g: g.variable("lives"), ValueError),
        (lambda g: g.variable("lives", 2), ValueError),
        (lambda g: g.variable("streak", 0), ValueError),
        (lambda g: g.observation(5), ValueError),
        (lambda g: g.events(-1), ValueError),
    ],
)
def test_unknown_names_are_errors(tmp_path, look, error):
    with pytest.raises(error):
        look(small(tmp_path, KNOWN))


# ---- invalid_arguments -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how, message",
    [
        ({"seed": -1}, "a seed and an index"),
        ({"seed": 2**53 + 1}, "a seed and an index"),
        ({"index": -1}, "a seed and an index"),
        ({"limit": 0}, "at least one decision"),
        ({"rounds": "two"}, "rounds is `one` or `game`"),
        ({"engine": "quick"}, "no such engine"),
        ({"players": 3}, "the program is for 4 players, not 3"),
    ],
)
def test_numbers_out_of_bounds_are_rejected(classic, how, message):
    with pytest.raises(ValueError, match=message):
        Game(classic, **how)


def test_a_player_count_outside_the_ruleset_is_a_problem():
    with pytest.raises(ur.RulesetError, match="E312"):
        Game(ur.load("classic"), 11)


def test_the_default_is_four_players_or_the_nearest_allowed_number(tmp_path):
    assert Game(ur.load("classic")).players == 4
    assert Game(ruleset(tmp_path, SMALL + TURN)).players == 3
    assert Game(ur.load("oracles/rlcard")).players == 2


# ---- broken games ----------------------------------------------------------------------------------------------------


def test_an_endless_effect_reports_its_line_and_how_to_reproduce_it(tmp_path):
    endless = TURN.replace("rest: {do: []}", "rest: {do: [repeat: {while: pile.size > 0, do: [shuffle: pile]}]}")
    game = small(tmp_path, endless)
    game.apply("take")
    line = line_of(tmp_path, "rest:")
    with pytest.raises(GameBroken, match=rf"an effect does not come to an end at \S*small.yaml:{line};") as broken:
        game.apply("rest")
    assert broken.value.source.outermost.line == line
    assert broken.value.repeat.endswith(".replay([2, 3])")
    assert str(game.outcome) == "broken: an effect does not come to an end" and game.is_over
    with pytest.raises(GameBroken):
        exec(broken.value.repeat, {})


def test_a_player_without_options_breaks_the_game_at_the_question(tmp_path):
    game = small(tmp_path, TURN.replace("rest: {do: []}", "rest: {if: pile.size > 4, do: []}"))
    game.replay([0, 0, 0, 0])
    with pytest.raises(
        GameBroken, match=rf"a player is asked and has no option at \S*small.yaml:{line_of(tmp_path, '- ask:')};"
    ):
        game.play_out(lambda game: "take" if "take" in texts(game) else 0)


def test_a_game_may_break_at_its_start(tmp_path):
    with pytest.raises(GameBroken, match="does not come to an end") as broken:
        small(tmp_path, TURN + "game: {start: [repeat: {while: pile.size > 0, do: [shuffle: pile]}]}\n")
    assert ".replay" not in broken.value.repeat


def test_a_round_at_its_limit_has_no_result(tmp_path):
    game = small(tmp_path, limit=4)
    outcome = game.play_out(lambda game: "rest")
    assert (outcome.unfinished, outcome.reason, outcome.winners, outcome.decisions) == (True, "unfinished", (), 4)
    assert str(outcome) == "unfinished after 5 turns"


def test_a_round_in_which_no_player_can_act_is_blocked(tmp_path):
    alone = "turn: {choose: [ask: {player: self, options: {rest: {}}}]}\n"
    outcome = small(tmp_path, alone).play_out()
    assert outcome.blocked and outcome.reason == "blocked" and not outcome.unfinished
    assert outcome.as_json()["winners"] == []
