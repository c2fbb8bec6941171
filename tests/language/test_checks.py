"""The limits of each check for warnings, and silencing them. Not here: broken twins (tests/broken/test_twins.py)."""

import pytest

from tests.engine.test_agents import ANYTHING_GOES
from tests.sampling import sample
from unoflex_rules.language.diagnostics.problems import RulesetError
from unoflex_rules.language.lint.registry import CHECKS
from unoflex_rules.language.ruleset import load, validate

HEAD = "format: 1\nid: mine\ntitle: Mine\n"
SPICY = "options:\n  spicy: {type: bool, default: false, help: Hot.}\n"
QUIET = "silence:\n  - {warning: W510, of: spicy, because: It comes later.}\n"


@pytest.fixture
def report(tmp_path):
    """Write a ruleset that extends classic, and others beside it; return the code and message of each problem."""

    def report(text, checks=CHECKS, **others):
        for name, other in others.items():
            (tmp_path / f"{name}.yaml").write_text(f"format: 1\nid: {name}\ntitle: Other\n{other}", encoding="utf-8")
        path = tmp_path / "mine.yaml"
        path.write_text(HEAD + ("" if "extends:" in text else "extends: classic\n") + text, encoding="utf-8")
        return [f"{each.code} {each.message}" for each in validate(path, checks=checks)]

    return report


def cases(names, rows):
    """Run a test for some of these rows: eight of them, and all in `make thorough`."""
    return pytest.mark.parametrize(names, sample(rows, 8))


def codes(found):
    return [each.split()[0] for each in found]


# ---- silence ---------------------------------------------------------------------------------------------------------


def test_a_warning_can_be_silenced(report):
    assert codes(report(SPICY)) == ["W510"]
    assert report(SPICY + QUIET) == []
    assert report(SPICY, checks=()) == []


@cases(
    "entry, expected",
    [
        ("{warning: W510, because: All of them.}", []),
        ("{warning: W510, of: spicey, because: Slip.}", ["W510", "W502"]),
        ("{warning: W511, of: spicy, because: Another one.}", ["W510", "W502"]),
        ("{warning: W511, because: Another one.}", ["W510", "W502"]),
        ("{warning: W510, of: spicy}", ["E102"]),
        ("{warning: W510, of: spicy, because: ''}", ["E104"]),
        ("{warning: W510, of: spicy, because: ' '}", ["E104"]),
        ("{warning: E311, because: I know.}", ["E106"]),
        ("{warning: W599, because: I know.}", ["E106"]),
        ("{warning: W502, because: I know.}", ["E106"]),
        ("{warning: E701, because: I know.}", ["E106"]),
        ("{warning: W701, because: I know.}", ["W510"]),
        ("{warnings: W510, because: I know.}", ["E101"]),
        ("W510", ["E103"]),
    ],
)
def test_wrong_entries_of_silence_are_reported(report, entry, expected):
    assert codes(report(f"{SPICY}silence:\n  - {entry}\n")) == expected


def test_an_entry_that_silences_nothing_suggests_a_name(report, tmp_path):
    report(SPICY + QUIET.replace("of: spicy", "of: spicey"))
    (problem,) = [each for each in validate(tmp_path / "mine.yaml", checks=CHECKS) if each.code == "W502"]
    assert problem.suggestion == "spicy"
    assert problem.span is not None and problem.span.line == 8


def test_an_entry_for_a_check_that_does_not_run_is_not_judged(report):
    assert report(SPICY + QUIET, checks=set(CHECKS) - {"W510"}) == []


def test_a_comment_that_looks_like_text_can_be_silenced(report):
    text = "description: Game #3\n"
    assert codes(report(text)) == ["W501"]
    assert report(text + "silence: [{warning: W501, because: It is a comment.}]\n", checks=()) == []


def test_loading_a_game_reports_wrong_entries_of_silence(report, tmp_path):
    report("silence: [{warning: W599, because: I know.}]\n")
    with pytest.raises(RulesetError, match="E106"):
        load(tmp_path / "mine.yaml")


def test_silence_is_inherited_and_extended_like_any_list(report):
    base = f"extends: classic\n{SPICY}{QUIET}"
    changed = "extends: ./other\noptions: {spicy: true}\n"
    assert report(changed, other=base) == []
    assert codes(report(changed + "silence-: [W510]\n", other=base)) == ["W510"]
    assert codes(report(changed + "silence=: []\n", other=base)) == ["W510"]
    assert codes(report(changed + "silence+: [{warning: W511, because: More.}]\n", other=base)) == ["W502"]
    assert report(changed + "silence+: [{warning: W511, because: More.}]\nzones: {gone: {}}\n", other=base) == []


def test_warnings_about_a_base_are_not_repeated(report):
    other = f"extends: classic\n{SPICY}"
    assert report("extends: ./other\n", other=other) == []
    assert report("extends: classic\nwith: [./other]\n", other=f"base: true\nextends: std/shedding\n{SPICY}") == []


def test_names_of_a_base_are_never_unused(report):
    assert report(f"base: true\nextends: std/shedding\n{SPICY}") == []


def test_warnings_that_hold_for_every_game_are_reported_for_a_base(report):
    step = "base: true\nextends: std/uno\nturn: {end+: [{if: %s, then: [again]}]}\n"
    assert codes(report(step % "self.hand.size < 0")) == ["W520"]
    assert report(step % "discard.top.points == 12") == []


