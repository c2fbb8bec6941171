"""The exit codes, and what is said when a command does not end well: one place for all commands.

Text goes to standard error; with --json the failure is the run's one document on standard output.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from unoflex_cli.console import Console

if TYPE_CHECKING:
    import unoflex_rules as ur

FINE = 0
PROBLEM = 1  # the ruleset or the run has a problem
USAGE = 2  # the command line is wrong
INTERNAL = 3  # the program is wrong
INTERRUPTED = 130  # Ctrl-C
PIPE_CLOSED = 141  # the reader of the output has gone


class RunError(Exception):
    """A run that cannot be done here, for a reason that is not a fault of the program; the text says why."""


def explain(console: Console, error: BaseException) -> int:
    """Says what went wrong and returns the exit code; a closed pipe is raised again."""
    import unoflex_rules as ur

    if isinstance(error, BrokenPipeError):
        raise error
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
    """The problems of a ruleset, framed for a person or as data."""
    import unoflex_rules as ur
    from unoflex_rules.render.problem_text import counted, frames

    if console.json:
        _document(console, "ruleset", counted(len(problems), "problem"), problems)
    else:
        console.note(frames(problems, ur.sources(), console.note_style).rstrip("\n"))
    return PROBLEM


def _internal(console: Console, error: BaseException) -> int:
    """One line, and where it happened if that was asked for: a traceback is no message for a player."""
    if console.debug:
        import traceback

        console.note("".join(traceback.format_exception(error)).rstrip("\n"))
    hint = "" if console.debug else " (--debug says where)"
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return _told(console, INTERNAL, "internal", f"internal error, please report it: {said}{hint}")


def _told(console: Console, code: int, kind: str, message: str) -> int:
    """Tells one line on standard error and, with --json, the same as a document."""
    style = console.note_style
    console.note(f"{style.error('error:')} {style.shown(message)}")
    if console.json:
        _document(console, kind, message)
    return code


def _document(console: Console, kind: str, message: str, problems: "Sequence[ur.Problem]" = ()) -> None:
    told = [problem.as_json() for problem in problems]
    console.document({"error": {"kind": kind, "message": message, "problems": told}})


def _command(console: Console, error: click.ClickException) -> str:
    """The command whose help says more; a flag without its value is told by click before it knows the command."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return context.command_path if context is not None else " ".join(["unoflex", *console.subcommand])
