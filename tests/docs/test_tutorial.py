"""docs/tutorial.md step by step: its files are valid, its scenarios pass, its commands print what it shows."""

import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.docs.examples import anchor_of, anchors, blocks
from tests.goldens import steady
from unoflex_cli.main import main as unoflex
from unoflex_rules.scenario.reading.sheet_reader import forget

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "tutorial.md"
TEXT = PAGE.read_text(encoding="utf-8")
STEPS = re.split(r"^(?=## )", TEXT, flags=re.M)[1:]
BLOCKS = blocks(TEXT)
RULESET, SHEET, STACKED = (Path(f"{name}.yaml") for name in ("my-game", "my-game.scenarios", "stacked.scenarios"))
QUICK = ["--games", "12", "--engine", "plain", "--limit", "600"]  # instead of the number of games on the page


def sections(text):
    """Return the contents under each top-level key of a file, with the key."""
    return {part.partition(":")[0]: part for part in re.split(r"^(?=[a-z_]+\+?:)", text, flags=re.M)}


def with_piece(text, piece):
    """Return a ruleset's text with the keys of `piece` replaced; new keys are appended."""
    return "".join((sections(text.rstrip("\n") + "\n\n") | sections(piece.rstrip("\n") + "\n\n")).values())


def of_commands(text):
    """Return the commands of a block, each with its output."""
    parts = re.split(r"^\$ unoflex ", text, flags=re.M)
    assert parts[0] == ""
    return [(part.partition("\n")[0].split(), part.partition("\n")[2]) for part in parts[1:]]


def timeless(text):
    return steady(re.sub(r"\d+\.\d s\)", "0.0 s)", text))


def labels(report):
    """Return the labels of a report's lines, without figures."""
    return [re.sub(r"[^a-zA-Z ]|  .*", "", re.sub(r" (?=[+-]?\d).*", "", line.strip())).strip() for line in report]


def follow(block, capsys):
    """Follow a block of the page; return the commands that ran."""
    if block.language == "text":
        commands = of_commands(block.text)
        for arguments, shown in commands:
            answers(arguments, shown, capsys)
        return [arguments[0] for arguments, _ in commands]
    if block.word == "scenarios":
        if block.text.startswith("ruleset:"):
            STACKED.write_text(block.text, encoding="utf-8")
        else:
            SHEET.write_text(SHEET.read_text(encoding="utf-8") + block.text, encoding="utf-8")
        return []
    before = RULESET.read_text(encoding="utf-8")
    RULESET.write_text(with_piece(before, block.text), encoding="utf-8")
    wrong = [problem.code for problem in ur.validate(RULESET)]
    assert wrong == ([] if block.word == "ruleset" else [block.word])
    return []


def answers(arguments, shown, capsys):
    if arguments[0] == "simulate":
        assert unoflex([*arguments, *QUICK]) == 0
        there = labels(capsys.readouterr().out.split("\n"))
        assert [label for label in labels(shown.split("\n")) if label not in there] == []
        return
    forget()  # each command is a separate process and reads the current file
    code = unoflex(arguments)
    out = capsys.readouterr().out
    assert timeless(out) == timeless(shown)
    is_setting = "--set" in arguments  # a wrong value of it is wrong usage
    assert code == ((2 if is_setting else 1) if "error[" in shown else 0)


def test_all_steps_of_the_page_work(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run, mistaken = [], None
    for block in BLOCKS:
        if mistaken is not None and block.language == "yaml":  # the page corrects its mistake
            RULESET.write_text(mistaken, encoding="utf-8")
            mistaken = None
        if block.word == "E204":
            mistaken = RULESET.read_text(encoding="utf-8")
        run += follow(block, capsys)
    assert {"new", "validate", "test", "simulate"} <= set(run)
    for sheet in (SHEET, STACKED):
        results = ur.run_scenarios(sheet.absolute(), "plain").results
        assert results
        assert {each.status for each in results} == {"passed"}
    tally = ur.simulate(ur.load(RULESET), players=4, games=12, seed=7, engine="plain", limit=600)
    assert tally.broken == 0
    assert min(tally.chosen[each] for each in ("play alarm", "play treat", "treat")) > 0


def test_the_file_of_the_first_step_is_the_generated_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = ur.start_ruleset("my-game").ruleset.read_text(encoding="utf-8")
    shown = text[text.index("\nformat: ") + 1 :]
    comments = text.removesuffix(shown).splitlines()
    assert comments
    assert all(line.startswith("# ") for line in comments)
    assert next(block.text for block in BLOCKS if block.word == "ruleset") == shown


@pytest.mark.parametrize("wrong", ["nothing", "a letter"])
def test_the_output_of_commands_is_compared(wrong, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shown = next(block for block in BLOCKS if block.language == "text")
    text = shown.text if wrong == "nothing" else shown.text.replace("Try next", "Try text")
    if wrong == "nothing":
        assert follow(shown, capsys) == ["new"]
    else:
        with pytest.raises(AssertionError):
            follow(shown._replace(text=text), capsys)


def test_the_contents_name_every_step():
    headings = [step.partition("\n")[0].removeprefix("## ") for step in STEPS]
    listed = re.findall(r"^\d+\. \[(.*)\]\(#(.*)\)$", TEXT, re.M)
    assert [f"{number}. {title}" for number, (title, _) in enumerate(listed, start=1)] == headings
    assert [anchor for _, anchor in listed] == [anchor_of(heading) for heading in headings]


def test_every_link_is_valid():
    for place, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", TEXT):
        target = (PAGE.parent / place).resolve() if place else PAGE
        assert target.exists(), place
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), f"{place}#{anchor}"


@pytest.mark.parametrize("page", ["README.md", "docs/language.md", "docs/cli.md"])
def test_other_pages_link_here(page):
    assert "tutorial.md)" in (ROOT / page).read_text(encoding="utf-8")
