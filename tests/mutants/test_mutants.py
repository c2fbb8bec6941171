"""The mutations, and a small sample of all mutants to check the list of survivors.

`make mutants` judges all of them, which takes minutes. Not here: the scenarios (rulesets/scenarios/).
"""

import pytest
import yaml

from tests.mutants import judging, surviving
from tests.mutants.making import make
from tests.sampling import THOROUGH, count, sample
from unoflex_rules.language.diagnostics.problems import Problems, RulesetError
from unoflex_rules.language.yaml.document import read_text

SAMPLE = count(2, 20)

SMALL = """\
format: 1
id: small
title: "7 cards"
options:
  many: {type: int, default: 3, min: 1, max: 9, help: At most 5.}
  way: {type: [left, right, none], default: left}
values:
  color: {red: {mark: R1}, blue: {mark: B2}}
deck:
  - {card: [skip, draw2], color: each, number: 0..9, copies: 2}
define:
  card.fits: >-
    card.wild or
    card.number == 4
  player.most: players.highest(it.score) if way == left else players.lowest(it.score)
effects:
  pay:
    help: Pays 2.
    params: {count: {type: int, default: waiting}, loud: {type: bool, default: true}, answers: predicate}
    do:
      - if: loud and card.title != "a \\"b\\""
        then: [draw: {count: count + 1}, stop]
turn:
  choose+:
    - ask:
        player: self
        options:
          play: {cards: self.hand, if: card.fits, do: [set: {laid: true}]}
          draw: {last_resort: not many, do: [pay]}
  end: []
"""


def made(text):
    return make("small.yaml", text)


def changes(text):
    return [mutant.what for mutant in made(text)]


def test_each_step_is_deleted():
    deleted = [what.split(":")[0] for what in changes(SMALL) if what.startswith("delete")]
    assert deleted == [
        "delete effects/pay/do/0",
        "delete effects/pay/do/0/then/0",
        "delete effects/pay/do/0/then/1",
        "delete turn/choose+/0",
        "delete turn/choose+/0/ask/options/play/do/0",
        "delete turn/choose+/0/ask/options/draw/do/0",
    ]


def test_each_condition_is_negated():
    negated = [what.split(":")[0] for what in changes(SMALL) if what.startswith("negate")]
    assert negated == [
        "negate define/card.fits",
        "negate define/player.most `if` 1",
        "negate define/player.most",
        "negate effects/pay/do/0/if",
        "negate turn/choose+/0/ask/options/play/if",
        "negate turn/choose+/0/ask/options/draw/last_resort",
    ]


def test_each_number_is_increased_and_decreased():
    shifted = [what.removeprefix("shift ") for what in changes(SMALL) if what.startswith("shift")]
    assert shifted == [
        "options/many/default: 3 -> 2",
        "options/many/default: 3 -> 4",
        "options/many/min: 1 -> 0",
        "options/many/min: 1 -> 2",
        "options/many/max: 9 -> 10",
        "options/many/max: 9 -> 8",
        "deck/0/number number 1: 0 -> -1 in 0..9",
        "deck/0/number number 1: 0 -> 1 in 0..9",
        "deck/0/number number 2: 9 -> 10 in 0..9",
        "deck/0/number number 2: 9 -> 8 in 0..9",
        "deck/0/copies: 2 -> 1",
        "deck/0/copies: 2 -> 3",
        "define/card.fits number 1: 4 -> 3 in card.wild or card.number == 4",
        "define/card.fits number 1: 4 -> 5 in card.wild or card.number == 4",
        "effects/pay/params/count/default: waiting -> waiting + 1",
        "effects/pay/do/0/then/0/draw/count number 1: 1 -> 0 in count + 1",
        "effects/pay/do/0/then/0/draw/count number 1: 1 -> 2 in count + 1",
    ]


EXCHANGES = """\
deck:
  - {card: [skip, reverse], color: each, copies: 2}
variables: {who: players, secret: {type: bool, visible: nobody}}
define:
  best: players.highest(it.hand.sum(card.points))
  fits: "active.color == next.color and count < 3 or dealer in others"
effects:
  pay:
    params: {to: players}
    do:
      - move: {card: zone.top, to: pile, put: bottom}
      - set: {a: 1, b: a + 1}
round:
  +prepare: [draw]
"""