# ---- unused declarations ---------------------------------------------------------------------------------------------


@cases(
    "text",
    [
        "options: {most: {type: int, default: 4, help: x}}\nplayers: {max: most}\n",
        "options: {most: {type: int, default: 4, help: x}}\nrefuse+: [{if: most == 9, because: x}]\n",
        "options: {n: {type: int, default: 4, help: x}}\ndeck+: [{card: wild, copies: n}]\ndeck_size: 108 + n\n",
        "options: {see: {type: [owner, all], default: all, help: x}}\nzones: {draw_pile: {visible: see}}\n",
        "options: {say: {type: bool, default: true, help: x}}\nchoices: {color: {announced: say}}\n",
        "zones: {gone: {kept: true}}\nturn: {end+: [move: {from: draw_pile, to: gone}]}\n",
        "deck+: [{card: wild, zone: gone}]\nzones: {gone: {kept: true}}\ndeck_size: 109\n",
        "variables: {wins: {type: int, each: player, keep: game}}\nround: {end+: [set: {dealer.wins: 1}]}\n",
        "variables: {gate: {type: bool, show: [shut, open]}}\nturn: {end+: [set: {gate: true}]}\n",
        "variables: {who: player}\nturn: {end+: [set: {who: self, who.called: true}]}\n",
        "define: {card.low: card.number < 3}\nturn: {end+: [{if: self.hand.any(card.low), then: [again]}]}\n",
        "define: {card.low: card.number < 3}\nturn: {end+: [draw_until: {player: next, wanted: card.low}]}\n",
        "effects: {feast: {help: x, params: {do_it: steps}, do: [do_it]}}\nturn: {end+: [feast: [reverse]]}\n",
        "effects: {feast: {help: x, params: {n: int}, do: [{if: n > 3, then: [again]}]}}\nturn: {end+: [feast: 4]}\n",
        "values: {mood: [glad, sad]}\nturn: {end+: [random: {as: m, of: mood}, {if: m == glad, then: [again]}]}\n",
        "cards: {thunder: {like: skip}, storm: {like: thunder}}\ndeck+: [{card: storm, color: each}]\ndeck_size: 112\n",
        "cards: {thunder: {like: skip}}\ndefine: {card.loud: card.kind == thunder}\n"
        "turn: {end+: [{if: discard.top.loud, then: [again]}]}\n",
        "cards: {thunder: {like: wild}}\noptions: {loud: {type: bool, default: false, help: x}}\n"
        "deck+: [{card: thunder, copies: 4, if: loud}]\n",
    ],
)
def test_names_in_use_are_not_reported(report, text):
    assert report(text) == []


@cases(
    "text, expected",
    [
        ("options: {hand_sise: {type: int, default: 5, help: x}}\n", ["W510 option `hand_sise` changes nothing"]),
        ("variables: {n: int}\n", ["W512 variable `n` is never used"]),
        ("card_state: {worn: int}\nturn: {end+: [set: {discard.top.worn: 1}]}\n",
         ["W512 card state `worn` is set but never read"]),
        ("attributes: {heavy: bool}\n", ["W512 attribute `heavy` is never read"]),
        ("attributes: {heavy: {type: bool}}\ncards: {skip: {heavy: true}}\n",
         ["W512 attribute `heavy` is never read"]),
        ("attributes: {weight: {type: 0..9, default: 1}}\ncards: {skip: {face: {weight: 3}}}\n",
         ["W512 attribute `weight` is never read"]),
        ("attributes: {heavy: bool}\ncards: {skip: {heavy: true, played: [{if: card.heavy, then: [again]}]}}\n", []),
        ("attributes: {heavy: bool}\ndefine: {card.playable: card.matches and not card.heavy}\n", []),
        ("attributes: {weight: 0..9}\ncards: {skip: {face: {weight: 3}}}\n", []),  # a card has its name
        ("attributes: {weight: {type: 0..9, default: 1}}\nnotation+: [weight]\n", []),
        ("active: {mood: {type: color}}\ndefine: {card.playable: card.matches or card.color == active.mood}\n",
         ["W512 `active.mood` is never set"]),
        ("active: {mood: {type: color}}\nturn: {end+: [{if: active.mood == red, then: [set: {active.mood: blue}]}]}\n",
         []),
        ("define: {far: {params: {one: card, two: card}, value: one.points > 4}}\n"
         "turn: {end+: [{if: 'far(discard.top, discard.bottom)', then: [again]}]}\n",
         ["W515 definition `far` does not use its parameter `two`"]),
        ("define: {far: {params: {one: card, two: card}, value: one.points > two.points}}\n"
         "turn: {end+: [{if: 'far(discard.top, discard.bottom)', then: [again]}]}\n", []),
        ("values: {symbol: {a: {mark: A}, b: {mark: B}}}\ncards: {skip: {face: {symbol: a}}}\n",
         ["W518 no card and no rule has the symbol `b`"]),
    ],
)  # fmt: skip
def test_unused_names_are_reported(report, text, expected):
    assert report(text) == expected


def test_a_misspelt_option_suggests_the_inherited_one(report, tmp_path):
    report("options: {hand_sise: {type: int, default: 5, help: x}}\n")
    (problem,) = validate(tmp_path / "mine.yaml", checks=CHECKS)
    assert problem.suggestion == "hand_size"


