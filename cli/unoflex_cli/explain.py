"""`unoflex explain`: what a problem code means, with an example that has the problem and one that has not.

The explanations are the library's, and so is what they look like.
"""

import click

from unoflex_cli.arguments import common_options, json_option, wrong_usage
from unoflex_cli.console import Console


@click.command("explain", short_help="Explain a problem code, with examples.")
@click.argument("code", required=False)
@json_option
@common_options
@click.pass_obj
def command(console: Console, code: str | None) -> None:
    """Explain a problem code, such as E204, with a wrong example and a right one; without one, list all codes.

    An example without a file name is a piece of a ruleset that extends `classic`, or a whole file of another kind.
    """
    import unoflex_rules as ur
    from unoflex_rules.render.explanation import codes_text, explanation_text

    if code is None:
        codes = ur.list_codes()
        if console.json:
            console.document({"codes": codes})
        else:
            console.out(codes_text(codes, console.style))
        return
    try:
        explanation = ur.explain(code)
    except ur.UnknownCode as unknown:
        raise wrong_usage(str(unknown) if unknown.suggestion else f"{unknown}; `unoflex explain` lists them") from None
    if console.json:
        console.document(explanation.as_json())
    else:
        console.out(explanation_text(explanation, console.style))
