"""Rows written to a CSV or Parquet file as games are played; the file is complete or not written at all.

Not here: what a row holds (records.py), or which games are played (runner.py). Only this module uses pyarrow.
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
    """A file that cannot be written; the message gives the reason and a way out."""


class MissingExtra(RuntimeError):
    """A feature needs an extra that is not installed; the message names it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table; any value may be None."""

    name: str
    kind: Literal["int", "text", "bool"]


def check_destination(path: Location, inputs: Iterable[Location] = ()) -> Path:
    """Check that `path` can be written, without touching it, and return the file (links are followed).

    `inputs`: files that the run reads and must not overwrite.
    Raises BadDestination, or MissingExtra for a Parquet file without pyarrow.
    """
    text = os.fspath(path)
    if not text.lower().endswith(ENDINGS):
        raise BadDestination(f"`{text}` ends in neither {' nor '.join(ENDINGS)}: the ending says what is written")
    if any(_is_same(text, each) for each in inputs):
        raise BadDestination(f"`{text}` is read by this run and would be lost; choose another file")
    try:
        target = Path(text).resolve()
    except (OSError, RuntimeError, ValueError) as why:  # a loop of links, an invalid name
        raise BadDestination(f"`{text}` cannot be written: {_reason(why)}") from None
    check_place(text, target)
    if target.suffix.lower() == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise MissingExtra(f"Parquet files need the extra `data`: {INSTALL} (or choose a file that ends in .csv)")
    return target


def check_place(text: str, target: Path) -> None:
    """Check that `target`, given as `text`, can be created or replaced. Raises BadDestination."""
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
            os.stat(target)  # fails for a name that is too long, unlike the temporary file beside it
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
    """Open `path` for rows; its ending selects the format. The file appears, complete, when the block ends.

    Until then, and if the block raises, an existing file is unchanged. `meta` is stored in a Parquet file only. Raises
    what check_destination raises.
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
        # After keep() none of this has an effect: the file is closed and has its final name.
        if table is not None:
            table.abandon()
        with suppress(OSError, ValueError):  # a full disk fails here as well
            file.close()
        with suppress(OSError):
            os.unlink(temporary)


class RowWriter(Protocol):
    """A writer for one format."""

    def write(self, rows: Iterable[Row]) -> None:
        """Add `rows`, in their order."""

    def finish(self) -> None:
        """Write what is still buffered; no more rows can be added."""

    def abandon(self) -> None:
        """Release the file without writing to it."""


class Rows:
    """A file that is being written. `count`: its rows so far."""

    def __init__(self, table: RowWriter, file: BinaryIO, temporary: Path, target: Path) -> None:
        self.count = 0
        self._table = table
        self._file = file
        self._temporary = temporary
        self._target = target
        self._kept = False

    def write(self, rows: Iterable[Row]) -> None:
        """Add `rows`, each with a value per column, in their order; ValueError for a row of another length."""
        if self._kept:
            raise ValueError(f"`{self._target}` is finished")
        self._table.write(self._counted(rows))

    def _counted(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            yield row
            self.count += 1

    def keep(self) -> None:
        """Finish the file with the rows so far and move it into place; later errors do not remove it."""
        if self._kept:
            return
        self._table.finish()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        with suppress(OSError):  # a new file, or a system without file modes
            shutil.copymode(self._target, self._temporary)
        os.replace(self._temporary, self._target)
        self._kept = True
        _sync_folder(self._target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a loss of power, if the system can sync folders."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class CsvWriter:
    """A header and a line per row, in UTF-8 according to RFC 4180; `true`, `false`, and an empty cell for None."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column], meta: Mapping[str, str]) -> None:
        # csv writes the line breaks; those in a text are unchanged.
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
    """Columns of 64-bit integers, texts and booleans, in row groups that do not depend on the calls."""

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
        self._writer.is_open = False  # else it would try to write its end when it is collected


def _check_length(row: Row, length: int) -> None:
    if len(row) != length:
        raise ValueError(f"a row has {len(row)} values for {length} columns")