# ---- impossible conditions -------------------------------------------------------------------------------------------


@cases(
    "condition",
    [
        "self.hand.size < 0",
        "card.number > 9",
        "card.number == 3 and card.number == 4",
        "card.number < 3 and card.number > 5",
        "card.color == red and not (card.color == red or card.wild)",
        "card.number is none and card.number is not none",
        "card.symbol == thunder",
        "turn == 3 and turn != 3",
        "direction == 2",
        "player_count > 10",
        "players.count > 16",
        "spice > 5",
        "mood == glad and mood == sad",
        "self.hand.any(card.number > 9)",
        "false",
    ],
)
def test_a_condition_that_never_holds_is_reported(report, condition):
    text = f"""
options:
  spice: {{type: int, default: 3, min: 0, max: 5, help: x}}
  mood: {{type: [glad, sad], default: glad, help: x}}
values: {{symbol: {{thunder: {{mark: T}}, storm: {{mark: O}}}}}}
cards: {{skip: {{played+: [{{if: {condition}, then: [draw: others]}}]}}}}
define: {{card.dear: spice == 2 and mood == glad or card.symbol == storm or card.symbol == thunder}}
turn: {{end+: [{{if: discard.top.dear, then: [again]}}]}}
"""
    assert codes(report(text)) == ["W520"]


@cases(
    "condition",
    [
        "spice == 0",
        "mood == sad",
        "player_count == 7",
        "card.number > 8",
        "card.number is none",
        "card.number < 3 or card.number > 5",
        "players.count == 2",
        "self.hand.all(card.number > 9)",
        "before.number == 3 and active.number == 4",
        "self.hand.size > 5 and next.hand.size < 3",
        "card.points == 50",
        "seat(spice) == self",
    ],
)
def test_a_condition_that_may_hold_with_other_options_is_accepted(report, condition):
    text = f"""
options:
  spice: {{type: int, default: 3, min: 0, max: 5, help: x}}
  mood: {{type: [glad, sad], default: glad, help: x}}
cards: {{skip: {{played+: [{{if: {condition}, then: [draw: others]}}]}}}}
define: {{card.dear: spice == 2 and mood == glad}}
turn: {{end+: [{{if: discard.top.dear, then: [again]}}]}}
"""
    assert report(text) == []


@cases(
    "text, expected",
    [
        ("effects: {feed: {help: x, params: {n: int}, do: [{if: n > 3, then: [reverse]}]}}\n"
         "cards: {skip: {played+: [feed: 2]}}\n", []),
        ("cards: {skip: {played+: [{if: true, then: [reverse]}]}}\n", []),
        ("cards: {skip: {played+: [{if: 3 > 2, then: [reverse]}]}}\n", ["W520"]),
        ("cards: {skip: {played+: [{if: 3 > 4, then: [reverse]}]}}\n", ["W520"]),
        ("cards: {skip: {played+: [draw: {player: next, count: 5 if false else 6}]}}\n", ["W520"]),
        ("cards: {skip: {points: 5 if 3 > 2 else 6}}\n", ["W520"]),
        ("effects: {feed: {help: x, params: {n: int}, do: [draw: {player: self, count: 5 if n > 3 else n}]}}\n"
         "cards: {skip: {played+: [feed: 2]}}\n", []),
        ("cards: {skip: {played+: [{if: true, then: [reverse], else: [again]}]}}\n", ["W520"]),
        ("cards: {skip: {played+: [repeat: {while: self.hand.size < 0, do: [draw: self]}]}}\n", ["W520"]),
        ("state_rules: [{if: players.count > 16, then: [finish: {the: round, winners: self}]}]\n", ["W520"]),
        ("turn: {end+: [ask: {player: self, options: {a: {if: self.hand.size < 0, do: [again]}, b: {}}}]}\n", ["W520"]),
        ("turn: {end+: [ask: {player: self, options: {a: {cards: self.hand, if: card.number > 9}, b: {}}}]}\n",
         ["W520"]),
        ("turn: {end+: [ask: {player: self, options: {a: {values: 1..3, if: value > 3}, b: {}}}]}\n", ["W520"]),
        ("turn: {end+: [ask: {player: self, options: {a: {values: 1..3, if: value > 2}, b: {}}}]}\n", []),
        ("cards: {skip: {played+: [repeat: {times: 3, do: [stop, reverse]}]}}\n", ["W521"]),
        ("cards: {skip: {played+: [repeat: {times: 3, do: [{if: turn > 3, then: [stop]}, reverse]}]}}\n", []),
        ("cards: {skip: {played+: [{if: turn > 3, then: [stay], else: [finish: turn]}, reverse]}}\n"
         "effects: {stay: {help: x, do: [pay]}}\n", ["W521"]),
        ("cards: {skip: {played+: [ask: {player: self, options: {a: {do: [finish: turn]}, b: {}}}, reverse]}}\n", []),
        ("effects: {feed: {help: x, params: {do: steps}, do: [do, reverse]}}\n"
         "cards: {skip: {played+: [feed: [finish: turn]]}, reverse: {played+: [feed: [again]]}}\n", []),
        ("moments: {dusk: {}}\ncards: {skip: {played+: [fire: dusk]}}\n", ["W522"]),
        ("moments: {dusk: {}}\n", ["W522"]),
        ("moments: {dusk: {}}\ncards: {skip: {played+: [fire: dusk]}}\ntriggers+: [{at: dusk, do: [again]}]\n", []),
    ],
)  # fmt: skip
def test_unreachable_rules(report, text, expected):
    assert codes(report(text)) == expected


