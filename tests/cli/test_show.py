"""`unoflex show`: YAML, places, data, parts, and wrong usage.

Not here: the text itself (tests/render/test_ruleset_text.py).
"""

import re

import pytest

import unoflex_rules as ur


def test_a_part(run):
    shown = "cards:\n  skip: {face: {color: $color, symbol: skip}, points: 20, played: [skip: next]}\n"
    assert run("show", "classic", "cards.skip") == (0, shown, "")


def test_the_output_is_a_ruleset(run, tmp_path):
    path = tmp_path / "again.yaml"
    path.write_text(run("show", "classic", "--with", "house/stacking", "--set", "hand_size=5").out, encoding="utf-8")
    assert run("validate", path).code == 0
    again = ur.load(path)
    assert again.tree.get(("options", "hand_size", "default")).value == 5
    assert again.tree.get(("cards", "draw_two", "waits")).value is True


def test_places(run):
    out = run("show", "classic", "options.call", "--origin").out
    assert re.fullmatch(r" classic:\d+", out.split("\n")[3].split("#")[1])
    assert run("show", "classic", "options.call", "--set", "call=false", "--origin").out.count("# --set") == 1


def test_data(run):
    assert run("show", "classic", "deck.3.copies", "--json").document == {"deck": [{"copies": 4}]}
    assert run("show", "classic", "--json").document == ur.load("classic").tree.plain()


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("classic", "cards.skp"), "there is no `cards.skp` in classic; did you mean `cards.skip`?"),
        (("clasic",), "`clasic` is neither a file nor a shipped ruleset; did you mean `classic`?"),
        (("classic", "--origin", "--json"), "--origin cannot be combined with --json"),
    ],
)
def test_wrong_usage(run, arguments, said):
    result = run("show", *arguments)
    assert result.code == 2
    if "--json" in arguments:
        assert result.document["error"]["message"].startswith(said)
    else:
        assert (result.out, result.err) == ("", f"error: {said} (see `unoflex show --help`)\n")


def test_a_ruleset_with_a_mistake_is_not_shown(run, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("format: 1\nid: mine\ntitle: Mine\nextends: classic\nplaiers: 3\n", encoding="utf-8")
    result = run("show", path)
    assert (result.code, result.out) == (1, "")
    assert "error[E101]" in result.err


def test_a_missing_list_item_is_reported_with_the_existing_ones(run):
    result = run("show", "classic", "deck.99")
    assert result.code == 2
    assert re.search(r"known: `deck\.0` to `deck\.\d`", result.err)
