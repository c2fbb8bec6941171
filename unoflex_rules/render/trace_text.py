"""A playthrough as text: a line a turn, each consequence with the line of YAML that made it happen.

What a seat may know is decided before (observation.py); here events are only gathered into lines and aligned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from unoflex_rules.play.card_names import seat_name, without_signs
from unoflex_rules.play.event_log import Event
from unoflex_rules.play.game import Game
from unoflex_rules.program.image import Place, Program
from unoflex_rules.program.layout import P_TURN_RESETS
from unoflex_rules.render.terminal import PLAIN, Style, width, without_accents

HEAD = 10  # columns of "turn 12"
SEAT = 5  # columns of "P12"
TEXT = 62  # columns of what happened, before the place
BEGINNING = re.compile(r"gets |[^:,]*: ")  # what is said once of several things


@dataclass
class Line:
    """One line of a trace: whose doing, what happened, and where that is said."""

    head: str
    seat: str
    words: list[str] = field(default_factory=list)
    places: tuple[str, ...] = ()

    def text(self) -> str:
        """The line, aligned."""
        said = ", ".join(map(counted, self.words))
        left = f"{self.head:<{HEAD}}{self.seat:<{SEAT}}{said}"
        if not self.places:
            return left.rstrip()
        gap = max(2, HEAD + SEAT + TEXT - width(left))
        return left + " " * gap + " > ".join(self.places)


def places_of(event: Event, program: Program, verbose: bool) -> tuple[Place, ...]:
    """Where an event comes from: the innermost line of the ruleset's own file, without one the outermost line of those
    on which it builds; of a card that is played where its kind is declared.

    `verbose`: every call from the outermost line to the statement.
    """
    if event.place is None or event.source is None or verbose:
        return () if event.place is None else (*event.chain, event.place)
    if event.kind == "taken" and event.number is not None and not program.shuffles_faces:
        kind = program.kind_of(event.number, program.faces.index(event.face) if event.face else 0)
        return (program.kind_places.get(kind, event.source),)
    return (event.source,)


def playthrough_text(game: Game, *, seat: int | None = None, verbose: bool = False, style: Style = PLAIN) -> str:
    """A game so far as text: a head, its lines, and how it ended. With a seat only what that seat may know.

    Variables that last for a turn are told only when `verbose`, since they say how the ruleset works, not the game.
    Where a `style` keeps to ASCII, the marks of values stand for their signs, and letters have no accents.
    """
    program = game.program
    whole = "" if seat is None else f" · as P{seat} sees it"
    asked = "" if seat is not None else f" · seed {game.seed} · game {game.index}"
    title = " + ".join([program.title, *program.overlays])
    head = f"{title} · digest {program.digest[:8]} · {program.players} players{asked}{whole}\n"
    passing = frozenset() if verbose else turn_variables(program)
    events = told(game.events(seat) if seat is None else laid_open(game.events(seat)), passing)
    text = "".join(line.text() + "\n" for line in lines(events, program, verbose))
    outcome = game.outcome
    if outcome is not None and outcome.unfinished:
        text += f"{'':<{HEAD + SEAT}}{outcome}\n"
    if style.ascii:
        text = without_signs(program.signs, head.replace(" · ", f" {style.dot} ") + text, marks=True)
        return "".join(style.shown(without_accents(line)) + "\n" for line in text.splitlines())
    return head + text


def turn_variables(program: Program) -> frozenset[str]:
    """Names of the variables that begin anew every turn."""
    table = program.vector[P_TURN_RESETS]
    slots = set(program.vector[table + 1 : table + 1 + 2 * program.vector[table] : 2])
    return frozenset(variable.name for variable in program.variables if variable.slot in slots)


def lines(events: Iterable[Event], program: Program, verbose: bool) -> Iterator[Line]:
    """The events of a game, gathered into lines: what one line of the ruleset does to one player is one line."""
    run: list[Line] = []  # the lines of the statement that acts
    head = ""
    for event in events:
        if event.kind == "turn":
            head = f"turn {event.count}"
            continue
        seat, words = said(event)
        places = tuple(map(str, places_of(event, program, verbose)))
        anew = event.kind == "taken" and (verbose or all(line.seat != seat for line in run))
        if head or anew or not run or run[0].places != places:
            yield from run
            run = [Line(head, seat, places=places)]
            head = ""
        line = next((each for each in run if each.seat == seat), None)
        if line is None:
            line = Line("", seat, places=places)
            run.append(line)
        add(line, words)
    yield from run


def laid_open(events: Sequence[Event]) -> Iterator[Event]:
    """The events that a seat knows of; a card that somebody plays from a hidden hand is the one that is laid then."""
    for number, event in enumerate(events):
        if event.kind == "taken" and event.card is not None:
            following = (each for each in events[number + 1 :] if each.kind in ("lay", "taken"))
            laid = next(following, None)
            if laid is not None and laid.kind == "lay":
                yield replace(event, card=laid.card)
                continue
        yield event


def told(events: Iterable[Event], passing: frozenset[str]) -> Iterator[Event]:
    """The events that say something new; that a played card is laid, moves and is in force goes without saying."""
    taken: Event | None = None
    laid: Event | None = None
    for event in events:
        if event.kind == "set" and event.name in passing:
            continue
        if event.kind == "taken":
            taken = event
        if event.kind == "active" and laid is not None and laid.place == event.place:
            continue
        if event.kind == "lay":
            laid = event
            if taken is not None and str(taken.card) == str(event.card):
                continue
        if event.kind == "move" and laid is not None and str(laid.card) == str(event.card) and laid.to == event.to:
            continue
        if event.kind not in ("lay", "active"):
            laid = None
        yield event


def said(event: Event) -> tuple[str, str]:
    """Whose doing an event is, and what happened, in a few words."""
    if event.kind == "taken":
        seat, _, words = event.text.partition(": ")
        return seat, words
    if event.kind == "reveal":
        return "", f"shown to {', '.join(map(seat_name, event.seats or ()))}: {event.card}"
    if event.kind == "move":
        owner = owner_of(event.to)
        if owner:
            return owner, f"gets {event.card}"
    return "", event.text


def owner_of(zone: str | None) -> str:
    """The seat whose zone this is, or nothing."""
    seat, dot, _ = (zone or "").partition(".")
    return seat if dot else ""


def counted(words: str) -> str:
    """Cards that nobody may know are counted."""
    beginning, _, cards = words.partition("gets ")
    hidden = cards.split(", ")
    return words if beginning or set(hidden) != {"a card"} or len(hidden) < 2 else f"gets {len(hidden)} cards"


def add(line: Line, words: str) -> None:
    """Put an event's words on a line; what begins like the words before it goes on with them."""
    beginning = BEGINNING.match(words)
    if beginning and line.words and line.words[-1].startswith(beginning[0]):
        line.words[-1] += ", " + words.removeprefix(beginning[0])
        return
    line.words.append(words)