@cases(
    "text, expected",
    [
        ("{if: turn > 5, then: [again], else: [{if: turn > 5, then: [reverse]}]}", ["W560"]),
        ("{if: turn > 5, then: [again], else: [{if: turn > 4, then: [reverse]}]}", []),
        ("{if: turn > 5, then: [again], else: [{if: turn > 6, then: [reverse]}]}", ["W560"]),
        ("{if: turn > 5, then: [{if: turn < 5, then: [reverse]}]}", ["W560"]),
        ("{if: turn > 5, then: [finish: turn]}, {if: turn > 7, then: [reverse]}", ["W560"]),
        ("{if: turn > 5, then: [again]}, {if: turn > 7, then: [reverse]}", []),
        ("{if: self.hand.size > 5, then: [draw: next, {if: self.hand.size < 3, then: [again]}]}", []),
        ("{if: self.hand.empty or turn == 2, then: [again], else: [{if: turn == 2, then: [reverse]}]}", ["W560"]),
        ("{if: self.hand.any(card.wild), then: [again], else: [{if: self.hand.any(card.wild), then: [reverse]}]}",
         ["W560"]),
        ("{if: self.hand.any(card.wild), then: [again], else: [{if: next.hand.any(card.wild), then: [reverse]}]}", []),
        ("ask: {player: self, options: {a: {verb: go, cards: self.hand}, "
         "b: {verb: go, cards: self.hand, if: card.wild}, c: {}}}", ["W560"]),
        ("ask: {player: self, options: {b: {verb: go, cards: self.hand, if: card.wild}, "
         "a: {verb: go, cards: self.hand}, c: {}}}", []),
    ],
)  # fmt: skip
def test_rules_that_an_earlier_rule_covers(report, text, expected):
    assert codes(report(f"cards: {{skip: {{played+: [{text}]}}}}\n")) == expected


def test_state_rules_that_an_earlier_rule_covers(report):
    rules = "state_rules:\n  - {if: players.count < 4, then: [finish: {the: round, winners: self}]}\n"
    more = "  - {if: players.count < 3, then: [finish: {the: round, winners: next}]}\n"
    assert codes(report(rules + more)) == ["W560"]
    head, first = rules.split("\n", 1)
    assert report(f"{head}\n{more}{first}") == []


@cases(
    "text, expected",
    [
        ("for_each: {in: others, do: [window: {players: it.others, options: {watch: {do: [draw: it]}}}]}", ["W563"]),
        ("for_each: {in: others, do: [window: {players: it.others, options: {watch: {do: [draw: self]}}}]}", []),
        ("for_each: {in: others, do: [window: {players: it.others, options: {watch: {if: it.hand.empty}}}]}", ["W563"]),
        ("for_each: {in: others, as: p, do: [window: {players: p.others, options: {watch: {do: [draw: it]}}}]}", []),
        ("for_each: {in: others, do: [for_each: {in: it.others, do: [draw: it]}]}", ["W563"]),
        ("for_each: {in: others, do: [{if: it.others.any(it.hand.empty), then: [draw: it]}]}", []),
        ("for_each: {in: draw_pile, do: [ask: {player: self, options: {take: {cards: self.hand, "
         "do: [reveal: {cards: card, to: players}]}}}]}", ["W563"]),
        ("for_each: {in: others, do: [deal_again: it]}", []),
    ],
)  # fmt: skip
def test_names_that_an_inner_loop_hides(report, text, expected):
    effect = "effects: {deal_again: {help: x, params: {to: player}, do: [for_each: {in: others, do: [draw: it]}]}}\n"
    found = report(f"{effect}cards: {{skip: {{played+: [{text}]}}}}\n")
    assert [code for code in codes(found) if code not in ("W514", "W515", "W540")] == expected


@cases(
    "test, expected",
    [
        ("card.color == card.color", ["W524"]),
        ("not (card.number + 1 < card.number + 1)", ["W524"]),
        ("card.color == active.color", []),
        ("card.color in [red, red]", []),
        ("self.hand.each(mine).any(mine.color != card.color)", []),
    ],
)
def test_comparisons_of_a_value_with_itself(report, test, expected):
    found = codes(report(f"define: {{card.playable: card.matches and {test}}}\n"))
    assert [code for code in found if code == "W524"] == expected


@cases(
    "zone, expected",
    [
        ("visible: owner", ["W523"]),
        ("visible: others", ["W523"]),
        ("visible: all, top: owner", ["W523"]),
        ("visible: {front: owner, back: all}", ["W523"]),
        ("visible: owner, each: color", ["W523"]),
        ("visible: all", []),
        ("visible: owner, each: player", []),
        ("visible: owner, each: [player, color]", []),
    ],
)
def test_zones_without_an_owner(report, zone, expected):
    name = "aside(red)" if "color" in zone else "aside"
    to = f"self.{name}" if "player" in zone else name
    text = f"zones: {{aside: {{{zone}}}}}\nturn: {{end+: [move: {{from: draw_pile, to: {to}}}]}}\n"
    assert codes(report(text)) == expected


