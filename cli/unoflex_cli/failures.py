"""Exit codes and error messages of all commands.

Text goes to standard error; with --json the failure is the one document on standard output.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from unoflex_cli.console import Console, OutputError

if TYPE_CHECKING:
    import unoflex_rules as ur

FINE = 0
PROBLEM = 1  # in the ruleset or in the run
USAGE = 2  # wrong command line
INTERNAL = 3  # a fault of the program
INTERRUPTED = 130  # Ctrl-C
PIPE_CLOSED = 141  # the reader of the output has gone


class RunError(Exception):
    """A run that is impossible for a reason outside the program; the text gives the reason."""


def explain(console: Console, error: BaseException) -> int:
    """Report an error and return the exit code; raise a closed pipe again.

    If the document about it cannot be written, one line says so.
    """
    try:
        return _explained(console, error)
    except OutputError as failed:
        return _explained(console, failed)


def _explained(console: Console, error: BaseException) -> int:
    import unoflex_rules as ur

    if isinstance(error, BrokenPipeError):
        raise error
    if isinstance(error, OutputError):  # a document about it could not be written either
        style = console.note_style
        console.note(f"{style.error('error:')} {style.shown(str(error))}")
        return PROBLEM
    if isinstance(error, KeyboardInterrupt):
        return _told(console, INTERRUPTED, "interrupted", "interrupted")
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        console.note(error.format_message())
        return USAGE
    if isinstance(error, click.ClickException):
        message = error.format_message().rstrip(".")
        return _told(console, USAGE, "usage", f"{message} (see `{_command(console, error)} --help`)")
    if isinstance(error, ur.RulesetError):
        return _ruleset(console, error.problems)
    if isinstance(error, ur.BadDestination):
        return _told(console, USAGE, "usage", str(error))
    if isinstance(error, RunError | ur.GameBroken | ur.MissingExtra):
        return _told(console, PROBLEM, "run", str(error))
    if isinstance(error, OSError):
        file = f": {error.filename}" if error.filename is not None else ""
        return _told(console, PROBLEM, "system", f"{error.strerror or error}{file}")
    return _internal(console, error)


def _ruleset(console: Console, problems: "Sequence[ur.Problem]") -> int:
    """Report the problems of a ruleset, as frames or as data."""
    import unoflex_rules as ur
    from unoflex_rules.render.problem_text import counted, frames

    if console.json:
        _document(console, "ruleset", counted(len(problems), "problem"), problems)
    else:
        console.note(frames(problems, ur.sources(), console.note_style).rstrip("\n"))
    return USAGE if all(map(is_setting, problems)) else PROBLEM


def is_setting(problem: "ur.Problem") -> bool:
    """Whether a problem is a wrong --set: an unknown option, or a value that it does not take."""
    return problem.span is None and problem.code in ("E209", "E103", "E104", "E106")


def _internal(console: Console, error: BaseException) -> int:
    """Report an internal error in one line; --debug adds the traceback."""
    if console.debug:
        import traceback

        console.note("".join(traceback.format_exception(error)).rstrip("\n"))
    hint = "" if console.debug else " (--debug says where)"
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return _told(console, INTERNAL, "internal", f"internal error, please report it: {said}{hint}")


def _told(console: Console, code: int, kind: str, message: str) -> int:
    """Report one line on standard error and, with --json, the same as a document."""
    style = console.note_style
    console.note(f"{style.error('error:')} {style.shown(message)}")
    if console.json:
        with suppress(OutputError):  # the line above reports the failure
            _document(console, kind, message)
    return code


def _document(console: Console, kind: str, message: str, problems: "Sequence[ur.Problem]" = ()) -> None:
    told = [problem.as_json() for problem in problems]
    console.document({"error": {"kind": kind, "message": message, "problems": told}})


def _command(console: Console, error: click.ClickException) -> str:
    """The command whose help says more; click may report a flag before it knows the command."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return context.command_path if context is not None else " ".join(["unoflex", *console.subcommand])
