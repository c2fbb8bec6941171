"""A file with one row per game: it reads back unchanged, and it is complete or absent."""

import ast
import csv
import gc
import os
import sys
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflex_rules.simulation import export as module
from unoflex_rules.simulation.export import BadDestination, Column, MissingExtra, check_destination, open_rows

COLUMNS = (Column("game", "int"), Column("reason", "text"), Column("finished", "bool"))
ROWS = [(0, "out", True), (1, None, False), (2, 'a,"b"\nc', None), (None, "Straße 牌\r", True)]
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a folder that nobody may write to")


def parquet():
    return pytest.importorskip("pyarrow.parquet")


def read(path):
    """Return the rows of a file as they were written."""
    if path.suffix == ".parquet":
        table = parquet().read_table(path)
        return [tuple(row.values()) for row in table.to_pylist()]
    with open(path, encoding="utf-8", newline="") as file:
        [header, *rows] = list(csv.reader(file))
    assert header == [column.name for column in COLUMNS]
    truth = {"true": True, "false": False, "": None}
    return [(int(game) if game else None, reason or None, truth[finished]) for game, reason, finished in rows]


@pytest.fixture(params=["csv", "parquet"])
def path(request, tmp_path):
    if request.param == "parquet":
        parquet()
    return tmp_path / f"games.{request.param}"


def test_written_rows_are_read_back_d14(path):
    with open_rows(path, COLUMNS) as rows:
        rows.write(ROWS[:2])
        rows.write(iter(ROWS[2:]))
    assert read(path) == ROWS
    assert rows.count == len(ROWS)
    assert os.listdir(path.parent) == [path.name]


