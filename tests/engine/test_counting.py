"""Counters for each kind of card, compared with events; declared counters, compared with values computed by hand.

Not here: their display in reports (tests/simulation) and the counters of UNO Flex! (tests/rulesets).
"""

from collections import Counter
from pathlib import Path

import pytest
import yaml

import unoflex_rules as ur
from tests.compiler.tiny import TINY, Table, first_turn
from tests.play.small import SMALL, TURN, ruleset
from unoflex_rules.engine.backend import accel
from unoflex_rules.play.event_log import TrackedState
from unoflex_rules.play.game import Game
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at
from unoflex_rules.program import results

GAMES = 50


def lines_of_cards(loaded):
    """Return the lines of a ruleset's file that declare effects of cards."""
    root = yaml.compose(Path(loaded.files[-1]).read_text(encoding="utf-8"))
    [cards] = [value for key, value in root.value if key.value == "cards"]
    return range(cards.start_mark.line + 1, cards.end_mark.line + 1)


def kinds_of(program):
    """Return the kinds of the printed faces."""
    cards, faces = range(len(program.cards)), range(len(program.faces))
    return {program.kind_of(card, face) for card in cards for face in faces}


def by_the_events(game, lines):
    """Compute six counters per kind of card, in the order of layout.py, from the events."""
    program = game.program
    laid, drawn, made_draw, left, opening, opening_won = counted = [Counter() for _ in range(results.C_STATISTICS)]
    state = TrackedState(program)
    in_turn, top, held = False, None, {}

    def hand(zone):
        named = program.zones[zone]
        return named.seat if named.name == "hand" else None

    def hands():
        for card in range(len(program.cards)):
            seat = hand(state.zone_of(card))
            if seat is not None:
                yield seat, program.kind_of(card, state.front)

    for event in game._raw:
        kind, a, b, c, _, address = event
        if kind == ev.E_LAY:
            top = program.kind_of(a, b)
            laid[top] += 1
        elif kind == ev.E_TURN:
            in_turn = True
            if b == 1:
                held = set(hands())
        elif kind == ev.E_MOVE and in_turn and hand(c) is not None and hand(b) is None:
            drawn[program.kind_of(a, state.front)] += 1
            source = program.source(address).outermost
            if source.line in lines and source.file == program.ruleset:
                made_draw[top] += 1
        elif kind == ev.E_ROUND_OVER:
            in_turn = False
            for _, each in hands():
                left[each] += 1
            for seat, each in held:
                opening[each] += 1
                opening_won[each] += a == 1 << seat
        state.follow(event)
    return counted


@pytest.mark.parametrize("rounds", ["one", "game"])
@pytest.mark.parametrize("name, players", [("classic", 3), ("flex", 4), ("no-mercy", 4), ("uno-flip", 3)])
def test_counters_of_each_kind_match_the_events(name, players, rounds):
    loaded = ur.load(name)
    lines = lines_of_cards(loaded)
    games = GAMES if rounds == "one" else 4
    plan = {"players": players, "seed": 11, "rounds": rounds, "agents": "greedy"}
    tally = ur.simulate(loaded, games=games, engine="fast", **plan)
    program = ur.compile_ruleset(loaded, players)
    in_deck = kinds_of(program)
    sums = {kind: [[0, 0] for _ in range(results.C_STATISTICS)] for kind in program.kinds if kind in in_deck}
    for index in range(games):
        game = Game(program, seed=11, index=index, rounds=rounds)
        game.play_out(agents="greedy")
        if game.outcome.unfinished:
            continue
        for statistic, counter in enumerate(by_the_events(game, lines)):
            for kind in sums:
                sums[kind][statistic][0] += counter[kind]
                sums[kind][statistic][1] += counter[kind] ** 2
    assert tally.kinds == sums
    for statistic in range(results.C_STATISTICS):
        assert any(of_kind[statistic][0] for of_kind in sums.values())


def test_only_cards_from_unowned_zones_during_a_turn_count_as_drawn(tmp_path):
    moves = """
turn:
  choose:
    - if: turn == 1
      then: [move: {from: next.hand, to: self.hand, count: 2}]
    - ask:
        player: self
        options:
          take: {do: [move: {from: pile, to: self.hand, count: 2}, finish: {the: round, winners: self, reason: enough}]}
"""
    tally = ur.simulate(ruleset(tmp_path, SMALL + moves), players=2, games=1, engine="plain")
    [(_, statistics)] = tally.kinds.items()
    assert [total for total, _ in statistics] == [0, 2, 0, 6, 2, 1]


