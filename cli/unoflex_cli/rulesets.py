"""`unoflex rulesets`: the ids of the shipped rulesets, one per line, with titles on request.

Rulesets are loaded only if titles are requested.
"""

from typing import TYPE_CHECKING

import click

from unoflex_cli.arguments import common_options, lang_option, wrong_usage
from unoflex_cli.console import Console

if TYPE_CHECKING:
    import unoflex_rules as ur


@click.command("rulesets", short_help="List the shipped rulesets.")
@click.option("--long", "is_long", is_flag=True, help="Add the kind, the number of players and the title.")
@lang_option
@common_options
@click.pass_obj
def command(console: Console, is_long: bool, lang: str | None) -> None:
    """List the ids of the shipped rulesets, one per line. All commands accept these ids.

    --lang adds the titles in that language. A base is no game: other rulesets extend it, or apply it as an overlay,
    such as `--with house/stacking`.
    """
    import unoflex_rules as ur

    ids = ur.list_rulesets()
    if lang is None and not is_long:
        console.out("".join(f"{ruleset_id}\n" for ruleset_id in ids))
        return
    rulesets = [ur.load(ruleset_id) for ruleset_id in ids]
    known = dict.fromkeys(each for ruleset in rulesets for each in ruleset.languages)
    if lang is not None and lang not in known and len(known) > 1:
        raise wrong_usage(str(ur.UnknownLanguage(lang, tuple(known))))
    longest = max(map(len, ids), default=0)
    what = {ruleset.id: f"  {_is(ruleset):<19}" if is_long else "" for ruleset in rulesets}
    for ruleset in rulesets:
        title = console.style.titled(ruleset.title_in(lang))
        console.out(f"{ruleset.id:<{longest}}{what[ruleset.id]}  {title}\n")


def _is(ruleset: "ur.Ruleset") -> str:
    """The kind of a ruleset, with the number of players of a game."""
    if ruleset.is_base:
        return "to build on"
    counts = ruleset.player_counts
    return f"game, {counts[0]}-{counts[-1]} players" if len(counts) > 1 else f"game, {counts[0]} players"
