"""docs/campaigns.md step by step: commands print what the page shows, and files have the contents shown."""

import re
from pathlib import Path

import pytest

from tests.docs.examples import blocks
from tests.goldens import steady
from unoflex_cli.main import main as unoflex
from unoflex_rules.campaign.campaign_models import CampaignFile

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "campaigns.md"
TEXT = PAGE.read_text(encoding="utf-8")


def timeless(text):
    return steady(re.sub(r"\d+\.\d s\)", "0.0 s)", text))


def run(block, capsys):
    """Run the commands of a block and compare their output; return the file of the last one."""
    file = None
    for part in re.split(r"^\$ unoflex ", block.text, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        code = unoflex(command.split())
        assert timeless(capsys.readouterr().out) == timeless(shown)
        assert code == (1 if "error[" in shown else 0)
        file = Path(command.split()[2])
    return file


def edit(block, file):
    """Replace each line marked with a minus by the line marked with a plus."""
    lines = block.text.splitlines()
    text = file.read_text(encoding="utf-8")
    for old, new in zip(lines[::2], lines[1::2], strict=True):
        assert (old[0], new[0]) == ("-", "+")
        assert text.count(f"\n{old[1:]}\n") == 1
        text = text.replace(f"\n{old[1:]}\n", f"\n{new[1:]}\n")
    file.write_text(text, encoding="utf-8")


def test_the_steps_of_the_page_work(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    file, done = None, []
    for block in blocks(TEXT):
        done.append(block.language)
        if block.language == "text":
            file = run(block, capsys)
        elif block.language == "yaml":
            assert f"\n{block.text}" in file.read_text(encoding="utf-8"), block.text
        elif block.language == "diff":
            edit(block, file)
        else:
            exec(compile(block.text, str(PAGE), "exec"), {})
            told = capsys.readouterr().out.splitlines()
            assert [line.split()[0] for line in told[:2]] == ["2", "3"]
            assert re.fullmatch(r"\('\w+',\) \{'Ann': \d+, 'Ben': \d+, 'Cleo': \d+\}", told[2])
            assert re.fullmatch(r"\d+ cards carry something", told[3])
            assert "\nrounds: 4\n" in Path("friends.campaign.yaml").read_text(encoding="utf-8")
    assert {*done} == {"text", "yaml", "diff", "python"}


def test_the_table_matches_the_model():
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", TEXT, re.M)
    assert rows == [(field.alias or name, field.description) for name, field in CampaignFile.model_fields.items()]


def test_the_equivalent_game_of_the_page_is_equal(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    [command] = re.findall(r"`unoflex (trace remix[^`]*)`", TEXT)
    unoflex(command.split())
    whole = capsys.readouterr().out
    [new] = re.findall(r"^\$ unoflex (campaign new friends\S* remix .*)$", TEXT, re.M)
    unoflex(new.split())
    unoflex(["campaign", "play", "friends.campaign.yaml", "--trace"])
    first = capsys.readouterr().out.split("saved in")[0]
    lines = first[first.index("round 1 begins") : first.index("P0 is Ann")].splitlines()
    start = whole[whole.index("round 1 begins") :].splitlines()
    assert len(lines) > 40
    assert start[: len(lines) - 1] == lines[:-1]


@pytest.mark.parametrize("page", ["README.md", "docs/cli.md"])
def test_other_pages_link_here(page):
    assert "campaigns.md)" in (ROOT / page).read_text(encoding="utf-8")