def test_names_members_and_words_are_exchanged():
    exchanged = [what.removeprefix("exchange ") for what in changes(EXCHANGES) if what.startswith("exchange")]
    inner = "active.color == next.color and count < 3"
    outer = f"define/fits: {inner} or dealer in others"
    assert sorted(exchanged) == sorted(
        [
            "deck/0: a reverse for a skip",
            "variables/secret/visible: nobody -> all",
            "define/best: it.hand.sum(card.points) -> it.hand.size",
            "define/best: players -> everyone",
            "define/best: players -> others",
            "define/best: players.highest -> players.lowest",
            "define/fits: active -> before",
            f"define/fits: {inner} -> (active.color == next.color)",
            f"define/fits: {inner} -> (count < 3)",
            f"define/fits: {inner} -> (active.color == next.color) or (count < 3)",
            f"{outer} -> ({inner})",
            f"{outer} -> (dealer in others)",
            f"{outer} -> ({inner}) and (dealer in...",
            "define/fits: count < 3 -> count <= 3",
            "define/fits: dealer -> next",
            "define/fits: next -> dealer",
            "define/fits: others -> players",
            "effects/pay/do/0/move/card: zone.top -> zone.bottom",
            "effects/pay/do/0/move/put: bottom -> top",
        ]
    )


def test_a_change_of_several_values_is_broken_apart():
    texts = {mutant.what: yaml.safe_load(mutant.text(EXCHANGES)) for mutant in made(EXCHANGES)}
    apart = texts["break apart effects/pay/do/1/set"]["effects"]["pay"]["do"][1]
    assert apart == {"repeat": {"times": 1, "do": [{"set": {"a": 1}}, {"set": {"b": "a + 1"}}]}}
    assert texts["drop effects/pay/do/1/set/a"]["effects"]["pay"]["do"][1] == {"set": {"b": "a + 1"}}


def test_a_line_of_the_deck_has_one_card_more_and_one_less():
    texts = {mutant.what: yaml.safe_load(mutant.text(EXCHANGES)) for mutant in made(EXCHANGES)}
    assert texts["exchange deck/0: a reverse for a skip"]["deck"] == [
        {"card": "skip", "color": "each", "copies": 3},
        {"card": "reverse", "color": "each", "copies": 1},
    ]


def test_a_step_under_a_prepended_key_is_deleted():
    assert "delete round/+prepare/0: draw" in changes(EXCHANGES)


def test_each_default_is_switched():
    assert [what.removeprefix("switch ") for what in changes(SMALL) if what.startswith("switch")] == [
        "options/way/default: left -> none",
        "options/way/default: left -> right",
        "effects/pay/params/loud/default: true -> false",
        "turn/choose+/0/ask/options/play/do/0/set/laid: true -> false",
    ]


def test_a_mutant_is_yaml_with_another_meaning():
    original = yaml.safe_load(SMALL)
    said = [yaml.safe_load(mutant.text(SMALL)) for mutant in made(SMALL)]
    assert original not in said
    assert all(said.index(each) == number for number, each in enumerate(said))


def test_help_titles_and_marks_do_not_change():
    original = yaml.safe_load(SMALL)
    for mutant in made(SMALL):
        said = yaml.safe_load(mutant.text(SMALL))
        assert said["title"] == original["title"]
        assert said["values"] == original["values"]
        assert said["effects"]["pay"]["help"] == "Pays 2."


def test_report_counters_do_not_change():
    text = "effects: {pay: {do: [draw: {player: self, count: 2}, count: {what: paid, by: 3}]}}\n"
    assert [what.split(":")[0] for what in changes(text)] == [
        "delete effects/pay/do/0",
        "exchange effects/pay/do/0/draw/player",
        "shift effects/pay/do/0/draw/count",
        "shift effects/pay/do/0/draw/count",
    ]


def test_quotes_and_lines_are_kept():
    texts = {mutant.what: yaml.safe_load(mutant.text(SMALL)) for mutant in made(SMALL)}
    negated = texts["negate define/card.fits: card.wild or card.number == 4"]
    assert negated["define"]["card.fits"] == "not (card.wild or card.number == 4)"
    assert negated["define"]["player.most"].startswith("players.highest")
    quoted = next(text for what, text in texts.items() if what.startswith("negate effects/pay"))
    assert quoted["effects"]["pay"]["do"][0]["if"] == 'not (loud and card.title != "a \\"b\\"")'


@pytest.mark.parametrize("text", ["id: x\n", "title: 7\n", "turn: {end: []}\n", "options: {}\n", "format: 1\nid: b2\n"])
def test_texts_without_rules_have_no_mutants(text):
    assert made(text) == []


def test_defaults_use_the_type_from_the_library():
    whole = read_text("options: {way: {type: [left, right], default: left}}\n", "library.yaml", Problems())
    found = make("small.yaml", "options:\n  way: {default: right}\n", whole)
    assert [str(mutant) for mutant in found] == ["small.yaml:2: switch options/way/default: right -> left"]


def test_an_unreadable_file_is_rejected():
    with pytest.raises(RulesetError):
        made("options: [")


# ---- the shipped rulesets --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mutants():
    return [mutant for file in judging.subjects() for mutant in judging.mutants_of(file)]


