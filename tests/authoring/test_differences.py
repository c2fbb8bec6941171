"""Differences between two rulesets: each sort of difference with its places and its sentence, and equal rulesets."""

import itertools
import re
from functools import cache

import pytest

import unoflex_rules as ur
from tests.goldens import steady
from unoflex_rules.render.difference_text import differences_text, sentence

HEAD = "format: 1\nid: mine\ntitle: UNO\nextends: classic\n"

shipped = cache(ur.load)  # never changed by a comparison


@pytest.fixture
def against(tmp_path, monkeypatch):
    """Return the differences between classic, or another ruleset, and an extension of it by some lines."""
    monkeypatch.chdir(tmp_path)

    def against(text, other="classic"):
        (tmp_path / "mine.yaml").write_text(HEAD.replace("classic", other) + text, encoding="utf-8")
        return ur.differences(shipped(other), ur.load("mine.yaml"))

    return against


def sentences(found):
    return [steady(sentence(each, "classic", "mine")) for each in found]


@pytest.mark.parametrize("name", ur.list_rulesets())
def test_nothing_differs_from_itself(name):
    assert ur.differences(shipped(name), ur.load(name)) == []


def placed(sentence):
    """Return a sentence with `<values.color>` replaced by the place of that path in classic."""
    tree = shipped("classic").tree

    def place(found):
        span = tree.span_of(tuple(found[1].split(".")), key=True)
        return f"{span.file}:{span.line}"

    return steady(re.sub(r"<(.+?)>", place, sentence))


# Lines of a ruleset that extends classic, and the sentences that describe them.
SENTENCES = {
    "options: {hand_size: 5}\n": ["option hand_size: 7 in classic (<options.hand_size>), 5 in mine (mine.yaml:5)"],
    "options:\n  catch_penalty: {max: 9}\n": [
        "option catch_penalty, max: 20 in classic (<options.catch_penalty>), 9 in mine (mine.yaml:6)"
    ],
    "options:\n  slow: {type: bool, default: true, help: Slow.}\n": [
        "option slow: only in mine (mine.yaml:6): true if nobody sets it"
    ],
    "players: {max: 6}\n": ["most players: 10 in classic (classic), 6 in mine (mine.yaml:5)"],
    "cards:\n  skip: {points: 25}\n": ["kind of card skip, points: 20 in classic (classic), 25 in mine (mine.yaml:6)"],
    "cards:\n  skip: {played: [skip: others]}\n": [
        "kind of card skip, what it does: [skip: next] in classic (classic), [skip: others] in mine (mine.yaml:6)"
    ],
    "cards:\n  skip: {played+: [draw: next]}\n": [
        "kind of card skip, what it does: mine (mine.yaml:6) has 1 step more at its end"
    ],
    "cards:\n  skip: {played: null}\n": ["kind of card skip, what it does: only in classic (classic): [skip: next]"],
    "cards:\n  spare: {like: skip}\ndeck+:\n  - {card: spare, color: [red, blue], copies: 2}\ndeck_size: 112\n": [
        "kind of card spare: only in mine (mine.yaml:6): {like: skip}",
        "cards of kind spare in the deck: 4, only in mine (mine.yaml:8)",
        "deck size: 108 in classic (classic), 112 in mine (mine.yaml:9)",
    ],
    "deck-: [skip]\ndeck_size: 100\n": [
        "cards of kind skip in the deck: 8, only in classic (classic)",
        "deck size: 108 in classic (classic), 100 in mine (mine.yaml:6)",
    ],
    "deck+:\n  - {card: wild, copies: 4}\ndeck_size: 112\n": [
        "cards of kind wild in the deck: 4 in classic (classic), 8 in mine (classic)",
        "deck size: 108 in classic (classic), 112 in mine (mine.yaml:7)",
    ],
    "deck-: [skip]\ndeck+:\n  - {card: skip, color: [red, blue], copies: 4}\n": [
        "cards of kind skip in the deck: 8 in both, but 2 yellow and 2 green in classic (classic), "
        "2 red and 2 blue in mine (mine.yaml:7)"
    ],
    "turn:\n  choose=: [draw: self, play_or_draw]\n": [
        "piece turn.choose: mine (mine.yaml:6) has 1 step more at its front"
    ],
    "turn:\n  choose=: [play_or_draw, draw: self, reverse]\n": [
        "piece turn.choose: mine (mine.yaml:6) has 2 steps more at its end"
    ],
    "turn:\n  lay=: [lay_playing: , reverse]\n": [
        "piece turn.lay: [lay_playing] in classic (<turn.lay>), [lay_playing:, reverse] in mine (mine.yaml:6)"
    ],
    "round:\n  blocked: null\n": [
        "piece round.blocked: only in classic (<round.blocked>)",
    ],
    "round:\n  end=: [set: {dealer: dealer.next}]\n": [
        "piece round.end (scoring): not the same in classic (<round.end>) and in mine (mine.yaml:6)"
    ],
    "values:\n  symbol: {glue: {mark: G}}\n": ["symbol glue: only in mine (mine.yaml:6)"],
    "values:\n  color=: [blue, yellow, green, red]\nnotation=: []\n": [
        "values of color: in another order in mine (mine.yaml:6) than in classic (<values.color>)",
    ],
    "zones:\n  attic: {visible: all}\n  discard: {visible: nobody}\n": [
        "zone discard, visible: all in classic (<zones.discard>), nobody in mine (mine.yaml:7)",
        "zone attic: only in mine (mine.yaml:6): {visible: all}",
    ],
    "variables:\n  score: {keep: round}\n": [
        "variable score, keep: game in classic (<variables.score>), round in mine (mine.yaml:6)"
    ],
    "define:\n  card.playable: card.matches\n": [
        "definition card.playable: not the same in classic (classic) and in mine (mine.yaml:6)"
    ],
    "effects:\n  again: {do=: [reverse]}\n": [
        "effect again, what it does: [go_to: self] in classic (<effects.again.do>), [reverse] in mine (mine.yaml:6)"
    ],
    "triggers+:\n  - {at: drawn, do: [reverse]}\n": [
        "triggers: mine (mine.yaml:6) has 1 line more at its end",
    ],
    "active: {wild: {}}\n": ["in force wild: only in mine (mine.yaml:5)"],
}


