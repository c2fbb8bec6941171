"""`unoflex explain`: its output, and the line of `unoflex validate` that refers to it.

Not here: the examples themselves (tests/authoring/test_explanations.py).
"""

import pytest

import unoflex_rules as ur
from unoflex_cli import console

SHOWN = """\
E405: malformed `extends` or `with`

`extends` takes the name of one ruleset, and `with` a list of names. A game cannot have several
bases. Move overlays to `with`.

Wrong:

    extends: [classic, house/stacking]

Right:

    extends: classic
    with: [house/stacking]
"""


def test_a_code_is_explained(run):
    assert run("explain", "E405") == run("explain", "e405") == (0, SHOWN, "")


def test_a_page_has_the_file_name_in_its_title(run):
    assert "docs/scenarios.md lists them" in " ".join(run("explain", "E603").out.split())


@pytest.mark.parametrize("code", ur.list_codes())
def test_every_code_can_be_shown(run, code):
    shown = run("explain", code).out
    assert shown.startswith(f"{code}: ")
    assert "](" not in shown
    assert all(line == line.rstrip() for line in shown.split("\n"))


def test_files_are_shown_with_names_and_escaped_invisible_characters(run):
    shown = run("explain", "E402").out
    assert [line for line in shown.split("\n") if ".yaml:" in line] == [
        f"{caption}, {name}.yaml:" for caption in ("Wrong", "Right") for name in ("mine", "yours")
    ]
    assert "    <U+0009>hand_size: 5\n" in run("explain", "E010").out


def test_without_a_code_all_codes_are_listed(run):
    lines = run("explain").out.splitlines()
    assert lines == [f"{code}  {title}" for code, title in ur.list_codes().items()]


def test_explanations_as_data(run):
    document = run("explain", "E010", "--json").document
    assert document["code"] == "E010"
    assert document["wrong"] == [{"name": "", "text": "options:\n\thand_size: 5\n"}]
    assert run("explain", "--json").document["codes"]["E010"] == document["title"]


@pytest.mark.parametrize("said, hint", [("E240", "did you mean `E204`?"), ("colour", "`unoflex explain` lists them")])
def test_an_unknown_code_is_wrong_usage(run, said, hint):
    result = run("explain", said)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"error: there is no problem code `{said}`; {hint} (see `unoflex explain --help`)\n"


@pytest.mark.parametrize("on_terminal", [True, False])
def test_validate_refers_to_explain_on_a_terminal(run, tmp_path, monkeypatch, on_terminal):
    monkeypatch.setattr(console, "_is_terminal", lambda stream: on_terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    path = tmp_path / "mine.yaml"
    path.write_text("format: 1\nid: mine\ntitle: Mine\nextends: classic\nplaiers: 3\n", encoding="utf-8")
    led = "unoflex explain E101 says more\n" in run("validate", path).out
    assert led == on_terminal
    assert "explain" not in run("validate", path, "--short").out
    assert "explain" not in run("validate", "classic").out


def test_a_number_is_a_code_and_several_codes_are_explained_in_order(run):
    both = run("explain", "204", "w501").out
    assert both == "\n".join(run("explain", code).out for code in ("E204", "W501"))
    document = run("explain", "E204", "501", "--json").document
    assert [each["code"] for each in document["explanations"]] == ["E204", "W501"]


@pytest.mark.parametrize(
    "said, codes",
    [
        (("W52",), ["W520", "W521", "W522", "W523", "W524"]),
        (("e80", "w52"), ["W520", "W521", "W522", "W523", "W524", "E801", "E802", "E803"]),
        (("a", "value", "that"), ["E407", "W518"]),
    ],
)
def test_prefixes_of_codes_and_words_of_titles_list_codes(run, said, codes):
    result = run("explain", *said)
    listed = [line.split()[0] for line in result.out.splitlines()]
    assert (result.code, listed) == (0, codes)
    assert list(run("explain", *said, "--json").document["codes"]) == listed


def test_words_of_a_single_title_explain_it(run):
    assert run("explain", "Unknown", "key") == run("explain", "unknown key") == run("explain", "E101")


@pytest.mark.parametrize("said", [("204", "nope"), ("no such words",)])
def test_an_unknown_code_or_word_is_wrong_usage(run, said):
    result = run("explain", *said)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "there is no problem code `" in result.err