# ---- cards -----------------------------------------------------------------------------------------------------------

THUNDER = (
    "cards: {thunder: {face: {color: $color, number: 3}%s}}\ndeck+: [{card: thunder, color: each}]\ndeck_size: 112\n"
)
SLAM = (
    THUNDER % "" + "define: {card.playable: card.matches and card.kind != thunder}\n"
    "turn: {end+: [window: {players: others, options: {slam: {cards: it.hand, if: card.kind == thunder, do: [%s]}}}]}\n"
)


@cases(
    "text, expected",
    [
        (THUNDER % "" + "define: {card.playable: card.matches and card.kind != thunder}\n", ["W530"]),
        (THUNDER % "" + "define: {card.playable: card.matches and (card.kind != thunder or turn > 5)}\n", []),
        (THUNDER % "" + "define: {card.playable: card.matches and (card.number != 3 or card.color != red)}\n", []),
        ("options: {easy: {type: bool, default: false, help: x}}\n"
         "define: {card.playable: card.matches and (easy or not card.wild)}\n", []),
        ("define: {card.playable: card.matches and not card.wild}\n", ["W530"]),
        # an option of a window may play the card, also through an effect
        (SLAM % "move: {card: card, to: discard}", []),
        (SLAM % "slam: card"
         + "effects: {slam: {help: x, params: {c: card}, do: [move: {card: c, to: discard}]}}\n", []),
        (SLAM % "move: {card: card, to: next.hand}", ["W530"]),
        ("turn: {choose=: [draw: self]}\n", []),
        (THUNDER % ", played: [draw: {player: next, count: 0}]", ["W531"]),
        (THUNDER % ", played: [draw: {player: next, count: 1 - turn}]", []),
        (THUNDER % ", played: [miss_turn: {player: next, turns: 0}, {if: false, then: [again]}]", ["W531", "W520"]),
        (THUNDER % ", played: []", []),
        (THUNDER % ", played: [set: {dealer: dealer}]", ["W531"]),
        (THUNDER % ", played: [set: {dealer: dealer.next}]", []),
        ("round: {start=: [turn_up: {refused: card.points < 100}]}\n", ["W532"]),
        ("round: {start=: [turn_up: {refused: card.points != 50, stays: true}]}\n", ["W532"]),
        ("round: {start=: [turn_up: {refused: card.points < 20}]}\noptions: {hand_size: 3}\n", []),
        ("options: {any: {type: bool, default: true, help: x}}\n"
         "round: {start=: [turn_up: {refused: any and card.number is none}]}\n", []),
        ("active: {color: {keep: false}}\ncards: {wild: {played+: [reverse]}}\n", []),
        ("active: {color: {keep: false}}\ncards: {wild: {played=: [set: {active.number: 3}]}}\n", []),
        ("active: {color: {keep: false}}\ncards: {wild: {played=: [reverse]}}\n", ["W533"]),
        ("cards: {wild: {played=: [reverse]}}\n", []),
    ],
)  # fmt: skip
def test_cards_that_are_useless(report, text, expected):
    assert codes(report(text)) == expected


def test_an_answer_to_a_penalty_does_not_decide_what_matches(report):
    assert report(ANYTHING_GOES.split("title: Anything goes\n")[1]) == []
    narrow = ANYTHING_GOES.replace("card.matches: true", "card.matches: card.symbol == active.symbol")
    assert codes(report(narrow.split("title: Anything goes\n")[1])) == ["W533", "W533"]


# ---- questions, players, loops, names --------------------------------------------------------------------------------


@cases(
    "options, expected",
    [
        ("a: {if: turn < 3}, b: {if: direction == 1}", ["W540"]),
        ("a: {if: turn < 3}, b: {}", []),
        ("a: {if: turn < 3}, b: {if: turn >= 3}", []),
        ("a: {if: turn < 3}, b: {if: turn > 3}", ["W540"]),
        ("a: {if: turn < 3}, b: {last_resort: true}", []),
        ("a: {cards: self.hand, if: card.wild}", ["W540"]),
        ("a: {cards: self.hand}", []),
        ("a: {values: others}", []),
        ("a: {values: others, if: value.hand.size > 3}", ["W540"]),
        ("a: {values: color, if: value != active.color}", []),
        ("a: {values: 1..3, if: value == self.hand.size}", ["W540"]),
        ("a: {values: 1..3, if: value > turn}, b: {if: turn > 0}", []),
        ("a: {cards: self.hand, if: turn < 3 or card.wild}, b: {if: turn > 2}", []),
        ("a: {cards: self.hand, if: turn < 3 or card.wild}, b: {if: turn > 5}", ["W540"]),
        ("a: {cards: self.hand, if: card.wild}, b: {if: not self.hand.any(card.wild)}", []),
    ],
)
def test_questions_without_an_answer(report, options, expected):
    text = f"turn: {{end+: [ask: {{player: self, options: {{{options}}}}}]}}\n"
    assert codes(report(text)) == expected


