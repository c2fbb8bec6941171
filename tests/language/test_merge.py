"""Rulesets that build on others: allowed files, their order, and problems with their places."""

import os
from pathlib import Path

import pytest

from unoflex_rules.language.compose.merge import MAX_CHAIN, Merged, load_tree
from unoflex_rules.language.diagnostics.problems import Problem, Problems


class Files:
    """Make a library and an author's folder in which files are written and loaded."""

    def __init__(self, folder: Path) -> None:
        self.library = folder / "lib" / "rulesets"
        self.own = folder / "work" / "own"
        self.library.mkdir(parents=True)
        self.own.mkdir(parents=True)

    def write(self, name: str, text: str) -> Path:
        """Write a file of the author; with `lib:` before its name, of the library."""
        path = self.library / name[4:] if name.startswith("lib:") else self.own / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def load(self, name: str, root: Path | None = None) -> tuple[Merged, list[Problem]]:
        problems = Problems()
        merged = load_tree(self.own / name, library=self.library, root=root, problems=problems)
        return merged, problems.sorted()

    def data(self, name: str) -> dict[str, object]:
        """Return the merged tree of a file."""
        merged, problems = self.load(name)
        assert problems == []
        assert merged.tree is not None
        return merged.tree.plain()


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    """Make the author's folder, not the library, the working directory."""
    found = Files(tmp_path.resolve())
    monkeypatch.chdir(found.own.parent)
    return found


# ---- which files, in which order


def test_the_order_is_base_then_overlays_then_the_file(files: Files) -> None:
    files.write("lib:std.yaml", "a: std\nb: std\nc: std\nd: std\n")
    files.write("lib:classic.yaml", "extends: std\nb: classic\nc: classic\nd: classic\n")
    files.write("lib:house/one.yaml", "extends: classic\nc: one\n")
    files.write("lib:house/two.yaml", "d: two\n")
    files.write("my.yaml", "extends: classic\nwith: [house/one, house/two]\nd: my\n")
    assert files.data("my.yaml") == {"a": "std", "b": "classic", "c": "one", "d": "my"}
    merged, _ = files.load("my.yaml")
    names = ["std.yaml", "classic.yaml", "one.yaml", "two.yaml", "my.yaml"]
    assert [file.name for file in merged.files] == names
    assert sorted(merged.sources) == ["classic", "house/one", "house/two", "own/my.yaml", "std"]


def test_the_order_of_overlays_matters(files: Files) -> None:
    files.write("base.yaml", "list: [b]\n")
    files.write("one.yaml", "list+: [one]\n")
    files.write("two.yaml", "list+: [two]\n")
    files.write("my.yaml", "extends: base\nwith: [one, two]\n")
    files.write("other.yaml", "extends: base\nwith: [two, one]\n")
    assert files.data("my.yaml") == {"list": ["b", "one", "two"]}
    assert files.data("other.yaml") == {"list": ["b", "two", "one"]}


def test_the_head_of_a_file_is_not_inherited(files: Files) -> None:
    files.write("base.yaml", "format: 1\nid: base\ntitle: B\ndescription: d\nbase: true\nplayers: {min: 2}\n")
    files.write("over.yaml", "format: 1\nid: over\ntitle: O\ndescription: d\nplayers: {max: 4}\n")
    files.write("my.yaml", "id: my\ntitle: My\nextends: base\nwith: [over]\n")
    assert files.data("my.yaml") == {"players": {"min": 2, "max": 4}, "id": "my", "title": "My"}


def test_a_file_without_others_is_unchanged(files: Files) -> None:
    files.write("my.yaml", "id: my\na: {b: [1]}\n")
    assert files.data("my.yaml") == {"id": "my", "a": {"b": [1]}}


def test_c24_a_diamond_is_not_a_cycle_and_its_base_is_read_once(files: Files) -> None:
    files.write("d.yaml", "list: [d]\n")
    files.write("b.yaml", "extends: d\nlist+: [b]\n")
    files.write("c.yaml", "extends: d\nlist+: [c]\n")
    files.write("a.yaml", "extends: b\nwith: [c, b, d]\n")
    assert files.data("a.yaml") == {"list": ["d", "b", "c"]}
    assert [file.name for file in files.load("a.yaml")[0].files] == ["d.yaml", "b.yaml", "c.yaml", "a.yaml"]


