"""`unoflex explain`: the meaning of a problem code, with a wrong example and a right one.

Not here: the explanations, and their layout (the library).
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
    """Explain problem codes, such as E204, with a wrong example and a right one; without a code, list all codes.

    204 is accepted for E204. W5 lists the codes that begin with it; words of a title list the codes with these words.

    An example without a file name is part of a ruleset that extends `classic`, or a whole file of another kind.
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
