"""The command `unoflex`: finds the subcommand, runs it, and returns an exit code.

Not here: the subcommands, each in the file of its name, and error messages (failures.py).
"""

import difflib
import gc
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from unoflex_cli.arguments import common_options
from unoflex_cli.console import CLOSED, Console, OutputError, silence
from unoflex_cli.failures import FINE, PIPE_CLOSED, explain
from unoflex_cli.interrupts import interruptible
from unoflex_rules import __version__

# In the order of --help, which is the order of work; each is `command` in the module of its name.
COMMANDS = (
    *("new", "validate", "explain", "test", "simulate", "campaign"),
    *("trace", "listing", "show", "diff", "rulesets", "schema"),
)


#: Checked rulesets are large and have few cycles: collecting as often as by default takes a third of the time.
COLLECT_AFTER = (100_000, 20, 100)


class LazyGroup(click.Group):
    """A group that imports its commands on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"unoflex_cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name == "help":  # as in other programs
            if args[1:2] and args[1] in COMMANDS:
                return super().resolve_command(ctx, [args[1], "--help"])
            click.echo(ctx.get_help())
            ctx.exit()
        if name not in COMMANDS and not name.startswith("-"):
            near = difflib.get_close_matches(name, COMMANDS, n=1)
            hint = f"did you mean `{near[0]}`?" if near else f"there are: {', '.join(COMMANDS)}"
            raise click.UsageError(f"no such command `{name}`; {hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="unoflex", message="%(prog)s %(version)s")
@common_options
def unoflex() -> None:
    """Declare a shedding card game in one YAML file; validate it, compile it, simulate it.

    Exit codes: 0 success, 1 problem in the ruleset or the run, 2 wrong usage, 3 internal error,
    130 interrupted, 141 output closed.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line, by default that of this process, and return its exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    console = Console(arguments)
    gc.set_threshold(*COLLECT_AFTER)
    try:
        try:
            with interruptible(), unoflex.make_context("unoflex", arguments, obj=console) as context:
                result = unoflex.invoke(context)
            return result if isinstance(result, int) else FINE
        except click.exceptions.Exit as end:  # after --help or --version, which click does not write anywhere then
            return end.exit_code if sys.stdout is not None else explain(console, OutputError(CLOSED))
        except (Exception, KeyboardInterrupt) as error:
            return explain(console, error)
    except BrokenPipeError:
        silence()
        return PIPE_CLOSED
