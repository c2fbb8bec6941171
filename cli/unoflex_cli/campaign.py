"""`unoflex campaign`: rounds with named players, kept in a file: new, play, show, check.

Not here: what a campaign keeps, and how its file is read and written (the library).
"""

import secrets
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from unoflex_cli.arguments import (
    MAX_SEED,
    Command,
    Whole,
    agents_option,
    common_options,
    engine_option,
    json_option,
    limit_option,
    loaded,
    set_option,
    with_option,
    wrong_usage,
)
from unoflex_cli.console import Console
from unoflex_cli.failures import FINE, PROBLEM, RunError

if TYPE_CHECKING:
    import unoflex_rules as ur

ENDINGS = (".yaml", ".yml")


def accept_option(command: Command) -> Command:
    """`--accept-rules`, as the flag `accept_rules`."""
    text = "Go on although the ruleset has changed since the campaign was saved."
    return click.option("--accept-rules", is_flag=True, help=text)(command)


@click.group("campaign", short_help="Play rounds with named players; cards and points are kept in a file.")
@common_options
def command() -> None:
    """Play rounds with named players, and keep the campaign in a FILE between them.

    `new` starts a campaign, `play` plays the next round, `show` prints its state, `check` checks an edited file. A
    failure loses no round: the file is written completely or not at all.
    """


@command.command("new", short_help="Start a campaign.")
@click.argument("file", metavar="FILE")
@click.argument("name", metavar="[RULESET]", required=False)
@click.option("--players", metavar="ANN,BEN,...", required=True, help="The names of the players, in the order of play.")
@click.option("--seed", type=Whole(min=0, max=MAX_SEED), help="The seed of all randomness (default: a random one).")
@agents_option
@click.option("--deck", metavar="FILE", help="Take over the cards of another campaign.")
@set_option
@with_option
@json_option
@common_options
@click.pass_obj
def new(
    console: Console,
    file: str,
    name: str | None,
    players: str,
    seed: int | None,
    agents: str | None,
    deck: str | None,
    options: dict[str, str],
    overlays: tuple[str, ...],
) -> None:
    """Write FILE, a new campaign of RULESET (a file or a shipped id).

    --deck takes the cards of another campaign, and its ruleset unless another one is named. Names on cards stay, even
    of people who do not play now. Existing files are never overwritten.
    """
    import unoflex_rules as ur

    if not file.endswith(ENDINGS):
        raise wrong_usage(f"`{file}` is no name for such a file: `{file}.campaign.yaml` is")
    names = [each.strip() for each in players.split(",")]
    other = None if deck is None else ur.Campaign.load(deck, accept_rules=True)
    if name is not None:
        ruleset = loaded(name, options, overlays)
    elif other is None:
        raise wrong_usage(
            "a RULESET is missing, such as: unoflex campaign new friends.campaign.yaml classic --players Ann,Ben,Cleo"
        )
    elif options or overlays:
        raise wrong_usage("--set and --with go with a ruleset: name it")
    else:
        ruleset = other.ruleset()
    if len(names) not in ruleset.player_counts:
        wanted = f"{ruleset.players_min} to {ruleset.players_max}"
        raise wrong_usage(f"`{ruleset.id}` is for {wanted} players, not {len(names)}: --players names them")
    seed = secrets.randbelow(2**32) if seed is None else seed
    try:
        campaign = ur.Campaign.new(ruleset, names, seed=seed, agents=agents, deck=other)
    except (ur.BadName, ur.BadAgent) as bad:
        raise wrong_usage(str(bad)) from None
    except ur.BadDeck as bad:
        raise RunError(str(bad)) from None
    try:
        campaign.save(file)
    except FileExistsError:
        raise RunError(f"`{file}` is there already, and nothing was written: choose another name") from None
    quoted = shlex.quote(file)
    if console.json:
        console.document({"file": file, "campaign": campaign.as_json(Path(file).parent)})
        return
    shown = console.style.shown
    console.out(
        f"{shown(file)}: a campaign of {shown(campaign.title)} for {shown(', '.join(campaign.players))} (seed {seed})\n"
        f"Try next:\n  {shown(f'unoflex campaign play {quoted}')}\n  {shown(f'unoflex campaign show {quoted}')}\n"
    )


