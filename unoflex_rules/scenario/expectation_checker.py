"""Whether an expectation holds in a position, and what is there instead. Not here: reading it (expectations.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeAlias

from unoflex_rules.naming.program_names import normal
from unoflex_rules.play.actions import quoted
from unoflex_rules.play.card_names import seat_name
from unoflex_rules.play.event_log import Event
from unoflex_rules.play.outcome import Outcome
from unoflex_rules.scenario.deal_order import dealt
from unoflex_rules.scenario.examples import Check, EventPattern
from unoflex_rules.scenario.position import Position

MOST_SHOWN = 30  # cards or actions of a list
#: What is there instead of the expected; None if the check holds.
Actual: TypeAlias = str | None


class Checker:
    """A position, and the events since the last `expect`."""

    def __init__(self, position: Position, events: Sequence[Event]) -> None:
        self.position, self.events = position, events
        self.names = position.names

    def actual(self, check: Check) -> Actual:
        return self.CHECKS[check.kind](self, check)

    # ---- decisions -----------------------------------------------------------------------------------------------

    def asked(self, check: Check) -> Actual:
        return self.asked_other_than(check.wanted)

    def asked_other_than(self, seat: int | None) -> Actual:
        asked = self.position.asked
        return None if asked == seat else "no player is asked" if asked is None else seat_name(asked)

    def about(self, check: Check) -> Actual:
        question = self.position.question
        return differs(check, question.about if question is not None else "nothing")

    def options(self, check: Check) -> Actual:
        """Each text means one play, whatever its choices, and together they mean all offers."""
        offers = self.position.offers()
        meant = [self.position.meant(text) for text in check.wanted]
        plays = [{(offer.action.verb, offer.action.card, offer.action.face) for offer in found} for found in meant]
        numbers = sorted(offer.option for found in meant for offer in found)
        if all(len(play) == 1 for play in plays) and numbers == sorted(offer.option for offer in offers):
            return None
        return self.offers_shown()

    def offers_shown(self) -> str:
        if self.position.asked is None:
            return "no player is asked"
        return listed([quoted(offer.short) for offer in self.position.offers()])

    def offered(self, check: Check) -> Actual:
        if check.subject not in (None, self.position.asked):
            return self.asked_other_than(check.subject)
        return None if self.position.meant(check.wanted) else self.offers_shown() + self.hint(check.wanted)

    def hint(self, text: str) -> str:
        """An addition for a play whose choices are not named with it, but asked for later or never."""
        return "; the play itself names no choice" if self.position.meant_in_parts(text)[0] else ""

    def refused(self, check: Check) -> Actual:
        if check.subject not in (None, self.position.asked):
            return None
        hint = self.hint(check.wanted)
        return self.offers_shown() + hint if hint or self.position.meant(check.wanted) else None

    def why(self, check: Check) -> Actual:
        return differs(check, self.position.why_refused(*check.subject) or "it is on offer")

    def waiting(self) -> str:
        """Who is asked what; empty if no player is asked."""
        asked, question = self.position.asked, self.position.question
        if asked is None:
            return ""
        about = f" about {question.about}" if question is not None and question.about else ""
        return f"{seat_name(asked)} is asked{about}: {self.offers_shown()}"

    # ---- cards ---------------------------------------------------------------------------------------------------

    def cards_shown(self, looks: Sequence[int]) -> str:
        return listed([self.names.short(look) for look in looks])

    def top(self, check: Check) -> Actual:
        """`wanted`: the looks that the card may have; none for an empty pile."""
        cards = self.position.cards(check.subject)[:1]
        if cards == check.wanted == [] or (cards and cards[0] in check.wanted):
            return None
        return self.names.short(cards[0]) if cards else "no card"

    def unordered(self, check: Check) -> Actual:
        return self.compare(check, self.position.cards(check.subject))

    def ordered(self, check: Check) -> Actual:
        return self.compare(check, self.position.cards(check.subject), ordered=True)

    def compare(self, check: Check, cards: Sequence[int], ordered: bool = False) -> Actual:
        """Compare cards with the expected ones, or with how many are expected."""
        wanted = check.wanted
        if isinstance(wanted, int):
            shown = f"{len(cards)}: {self.cards_shown(cards)}" if cards else "0"
            return None if len(cards) == wanted else shown
        if ordered:
            fits = all(card in looks for card, looks in zip(cards, wanted, strict=False))
        else:
            fits = missing(wanted, cards) == 0
        return None if len(cards) == len(wanted) and fits else self.cards_shown(cards)

    def holds(self, check: Check) -> Actual:
        cards = self.position.cards(check.subject)
        return None if missing(check.wanted, cards) == 0 else self.cards_shown(cards)

    def drew(self, check: Check) -> Actual:
        """Compare the cards that came from the deck to a hand, without those of the deal."""
        pile, hand = (self.names.zone_name(zone) for zone in (self.names.deck_zone, check.subject))
        cards, left_to_deal = [], 0
        for event in self.events:
            if event.kind == "round":
                left_to_deal = dealt(self.names, check.subject)
            elif event.kind == "move" and (event.zone, event.to) == (pile, hand):
                if left_to_deal == 0 and event.number is not None:
                    cards.append(self.position.look(event.number))
                left_to_deal = max(0, left_to_deal - 1)
        return self.compare(check, cards)

    def sees(self, check: Check) -> Actual:
        """Compare the cards of which a face is visible: the text of each has a name for each visible face."""
        seen = self.position.seen(*check.subject)
        left = list(seen)
        fits = len(left) == len(check.wanted)
        for parts in ([normal(part) for part in text.split("/")] for text in check.wanted):
            card = next((faces for faces in left if names_all(parts, faces)), None)
            if card is None:
                fits = False
            else:
                left.remove(card)
        return None if fits else listed(["/".join(names[0] for names in faces) for faces in seen])

    # ---- values --------------------------------------------------------------------------------------------------

    def active(self, check: Check) -> Actual:
        number = self.position.value(check.subject)
        return differs(check, number, self.position.value_shown(check.subject, number))

    def variable(self, check: Check) -> Actual:
        variable, index = check.subject
        if variable.kind == "card":
            look = self.position.remembered(variable, index)
            holds = look in check.wanted if check.wanted else look is None
            return None if holds else "nothing" if look is None else self.names.short(look)
        number = self.position.value(variable, index)
        return differs(check, number, self.position.value_shown(variable, number))

    def known_to(self, check: Check) -> Actual:
        known = self.position.knowing(*check.subject)
        return differs(check, known, seats_shown(known))

    def marks(self, check: Check) -> Actual:
        looks, mark = check.subject
        carried = self.position.marks(looks, mark)
        shown = ", ".join(dict.fromkeys(self.position.value_shown(mark, value) for value in carried))
        return None if check.wanted in carried else shown

    def turn(self, check: Check) -> Actual:
        turn, waiting = self.position.turn, self.waiting()
        return differs(check, turn, f"{seat_name(turn)}, and {waiting}" if waiting else seat_name(turn))

    def direction(self, check: Check) -> Actual:
        return differs(check, self.position.direction)

    def round(self, check: Check) -> Actual:
        return differs(check, self.position.round)

    def out(self, check: Check) -> Actual:
        return differs(check, self.position.out, seats_shown(self.position.out))

    def counted(self, check: Check) -> Actual:
        return differs(check, self.position.counted(check.subject))

    # ---- the outcome ---------------------------------------------------------------------------------------------

    def outcome(self, check: Check) -> Actual:
        """Whether the game still runs."""
        return None if self.position.outcome is None else str(self.position.outcome)

    def winners(self, check: Check) -> Actual:
        return self.of_outcome(check, lambda outcome: outcome.winners)

    def losers(self, check: Check) -> Actual:
        return self.of_outcome(check, lambda outcome: outcome.losers)

    def reason(self, check: Check) -> Actual:
        return self.of_outcome(check, lambda outcome: outcome.reason)

    def of_outcome(self, check: Check, part: Callable[[Outcome], str | tuple[int, ...]]) -> Actual:
        if self.position.outcome is None:
            return "running"
        found = part(self.position.outcome)
        return differs(check, found, found if isinstance(found, str) else seats_shown(found))

    # ---- events --------------------------------------------------------------------------------------------------

    def happens(self, check: Check) -> Actual:
        wanted = list(check.wanted)
        for event in self.events:
            if wanted and self.fits(event, wanted[0]):
                wanted.pop(0)
        if not wanted:
            return None
        anywhere = any(self.fits(event, wanted[0]) for event in self.events)
        return f"{wanted[0].shown} does not happen" + (" after the events before it" if anywhere else "")

    def never(self, check: Check) -> Actual:
        return next((str(event) for event in self.events if self.fits(event, check.wanted)), None)

    def fits(self, event: Event, pattern: EventPattern) -> bool:
        """Whether an event matches a pattern."""
        return event.kind == pattern.kind and all(self.field_fits(event, *each) for each in pattern.fields.items())

    def field_fits(self, event: Event, name: str, wanted: object) -> bool:
        if name == "card":
            look = None if event.number is None else self.position.look(event.number)
            return isinstance(wanted, list) and look in wanted
        actual = getattr(event, name)
        return actual == wanted or (name == "value" and str(wanted) in (event.value_text, str(actual)))

    CHECKS: ClassVar[dict[str, Callable[[Checker, Check], Actual]]] = {
        "asked": asked,
        "about": about,
        "options": options,
        "offered": offered,
        "refused": refused,
        "why": why,
        "counts": counted,
        "turn": turn,
        "direction": direction,
        "round": round,
        "top": top,
        "active": active,
        "hands": unordered,
        "hand_size": unordered,
        "drew": drew,
        "holds": holds,
        "zones": ordered,
        "sees": sees,
        "known_to": known_to,
        "size": unordered,
        "variables": variable,
        "cards": marks,
        "out": out,
        "outcome": outcome,
        "winners": winners,
        "losers": losers,
        "reason": reason,
        "happens": happens,
        "never": never,
    }


def differs(check: Check, actual: object, shown: str | None = None) -> Actual:
    """`actual` as text if it is not what the check wants."""
    return None if actual == check.wanted else str(actual) if shown is None else shown


def listed(texts: Sequence[str]) -> str:
    """A list in brackets, cut if it is long."""
    more = f", ... ({len(texts)} in all)" if len(texts) > MOST_SHOWN else ""
    return f"[{', '.join(texts[:MOST_SHOWN])}{more}]"


def seats_shown(seats: Sequence[int]) -> str:
    return listed([seat_name(seat) for seat in seats])


def names_all(parts: Sequence[str], faces: Sequence[Sequence[str]]) -> bool:
    """Whether there are as many names as visible faces, and each is the name of one of them."""
    return len(parts) == len(faces) and all(any(part in map(normal, names) for names in faces) for part in parts)


def missing(wanted: Sequence[Sequence[int]], cards: Sequence[int]) -> int:
    """How many wanted cards are missing; the name that may mean the fewest looks is matched first."""
    left, lost = list(cards), 0
    for looks in sorted(wanted, key=len):
        found = next((card for card in left if card in looks), None)
        if found is None:
            lost += 1
        else:
            left.remove(found)
    return lost
