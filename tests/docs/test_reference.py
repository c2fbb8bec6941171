"""The generated pages are up to date, complete, and use only words of the language."""

import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from tools import docs, library_reference
from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.expressions import words
from unoflex_rules.language.expressions.scope import AROUND, NOW
from unoflex_rules.language.schema import models, statement_models
from unoflex_rules.program.opcodes import OPCODES

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = docs.reference()


@pytest.fixture
def problems_of(tmp_path):
    """Return the problems of classic with one more definition."""

    def problems_of(expression, more=""):
        path = tmp_path / "mine.yaml"
        head = "format: 1\nid: mine\ntitle: Mine\nextends: classic\nvariables: {n: int, m: int, p: player}\n"
        path.write_text(f"{head}{more}define:\n  tried: >-\n    {expression}\n", encoding="utf-8")
        return [problem.code for problem in ur.validate(path)]

    return problems_of


@pytest.mark.parametrize("name", docs.GENERATED)
def test_c21_the_committed_page_is_up_to_date(name):
    assert (ROOT / name).read_text(encoding="utf-8") == docs.GENERATED[name](), "run `make docs`"


def test_an_outdated_page_is_written_and_named(tmp_path, monkeypatch, capsys):
    (tmp_path / "docs").mkdir()
    for page in ("engine.md", "report.md", "scenarios.md"):
        (tmp_path / "docs" / page).write_text((ROOT / "docs" / page).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    docs.main()
    written = ["docs/reference.md", "docs/errors.md"]
    written += [f"schema/{kind}.schema.json" for kind in ("ruleset", "scenarios", "campaign")]
    assert capsys.readouterr().out.splitlines() == written
    assert (tmp_path / "docs" / "reference.md").read_text(encoding="utf-8") == REFERENCE
    docs.main()
    assert capsys.readouterr().out == ""


def test_a_page_without_a_place_for_its_section_is_an_error(tmp_path, monkeypatch):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "engine.md").write_text("# The engine\n")
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    with pytest.raises(ValueError, match="docs/engine.md has no place for the section `instructions`"):
        docs.GENERATED["docs/engine.md"]()


# ---- complete --------------------------------------------------------------------------------------------------------


def test_every_problem_is_in_the_reference():
    assert [code for code in CODES if f"| {code} | {CODES[code].title} |" not in REFERENCE] == []


def test_every_statement_is_in_the_reference():
    statements = [*statement_models.CORE, *statement_models.OPEN_CORE]
    assert [each for each in statements if f"\n### {each}\n" not in REFERENCE] == []


@pytest.mark.parametrize(
    "shape", dict.fromkeys([*docs.models_of(models.RulesetModel), *statement_models.CORE.values(), statement_models.Option])
)
def test_every_key_of_every_model_is_described(shape):
    assert shape.__doc__
    for name, field in shape.model_fields.items():
        assert field.description, f"{shape.__name__}.{name} has no description"
        assert f"| `{field.alias or name}` |" in REFERENCE


@pytest.mark.parametrize("ruleset_id", docs.LIBRARY)
def test_everything_in_the_library_is_in_the_reference(ruleset_id):
    section = REFERENCE[REFERENCE.index(f"\n### {ruleset_id}\n") :]
    written = library_reference.File(ruleset_id)
    for key in ("options", "effects", "define", *library_reference.KINDS.values()):
        for name, _, _ in written.entries(key):
            assert re.search(rf"^\| `{re.escape(name)}[`:]", section, re.M), f"{key}.{name}"


def test_the_whole_library_is_in_the_reference():
    assert set(docs.LIBRARY) == {each for each in ur.list_rulesets() if each.startswith("std/")}


def test_every_instruction_is_in_its_table():
    table = docs.instructions()
    assert [name for name in OPCODES if f"| `{name}` |" not in table] == []


def test_an_effect_is_shown_as_a_call():
    assert "| `draw: {player: players, count?: count}` | Players draw cards" in REFERENCE


def test_a_variable_is_shown_with_its_owner_and_lifetime():
    assert "| `score` | variable: int, of each player, for a game |" in REFERENCE
    assert "| `playing` | variable: card, for a turn | the card about to be laid |" in REFERENCE


def test_a_bar_in_a_cell_is_escaped():
    assert docs.table(("a",), [("x | y",)])[2] == "| x \\| y |"


def test_a_table_without_rows_is_omitted():
    assert docs.table(("a", "b"), []) == []


# ---- the words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table, known",
    [
        (
            words.NAMES,
            {*NOW, *AROUND, "player_count", "seat", "none", "true", "false", "active", "before", "choice", "inherited"},
        ),
        (words.OPEN_STATEMENTS, set(statement_models.OPEN_CORE)),
    ],
)
def test_words_and_descriptions_match(table, known):
    assert set(table) == known
    assert all(table.values())


@pytest.mark.parametrize("word", words.OF_ZONES)
def test_a_zone_has_each_documented_property(word, problems_of):
    assert problems_of(f"discard.{word}") == []


def test_a_zone_has_no_other_property(problems_of):
    assert problems_of("discard.middle") == ["E201"]


@pytest.mark.parametrize("word", words.OF_NUMBERS)
def test_a_number_has_each_documented_property(word, problems_of):
    assert problems_of(f"n.{word}(3)") == []


@pytest.mark.parametrize("row", words.OPERATORS)
def test_each_documented_operator_is_valid(row, problems_of):
    """Each form of a row, with fitting values for its letters."""
    given = {"x": "(n == 1)", "y": "(n == 2)", "a": "n", "b": "m", "c": "5", "p": "self", "s": "others", "z": "discard"}
    if row.startswith("c in z"):
        given["c"] = "discard.top"
    if row.startswith("x i"):
        given["x"] = "p" if "none" in row else "n"
    if row in ("a.b", "color.red"):
        given = {"a": "self", "b": "hand.size"}
    forms = row.split(", ") if "[" not in row else re.findall(r"x (?:not )?in \[a, b\]", row)
    assert forms
    for form in forms:
        expression = re.sub(r"\b[a-z]\b", lambda letter: given.get(letter[0], letter[0]), form)
        assert problems_of(expression) == [], expression


@pytest.mark.parametrize("sign", ["+", "-", "*", "//", "%", "/", "**", "<<", ">>", "&", "|", "^", "@"])
def test_a_sign_is_an_operator_only_if_documented(sign, problems_of):
    listed = any(f"a {sign} b" in row for row in words.OPERATORS)
    assert (problems_of(f"n {sign} m") == []) == listed


# ---- links between pages ---------------------------------------------------------------------------------------------

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WRITTEN_LATER = {"measured.md"}  # written by `make proofs`


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_has_a_target(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.S)):
        if re.match(r"[a-z]+:", target) or target in WRITTEN_LATER:
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), f"{page.name} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.M)
            assert anchor in {docs.anchor(heading) for heading in headings}, f"{page.name} links to {target}"
