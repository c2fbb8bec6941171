"""`unoflex trace`: one game as text, each consequence with the line of YAML that caused it.

The game is the one that `unoflex simulate` plays with that seed and index. Not here: the lines (the library).
"""

from typing import Literal

import click

from unoflex_cli.arguments import (
    MAX_SEED,
    Whole,
    agents_option,
    common_options,
    compiled,
    lang_option,
    limit_option,
    loaded,
    rotate_option,
    seated,
    set_option,
    with_option,
    wrong_usage,
)
from unoflex_cli.console import Console


@click.command("trace", short_help="Show one game, move by move.")
@click.argument("name", metavar="RULESET")
@click.option("--players", type=Whole(min=1), help="The number of players (default: 4 if possible).")
@click.option("--seed", type=Whole(min=0, max=MAX_SEED), default=0, show_default=True, help="The seed of the games.")
@click.option("--game", type=Whole(min=0, max=MAX_SEED), default=0, show_default=True, help="The index of the game.")
@click.option(
    "--rounds",
    type=click.Choice(["one", "game"]),
    default="one",
    show_default=True,
    help="Play one round, or a whole game.",
)
@agents_option
@rotate_option
@limit_option
@set_option
@with_option
@click.option("--as", "seat", metavar="SEAT", help="Show only what that player may know, such as P0.")
@click.option("--verbose", is_flag=True, help="Show every call from the outermost line to the statement.")
@lang_option
@common_options
@click.pass_obj
def command(
    console: Console,
    name: str,
    players: int | None,
    seed: int,
    game: int,
    rounds: Literal["one", "game"],
    agents: str | None,
    rotate: bool,
    limit: int,
    options: dict[str, str],
    overlays: tuple[str, ...],
    seat: str | None,
    verbose: bool,
    lang: str | None,
) -> None:
    """Show one game of RULESET (a file or a shipped id), turn by turn."""
    import unoflex_rules as ur
    from unoflex_rules.render.trace_text import playthrough_text

    ruleset = loaded(name, options, overlays)
    program = compiled(ruleset, players, lang)
    players_at = seated(program.players, agents)
    played = ur.Game(program, seed=seed, index=game, rounds=rounds, limit=limit)
    viewer = None if seat is None else seat_number(seat, played.players)
    try:
        played.play_out(agents=players_at, rotate=rotate)
    finally:  # a game that breaks is shown up to that point
        console.out(playthrough_text(played, seat=viewer, verbose=verbose, style=console.style))


def seat_number(seat: str, players: int) -> int:
    """The number of a seat, such as 0 for P0."""
    names = [f"P{number}" for number in range(players)]
    if seat.upper() not in names:
        meant = f"did you mean `P{seat}`? " if f"P{seat}" in names else ""
        raise wrong_usage(f"unknown seat `{seat}`; {meant}seats: {', '.join(names)}")
    return names.index(seat.upper())
