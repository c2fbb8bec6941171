"""Shared helpers for tests of files that build on each other. Not here: tests."""

from pathlib import Path

HEAD = "format: 1\nid: {0}\ntitle: {0}\n"


def writer(folder: Path):
    """Return a function that writes a ruleset with a name and a head, and returns its path."""

    def file(name: str, text: str) -> str:
        path = folder / f"{name}.yaml"
        path.write_text(HEAD.format(name) + text, encoding="utf-8")
        return str(path)

    return file


def problem_places(problems):
    """Return place, code and the other places of each problem."""
    return [
        (Path(each.span.file).name, each.span.line, each.code, [(Path(s.file).name, s.line) for s, _ in each.also])
        for each in problems
    ]
