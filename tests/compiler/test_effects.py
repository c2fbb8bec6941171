"""Effects with parameters of every type, and moments with their triggers."""

import pytest

from tests.compiler.tiny import first_turn

SEEN = "variables: {seen: int, n: {type: int, start: 2}, who: player, points: {type: int, each: player}}\n"


def note(what: str) -> str:
    return f"set: {{seen: seen * 10 + {what}}}"


def effects(*texts: str) -> str:
    return "effects:\n" + "".join(f"  {text}\n" for text in texts)


MORE = "more: {type: int, default: n + 1}"
ADD = f"add: {{help: Adds., params: {{what: int, {MORE}}}, do: [{note('what')}, {note('more')}]}}"


@pytest.mark.parametrize(
    "call, seen",
    [
        ("add: {what: 5, more: 7}", 57),
        ("add: {what: 5}", 53),  # the default is evaluated at the call
        ("add: 5", 53),  # a bare value is the first parameter
        ("add: n * 2", 43),
        ("add: {more: 1, what: 6}", 61),
    ],
)
def test_a_call_passes_its_arguments(tiny, call, seen):
    assert tiny(SEEN + effects(ADD) + first_turn(call)).value("seen") == seen


def test_a_value_is_evaluated_once_at_the_call(tiny):
    body = f"[set: {{n: 9}}, {note('what')}, {note('n')}]"
    text = effects(f"twist: {{help: Twists., params: {{what: int}}, do: {body}}}")
    assert tiny(SEEN + text + first_turn("twist: n + 1")).value("seen") == 39
    assert tiny(SEEN + text + first_turn("twist: n")).value("seen") == 29


def test_player_and_card_arguments_are_those_of_the_call(tiny):
    body = "[change_direction, move: {card: what, to: to.hand}, move: {card: what, to: table}, set: {who: to}]"
    text = effects(f"give: {{help: Gives., params: {{what: card, to: player}}, do: {body}}}")
    game = tiny(SEEN + text + first_turn("give: {what: pile.top, to: next}"), players=3)
    assert (game.zone("table"), game.value("who"), game.zone("pile")[-1]) == (["blue 3"], 1, "blue 2")


def test_a_player_is_accepted_as_a_set_of_players(tiny):
    text = effects(
        f"count_in: {{help: Counts., params: {{who: players}}, do: [change_direction, {note('who.count')}]}}"
    )
    steps = "count_in: players", "count_in: next", "count_in: who", "count_in: others"
    assert tiny(SEEN + text + first_turn(*steps), players=4).value("seen") == 4103


def test_zones_and_values_can_be_parameters(tiny):
    body = f"[move: {{from: here, to: there}}, {note('there.size')}, {{if: tint == red, then: [{note('8')}]}}]"
    text = effects(f"shift: {{help: Shifts., params: {{here: zone, there: zone, tint: color}}, do: {body}}}")
    game = tiny(SEEN + text + first_turn("shift: {here: pile, there: next.hand, tint: red}"))
    assert (game.value("seen"), game.zone("hand", 1)) == (18, ["blue 3"])


# ---- conditions


def test_a_condition_is_evaluated_for_every_card(tiny):
    others = note("pile.count(not fits and card.color == red)")
    body = f"[{note('pile.count(fits)')}, {others}, {{if: fits(pile.top), then: [{note('7')}]}}]"
    text = effects(f"check: {{help: Checks., params: {{fits: predicate}}, do: {body}}}")
    assert tiny(SEEN + text + first_turn("check: card.number == 3 or card.color == blue")).value("seen") == 527
    assert tiny(SEEN + text + first_turn("check: card.number == n")).value("seen") == 32


def test_a_condition_is_evaluated_each_time(tiny):
    body = f"[{note('pile.count(fits)')}, set: {{n: 9}}, {note('pile.count(fits)')}]"
    text = effects(f"check: {{help: Checks., params: {{fits: predicate}}, do: {body}}}")
    assert tiny(SEEN + text + first_turn("check: card.number == n")).value("seen") == 30