def test_an_overlay_brings_its_base(files: Files) -> None:
    files.write("base.yaml", "a: base\n")
    files.write("more.yaml", "list: [more]\n")
    files.write("over.yaml", "extends: more\nlist+: [over]\n")
    files.write("my.yaml", "extends: base\nwith: [over]\n")
    assert files.data("my.yaml") == {"a": "base", "list": ["more", "over"]}


# ---- cycles and chains


@pytest.mark.parametrize(
    "links,circle,at",
    [
        ({"a": "a"}, "own/a.yaml -> own/a.yaml", "own/a.yaml:1:10"),
        ({"a": "b", "b": "a"}, "own/a.yaml -> own/b.yaml -> own/a.yaml", "own/b.yaml:1:10"),
        ({"a": "b", "b": "c", "c": "b"}, "own/b.yaml -> own/c.yaml -> own/b.yaml", "own/c.yaml:1:10"),
        ({"a": "./b", "b": "./x/../a.yaml"}, "own/a.yaml -> own/b.yaml -> own/a.yaml", "own/b.yaml:1:10"),
        ({"a": "link", "b": "a"}, "own/a.yaml -> own/b.yaml -> own/a.yaml", "own/b.yaml:1:10"),
    ],
)
def test_c24_a_cycle_is_reported_as_a_chain(files: Files, links: dict[str, str], circle: str, at: str) -> None:
    (files.own / "x").mkdir()
    (files.own / "link.yaml").symlink_to("b.yaml")
    for name, base in links.items():
        files.write(f"{name}.yaml", f"extends: {base}\n")
    merged, [problem] = files.load("a.yaml")
    assert (problem.code, str(problem.span)) == ("E402", at)
    assert circle in problem.message
    assert len(problem.also) == circle.count("->") - 1
    assert merged.tree is None
    assert "own/a.yaml" in merged.sources


def test_c24_a_cycle_through_an_overlay(files: Files) -> None:
    files.write("a.yaml", "with: [b]\n")
    files.write("b.yaml", "extends: a\n")
    assert [problem.code for problem in files.load("a.yaml")[1]] == ["E402"]


def test_the_length_of_a_chain_is_limited(files: Files) -> None:
    for n in range(40):
        files.write(f"r{n}.yaml", f"extends: r{n + 1}\n" if n < 39 else "a: 1\n")
    merged, [problem] = files.load("r0.yaml")
    assert (problem.code, str(problem.span)) == ("E406", f"own/r{MAX_CHAIN}.yaml:1:10")
    assert merged.tree is None
    assert files.data(f"r{39 - MAX_CHAIN}.yaml") == {"a": 1}


# ---- allowed names of files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["base", "base.yaml", "./base", "./base.yaml", "sub/../base"])
def test_the_spellings_of_a_name(files: Files, name: str) -> None:
    (files.own / "sub").mkdir()
    files.write("base.yaml", "a: own\n")
    files.write("lib:base.yaml", "a: library\n")
    files.write("my.yaml", f"extends: {name}\n")
    assert files.data("my.yaml") == {"a": "own"}


def test_a_file_may_extend_the_library_file_of_its_name(files: Files) -> None:
    files.write("lib:classic.yaml", "a: library\n")
    files.write("classic.yaml", "extends: classic\nb: own\n")
    assert files.data("classic.yaml") == {"a": "library", "b": "own"}


def test_a_name_with_dots_is_never_searched_in_the_library(files: Files) -> None:
    files.write("lib:base.yaml", "a: library\n")
    files.write("my.yaml", "extends: ./base\n")
    [problem] = files.load("my.yaml")[1]
    assert problem.code == "E401"