@pytest.mark.parametrize("text", SENTENCES)
def test_each_kind_of_difference_has_a_sentence(against, text):
    rules = [each for each in against(text) if each.is_rule]
    assert sentences(rules) == [placed(each) for each in SENTENCES[text]]


@pytest.mark.parametrize(
    "text",
    [
        "# a comment\nx-mine: 5\n",
        "options:\n  hand_size: {default: 7}\n",
        "attributes: {color: {type: color}}\nvariables: {waiting: 0..2000}\n",
        "values:\n  color=: {red: {mark: R}, yellow: {mark: Y}, green: {mark: G}, blue: {mark: B}}\n",
        "turn: {start: []}\ngame: {start=: []}\nstate_rules: []\n",
        "cards:\n  number: {played: null}\n",
        "effects:\n  again: {params: {}}\n",
        # the same cards on other lines
        "deck-: [skip]\ndeck+:\n  - {card: skip, color: [red, blue], copies: 2}\n"
        "  - {card: skip, color: [green, yellow]}\n  - {card: skip, color: [green, yellow]}\n",
    ],
)
def test_another_form_is_no_difference(against, text):
    assert against(text) == []


@pytest.mark.parametrize(
    "text, path",
    [
        ("description: Mine.\n", "description"),
        ("options:\n  hand_size: {help: Cards.}\n", "options.hand_size.help"),
        ("values:\n  color: {red: {title: rot}}\n", "values.color.red"),
        ("cards:\n  skip: {title: stop}\n", "cards.skip.title"),
        ("cards:\n  skip: {face: {title: stop}}\n", "cards.skip.face.title"),
        ("variables:\n  laid: {show: [no, yes]}\n", "variables.laid.show"),
        ("effects:\n  again: {help: Once more.}\n", "effects.again.help"),
        ("counts: {wilds: {}}\n", "counts"),
        ("notation=: [number]\n", "notation"),
    ],
)
def test_texts_come_after_rules(against, text, path):
    assert [(each.path, each.is_rule) for each in against(text)] == [(path, False)]
    shown = differences_text(against("options: {call: false}\n" * ("options" not in text) + text), "classic", "mine")
    rules, texts = shown.split("besides rules:\n")
    assert texts.startswith("  ") and texts.count("\n") == 1
    assert rules.startswith("no rule differs\n" if "options" in text else "option call: ")


@pytest.mark.parametrize(
    "names, is_rule", [("{1: ace}", None), ("{1: {name: ace, mark: A}}", False), ("{1: one}", True), ("{}", True)]
)
def test_numbers_with_names(tmp_path, names, is_rule):
    files = []
    for name, said in (("a", "{1: ace}"), ("b", names)):
        files.append(tmp_path / f"{name}.yaml")
        text = f"format: 1\nid: {name}\ntitle: T\nbase: true\nvalues:\n  rank: {{range: 1..13, names: {said}}}\n"
        files[-1].write_text(text, encoding="utf-8")
    found = ur.differences(*map(ur.load, files))
    assert [(each.path, each.is_rule) for each in found] == [("values.rank", is_rule)] * (is_rule is not None)


def test_a_setting_counts_as_a_default():
    [found] = ur.differences(ur.load("classic"), ur.load("classic", {"hand_size": "5"}))
    assert (found.path, found.kind, found.a, found.b) == ("options.hand_size.default", "changed", 7, 5)
    assert sentence(found, "classic", "mine").endswith("5 in mine (--set)")


def test_differences_are_symmetric():
    one, other = ur.load("classic"), ur.load("uno-flip")
    there, back = ur.differences(one, other), ur.differences(other, one)
    turned = {"added": "removed", "removed": "added"}
    assert {(each.path, each.kind, str(each.a), str(each.b), each.where_a, each.where_b) for each in there} == {
        (each.path, turned.get(each.kind, each.kind), str(each.b), str(each.a), each.where_b, each.where_a)
        for each in back
    }


def test_a_card_counts_for_the_kind_of_each_face():
    found = {each.path: (each.a, each.b) for each in ur.differences(ur.load("classic"), ur.load("uno-flip"))}
    assert found["deck.flip"] == (0, 16)  # eight on each side
    assert found["deck.draw_two"] == (8, 0)


def test_every_pair_of_shipped_games_can_be_compared():
    names = ["classic", "flex", "no-mercy", "taki", "uno-flip", "std/shedding", "house/stacking"]
    for one, other in itertools.pairwise(names):
        a, b = shipped(one), shipped(other)
        found = ur.differences(a, b)
        text = differences_text(found, a.id, b.id)
        assert text.count("\n") == len(found) + any(not each.is_rule for each in found)
        for each in found:
            assert each.as_json()["path"] == each.path
            assert each.where_a or each.where_b, each


def test_a_text_of_several_lines_becomes_one_line(against):
    found = against("description: |\n  One.\n  Two.\n")
    sentences = "  description: only in mine (mine.yaml:5): One. Two.\n"
    assert differences_text(found, "classic", "mine").endswith(sentences)


def test_no_control_characters_reach_the_terminal(against):
    found = against('options:\n  slow: {type: ["a", "b"], default: a, help: "x"}\n')
    assert "\x1b" not in differences_text(found, "\x1b[31m", "mine")