def test_a_condition_of_players(tiny):
    branch = f"{{if: rich, then: [{note('1')}], else: [{note('2')}]}}"
    body = f"[{note('players.count(rich)')}, for_each: {{in: players, do: [{branch}]}}]"
    text = effects(f"check: {{help: Checks., params: {{rich: predicate}}, do: {body}}}")
    steps = "set: {next.points: 5}", "check: it.points > 3"
    assert tiny(SEEN + text + first_turn(*steps), players=3).value("seen") == 1122


def test_a_condition_knows_the_names_of_its_caller(tiny):
    body = f"[{note('pile.count(fits)')}]"
    text = effects(f"check: {{help: Checks., params: {{fits: predicate, low: {{type: int, default: 1}}}}, do: {body}}}")
    call = "check: {fits: card.color == other.color, low: 2}"
    loop = f"for_each: {{in: pile, as: other, do: [{{if: other == pile.top, then: [{call}]}}]}}"
    assert tiny(SEEN + text + first_turn(loop)).value("seen") == 3


def test_a_condition_can_be_passed_on(tiny):
    inner = f"inner: {{help: Inner., params: {{fits: predicate}}, do: [{note('pile.count(fits)')}]}}"
    outer = "outer: {help: Outer., params: {good: predicate}, do: [inner: 'not good and card.number == 3']}"
    assert tiny(SEEN + effects(inner, outer) + first_turn("outer: card.color == red")).value("seen") == 2


# ---- steps


def test_steps_run_at_the_use_of_their_name(tiny):
    body = f"[what, {note('9')}, what, {{if: n == 2, then: [what]}}]"
    text = effects(f"around: {{help: Around., params: {{what: steps}}, do: {body}}}")
    assert tiny(SEEN + text + first_turn(f"around: {{what: [{note('1')}]}}")).value("seen") == 1911
    assert tiny(SEEN + text + first_turn(f"around: [{note('1')}, {note('2')}]")).value("seen") == 1291212
    assert tiny(SEEN + text + first_turn("around: []")).value("seen") == 9


def test_steps_know_the_names_of_their_caller_and_not_of_the_effect(tiny):
    body = "[for_each: {in: players, as: it, do: [what]}]"
    text = effects(f"all_of_them: {{help: All., params: {{what: steps, n: int}}, do: {body}}}").replace(", n: int", "")
    loop = f"for_each: {{in: next, as: one, do: [all_of_them: [{note('one.points')}]]}}"
    game = tiny(SEEN + text + first_turn("set: {next.points: 7}", loop), players=2)
    assert game.value("seen") == 77


def test_card_in_steps_is_that_of_the_effects_loop_or_else_the_callers(tiny):
    body = "[for_each: {in: pile, do: [{if: card.number == 3, then: [what]}]}, what]"
    text = effects(f"threes: {{help: Threes., params: {{what: steps}}, do: {body}}}")
    color = note("(1 if card.color == red else 2 if card.color == green else 3)")
    call = f"for_each: {{in: table, do: [threes: [{color}]]}}"
    game = tiny(SEEN + text + first_turn("move: {from: pile, to: table}", call))  # the blue three
    assert game.value("seen") == 213


def test_player_in_steps_is_that_of_the_loop_through_two_effects(tiny):
    inner = "inner: {help: Inner., params: {do_it: steps}, do: [for_each: {in: next, do: [do_it]}, do_it]}"
    outer = "outer: {help: Outer., params: {what: steps}, do: [inner: [what]]}"
    points = "set: {seat(0).points: 1, seat(1).points: 2}"
    call = f"for_each: {{in: self, do: [outer: [{note('it.points')}]]}}"
    assert tiny(SEEN + effects(inner, outer) + first_turn(points, call), players=2).value("seen") == 21