def test_draws_of_the_next_turn_do_not_count_for_the_previous_card(tmp_path):
    plain = "plain: {face: {color: $color, number: $number}"
    ending = SMALL.replace(plain, plain + ", played: [finish: turn]")
    turns = """
turn:
  choose:
    - ask:
        player: self
        options:
          play: {cards: self.hand, do: [lay: {card: card, to: table}, resolve: table]}
          take: {do: [move: {from: pile, to: self.hand}]}
  end:
    - if: pile.empty
      then: [finish: {the: round, winners: self, reason: enough}]
"""
    tally = ur.simulate(ruleset(tmp_path, ending + turns), players=2, games=1, engine="plain", agents="first,last")
    laid, drawn, made_draw, *_ = [total for total, _ in tally.kinds["plain"]]
    assert (drawn, made_draw) == (5, 0) and laid >= 2


# ---- declared counters -----------------------------------------------------------------------------------------------

COUNTED = (
    """
counts:
  plays: {}
  spread: {per: turn, title: How many cards there are}
  below_nothing: {per: round}
"""
    + TURN.replace("do: [lay: {card: card, to: table}]", "do: [count: plays, lay: {card: card, to: table}]")
    + """
  end:
    - count: {what: spread, by: self.hand.size}
    - count: {what: below_nothing, by: 0 - 2}
    - if: self.hand.empty
      then: [finish: {the: round, winners: self, reason: out}]
"""
)


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_declared_counters_are_summed_with_their_denominators(tmp_path, engine):
    loaded = ruleset(tmp_path, SMALL + COUNTED)
    program = ur.compile_ruleset(loaded, 2)
    assert [(each.name, each.title, each.per) for each in program.counts] == [
        ("plays", "plays", "game"),
        ("spread", "How many cards there are", "turn"),
        ("below_nothing", "below nothing", "round"),
    ]
    rows = []
    tally = ur.simulate(
        loaded, players=2, games=20, engine=engine, seed=4, receiver=lambda first, more: rows.extend(more)
    )
    assert tally.finished == 20
    plays, spread, nothing = [], [], []
    for index in range(20):
        game = Game(program, seed=4, index=index)
        outcome = game.play_out()
        turns = outcome.turns
        plays.append((sum(event.verb == "play" for event in game.events() if event.kind == "taken"), turns))
        nothing.append((-2 * turns, turns))
        hands = TrackedState(program)
        held = []
        for event in game._raw:
            if event[0] in (ev.E_TURN, ev.E_ROUND_OVER):
                held.append(
                    [len(hands.cards_in(zone)) for zone, each in enumerate(program.zones) if each.name == "hand"]
                )
            hands.follow(event)
        seats = [event.seat for event in game.events() if event.kind == "turn"]
        spread.append((sum(sizes[seat] for seat, sizes in zip(seats, held[1:], strict=True)), turns))
    for name, values in (("plays", plays), ("spread", spread), ("below_nothing", nothing)):
        assert tally.counts[name] == [
            sum(value for value, _ in values),
            sum(value**2 for value, _ in values),
            sum(value * turns for value, turns in values),
            sum(value for value, _ in values),  # one round per game
        ]
    place = results.G_SCORES + len(program.scores)
    assert [row[place:] for row in rows] == [
        [plays[k][0], spread[k][0], nothing[k][0]] for k in range(20)
    ]  # fmt: skip


def test_counting_is_not_a_change_of_state(tmp_path):
    counting = ruleset(tmp_path, SMALL + COUNTED)
    without = "\n".join(line for line in COUNTED.split("\n") if "count: {" not in line)
    without = without.replace("count: plays, ", "").split("turn:", 1)[1]
    other = ruleset(tmp_path, SMALL + "turn:" + without, "other.yaml")
    for index in range(5):
        one, two = Game(counting, 2, seed=4, index=index), Game(other, 2, seed=4, index=index)
        one.play_out()
        two.play_out()
        assert one.taken == two.taken and [str(each) for each in one.events()] == [str(each) for each in two.events()]


def test_a_turn_that_only_counts_is_a_turn_without_a_change(tmp_path):
    rest = "ask: {player: self, options: {rest: {do: [count: turns_taken]}}}"
    idle = f"counts: {{turns_taken: {{}}}}\nturn:\n  choose: [{rest}]\n"
    tally = ur.simulate(ruleset(tmp_path, SMALL + idle), players=3, games=4, engine="plain")
    assert (tally.blocked, tally.finished) == (4, 4)
    assert tally.counts["turns_taken"][0] == tally.turns_sum == 4 * 3


def test_unfinished_games_are_not_counted(tmp_path):
    loaded = ruleset(tmp_path, SMALL + COUNTED)
    tally = ur.simulate(loaded, players=2, games=20, seed=4, limit=12, engine="plain")
    assert tally.unfinished > 0
    games = [Game(loaded, 2, seed=4, index=index, limit=12) for index in range(20)]
    over = [index for index, game in enumerate(games) if not game.play_out().unfinished]
    assert 0 < len(over) < 20
    one_by_one = [ur.simulate(loaded, players=2, games=1, first=k, seed=4, engine="plain").counts for k in over]
    for name in tally.counts:
        assert tally.counts[name][0] == sum(each[name][0] for each in one_by_one)


