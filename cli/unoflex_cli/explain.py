"""`unoflex explain`: what a problem code means, with an example that has the problem and one that has not.

The explanations are the library's, and so is what they look like.
"""

import click

from unoflex_cli.arguments import common_options, json_option, wrong_usage
from unoflex_cli.console import Console


@click.command("explain", short_help="Explain problem codes, with examples.")
@click.argument("codes", metavar="[CODE|WORD]...", nargs=-1)
@json_option
@common_options
@click.pass_obj
def command(console: Console, codes: tuple[str, ...]) -> None:
    """Explain a problem code, such as E204, with a wrong example and a right one; without one, list all codes.

    Several codes are explained one after the other. 204 alone is a code too; W5, or words of a title, list the codes
    that begin so, or have these words.

    An example without a file name is a piece of a ruleset that extends `classic`, or a whole file of another kind.
    """
    import unoflex_rules as ur
    from unoflex_rules.render.explanation_text import codes_text, explanation_text

    try:
        found = ur.find_codes(codes)
    except ur.UnknownCode as unknown:
        raise wrong_usage(str(unknown) if unknown.suggestion else f"{unknown}; `unoflex explain` lists them") from None
    if not found.are_meant:
        if console.json:
            console.document({"codes": found.titles})
        else:
            console.out(codes_text(found.titles, console.style))
        return
    explanations = [ur.explain(code) for code in found.titles]
    if console.json:
        documents = [each.as_json() for each in explanations]
        console.document(documents[0] if len(documents) == 1 else {"explanations": documents})
    else:
        console.out("\n".join(explanation_text(each, console.style) for each in explanations))