def test_steps_may_have_a_default_and_ask(tiny):
    text = effects(f"maybe: {{help: Maybe., params: {{what: {{type: steps, default: [{note('5')}]}}}}, do: [what]}}")
    assert tiny(SEEN + text + first_turn("maybe")).value("seen") == 5
    ask = f"ask: {{player: next, options: {{a: {{do: [{note('1')}]}}, b: {{}}}}}}"
    game = tiny(SEEN + text + first_turn(f"maybe: [{ask}, {note('2')}]"))
    assert game.asked == 1
    assert game.take("a").value("seen") == 12


# ---- effects inside effects ------------------------------------------------------------------------------------------


def test_effects_call_effects(tiny):
    inner = f"inner: {{help: Inner., params: {{k: int}}, do: [{note('k')}]}}"
    outer = "outer: {help: Outer., params: {k: int}, do: [inner: k + 1, inner: {k: k + 2}, inner: {k: n}]}"
    assert tiny(SEEN + effects(outer, inner) + first_turn("outer: 4")).value("seen") == 562


def test_names_inside_an_effect_are_local(tiny):
    text = effects(f"own: {{help: Own., do: [random: {{as: x, below: 1}}, {note('x + 3')}]}}")
    steps = "random: {as: x, below: 1}", "own", "own", note("x + 8")
    assert tiny(SEEN + text + first_turn(*steps)).value("seen") == 338


def test_two_calls_do_not_share_parameters(tiny):
    body = f"[{{if: k < 3, then: [{note('k')}]}}, {note('k + j')}]"
    text = effects(f"both: {{help: Both., params: {{k: int, j: int}}, do: {body}}}")
    assert tiny(SEEN + text + first_turn("both: {k: n, j: n + 1}", "both: {k: n + 3, j: 0}")).value("seen") == 255


# ---- moments and triggers

MOMENTS = """
moments: {moved: {what: card, to: player, how_many: int}, quiet: {}}
triggers:
  - at: moved
    do: [set: {seen: seen * 10 + how_many}]
  - at: moved
    if: to == seat(1)
    do: [set: {seen: seen * 10 + 8}, move: {card: what, to: to.hand}]
"""


@pytest.mark.parametrize(
    "step, seen",
    [
        ("fire: {moment: moved, given: {what: pile.top, to: next, how_many: 3}}", 38),
        ("fire: {moment: moved, given: {what: pile.top, to: self, how_many: n}}", 2),
        ("fire: {moment: quiet}", 0),
        ("fire: quiet", 0),
    ],
)
def test_triggers_run_in_order(tiny, step, seen):
    game = tiny(SEEN + MOMENTS + first_turn(step))
    assert game.value("seen") == seen
    assert game.zone("hand", 1) == (["blue 3"] if seen == 38 else [])


def test_a_trigger_that_fires_its_own_moment_runs_once(tiny):
    text = """
moments: {tick: {}}
triggers:
  - {at: tick, do: [set: {seen: seen + 1}, fire: tick]}
  - {at: tick, do: [set: {seen: seen + 10}]}
"""
    assert tiny(SEEN + text + first_turn("fire: tick")).value("seen") == 11


def test_a_trigger_knows_only_the_arguments_of_the_moment(tiny):
    text = """
moments: {tick: {k: int}}
triggers: [{at: tick, do: [set: {seen: seen * 10 + k}]}]
"""
    steps = (
        "random: {as: x, below: 1}",
        "fire: {moment: tick, given: {k: x + 4}}",
        "fire: {moment: tick, given: {k: n}}",
    )
    assert tiny(SEEN + text + first_turn(*steps)).value("seen") == 42


def test_a_trigger_may_repeat_the_action_that_fired_it(tiny):
    text = f"""
moments: {{drawn: {{by: player}}}}
triggers: [{{at: drawn, do: [{note("1")}, draw: by.next]}}]
effects:
  draw:
    help: x
    params: {{who: player}}
    do: [move: {{from: pile, to: who.hand}}, fire: {{moment: drawn, given: {{by: who}}}}]
"""
    game = tiny(SEEN + text + first_turn("draw: self", "draw: next"), players=3)
    assert game.value("seen") == 11
    assert [len(game.zone("hand", seat)) for seat in range(3)] == [1, 2, 1]
