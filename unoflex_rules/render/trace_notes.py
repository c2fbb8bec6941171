"""Events in the words of a referee, with the names of cards as short as they are clear. Not here: lines and columns."""

from __future__ import annotations

from dataclasses import dataclass

from unoflex_rules.play.card_names import CardView, card_names, seat_name, words
from unoflex_rules.play.event_log import Event, words_of
from unoflex_rules.program.events import EVENTS
from unoflex_rules.program.image import Program, ZoneName
from unoflex_rules.program.layout import NONE, P_DECK_ZONE

UNBROKEN = "\u00a0"  # the space inside the name of a card
HIDDEN = str(CardView())
ENDS = {"bottom": "the bottom of ", "middle": "the middle of ", "anywhere": "a random place in "}


@dataclass(frozen=True)
class Note:
    """A few words, and the cards or values that they are about."""

    begin: str
    items: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The words; hidden cards are counted."""
        if not self.items:
            return self.begin
        hidden = set(self.items) == {HIDDEN}
        return f"{self.begin} {len(self.items)}" if hidden else f"{self.begin} {', '.join(self.items)}"

    def begins_like(self, other: Note) -> bool:
        """Whether two notes differ in their items alone."""
        return bool(self.items) and self.begin == other.begin


class NoteTaker:
    """Notes of the events of one game, each with the player whom it is about."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.zones = {str(zone): zone for zone in program.zones}
        self.deck = program.zones[program.vector[P_DECK_ZONE]]
        self.pile = None if program.laid_on is None else program.zones[program.laid_on]
        self.dealing = True
        #: Per face and title on it, the titles on all faces of the cards with that title.
        self.cards: dict[tuple[str, str], set[tuple[str, ...]]] = {}
        for titles in card_names(program).titles:
            for face, title in zip(program.faces, titles, strict=True):
                self.cards.setdefault((face, title), set()).add(tuple(titles))

    def begin_round(self) -> None:
        """A round begins: cards that come to hands are dealt."""
        self.dealing = True

    def begin_turn(self) -> None:
        """A turn begins: cards that come to hands are drawn."""
        self.dealing = False

    def of(self, event: Event) -> tuple[str, Note]:
        """The seat that an event is about, or an empty text, and the note."""
        if event.kind == "taken":
            return seat_name(event.seat or 0), self.action(event)
        if event.kind == "move":
            return self.move(event)
        if event.kind == "reveal":
            shown = " and ".join(map(seat_name, event.seats or ()))
            return "", Note(f"shown to {shown}:", (self.card(event.card),))
        if event.kind == "set":
            seat = "" if event.seat is None else seat_name(event.seat)
            return seat, Note(f"{event.name_text}: {event.value_text}")
        if event.kind == "mark":
            return "", Note(f"{self.card(event.card)}: {event.name_text} {event.value_text}")
        return self.sentence(event)

    def action(self, event: Event) -> Note:
        """What a player decides: "plays red 5 on its flex side naming blue", "accept"."""
        verb, chosen = words(event.verb or ""), " and ".join(event.choice_titles)
        if event.card is None:
            return Note(f"{third_person(verb)} {chosen}" if chosen else verb)
        cards = ", ".join(map(self.card, event.together or (event.card,)))
        text = f"{third_person(verb)} {cards}"
        usual = event.card.faces[0][0] if event.card.faces else self.program.faces[0]
        if event.face is not None and event.face != usual and len(event.card.faces) != 1:
            text += f" on its {event.face_text} side"
        return Note(text + (f" naming {chosen}" if chosen else ""))

    def move(self, event: Event) -> tuple[str, Note]:
        """How a card moves, from the side of the player who holds it."""
        source, target, card = self.zones[event.zone or ""], self.zones[event.to or ""], self.card(event.card)
        end = ENDS.get(event.end or "", "")
        if target.hand and source == self.deck:
            return seat_name(target.seat), Note("is dealt" if self.dealing else "draws", (card,))
        if target.hand and source.seat not in (NONE, target.seat):
            return seat_name(target.seat), Note(f"gets from {seat_name(source.seat)}", (card,))
        if target.hand and source.seat == NONE:
            return seat_name(target.seat), Note(f"takes from {self.title(source)}", (card,))
        if source.hand and target == self.pile and not end:
            return seat_name(source.seat), Note("discards", (card,))
        verb = "goes" if card != HIDDEN or source.seat == NONE else "moves"
        if source.seat != NONE:
            place = self.title(target, source.seat)
            return seat_name(source.seat), Note(f"puts on {end}{place}", (card,))
        return "", Note(f"{card} {verb} from {self.title(source)} to {end}{self.title(target)}")

    def sentence(self, event: Event) -> tuple[str, Note]:
        """The sentence of any other event, without its seat at the beginning."""
        fields = words_of(event)
        if event.card is not None:
            fields["card"] = self.card(event.card)
        if event.zone is not None:
            fields["zone"] = self.title(self.zones[event.zone])
        if event.to is not None:
            fields["to"] = ENDS.get(event.end or "", "") + self.title(self.zones[event.to])
        fields["same"] = fields["zone"] if event.zone == event.to else None
        if event.card is not None and event.card.front and event.face == event.card.faces[0][0]:
            fields["face"] = None  # the face in force goes without saying
        text = EVENTS[event.kind].text(fields)
        seat = "" if event.seat is None else seat_name(event.seat)
        return (seat, Note(text.removeprefix(f"{seat} "))) if seat and text.startswith(f"{seat} ") else ("", Note(text))

    def title(self, zone: ZoneName, seen_by: int = NONE) -> str:
        """A zone as people call it: "the draw pile", "P1's hand"."""
        if zone.seat == NONE:
            return f"the {zone.title}"
        return f"{'their' if zone.seat == seen_by else seat_name(zone.seat) + chr(39) + 's'} {zone.title}"

    def card(self, card: CardView | None) -> str:
        """A card by its title on the face in force, with the other titles only if cards differ in them."""
        if card is None or not card.faces:
            return HIDDEN
        is_clear = card.front and not self.program.shuffles_faces and len(self.cards.get(card.faces[0], ())) == 1
        return (card.name + card.carried if is_clear else str(card)).replace(" ", UNBROKEN)


def third_person(verb: str) -> str:
    """A verb in the third person: plays, passes, carries."""
    first, *rest = verb.split(" ")
    if first.endswith(("s", "x", "z", "ch", "sh", "o")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in tuple("aeiou"):
        first = first[:-1] + "ies"
    else:
        first += "s"
    return " ".join([first, *rest])
