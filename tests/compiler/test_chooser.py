"""`chooser` in the source of a choice: the player asked. Not here: other choices (test_asking.py)."""

import pytest

from tests.compiler.tiny import TINY, Table, first_turn, problem_words
from unoflex_rules.language.lint.registry import CHECKS
from unoflex_rules.language.ruleset import validate


def choosing(choice: str, player: str, then: str = "") -> str:
    """Return a game in which a player makes a choice in the first turn."""
    return TINY + f"choices: {{victim: {{{choice}, verb: aim}}}}\n" + first_turn(f"{{choose: {player}}}{then}")


@pytest.mark.parametrize(
    "of, chooser, offered",
    [
        ("of: chooser.others", "victim", ["aim 1", "aim 2"]),
        ("of: chooser.others", "{choice: victim, player: next}", ["aim 0", "aim 2"]),
        ("of: 'chooser + chooser.next'", "{choice: victim, player: next.next}", ["aim 0", "aim 2"]),
        ("of: players, if: it != chooser", "{choice: victim, player: next}", ["aim 0", "aim 2"]),
        ("of: players, if: it != chooser and it != self", "{choice: victim, player: previous}", ["aim 1"]),
        ("of: others", "{choice: victim, player: next}", ["aim 1", "aim 2"]),
    ],
)
def test_chooser_is_known_in_the_declaration_of_a_choice(tmp_path, of, chooser, offered):
    assert Table(choosing(of, chooser), tmp_path, players=3).options == offered


def test_each_player_asked_is_a_new_chooser(tmp_path):
    loop = "{for_each: {in: players, do: [choose: {choice: victim, player: it}]}}"
    table = Table(TINY + "choices: {victim: {of: chooser.others, verb: aim}}\n" + first_turn(loop), tmp_path, players=3)
    seen = []
    for _ in range(3):
        seen.append((table.asked, table.options))
        table.take(table.options[0])
    assert seen == [(1, ["aim 0", "aim 2"]), (2, ["aim 0", "aim 1"]), (0, ["aim 1", "aim 2"])]


def test_a_choice_of_cards_may_use_the_choosers_cards(tmp_path):
    deal = "{move: {from: pile, to: next.hand}}, {move: {from: pile, to: self.hand}}"
    choice = "{choose: {choice: mine, player: next}}"
    text = TINY + "choices: {mine: {of: chooser.hand, verb: give}}\n" + first_turn(deal, choice)
    table = Table(text, tmp_path, players=2)
    assert (table.asked, len(table.options)) == (1, 1)


def test_in_a_play_the_chooser_is_the_player_asked(tmp_path):
    kinds = "cards: {plain: {choices: [victim]}}\nchoices: {victim: {of: chooser.others, announced: true, verb: aim}}\n"
    asked = "{move: {from: pile, to: next.hand}}, {ask: {player: next, options: {play: {cards: next.hand}}}}"
    text = TINY.replace("  plain: {face", "  plain: {choices: [victim], face") + kinds.split("\n")[1] + "\n"
    table = Table(text + first_turn(asked), tmp_path, players=3)
    assert table.asked == 1 and [option.split()[-1] for option in table.options] == ["0", "2"]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("variables: {chooser: int}\n", "E212 chooser"),
        ("turn: {end: [{move: {from: chooser.hand, to: table}}]}\n", "E201 chooser"),
    ],
)
def test_chooser_is_unknown_elsewhere(tmp_path, text, expected):
    assert expected in problem_words(TINY + text, tmp_path)


WARNED = (
    "choices: {{victim: {{{of}, verb: aim_at}}}}\ncards: {{skip: {{played=: [choose: {who}, draw: choice.victim]}}}}\n"
)


@pytest.mark.parametrize(
    "of, who, codes",
    [
        ("of: others", "{choice: victim, player: next}", ["W543"]),
        ("of: players, if: it in others", "{choice: victim, player: next}", ["W543"]),
        ("of: others, if: it in others", "{choice: victim, player: next}", ["W543", "W543"]),
        ("of: others", "victim", []),
        ("of: others", "{choice: victim, player: self}", []),
        ("of: chooser.others", "{choice: victim, player: next}", []),
        ("of: next.others", "{choice: victim, player: next}", []),
        ("of: players, if: it.hand.size > chooser.hand.size", "{choice: victim, player: next}", []),
        ("of: players, if: chooser.hand.any(card.wild)", "victim", []),  # the chooser sees their own cards
    ],
)
def test_a_choice_of_another_players_cards_gives_a_warning(tmp_path, of, who, codes):
    path = tmp_path / "mine.yaml"
    head = "format: 1\nid: mine\ntitle: Mine\nextends: classic\n"
    path.write_text(head + WARNED.format(of=of, who=who), encoding="utf-8")
    assert [each.code for each in validate(path, checks=CHECKS)] == codes


def test_a_choice_of_the_base_made_by_another_player_gives_a_warning(tmp_path):
    base = "format: 1\nid: base\ntitle: Base\nextends: classic\nchoices: {victim: {of: others, verb: aim_at}}\n"
    (tmp_path / "base.yaml").write_text(base, encoding="utf-8")
    path = tmp_path / "mine.yaml"
    text = "extends: ./base\ncards: {skip: {played=: [choose: {choice: victim, player: next}]}}\n"
    path.write_text("format: 1\nid: mine\ntitle: Mine\n" + text, encoding="utf-8")
    [problem] = validate(path, checks=CHECKS)
    assert (problem.code, problem.span.line, problem.suggestion) == ("W543", 5, None)
    assert problem.also[0][0].line == 5 and problem.also[0][0].file.endswith("base.yaml")