@command.command("play", short_help="Play the next round, or several.")
@click.argument("file", metavar="FILE")
@click.option(
    "--rounds",
    type=Whole(min=1),
    default=1,
    show_default=True,
    help="How many rounds, unless the campaign ends earlier.",
)
@click.option(
    "--agents",
    metavar="AGENTS",
    help="The agents of this round, one for all or one per player (default: as in the file).",
)
@click.option("--trace", is_flag=True, help="Show each round move by move.")
@limit_option
@engine_option("rounds")
@accept_option
@json_option
@common_options
@click.pass_obj
def play(
    console: Console,
    file: str,
    rounds: int,
    agents: str | None,
    trace: bool,
    limit: int,
    engine: Literal["auto", "plain", "fast"],
    accept_rules: bool,
) -> None:
    """Play the next round of the campaign in FILE, show its changes, and save it.

    Each round is saved when it ends. Exit code 1 if no round is left; the file stays unchanged.
    """
    import unoflex_rules as ur
    from unoflex_cli.interrupts import abandonable

    if trace and console.json:
        raise wrong_usage("--trace goes with text, not with --json")
    if engine == "fast" and not ur.fast_is_available():
        raise RunError("the fast engine needs the extra `fast`: pip install 'unoflex-rules[fast]'")
    campaign = ur.Campaign.load(file, accept_rules=accept_rules)
    if engine != "plain":
        abandonable(lambda: ur.warm_up(engine, console.remark))
    try:
        found = campaign.play(
            rounds, agents=agents, engine=engine, limit=limit, watch=_watcher(console, campaign, trace)
        )
    except ur.BadAgent as bad:
        raise wrong_usage(str(bad)) from None
    except ur.RoundUnfinished as unfinished:
        raise RunError(f"{unfinished}; with --limit it may take more. Rounds before it are saved") from None
    except (ur.CampaignOver, ur.FileChanged) as why:
        raise RunError(str(why)) from None
    if console.json:
        over = found[-1].over
        document = {"file": file, "rounds": [each.as_json() for each in found], "played": campaign.rounds, "over": over}
        console.document(document)
    else:
        console.out(f"saved in {console.style.shown(file)}\n")


def _watcher(
    console: Console, campaign: "ur.Campaign", trace: bool
) -> "Callable[[ur.CampaignRound, ur.RoundResult], None]":
    """Saves each round when it ends, and shows its changes."""
    from unoflex_rules.render.campaign_text import played_text
    from unoflex_rules.render.trace_text import playthrough_text

    def watch(game: "ur.CampaignRound", played: "ur.RoundResult") -> None:
        campaign.save()
        if console.json:
            return
        if trace:
            seats = ", ".join(f"P{seat} is {name}" for seat, name in enumerate(campaign.players))
            console.out(playthrough_text(game, style=console.style) + console.style.shown(seats) + "\n")
        console.out(played_text(played, console.style))

    return watch


@command.command("show", short_help="Show the state of a campaign and all its cards.")
@click.argument("file", metavar="FILE")
@accept_option
@json_option
@common_options
@click.pass_obj
def show(console: Console, file: str, accept_rules: bool) -> None:
    """Show the state of the campaign in FILE: players, points, rounds, and each card with its marks."""
    import unoflex_rules as ur
    from unoflex_rules.render.campaign_text import campaign_text

    campaign = ur.Campaign.load(file, accept_rules=accept_rules)
    if console.json:
        cards = [card.as_json() for card in campaign.cards()]
        document = {"file": file, "campaign": campaign.as_json(Path(file).parent), "rounds_left": campaign.rounds_left}
        console.document({**document, "cards": cards})
    else:
        console.out(campaign_text(campaign, console.style))


@command.command("check", short_help="Check files of campaigns.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@accept_option
@json_option
@common_options
@click.pass_obj
def check(console: Console, files: tuple[str, ...], accept_rules: bool) -> int:
    """Check files of campaigns, which may have been edited by hand, and show their problems.

    Exit code 1 if any file has an error. No file is changed.
    """
    import unoflex_rules as ur
    from unoflex_rules.render.problem_text import frames, summary

    results = []
    for file in files:
        start = time.perf_counter()
        problems = ur.check_campaign(file, accept_rules=accept_rules)
        results.append((file, problems))
        if not console.json:
            framed = frames(problems, ur.sources(), console.style) if problems else ""
            console.out(framed + console.style.shown(summary(problems, file, time.perf_counter() - start)) + "\n")
    fine = [all(problem.severity != "error" for problem in problems) for _, problems in results]
    if console.json:
        told = [
            {"file": file, "ok": ok, "problems": [problem.as_json() for problem in problems]}
            for (file, problems), ok in zip(results, fine, strict=True)
        ]
        console.document({"ok": all(fine), "files": told})
    return FINE if all(fine) else PROBLEM
