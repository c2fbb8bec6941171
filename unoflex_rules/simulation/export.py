"""A row a game, written to a CSV or Parquet file as the games come, all of it or nothing.

What a row says, and which games there are, is not decided here. Alone names pyarrow, the extra `data`.
"""

import csv
import importlib.util
import io
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, TypeAlias

from unoflex_rules.atomic_files import created

Value: TypeAlias = int | str | bool | None
Row: TypeAlias = Sequence[Value]
Location: TypeAlias = str | os.PathLike[str]

ENDINGS = (".csv", ".parquet")
ROW_GROUP = 65_536  # rows that a Parquet file keeps together: what is held in memory, and what a reader can skip
INSTALL = "pip install 'unoflex-rules[data]'"


class BadDestination(ValueError):
    """A file that rows cannot be written to; the text says why, and what would do."""


class MissingExtra(RuntimeError):
    """What was asked for needs a part that is not installed; the text names it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table; any of its values may be None, "nothing"."""

    name: str
    kind: Literal["int", "text", "bool"]


def check_destination(path: Location, inputs: Iterable[Location] = ()) -> Path:
    """The file that rows for `path` will lie in (a link is followed), after it is sure that they can.

    `inputs`: files that the run reads, which it will not write over. Nothing of an existing file is touched.
    Raises BadDestination, or MissingExtra for a Parquet file without pyarrow.
    """
    text = os.fspath(path)
    if not text.lower().endswith(ENDINGS):
        raise BadDestination(f"`{text}` ends in neither {' nor '.join(ENDINGS)}: the ending says what is written")
    if any(_is_same(text, each) for each in inputs):
        raise BadDestination(f"`{text}` is read by this run and would be lost; choose another file")
    try:
        target = Path(text).resolve()
    except (OSError, RuntimeError, ValueError) as why:  # a loop of links, a name that no system takes
        raise BadDestination(f"`{text}` cannot be written: {_reason(why)}") from None
    _check_place(text, target)
    if target.suffix.lower() == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise MissingExtra(f"Parquet files need the extra `data`: {INSTALL} (or choose a file that ends in .csv)")
    return target


def _check_place(text: str, target: Path) -> None:
    """Whether `target`, named `text` by whoever asked, can be made or replaced."""
    if os.path.isdir(target):
        raise BadDestination(f"`{text}` is a folder; name a file in it")
    if os.path.exists(target) and not os.path.isfile(target):
        raise BadDestination(f"`{text}` is not an ordinary file; choose another one")
    if not os.path.isdir(target.parent):
        told = "is a file, not a folder" if os.path.exists(target.parent) else "does not exist; create it first"
        raise BadDestination(f"`{text}` cannot be written: the folder `{target.parent}` {told}")
    if os.path.exists(target) and not os.access(target, os.W_OK):
        raise BadDestination(f"`{text}` is write-protected; choose another file or allow writing")
    try:
        with suppress(FileNotFoundError):
            os.stat(target)  # tells a name that is too long, which a file of another name beside it would not
        file, temporary = created(target.parent)
        file.close()
        os.unlink(temporary)
    except OSError as why:
        raise BadDestination(f"`{text}` cannot be written: {_reason(why)}; choose another folder") from None


def _is_same(one: Location, other: Location) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return os.path.abspath(one) == os.path.abspath(other)


def _reason(why: Exception) -> str:
    return (why.strerror if isinstance(why, OSError) else None) or str(why)


@contextmanager
def open_rows(
    path: Location, columns: Sequence[Column], meta: Mapping[str, str] | None = None, inputs: Iterable[Location] = ()
) -> "Iterator[Rows]":
    """Rows for `path`, whose ending says the format; the file is there, complete, when the block has ended.

    Until then, and for ever if the block ends in an exception, an existing file of that name stays as it was. `meta`
    is kept in a Parquet file; a CSV file has no place for it. Raises what check_destination raises.
    """
    target = check_destination(path, inputs)
    names = [column.name for column in columns]
    if len(set(names)) < len(names) or not names:
        raise ValueError(f"columns have different names, not {names}")
    kind = ParquetWriter if target.suffix.lower() == ".parquet" else CsvWriter
    file, temporary = created(target.parent)
    table = None
    try:
        table = kind(file, columns, meta or {})
        rows = Rows(table, file, temporary, target)
        yield rows
        rows.keep()
    finally:
        # After keep() nothing of this does anything: the file is closed, and has its own name.
        if table is not None:
            table.abandon()
        with suppress(OSError, ValueError):  # on a full disk what is left cannot be written even now
            file.close()
        with suppress(OSError):
            os.unlink(temporary)