def test_a_condition_around_a_question_holds_in_it(report):
    ask = "ask: {player: self, options: {a: {cards: self.hand, if: card.wild, do: [move: {card: card, to: discard}]}}}"
    assert report(f"turn: {{end+: [{{if: self.hand.any(card.wild), then: [{ask}]}}]}}\n") == []
    assert codes(report(f"turn: {{end+: [{{if: next.hand.any(card.wild), then: [{ask}]}}]}}\n")) == ["W540"]
    assert report(f"turn: {{end+: [repeat: {{while: self.hand.any(card.wild), do: [{ask}]}}]}}\n") == []


@cases(
    "text, expected",
    [
        ("[draw: next.next]", ["W541"]),
        ("[draw: next.previous]", ["W541"]),
        ("[draw: next + next.next]", ["W541"]),
        ("[draw: next + next.next - self]", []),
        ("[draw: others - next]", ["W541"]),
        ("[draw: others]", []),
        ("[draw: next, draw: previous]", []),
        ("[move: {from: next.hand, to: previous.hand}]", ["W541"]),
        ("[move: {from: next.hand, to: self.hand}]", []),
        ("[set: {next.called: true, previous.called: false}]", ["W541"]),
        ("[draw: next if direction == 1 else previous]", []),
        ("[{if: players.count > 2, then: [draw: next.next]}]", []),
        ("[{if: player_count > 2, then: [for_each: {in: others, do: [draw: next.next]}]}]", []),
        ("[{if: next.next.hand.size > 3, then: [draw: next]}]", []),
    ],
)
def test_selectors_with_two_players(report, text, expected):
    assert codes(report(f"cards: {{skip: {{played+: {text}}}}}\n")) == expected
    assert report(f"players: {{min: 3, max: 5}}\ncards: {{skip: {{played+: {text}}}}}\n") == []


@cases(
    "option, expected",
    [
        ("if: next.hand.any(card.wild)", ["W542"]),
        ("if: others.any(it.hand.sum(card.points) > 30)", ["W542"]),
        ("if: draw_pile.top.wild", ["W542"]),
        ("if: draw_pile.any(card.wild)", ["W542"]),
        ("if: self.hand.any(card.wild)", []),
        ("if: discard.top.wild", []),
        ("if: next.hand.size > 3", []),
        ("if: next.hand.count(true) > 3", []),
        ("cards: self.hand, if: card.look == draw_pile.bottom.look", ["W542"]),
        ("values: others, if: value.hand.any(card.wild)", ["W542"]),
        ("cards: previous.hand", ["W542"]),
        ("cards: draw_pile.top", ["W542"]),
        ("cards: self.hand", []),
        ("cards: discard.top", []),
        ("cards: discard", []),
    ],
)
def test_options_that_disclose_cards(report, option, expected):
    text = f"turn: {{end+: [ask: {{player: self, options: {{a: {{{option}, do: [draw: self]}}, b: {{}}}}}}]}}\n"
    assert codes(report(text)) == expected


@cases(
    "choice, expected",
    [
        ("{of: draw_pile, if: it.wild}", ["W542"]),
        ("{of: next.hand, if: it.color == card.color}", ["W542"]),
        ("{of: color, if: draw_pile.any(card.color == it)}", ["W542"]),
        ("{of: others, if: it.hand.any(card.wild)}", ["W542"]),
        ("{of: next.hand}", ["W542"]),
        ("{of: next.hand, if: self.hand.size > 3}", ["W542"]),
        ("{of: self.hand, if: it.color != card.color}", []),
        ("{of: discard, if: it.number == card.number}", []),
        ("{of: color, if: self.hand.any(card.color == it)}", []),
    ],
)
def test_choices_that_disclose_cards(report, choice, expected):
    choice = choice.replace("}", ", announced: true}")
    assert codes(report(f"choices: {{picked: {choice}}}\ncards: {{wild: {{choices+: [picked]}}}}\n")) == expected


def test_cards_with_a_visible_side_may_be_offered(report):
    text = "turn: {end+: [%sask: {player: self, options: {a: {cards: next.hand, do: [draw: self]}, b: {}}}]}\n"
    assert report(text % "reveal: {cards: next.hand, to: self}, ") == []
    backs = "extends: uno-flip\noptions: {backs: %s}\n" + text % ""
    assert report(backs % "others") == []
    assert codes(report(backs % "nobody")) == ["W542"]
    assert codes(report("zones: {hand: {visible=: {front: owner, back: all}}}\n" + text % "")) == ["W542"]


def test_options_may_depend_on_visible_cards(report):
    text = "turn: {end+: [ask: {player: self, options: {a: {if: draw_pile.top.wild, do: [draw: self]}, b: {}}}]}\n"
    assert report(f"zones: {{draw_pile: {{top: all}}}}\n{text}") == []


@cases(
    "loop, expected",
    [
        ("while: true, do: [draw: next]", ["E323"]),
        ("while: true, do: [draw: next, {if: next.hand.size > 9, then: [stop]}]", []),
        ("while: true, do: [pay]", []),
        ("while: call, do: [reverse]", ["E323"]),
        ("while: true, times: 3, do: [reverse]", []),
        ("while: self.hand.size > 9, do: [change_direction]", ["W551"]),
        ("while: self.hand.size > 9, do: [move: {from: self.hand, to: draw_pile}]", []),
        ("while: direction == 1, do: [change_direction]", []),
        ("while: next.hand.size > 9, do: [change_direction]", []),
        ("while: waiting > 3, do: [draw: self]", ["W551"]),
        ("while: waiting > 3, do: [set: {waiting: waiting - 1}]", []),
        ("while: self.called, do: [ask: {player: self, options: {a: {do: [stop]}, b: {}}}]", []),
        ("while: self.called, do: [ask: {player: self, options: {a: {do: [reverse]}, b: {}}}]", ["W551"]),
        ("while: self.called, do: [finish: turn]", []),
    ],
)
def test_endless_loops(report, loop, expected):
    assert codes(report(f"turn: {{end+: [repeat: {{{loop}}}]}}\n")) == expected


