"""Signs of values: shown beside their titles, and never required."""

import pytest

import unoflex_rules as ur
from unoflex_rules.play.card_names import card_names
from unoflex_rules.render.terminal import Style
from unoflex_rules.render.trace_text import playthrough_text

MINE = """format: 1
id: mine
title: Mine
extends: classic
values:
  color: {red: {sign: ▲}, yellow: {title: {en: Yellow, cs: žlutá}, sign: ▲▲}, blue: {mark=: null, sign: ●}}
notation=: [color, number]
cards: {skip: {title: stop $color}}
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(MINE, encoding="utf-8")
    assert ur.validate(path) == []
    return ur.compile_ruleset(ur.load(path), 2)


def test_names_of_cards_have_signs_and_the_game_is_the_same(program):
    names = {program.card_name(card) for card in range(len(program.cards))}
    assert {"red ▲ 5", "Yellow ▲▲ 0", "green 5", "stop red ▲"} <= names
    assert program.digest == ur.compile_ruleset(ur.load("classic"), 2).digest
    assert card_names(program).titles == program.looks


def test_short_names_consist_of_marks_alone(program):
    shorts = {short for look in program.shorts for short in look}
    assert {"R5", "blue5", "wild"} <= shorts


def test_a_card_may_be_written_with_or_without_its_sign(program):
    for seed in range(20):
        game = ur.Game(program, seed=seed)
        action = next((each for each in game.legal_actions() if each.card and "▲▲" in each.card), None)
        if action is not None:
            break
    else:
        pytest.fail("no player ever holds a matching yellow card")
    number = action.card.removeprefix("Yellow ▲▲ ")
    assert str(action) == f"play Yellow ▲▲ {number}"
    twin = ur.Game(program, seed=seed)
    assert twin.apply(f"play yellow {number}") == game.apply(f"play yellow ▲▲ {number}") == action


def test_texts_show_signs_and_ascii_shows_marks(program):
    game = ur.Game(program, seed=1)
    game.play_out()
    text = playthrough_text(game)
    assert " red ▲ " in text
    assert "●" in text
    plain = playthrough_text(game, style=Style(ascii=True))
    assert plain.isascii()
    assert " red R " in plain
    assert "blue 5" in plain
    assert "<U+" not in plain


def test_accents_are_removed_in_ascii(tmp_path, program):
    czech = ur.compile_ruleset(ur.load(tmp_path / "mine.yaml"), 2, lang="cs")
    game = ur.Game(czech, seed=1)
    game.play_out()
    assert "zluta Y " in playthrough_text(game, style=Style(ascii=True))


def test_active_fields_and_choices_have_signs(program):
    for seed in range(30):
        game = ur.Game(program, seed=seed)
        game.play_out()
        texts = [str(event) for event in game.events()]
        if any(text.endswith(": name red ▲") for text in texts):
            assert "in force: color red ▲" in texts
            assert not any(text.endswith(": name red") for text in texts)
            return
    pytest.fail("no player ever names red")


def test_scenarios_may_omit_signs(tmp_path, program):
    (tmp_path / "sheet.yaml").write_text(
        f"ruleset: {tmp_path}/mine.yaml\nscenarios:\n"
        "  - {name: with, table: {players: 2, top: red ▲ 5, hands: {P0: [yellow 5, G1, stop red ▲]}}, "
        "play: [P0: play Yellow ▲▲ 5], expect: {active: {color: Yellow}}}\n"
        "  - {name: without, table: {players: 2, top: red 5, hands: {P0: [wild, G1, G2]}}, "
        "play: [P0: play wild, P0: name yellow], expect: {active: {color: yellow}}}\n",
        encoding="utf-8",
    )
    sheet = ur.run_scenarios(tmp_path / "sheet.yaml")
    assert sheet.problems == []
    assert [(each.status, each.failures) for each in sheet.results] == [("passed", ())] * 2


@pytest.mark.parametrize("sign", ["A", "▲ ▲", "''", "_", "12345", "▲▲▲▲▲▲▲▲▲"])
def test_a_sign_is_not_a_word(tmp_path, sign):
    path = tmp_path / "mine.yaml"
    path.write_text(MINE.replace("{sign: ▲}", "{sign: " + sign + "}"), encoding="utf-8")
    [problem] = ur.validate(path)
    assert (problem.code, problem.span.line) in (("E104", 6), ("E103", 6))
