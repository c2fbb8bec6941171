"""`unoflex rulesets`: the ids of the shipped rulesets, one a line, and on demand their titles.

Rulesets are loaded only for their titles.
"""

import click

from unoflex_cli.arguments import common_options, lang_option, wrong_usage
from unoflex_cli.console import Console


@click.command("rulesets", short_help="List the shipped rulesets.")
@lang_option
@common_options
@click.pass_obj
def command(console: Console, lang: str | None) -> None:
    """List the shipped rulesets, one id a line; every command takes them by these names.

    With --lang each is followed by its title in that language.
    """
    import unoflex_rules as ur

    ids = ur.list_rulesets()
    if lang is None:
        console.out("".join(f"{ruleset_id}\n" for ruleset_id in ids))
        return
    rulesets = [ur.load(ruleset_id) for ruleset_id in ids]
    known = dict.fromkeys(each for ruleset in rulesets for each in ruleset.languages)
    if lang not in known and len(known) > 1:
        raise wrong_usage(str(ur.UnknownLanguage(lang, tuple(known))))
    longest = max(map(len, ids), default=0)
    for ruleset in rulesets:
        console.out(f"{ruleset.id:<{longest}}  {console.style.shown(ruleset.title_in(lang))}\n")