def test_every_shipped_game_is_mutated():
    files = judging.subjects()
    assert {"classic.yaml", "oracles/rlcard.yaml", "std/uno.yaml", "std/shedding.yaml"} <= set(files)
    assert [file for file, subject in files.items() if not subject.sheets and not subject.library_sheets] == []


def test_each_shipped_mutant_has_another_meaning(mutants):
    assert len({str(mutant) for mutant in mutants}) == len(mutants)
    for file in judging.subjects():
        text = (judging.RULESETS / file).read_text()
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        original = yaml.load(text, loader)
        some = sample([each for each in mutants if each.file == file], 10)
        assert [str(each) for each in some if yaml.load(each.text(text), loader) == original] == []


def test_every_survivor_is_a_mutant_and_has_a_reason(mutants):
    listed = surviving.read(surviving.FILE.read_text())
    assert set(listed) <= {surviving.name(mutant) for mutant in mutants}
    assert [survivor for survivor, reason in listed.items() if not reason] == []
    everyone = [mutant for mutant in mutants if surviving.name(mutant) in listed]
    assert surviving.write(everyone, listed) == surviving.FILE.read_text()


def test_a_sample_of_mutants_dies_as_listed(mutants, tmp_path):
    listed = surviving.read(surviving.FILE.read_text())
    dead = [mutant for mutant in mutants if surviving.name(mutant) not in listed]
    if not THOROUGH:  # games with one sheet of scenarios take a few seconds
        dead = [mutant for mutant in dead if len(judging.subjects()[mutant.file].sheets) == 1]
    some = dead[3 :: max(1, len(dead) // SAMPLE)]
    if THOROUGH:  # files with few mutants as well
        left_out = set(judging.subjects()) - {mutant.file for mutant in some}
        some += [next(mutant for mutant in dead if mutant.file == file) for file in sorted(left_out)]
    bench = judging.Bench(tmp_path)
    assert [str(mutant) for mutant in some if bench.judge(mutant).fate == "survived"] == []


@pytest.mark.thorough
def test_a_survivor_survives_as_listed(mutants, tmp_path):
    """One mutant only, since a survivor must pass every scenario."""
    listed = surviving.read(surviving.FILE.read_text())
    cheap = min(
        (mutant for mutant in mutants if surviving.name(mutant) in listed),
        key=lambda mutant: len(judging.subjects()[mutant.file].sheets),
    )
    assert judging.Bench(tmp_path).judge(cheap).fate == "survived"


def test_the_original_is_neither_rejected_nor_killed(tmp_path):
    """Runs the first scenarios of each sheet; tests/scenario runs all."""
    bench = judging.Bench(tmp_path)
    for file, subject in sample(sorted(judging.subjects().items()), 2):
        for sheet in subject.sheets:
            del bench.examples(sheet, True).order[2:]
        for sheet in subject.library_sheets:
            del bench.examples(sheet, False).order[2:]
        assert bench.judge(judging.unchanged(file)).fate == "survived"
        assert (bench.rulesets / file).read_bytes() == (judging.RULESETS / file).read_bytes()


def test_a_mutant_can_be_rejected_or_killed(tmp_path):
    bench = judging.Bench(tmp_path)
    fates = {}
    for what in ("shift deck_size: 108 -> 107", "delete cards/skip/played/0: skip: next"):
        mutant = next(each for each in judging.mutants_of("classic.yaml") if each.what == what)
        fates[what] = bench.judge(mutant).fate
    assert list(fates.values()) == ["refused", "killed"]


# ---- the list of survivors -------------------------------------------------------------------------------------------


def test_a_reason_stays_with_its_mutation():
    mutant = made(SMALL)[0]
    name = surviving.name(mutant)
    assert name == f"small.yaml: {mutant.what}"
    assert surviving.write([mutant], {name: "nobody sees it"}) == f"{name}  # nobody sees it\n"
    assert surviving.read(f"{name}  # nobody sees it\n\n{name}x\n") == {name: "nobody sees it", f"{name}x": ""}


def test_survivors_are_ordered_by_line():
    mutants = made(SMALL)
    lines = surviving.write(reversed(mutants), {}).splitlines()
    assert lines == [surviving.name(mutant) for mutant in mutants]


def test_overlays_of_sheets_are_mutated_too(tmp_path, monkeypatch):
    sheet = tmp_path / "mine.yaml"
    sheet.write_text(
        "ruleset: classic\nwith: [std/uno]\nscenarios:\n  - {name: a, with: [oracles/rlcard]}\n  - {name: b}\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(judging.ur, "list_scenarios", lambda: [sheet])
    found = judging.overlaid_by()
    assert set(found) == {
        "std/uno.yaml",
        "std/matching.yaml",
        "std/shedding.yaml",
        "classic.yaml",
        "oracles/rlcard.yaml",
    }
    assert all(sheets == [sheet.resolve()] for sheets in found.values())
