"""`unoflex rulesets`: the ids of the shipped rulesets, one a line, and on demand their titles.

Rulesets are loaded only for their titles.
"""

from typing import TYPE_CHECKING

import click

from unoflex_cli.arguments import common_options, lang_option, wrong_usage
from unoflex_cli.console import Console

if TYPE_CHECKING:
    import unoflex_rules as ur


@click.command("rulesets", short_help="List the shipped rulesets.")
@click.option("--long", "is_long", is_flag=True, help="Say of each whether it is a game, and its title.")
@lang_option
@common_options
@click.pass_obj
def command(console: Console, is_long: bool, lang: str | None) -> None:
    """List the shipped rulesets, one id a line; every command takes them by these names.

    With --lang each is followed by its title in that language. What is no game is there to build on, or to be laid
    over a game: `--with house/stacking`.
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
        title = console.style.shown(ruleset.title_in(lang))
        console.out(f"{ruleset.id:<{longest}}{what[ruleset.id]}  {title}\n")


def _is(ruleset: "ur.Ruleset") -> str:
    """Whether it is a game, and for how many."""
    if ruleset.is_base:
        return "to build on"
    counts = ruleset.player_counts
    return f"game, {counts[0]}-{counts[-1]} players" if len(counts) > 1 else f"game, {counts[0]} players"