@given(st.lists(st.tuples(st.text(st.characters(exclude_categories=["Cs"])), st.text())))
def test_any_text_survives_csv_d14(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("any") / "texts.csv"
    texts = [tuple(each.encode("utf-8", "ignore").decode() for each in row) for row in texts]
    with open_rows(path, [Column("é,", "text"), Column('"', "text")]) as rows:
        rows.write(texts)
    with open(path, encoding="utf-8", newline="") as file:
        assert [tuple(row) for row in csv.reader(file)] == [("é,", '"'), *texts]


def test_a_csv_file_has_no_blank_lines_d14(tmp_path):
    with open_rows(tmp_path / "games.csv", COLUMNS) as rows:
        rows.write([(1, "out", True)])
    assert (tmp_path / "games.csv").read_bytes() == b"game,reason,finished\r\n1,out,true\r\n"


def test_a_file_without_rows_has_its_columns(path):
    with open_rows(path, COLUMNS):
        pass
    assert read(path) == []


def test_a_parquet_file_records_how_it_was_made(tmp_path):
    reader = parquet()
    meta = {"ruleset": "mine", "digest": "8f31", "seed": "7"}
    with open_rows(tmp_path / "games.parquet", COLUMNS, meta) as rows:
        rows.write(ROWS)
    schema = reader.read_schema(tmp_path / "games.parquet")
    assert {key.decode(): value.decode() for key, value in schema.metadata.items()} == meta
    assert [str(kind) for kind in schema.types] == ["int64", "string", "bool"]
    assert reader.ParquetFile(tmp_path / "games.parquet").metadata.row_group(0).column(0).compression == "ZSTD"


def test_the_bytes_depend_on_the_rows_and_not_on_the_calls(path, monkeypatch):
    monkeypatch.setattr(module, "ROW_GROUP", 100)
    made = set()
    for size in (1, 7, 1000):
        with open_rows(path, COLUMNS, {"seed": "7"}) as rows:
            for start in range(0, 1000, size):
                rows.write((game, "out", game % 2 == 0) for game in range(start, min(start + size, 1000)))
        made.add(path.read_bytes())
    assert len(made) == 1
    if path.suffix == ".parquet":
        assert parquet().ParquetFile(path).num_row_groups == 10


def test_memory_does_not_grow_with_the_rows_b09(path, monkeypatch):
    monkeypatch.setattr(module, "ROW_GROUP", 2000)

    def peak(number):
        tracemalloc.start()
        with open_rows(path, COLUMNS) as rows:
            for start in range(0, number, 1000):
                rows.write((game, "out", True) for game in range(start, start + 1000))
        try:
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    little = peak(4000)
    assert peak(32_000) < 1.5 * little + 20_000


@pytest.mark.parametrize("failure", [RuntimeError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("old", [None, b"precious"])
def test_a_failure_keeps_the_old_file_and_leaves_nothing_else_d13(path, failure, old):
    if old is not None:
        path.write_bytes(old)

    def fail():
        with open_rows(path, COLUMNS) as rows:
            rows.write(ROWS * 10_000)
            raise failure

    with pytest.raises(failure):
        fail()
    assert os.listdir(path.parent) == ([] if old is None else [path.name])
    assert old is None or path.read_bytes() == old


@linux
def test_a_full_disk_is_a_plain_system_error_d13(path, monkeypatch):
    path.write_bytes(b"precious")
    checked = check_destination(path)
    monkeypatch.setattr(module, "check_destination", lambda path, inputs: checked)
    monkeypatch.setattr(module, "created", lambda folder: (open("/dev/full", "wb"), folder / "gone"))  # noqa: SIM115
    with pytest.raises(OSError, match="No space left"), open_rows(path, COLUMNS) as rows:
        rows.write(ROWS * 10_000)
    assert path.read_bytes() == b"precious"
    assert os.listdir(path.parent) == [path.name]


def test_a_cancelled_file_raises_no_later_error(path, monkeypatch):
    complaints = []
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    with suppress(KeyboardInterrupt), open_rows(path, COLUMNS) as rows:
        rows.write(ROWS)
        raise KeyboardInterrupt
    del rows
    gc.collect()
    assert complaints == []


def test_a_committed_file_is_not_changed_later(path):
    with suppress(KeyboardInterrupt), open_rows(path, COLUMNS) as rows:
        rows.write(ROWS)
        rows.keep()
        rows.keep()
        raise KeyboardInterrupt
    assert read(path) == ROWS
    with pytest.raises(ValueError, match="is finished"):
        rows.write(ROWS)
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("row", [(1, "out"), (1, "out", True, 4)])
def test_a_row_of_another_length_is_rejected(path, row):
    with pytest.raises(ValueError, match=f"a row has {len(row)} values for 3 columns"), open_rows(path, COLUMNS) as to:
        to.write([row])
    assert os.listdir(path.parent) == []


@pytest.mark.parametrize("columns", [[], [Column("a", "int"), Column("a", "text")]])
def test_column_names_must_be_unique(path, columns):
    with pytest.raises(ValueError, match="columns have different names"), open_rows(path, columns):
        pass
    assert os.listdir(path.parent) == []


@pytest.mark.skipif(os.name == "nt", reason="rights as POSIX has them")
def test_a_replaced_file_keeps_its_permissions_and_a_new_one_gets_the_default(path):
    old = os.umask(0o027)
    try:
        for _ in range(2):
            with open_rows(path, COLUMNS):
                pass
            assert path.stat().st_mode & 0o777 == (0o640 if _ == 0 else 0o600)
            path.chmod(0o600)
    finally:
        os.umask(old)


@pytest.mark.skipif(os.name == "nt", reason="links as POSIX has them")
def test_a_link_stays_a_link(path):
    real = path.with_name(f"real{path.suffix}")
    real.write_bytes(b"")
    path.symlink_to(real)
    with open_rows(path, COLUMNS) as rows:
        rows.write(ROWS)
    assert path.is_symlink()
    assert read(real) == ROWS


def test_checking_a_valid_destination_does_not_change_it(path):
    assert check_destination(path, [path.with_name("mine.yaml")]) == path.resolve()
    assert os.listdir(path.parent) == []
    path.write_bytes(b"precious")
    check_destination(str(path).upper() if os.name == "nt" else path)
    assert path.read_bytes() == b"precious"


@pytest.mark.parametrize(
    "name, told",
    [
        ("games.txt", "`games.txt` ends in neither .csv nor .parquet"),
        ("games", "ends in neither"),
        ("", "ends in neither"),
        ("gone/games.csv", "gone` does not exist; create it first"),
        ("file/games.csv", "file` is a file, not a folder"),
        ("folder.csv", "`folder.csv` is a folder; name a file in it"),
        ("mine.csv", "`mine.csv` is read by this run and would be lost; choose another file"),
        ("./folder.csv/../mine.csv", "is read by this run"),
        ("also.csv", "is read by this run"),
        ("n" * 300 + ".csv", "cannot be written: File name too long; choose another folder"),
        ("a\0b.csv", "cannot be written: embedded null"),
    ],
)
def test_an_invalid_destination_is_reported_before_the_run_d13(tmp_path, monkeypatch, name, told):
    monkeypatch.chdir(tmp_path)
    Path("folder.csv").mkdir()
    for each in ("file", "mine.csv"):
        Path(each).write_text("format: 1")
    os.link("mine.csv", "also.csv")
    before = sorted(os.listdir())
    with pytest.raises(BadDestination) as refused:
        check_destination(name, ["mine.csv"])
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)
    assert sorted(os.listdir()) == before
    with pytest.raises(BadDestination), open_rows(name, COLUMNS, inputs=["mine.csv"]):
        pytest.fail("nothing must be started")


def test_a_missing_file_can_be_an_input(tmp_path):
    with pytest.raises(BadDestination, match="is read by this run"):
        check_destination(tmp_path / "a" / ".." / "b.csv", [tmp_path / "b.csv"])


@linux
def test_missing_permission_is_reported_before_the_run_d13():
    with pytest.raises(BadDestination, match=r"cannot be written: .*; choose another folder"):
        check_destination("/sys/games.csv")


def test_a_protected_file_is_not_replaced_d13(path, monkeypatch):
    path.write_bytes(b"precious")
    monkeypatch.setattr(os, "access", lambda where, how: False)
    with pytest.raises(BadDestination, match="is write-protected"):
        check_destination(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name")
def test_a_pipe_is_rejected(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(BadDestination, match="is not an ordinary file"):
        check_destination(tmp_path / "pipe.csv")


def test_parquet_without_its_extra_names_the_extra_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(module.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra) as refused:
        check_destination(tmp_path / "games.parquet")
    assert "the extra `data`: pip install 'unoflex-rules[data]'" in str(refused.value)
    check_destination(tmp_path / "games.csv")


def test_csv_needs_no_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with open_rows(tmp_path / "games.csv", COLUMNS) as rows:
        rows.write(ROWS)
    assert read(tmp_path / "games.csv") == ROWS


def test_only_this_module_imports_pyarrow_and_only_inside_functions():
    root = Path(__file__).parents[2]
    naming = set()
    for folder in (root / "unoflex_rules", root / "cli"):
        for file in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                names = [each.name for each in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
                if any(name.split(".")[0] == "pyarrow" for name in [*names, getattr(node, "module", None) or ""]):
                    naming.add((file.name, node.col_offset > 0))
    assert naming == {("export.py", True)}