class RowWriter(Protocol):
    """One format: rows in, bytes into a file."""

    def write(self, rows: Iterable[Row]) -> None:
        """Adds `rows`, in their order."""

    def finish(self) -> None:
        """Writes what is still held back; nothing can be added any more."""

    def abandon(self) -> None:
        """Lets go of the file without writing to it."""


class Rows:
    """A file that is being written. `count` is how many rows it has so far."""

    def __init__(self, table: RowWriter, file: BinaryIO, temporary: Path, target: Path) -> None:
        self.count = 0
        self._table = table
        self._file = file
        self._temporary = temporary
        self._target = target
        self._kept = False

    def write(self, rows: Iterable[Row]) -> None:
        """Adds `rows`, each with a value a column, in their order; ValueError for a row of another length."""
        if self._kept:
            raise ValueError(f"`{self._target}` is finished")
        self._table.write(self._counted(rows))

    def _counted(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            yield row
            self.count += 1

    def keep(self) -> None:
        """Finishes the file with the rows so far and puts it in its place; once kept it stays, whatever follows."""
        if self._kept:
            return
        self._table.finish()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        with suppress(OSError):  # a new file, or a system without such rights
            shutil.copymode(self._target, self._temporary)
        os.replace(self._temporary, self._target)
        self._kept = True
        _sync_folder(self._target.parent)


def _sync_folder(folder: Path) -> None:
    """Makes the new name survive a loss of power, where a folder can be opened for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class CsvWriter:
    """A header and a line a row, in UTF-8, as RFC 4180 has it; `true`, `false`, and an empty cell for None."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column], meta: Mapping[str, str]) -> None:
        # Line breaks are csv's own, and stand unchanged where they are part of a text.
        self._text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=False)
        self._writer = csv.writer(self._text)
        self._length = len(columns)
        self._bools = [i for i, column in enumerate(columns) if column.kind == "bool"]
        self._writer.writerow([column.name for column in columns])

    def write(self, rows: Iterable[Row]) -> None:
        self._writer.writerows(self._cells(row) for row in rows)

    def _cells(self, row: Row) -> Row:
        _check_length(row, self._length)
        if not self._bools:
            return row
        cells = list(row)
        for i in self._bools:
            cells[i] = None if cells[i] is None else "true" if cells[i] else "false"
        return cells

    def finish(self) -> None:
        self._text.flush()

    def abandon(self) -> None:
        pass


class ParquetWriter:
    """Columns of whole numbers (64 bits), texts and truth values, in row groups that do not depend on the calls."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column], meta: Mapping[str, str]) -> None:
        import pyarrow
        import pyarrow.parquet

        types = {"int": pyarrow.int64(), "text": pyarrow.string(), "bool": pyarrow.bool_()}
        fields = [pyarrow.field(column.name, types[column.kind]) for column in columns]
        self._pyarrow: Any = pyarrow
        self._schema: Any = pyarrow.schema(fields, metadata=dict(meta))
        compression = "zstd" if pyarrow.Codec.is_available("zstd") else "snappy"
        self._writer: Any = pyarrow.parquet.ParquetWriter(file, self._schema, compression=compression)
        self._waiting: list[Row] = []

    def write(self, rows: Iterable[Row]) -> None:
        for row in rows:
            _check_length(row, len(self._schema))
            self._waiting.append(row)
            if len(self._waiting) == ROW_GROUP:
                self._write_group()

    def _write_group(self) -> None:
        columns = zip(*self._waiting, strict=True)
        arrays = [self._pyarrow.array(values, field.type) for values, field in zip(columns, self._schema, strict=True)]
        self._writer.write_table(self._pyarrow.table(arrays, schema=self._schema), row_group_size=ROW_GROUP)
        self._waiting.clear()

    def finish(self) -> None:
        if self._waiting:
            self._write_group()
        self._writer.close()

    def abandon(self) -> None:
        self._writer.is_open = False  # or it writes its end when it is collected, and complains that it cannot


def _check_length(row: Row, length: int) -> None:
    if len(row) != length:
        raise ValueError(f"a row has {len(row)} values for {length} columns")
