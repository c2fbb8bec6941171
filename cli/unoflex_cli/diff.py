"""`unoflex diff`: which rules differ between two rulesets, in sentences or as data.

Not here: what differs, and the sentences (the library).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from unoflex_cli.arguments import common_options, json_option, loaded, set_option, with_option, wrong_usage
from unoflex_cli.console import Console

if TYPE_CHECKING:
    import unoflex_rules as ur


@click.command("diff", short_help="Show the differences between two rulesets.")
@click.argument("a", metavar="RULESET")
@click.argument("b", metavar="[OTHER]", required=False)
@set_option
@with_option
@json_option
@common_options
@click.pass_obj
def command(console: Console, a: str, b: str | None, options: dict[str, str], overlays: tuple[str, ...]) -> None:
    """Show the rules that differ between RULESET and OTHER, with the lines in both.

    --set and --with apply to OTHER. Without OTHER they show what they change in RULESET:
    `unoflex diff classic --with house/stacking`.
    """
    import unoflex_rules as ur
    from unoflex_rules.render.difference_text import differences_text

    if b is None and not options and not overlays:
        raise wrong_usage("name two rulesets, or change one with --set or --with")
    other = b if b is not None else a
    one, two = loaded(a, {}, ()), loaded(other, options, overlays)
    found = ur.differences(one, two)
    called_a, called_b = _called(one, two, a), _called(two, one, other, options, overlays)
    if console.json:
        console.document({"a": called_a, "b": called_b, "differences": [each.as_json() for each in found]})
    else:
        console.out(differences_text(found, called_a, called_b, console.style))


def _called(
    ruleset: "ur.Ruleset",
    other: "ur.Ruleset",
    name: str,
    options: Mapping[str, str] | None = None,
    overlays: Sequence[str] = (),
) -> str:
    """The name of a ruleset in sentences: its id with its changes, or the given name if that says more."""
    changes = [*overlays, *(f"{option}={value}" for option, value in (options or {}).items())]
    called = name if ruleset.id == other.id and ruleset.file != other.file else ruleset.id
    return f"{called} with {' and '.join(changes)}" if changes else called