def test_counters_restart_with_each_game():
    program = ur.compile_ruleset(ur.load("flex"), 3)
    kernel = accel.plain()
    s, w = [0] * program.state_size, [7] * program.work_size
    kernel.begin_game(s, program.vector, w, 1, 0, 100, 1, 0)
    place = program.vector[at.P_COUNTERS]
    counters = (results.C_STATISTICS + 3) * len(program.kinds) + len(program.counts)
    record = results.ROUND_WIDTH + len(program.counts) + len(program.kinds)
    assert place + counters + results.TRACKED_ROUNDS * record == program.work_size
    assert w[place : place + counters] == [0] * counters and (w[at.W_CALLED], w[at.W_RESHUFFLES], w[at.W_ACTING]) == (
        0,
        0,
        at.NONE,
    )


# ---- reshuffles ------------------------------------------------------------------------------------------------------

TAKE_ALL = "move: {count: all, from: pile, to: table}"


@pytest.mark.parametrize(
    "steps, times",
    [
        ([TAKE_ALL, "move: {count: all, from: table, to: pile}"], 1),
        ([TAKE_ALL, "move: {count: all, from: table, to: pile, order: reversed}"], 1),
        ([TAKE_ALL, "move: {count: all, from: table, to: pile, order: shuffled}", "shuffle: pile"], 1),
        ([TAKE_ALL, "move: {count: 4, from: table, to: pile}"], 1),
        ([TAKE_ALL, "move: {count: all, from: table, keep: 1, to: pile}", "move: {from: table, to: pile}"], 1),
        (["move: {count: 7, from: pile, to: table}", "move: {count: all, from: table, to: pile, put: bottom}"], 1),
        (["move: {count: 2, from: pile, to: table}", "move: {count: all, from: table, to: pile, put: bottom}"], 0),
        (["shuffle: pile", "move: {count: all, from: pile, to: pile, order: reversed}"], 0),
        (["move: {count: all, from: pile, to: self.hand}", "move: {count: all, from: self.hand, to: pile}"], 0),
        ([TAKE_ALL, "move: {from: table, to: self.hand}", "move: {from: self.hand, to: pile}"], 0),
        (["move: {count: 8, from: pile, to: table}", "move: {from: pile, to: pile, put: bottom}"], 0),
        (["repeat: {times: 3, do: [" + TAKE_ALL + ", move: {count: all, from: table, to: pile}]}"], 3),
    ],
)
def test_a_draw_pile_that_more_than_doubles_counts_as_a_reshuffle_in_any_order(tmp_path, steps, times):
    table = Table(TINY + first_turn(*(f"{{{step}}}" for step in steps)), tmp_path)
    assert table.w[at.W_RESHUFFLES] == times


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_turning_the_discard_pile_over_counts_as_a_reshuffle(tmp_path, engine):
    anew = (
        "effects:\n  replenish: {do=: [move: {count: all, from: discard, keep: 1, to: draw_pile, order: reversed}]}\n"
    )
    path = tmp_path / "anew.yaml"
    path.write_text("format: 1\nid: anew\ntitle: Anew\nextends: classic\n" + anew, encoding="utf-8")
    tally = ur.simulate(ur.load(path), players=4, games=20, seed=1, engine=engine)
    assert tally.finished == 20 and tally.reshuffles >= tally.reshuffled > 0


# ---- mistakes --------------------------------------------------------------------------------------------------------


def problems(folder, text):
    path = folder / "wrong.yaml"
    path.write_text("format: 1\nid: wrong\ntitle: Wrong\nextends: classic\n" + text, encoding="utf-8")
    return [(each.code, each.span.line, each.suggestion) for each in ur.validate(path)]


@pytest.mark.parametrize(
    "text, found",
    [
        ("counts: {wilds: {}}\nturn:\n  end+:\n    - count: wild\n", ("E205", 8, "wilds")),
        ("turn:\n  end+:\n    - count: wilds\n", ("E205", 7, None)),
        ("counts: {wilds: {}}\nturn:\n  end+:\n    - count: {what: wilds, by: self}\n", ("E302", 8, None)),
        ("counts: {wilds: {per: minute}}\nturn:\n  end+: [count: wilds]\n", ("E106", 5, None)),
        ("counts: {wilds: {par: turn}}\nturn:\n  end+: [count: wilds]\n", ("E101", 5, None)),
        ("counts: {wilds: {}}\nturn:\n  end+:\n    - count: {by: 2}\n", ("E102", 8, None)),
    ],
)
def test_a_mistake_is_reported_with_its_place_and_a_suggestion(tmp_path, text, found):
    assert problems(tmp_path, text) == [found]
