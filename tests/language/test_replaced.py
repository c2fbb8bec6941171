"""Names removed by a replacement but still used are reported once, at its sign."""

from pathlib import Path

import pytest

from unoflex_rules.language.diagnostics.problems import RulesetError
from unoflex_rules.language.ruleset import load, validate

HEAD = "format: 1\nid: mine\ntitle: Mine\nextends: classic\n"


@pytest.mark.parametrize(
    "text, expected",
    [
        ("values: {symbol=: [alarm]}\n", ["5 E412"]),
        ("values=: {symbol: [alarm]}\n", ["5 E412"]),
        ("effects=: {wait: {help: Nothing., do: []}}\n", ["5 E412"]),
        ("values: {symbol=: [alarm]}\neffects=: {wait: {help: Nothing., do: []}}\n", ["5 E412", "6 E412"]),
        ("values: {color=: [gold, silver]}\ndeck_size: 58\nplayers: {max: 4}\n", []),  # colours are unused
        # other mistakes are reported too
        ("values: {symbol=: [alarm]}\nturn: {end+: [darw: self]}\n", ["5 E412", "6 E202"]),
        # only the file itself uses the replaced part
        ("effects: {let_others_catch=: {help: Nothing., do: [darw: self]}}\n", ["5 E202"]),
    ],
)
def test_a_removed_name_is_reported_at_the_replacement(tmp_path: Path, text: str, expected: list[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    found = validate(path)
    assert [f"{each.span.line if each.span else 0} {each.code}" for each in found] == expected


def test_the_player_of_a_game_gets_the_same_report(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + "values: {symbol=: [alarm]}\n", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load(path).game(4)
    assert [each.code for each in caught.value.problems] == ["E412"]
    assert caught.value.problems[0].message.endswith(" are replaced here but still used")