def test_c26_a_name_is_relative_to_its_file(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    files.write("sub/deep/base.yaml", "a: 1\n")
    files.write("sub/middle.yaml", "extends: deep/base\n")
    files.write("my.yaml", "extends: sub/middle\n")
    for folder in [Path("/"), files.own / "sub"]:
        monkeypatch.chdir(folder)
        assert files.data("my.yaml") == {"a": 1}


def test_c25_a_root_above_the_folder_of_the_file(files: Files) -> None:
    files.write("common/base.yaml", "a: 1\n")
    files.write("games/my.yaml", "extends: ../common/base\n")
    _, [problem] = files.load("games/my.yaml")
    assert problem.code == "E403"
    merged, problems = files.load("games/my.yaml", root=files.own)
    assert problems == []
    assert merged.tree is not None
    assert merged.tree.plain() == {"a": 1}


SECRET = "secret: sesame\n"


@pytest.mark.parametrize(
    "name",
    [
        "../secret",
        "../secret.yaml",
        "sub/../../secret",
        "../../../../../../etc/passwd",
        "/etc/passwd",
        "file:///etc/passwd",
        "http://example.com/a.yaml",
        "C:/games/a.yaml",
        "'C:\\games\\a'",
        "'..\\secret'",
        "'\\\\host\\share'",
        "~/secret",
        "link",
        "./link",
        "folder/secret",
    ],
)
def test_c25_leaving_the_allowed_folders_is_rejected_and_shows_no_contents(files: Files, name: str) -> None:
    (files.own.parent / "secret.yaml").write_text(SECRET)
    (files.own / "link.yaml").symlink_to(files.own.parent / "secret.yaml")
    (files.own / "folder").symlink_to(files.own.parent)
    for text in [f"extends: {name}\n", f"with: [{name}]\n"]:
        files.write("my.yaml", text)
        merged, [problem] = files.load("my.yaml")
        assert problem.code == "E403"
        assert "names and relative paths in `own` and the library" in problem.notes[0]
        assert merged.tree is None
        assert list(merged.sources) == ["own/my.yaml"]
        assert "sesame" not in str(problem.as_json())


def test_c25_a_symbolic_link_within_the_folder_works(files: Files) -> None:
    files.write("sub/base.yaml", "a: 1\n")
    (files.own / "link.yaml").symlink_to("sub/base.yaml")
    files.write("my.yaml", "extends: link\n")
    assert files.data("my.yaml") == {"a": 1}


def test_c25_bases_that_are_not_files(files: Files) -> None:
    (files.own / "folder.yaml").mkdir()
    os.mkfifo(files.own / "pipe.yaml")
    (files.own / "loop.yaml").symlink_to("loop.yaml")
    (files.own / "gone.yaml").symlink_to("none.yaml")
    for name in ["folder", "pipe", "loop", "gone", "builtin:classic", "'x\\0y'", "x" * 5000, "'é 🟥'"]:
        files.write("my.yaml", f"extends: {name}\n")
        _, [problem] = files.load("my.yaml")
        assert problem.code in ("E401", "E403")
        assert str(problem.span) == "own/my.yaml:1:10"


@pytest.mark.parametrize(
    "name,suggestion",
    [
        ("clasic", "classic"),
        ("stacking", "house/stacking"),
        ("house/stakcing", "house/stacking"),
        ("./mybase", "./my_base"),
        ("my_bsae", "my_base"),
        ("nowhere", None),
    ],
)
def test_a_missing_base_gets_a_suggestion(files: Files, name: str, suggestion: str | None) -> None:
    files.write("lib:classic.yaml", "a: 1\n")
    files.write("lib:house/stacking.yaml", "a: 1\n")
    files.write("my_base.yaml", "a: 1\n")
    files.write("game.yaml", f"extends: {name}\n")
    _, [problem] = files.load("game.yaml")
    assert (problem.code, problem.suggestion, str(problem.span)) == ("E401", suggestion, "own/game.yaml:1:10")
    assert "own/" in problem.notes[0]


@pytest.mark.parametrize(
    "text,suggestion",
    [
        ("extends:\n", None),
        ("extends: 7\n", None),
        ("extends: ''\n", None),
        ("extends: [a]\n", None),
        ("extends: {a: 1}\n", None),
        ("with: a\n", "[a]"),
        ("with:\n", None),
        ("with: [a, 7]\n", None),
        ("with: [[a]]\n", None),
    ],
)
def test_invalid_names(files: Files, text: str, suggestion: str | None) -> None:
    files.write("a.yaml", "x: 1\n")
    files.write("my.yaml", text)
    _, [problem] = files.load("my.yaml")
    assert (problem.code, problem.suggestion) == ("E405", suggestion)


def test_an_empty_list_of_overlays_is_valid(files: Files) -> None:
    files.write("my.yaml", "with: []\na: 1\n")
    assert files.data("my.yaml") == {"a": 1}


# ---- several files, several problems


def test_c14_problems_of_all_files_are_reported_at_their_places(files: Files) -> None:
    files.write("base.yaml", "a: 1\na: 2\n")
    files.write("over.yaml", "b: .nan\n")
    files.write("my.yaml", "extends: base\nwith: [over, none]\nc: 1\nc: 2\n")
    merged, problems = files.load("my.yaml")
    assert [(problem.code, str(problem.span)) for problem in problems] == [
        ("E003", "own/base.yaml:2:1"),
        ("E401", "own/my.yaml:2:14"),
        ("E003", "own/my.yaml:4:1"),
        ("E011", "own/over.yaml:1:4"),
    ]
    assert sorted(merged.sources) == ["own/base.yaml", "own/my.yaml", "own/over.yaml"]


def test_c11_an_empty_base(files: Files) -> None:
    files.write("base.yaml", "")
    files.write("my.yaml", "extends: base\na+: [1]\n")
    merged, problems = files.load("my.yaml")
    assert [(problem.code, str(problem.span)) for problem in problems] == [("E005", "own/base.yaml:1:1")]
    assert merged.tree is None


def test_a_missing_file(files: Files) -> None:
    merged, [problem] = files.load("none.yaml")
    assert (problem.code, problem.message, problem.span) == ("E001", "there is no file `own/none.yaml`", None)
    assert merged.tree is None


def test_two_files_are_never_shown_with_the_same_name(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(files.own)
    files.write("lib:std.yaml", "a: 1\n")
    files.write("rulesets/std.yaml", "extends: std\nb: 2\n")
    merged, problems = files.load("rulesets/std.yaml")
    assert problems == []
    assert len(merged.sources) == 2
    assert merged.tree is not None
    for path, text in [(("a",), "a: 1\n"), (("b",), "extends: std\nb: 2\n")]:
        assert merged.sources[merged.tree.span_of(path).file] == text


def test_loading_changes_no_file(files: Files) -> None:
    files.write("base.yaml", "a: [1]\n")
    files.write("my.yaml", "extends: base\na+: [2]\n")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files.own.iterdir()}
    files.load("my.yaml")
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files.own.iterdir()} == before


