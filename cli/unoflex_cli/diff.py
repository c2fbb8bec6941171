"""`unoflex diff`: which rules differ between two rulesets, in sentences or as data.

What differs, and how it is said, is the library's.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from unoflex_cli.arguments import common_options, json_option, loaded, set_option, with_option, wrong_usage
from unoflex_cli.console import Console

if TYPE_CHECKING:
    import unoflex_rules as ur


@click.command("diff", short_help="Tell which rules differ between two rulesets.")
@click.argument("a", metavar="RULESET")
@click.argument("b", metavar="[OTHER]", required=False)
@set_option
@with_option
@json_option
@common_options
@click.pass_obj
def command(console: Console, a: str, b: str | None, options: dict[str, str], overlays: tuple[str, ...]) -> None:
    """Tell which rules differ between a RULESET and another one, with the lines that say so in both.

    --set and --with are for the other one. Without OTHER they show what they change of the ruleset itself:
    `unoflex diff classic --with house/stacking`.
    """
    import unoflex_rules as ur
    from unoflex_rules.render.difference_text import differences_text

    if b is None and not options and not overlays:
        raise wrong_usage("name two rulesets, or say by --set or --with what is changed of the one")
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
    """What a ruleset is called in sentences: its id, and what was changed of it; the name given if that tells more."""
    changes = [*overlays, *(f"{option}={value}" for option, value in (options or {}).items())]
    called = name if ruleset.id == other.id and ruleset.file != other.file else ruleset.id
    return f"{called} with {' and '.join(changes)}" if changes else called