def test_endless_state_rules(report):
    rule = "state_rules: [{if: waiting > 90, then: [%s]}]\n"
    assert codes(report(rule % "draw: next")) == ["W551"]
    assert report(rule % "set: {waiting: 0}") == []
    shuffled = "state_rules: [{if: %s, then: [shuffle: draw_pile]}]\n"
    assert codes(report(shuffled % "draw_pile.size > 3")) == ["W551"]
    assert codes(report(shuffled % "draw_pile.any(card.wild)")) == ["W551"]
    assert report(shuffled % "not draw_pile.empty and draw_pile.top.wild") == []
    assert report(shuffled % "not draw_pile.empty and draw_pile.first(card.wild) == draw_pile.bottom") == []
    assert report(rule % "finish: {the: round, winners: self}") == []


def test_a_game_without_an_end(report):
    text = "turn: {end=: %s}\nround: {blocked=: [], end=: []}\n"
    assert codes(report(text % "[]")) == ["W550"]
    assert report(text % "[{if: self.hand.empty, then: [leave: self]}]") == []
    assert codes(report("turn: {end=: []}\nround: {blocked=: []}\n")) == [
        "W550"
    ]  # the game ends when a round has ended


@cases(
    "turn, round_end, expected",
    [
        ("finish: round", "", ["W552"]),
        ("finish: {the: game, reason: out}", "", ["W552"]),
        ("finish: {the: round, winners: winners}", "", ["W552"]),
        ("finish: round", "finish: {the: game, winners: winners}", ["W552"]),
        ("finish: round", "finish: {the: game, winners: players.lowest(it.hand.size)}", []),
        ("finish: {the: round, losers: self}", "", []),
        ("finish: {the: round, winners: self}", "finish: game", []),
    ],
)
def test_a_game_without_a_winner(report, turn, round_end, expected):
    text = f"turn: {{end=: [{{if: self.hand.empty, then: [{turn}]}}]}}\nround: {{blocked=: [], end=: [{round_end}]}}\n"
    assert [code for code in codes(report(text)) if code != "W553"] == expected  # an empty end has its own warning


@cases(
    "text, expected",
    [
        ("deck+: [{card: wild}, {card: wild}]\ndeck_size: 110\n", ["W561"]),
        ("deck+: [{card: wild}, {card: wild, copies: 2}]\ndeck_size: 111\n", []),
        ("deck+: [{card: [wild, wild_draw_four], copies: 4}]\ndeck_size: 116\n", []),
        ("effects: {reverse: {help: Mine., do: [change_direction]}}\n", ["W562"]),
        ("effects: {reverse: {do=: [change_direction]}}\n", []),
        ("effects: {reverse=: {help: Mine., do: [change_direction]}}\n", []),
        # two values with one mark, of one type or of two
        (
            "values: {symbol: {a: {mark: S}}}\ncards: {a: {like: skip, face: {symbol: a}}}\n"
            "deck+: [{card: a, color: each}]\ndeck_size: 112\n",
            ["W570"],
        ),
        (
            "values: {symbol: {a: {mark: B}}}\ncards: {a: {like: skip, face: {symbol: a}}}\n"
            "deck+: [{card: a, color: each}]\ndeck_size: 112\n",
            [],
        ),
        ("variables: {Waiting: {type: int, show: [x]}}\n", ["W512", "W570"]),
        ("cards: {Skip: {like: skip}}\ndeck+: [{card: Skip, color: each}]\ndeck_size: 112\n", ["W570"]),
        ("cards: {draw2: {like: skip}}\ndeck+: [{card: draw2, color: each}]\ndeck_size: 112\n", []),
    ],
)
def test_similar_names_and_duplicates(report, text, expected):
    assert codes(report(text)) == expected


# ---- suggestions for unused parts ------------------------------------------------------------------------------------

FOUNDATION = """base: true
extends: std/shedding
options: {spice: {type: bool, default: false, help: Hot.}}
values: {mood: {glad: {title: glad}, sad: {title: sad}}}
variables: {tally: {type: int}}
define: {heat: 2}
effects: {stir: {help: Nothing., do: [again]}}
zones: {shelf: {visible: all}}
"""


@cases(
    "text, code, out",
    [
        ("options: {spice: {default: true}}\n", "W510", "options-: [spice]"),
        ("zones: {shelf: {visible: nobody}}\n", "W511", "zones-: [shelf]"),
        ("variables: {tally: {start: 3}}\n", "W512", "variables-: [tally]"),
        ("define: {heat: 3}\n", "W513", "define-: [heat]"),
        ("effects: {stir: {do=: [reverse]}}\n", "W514", "effects-: [stir]"),
        ("values: {mood: {sad: {title: gloomy}}}\nattributes: {mood: mood}\n", "W518", "values: {mood-: [sad]}"),
    ],
)
def test_a_note_says_how_to_remove_an_inherited_name(report, tmp_path, text, code, out):
    others = {"below": FOUNDATION}
    assert codes(report("with: [./below]\n" + text, **others)) == [code]
    [problem] = validate(tmp_path / "mine.yaml", checks=CHECKS)
    assert problem.notes[0].endswith(f", or remove the inherited one: `{out}`")
    assert codes(report(f"with: [./below]\n{out}\n", **others)) == []