# ---- overlays that contradict each other -----------------------------------------------------------------------------


def conflicts(files: Files, name: str) -> list[tuple[str, str, str]]:
    merged, problems = files.load(name)
    assert problems == []
    return [(".".join(each.path), str(each.before), str(each.after)) for each in merged.conflicts]


def test_two_overlays_with_different_values_are_recorded(files: Files) -> None:
    files.write("base.yaml", "a: 1\nb: 1\nm: {c: 1, d: 1}\nlist: [x]\n")
    files.write("one.yaml", "extends: base\na: 2\nb: 2\nm: {c: 2, e: 1}\nlist: [y]\n")
    files.write("two.yaml", "extends: base\na: 2\nm: {c: 3, e: 2}\nlist: [z]\n")
    files.write("my.yaml", "extends: base\nwith: [one, two]\n")
    assert conflicts(files, "my.yaml") == [
        ("m.c", "own/one.yaml:4:8", "own/two.yaml:3:8"),
        ("m.e", "own/one.yaml:4:14", "own/two.yaml:3:14"),
        ("list", "own/one.yaml:5:7", "own/two.yaml:4:7"),
    ]


def test_the_file_resolves_contradictions_of_its_overlays(files: Files) -> None:
    files.write("one.yaml", "a: 2\nm: {c: 2}\n")
    files.write("two.yaml", "a: 3\nm: {c: 3}\n")
    files.write("my.yaml", "with: [one, two]\na: 4\nm=: {}\n")
    assert conflicts(files, "my.yaml") == []


def test_a_base_and_its_overlay_do_not_contradict_each_other(files: Files) -> None:
    files.write("base.yaml", "a: 1\n")
    files.write("more.yaml", "a: 2\n")
    files.write("over.yaml", "extends: more\na: 3\n")
    files.write("first.yaml", "a: 4\n")
    files.write("middle.yaml", "extends: base\nwith: [over]\n")
    files.write("my.yaml", "extends: middle\nwith: [first]\n")
    assert conflicts(files, "my.yaml") == []
