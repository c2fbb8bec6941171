"""A playthrough as text: a line a turn, and the line of YAML that caused each consequence.

Not here: what a seat may know (observation.py), or the words for an event (trace_notes.py).
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile, zip_longest

from unoflex_rules.play.card_names import CardView, without_signs
from unoflex_rules.play.event_log import Event
from unoflex_rules.play.game import Game
from unoflex_rules.program.image import Place, Program
from unoflex_rules.program.layout import P_TURN_RESETS
from unoflex_rules.render.terminal import PLAIN, Style, width
from unoflex_rules.render.trace_notes import UNBROKEN, Note, NoteTaker

COLUMNS = 100
#: What ends a play whose card has not been laid.
BEFORE_LAYING = ("taken", "turn", "round", "shuffle", "move_all")
HEAD = 10  # columns of "turn 12"
SEAT = 4  # columns of "P12"
LEAST = 40  # columns of what happened, however long the places are


@dataclass
class TraceLine:
    """What one statement does to one player, with the place of that statement; `acts`: the player decides."""

    head: str
    seat: str
    notes: list[Note] = field(default_factory=list)
    places: tuple[str, ...] = ()
    acts: bool = False

    def add(self, note: Note) -> None:
        """Append a note; notes that begin alike are merged."""
        if self.notes and note.items and self.notes[-1].begins_like(note):
            self.notes[-1] = replace(note, items=self.notes[-1].items + note.items)
            return
        if self.notes and not self.notes[-1].items and note.text.startswith(self.notes[-1].text):
            self.notes.pop()  # "draw", before "draws 1"
        self.notes.append(note)

    @property
    def words(self) -> str:
        """What happened; UNBROKEN spaces hold the name of a card together."""
        return ", ".join(note.text for note in self.notes)


def playthrough_text(game: Game, *, seat: int | None = None, verbose: bool = False, style: Style = PLAIN) -> str:
    """A game so far as text: a head, its lines, and how it ended. With a seat, only what that seat may know.

    `verbose` adds variables that last for a turn, and every call from the outermost line to the statement. An ASCII
    `style` shows the marks of values instead of signs that the output does not have, and their letters without accents.
    """
    program = game.program
    whole = "" if seat is None else f" · as P{seat} sees it"
    asked = "" if seat is not None else f" · seed {game.seed} · game {game.index}"
    title = " + ".join([program.title, *program.overlays])
    text = f"{title} · digest {program.digest[:8]} · {program.players} players{asked}{whole}\n"
    passing = frozenset() if verbose else turn_variables(program)
    events = news(game.events(seat) if seat is None else with_played_cards(game.events(seat)), passing)
    lines = list(trace_lines(events, program, verbose))
    longest = max((width(place) for line in lines for place in line.places), default=0)
    room = max(LEAST, COLUMNS - HEAD - SEAT - 2 - longest)
    text += "".join(f"{row}\n" for line in side_by_side(lines, room) for row in in_columns(line, room))
    outcome = game.outcome
    if outcome is not None and outcome.unfinished:
        text += f"{'':<{HEAD + SEAT}}{outcome}\n"
    if style.ascii:
        signs = {sign: mark for sign, mark in program.signs.items() if not all(map(style.has, sign))}
        text = without_signs(signs, text.replace(" · ", f" {style.dot} "), marks=True)
        return "".join(style.titled(line) + "\n" for line in text.splitlines())
    return text


# ---- columns --------------------------------------------------------------------------------------------------------


def in_columns(line: TraceLine, room: int) -> Iterator[str]:
    """A line, or several if its words or its places need them."""
    left = f"{line.head:<{HEAD}}{line.seat:<{SEAT}}"
    words = wrapped(line.words, room)
    if any(width(text) > room for text in words):  # the name of a card is too long to stay together
        words = wrapped(line.words.replace(UNBROKEN, " "), room)
    for number, (text, place) in enumerate(zip_longest(words, line.places, fillvalue="")):
        start = (left if number == 0 else " " * (HEAD + SEAT)) + text.replace(UNBROKEN, " ")
        gap = " " * max(2, HEAD + SEAT + room + 2 - width(start))
        yield (start + gap + place if place else start).rstrip()


def wrapped(text: str, room: int) -> list[str]:
    """A text in lines of at most so many columns, where its words allow it."""
    return textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False)


def side_by_side(lines: Iterable[TraceLine], room: int) -> Iterator[TraceLine]:
    """The lines, with short consequences of one statement for several players on one line."""
    before: TraceLine | None = None
    for line in lines:
        if before is not None:
            joined = f"{before.words} · {line.seat} {line.words}"
            alike = before.places == line.places and bool(before.seat and line.seat and before.places)
            if alike and not (before.acts or line.acts or line.head) and width(joined) <= room:
                before.notes = [Note(joined)]
                continue
            yield before
        before = line
    if before is not None:
        yield before


# ---- lines ----------------------------------------------------------------------------------------------------------


def trace_lines(events: Iterable[Event], program: Program, verbose: bool) -> Iterator[TraceLine]:
    """The events of a game, one line for what one statement does to one player."""
    notes = NoteTaker(program)
    run: list[TraceLine] = []  # the lines of the same statement
    head = ""
    for event in events:
        if event.kind == "turn":
            head = f"turn {event.count}"
            notes.begin_turn()
            continue
        if event.kind == "round":
            notes.begin_round()
        seat, note = notes.of(event)
        places = shown_places(event, program, verbose)
        acts = event.kind == "taken" and (verbose or all(line.seat != seat for line in run))
        if head or acts or not run or run[0].places != places:
            yield from run
            run = [TraceLine(head, seat, places=places)]
            head = ""
        line = next((each for each in run if each.seat == seat), None)
        if line is None:
            line = TraceLine("", seat, places=places)
            run.append(line)
        line.acts = line.acts or event.kind == "taken"
        line.add(note)
    yield from run


def shown_places(event: Event, program: Program, verbose: bool) -> tuple[str, ...]:
    """The line that caused an event: the innermost one of the ruleset's own file, else the outermost.

    A play names the line that declares the kind of the card. `verbose`: all calls, the outermost first.
    """
    if event.place is None:
        return ()
    if event.source is None or verbose:
        first, *calls = map(str, (*event.chain, event.place))
        return (first, *(f"> {each}" for each in calls))
    place: Place = event.source
    if event.kind == "taken" and event.number is not None and not program.shuffles_faces:
        kind = program.kind_of(event.number, program.faces.index(event.face) if event.face else 0)
        place = program.kind_places.get(kind, place)
    return (str(place),)


# ---- events ---------------------------------------------------------------------------------------------------------


def turn_variables(program: Program) -> frozenset[str]:
    """Names of the variables that start anew every turn."""
    table = program.vector[P_TURN_RESETS]
    slots = set(program.vector[table + 1 : table + 1 + 2 * program.vector[table] : 2])
    return frozenset(variable.name for variable in program.variables if variable.slot in slots)


def with_played_cards(events: Sequence[Event]) -> Iterator[Event]:
    """The events that a seat knows; a card played from a hidden hand is shown as it is laid."""
    for number, event in enumerate(events):
        if event.kind == "taken" and event.card is not None:
            following = (each for each in events[number + 1 :] if each.kind in ("lay", *BEFORE_LAYING))
            laid = next(following, None)
            if event.together:
                yield replace(event, together=laid_together(event, events[number + 1 :]))
                continue
            if laid is not None and laid.kind == "lay":
                yield replace(event, card=laid.card, face=laid.face)
                continue
        yield event


def laid_together(event: Event, following: Sequence[Event]) -> tuple[CardView, ...]:
    """The cards of a combination as they are laid, if all of them are, else as they were chosen."""
    before_next = takewhile(lambda each: each.kind not in BEFORE_LAYING, following)
    laid = [each.card for each in before_next if each.kind == "lay" and each.card is not None]
    count = len(event.together)
    return tuple(sorted(laid[:count], key=str)) if len(laid) >= count else event.together


def news(events: Iterable[Event], passing: frozenset[str]) -> Iterator[Event]:
    """The events that say something new. A play implies that the card is laid, moves and comes into force."""
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
            played = [] if taken is None else [*map(str, taken.together), str(taken.card)]
            if str(event.card) in played:
                continue
        if event.kind == "move" and laid is not None and str(laid.card) == str(event.card) and laid.to == event.to:
            continue
        if event.kind not in ("lay", "active"):
            laid = None
        yield event