@cases(
    "text",
    [SPICY, "zones: {shelf: {visible: all}}\n", "define: {heat: 3}\n", "effects: {stir: {help: Hot., do: [again]}}\n"],
)
def test_a_note_says_to_remove_a_new_name(report, tmp_path, text):
    report(text)
    [problem] = validate(tmp_path / "mine.yaml", checks=CHECKS)
    assert problem.notes[0].endswith(", or remove it")


# ---- removed parts ---------------------------------------------------------------------------------------------------


def test_a_removed_name_is_reported_with_the_place_of_its_removal(report, tmp_path):
    report("options-: [false_call_penalty]\n")
    [problem] = validate(tmp_path / "mine.yaml")
    assert (problem.code, problem.suggestion, problem.span.line) == ("E201", None, 5)
    assert problem.notes == ("`define: {false_call_penalty: 0}` fixes the value of the option",)
    assert [label for _, label in problem.also] == ["still used here"] * 2
    assert report("options-: [false_call_penalty]\ndefine: {false_call_penalty: 0}\n") == []


@cases(
    "fixed, expected",
    [
        ("nothing", []),
        ("drawn if player_count > 2 else any", []),
        ("nohting", [("E205", "nothing")]),
        ("true", [("E302", None)]),
        ("5", [("E302", None)]),
    ],
)
def test_an_option_of_names_is_fixed_at_one_of_them(report, tmp_path, fixed, expected):
    report(f"options-: [after_draw]\ndefine: {{after_draw: {fixed}}}\n")
    found = validate(tmp_path / "mine.yaml")
    assert [(each.code, each.suggestion) for each in found] == expected
    assert all(each.span.line == 6 for each in found)


def test_a_removed_definition_of_cards_is_reported_with_the_place(report, tmp_path):
    report("define-: [card.playable]\n")
    [problem] = validate(tmp_path / "mine.yaml")
    assert (problem.code, problem.span.line, problem.label) == ("E201", 5, "removed here")
    assert {span.file for span, _ in problem.also} == {"std/matching"}


def test_a_removed_name_may_be_declared_again(report):
    again = "options: {false_call_penalty: {type: int, default: 1, min: 0, max: 5, help: Cards.}}\n"
    assert report("options-: [false_call_penalty]\n" + again) == []


def test_many_uses_of_a_removed_name_are_one_problem(report, tmp_path):
    report("zones-: [discard]\n")
    found = [each for each in validate(tmp_path / "mine.yaml") if each.span.line == 5]
    assert len(found) == 1 and len(found[0].also) == 4 and found[0].notes[-1].endswith("more places use it")


def test_loading_a_game_reports_a_removed_name(report, tmp_path):
    report("options-: [false_call_penalty]\n")
    with pytest.raises(RulesetError, match="it was removed"):
        load(tmp_path / "mine.yaml").game(3)


def test_a_zone_may_have_the_name_of_a_local_of_the_library(report):
    mine = "zones: {twin: {visible: all}}\nvariables: {winner: int, holder: int}\n"
    use = "{choose_cards: {player: self, into: twin, most: 1}}, {set: {winner: winner + 1, holder: winner}}"
    assert codes(report(f"{mine}turn: {{end+: [{use}]}}\n")) == ["W512"]  # `holder` is never used


def test_an_argument_of_a_library_effect_may_disclose_cards(report):
    call = "turn: {end+: [{choose_cards: {player: %s, into: %s, most: 2}}]}\n"
    owned, hidden = "zones: {mine: {each: player, visible: owner}}\n", "zones: {mine: {visible: nobody}}\n"
    assert codes(report(hidden + call % ("self", "mine"))) == ["W542"]
    assert codes(report(owned + call % ("self", "next.mine"))) == ["W542"]
    assert report(owned + call % ("self", "self.mine")) == []
    assert report(owned + call % ("next", "next.mine")) == []


def test_options_of_a_quiet_question_are_checked(report):
    ask = "ask: {player: self, quiet: true, options: {a: {if: next.hand.any(card.wild)}, b: {}}}"
    assert codes(report(f"turn: {{end+: [{ask}]}}\n")) == ["W542"]


@cases(
    "text, expected",
    [
        ("turn: {resolve=: []}", ["W553"]),
        ("turn: {lay=: []}", ["W553"]),
        ("turn: {end=: []}", ["W550"]),
        ("round: {end=: []}", ["W553"]),
        ("turn: {window=: []}", []),
        ("turn: {lay=: [], window+: [lay: {card: playing, to: discard}]}", []),
        ("turn: {resolve=: [], end+: [resolve: discard]}", []),
        ("round: {end=: [], blocked+: [finish: {the: game, winners: self}]}", []),
    ],
)
def test_pieces_that_are_emptied(report, text, expected):
    assert [code for code in codes(report(text + "\n")) if code in ("W550", "W553")] == expected
