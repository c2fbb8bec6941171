"""Whether an expectation holds in a position, and what is there instead. Not here: taking actions
(scenario_runner.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from unoflex_rules.naming.program_names import HAND, normal
from unoflex_rules.play.card_names import seat_name
from unoflex_rules.play.event_log import Event
from unoflex_rules.scenario.deal_order import dealt
from unoflex_rules.scenario.examples import Check, EventPattern
from unoflex_rules.scenario.position import Position

MOST_SHOWN = 30  # cards or actions shown of what is there


class Checker:
    """A position, and what has happened since the last time that something was expected."""

    def __init__(self, position: Position, events: Sequence[Event]) -> None:
        self.position, self.events = position, events
        self.names = position.names

    def actual(self, check: Check) -> str | None:
        """What is there instead of what is wanted; None where the check holds."""
        return self.CHECKS[check.kind](self, check)

    # ---- decisions -----------------------------------------------------------------------------------------------

    def asked(self, check: Check) -> str | None:
        asked = self.position.asked
        return None if asked == check.wanted else "nobody is asked" if asked is None else seat_name(asked)

    def about(self, check: Check) -> str | None:
        question = self.position.question
        about = question.about if question is not None else "nothing"
        return None if about == check.wanted else about

    def options(self, check: Check) -> str | None:
        """All that is on offer, each meant by one text; a play with whatever is announced is one."""
        offers = self.position.offers()
        meant = [self.position.meant(text) for text in check.wanted]
        plays = [{(offer.action.verb, offer.action.card, offer.action.face) for offer in found} for found in meant]
        numbers = sorted(offer.option for found in meant for offer in found)
        if all(len(play) == 1 for play in plays) and numbers == sorted(offer.option for offer in offers):
            return None
        return self.offers_shown()

    def offers_shown(self) -> str:
        if self.position.asked is None:
            return "nobody is asked"
        return listed([offer.short for offer in self.position.offers()])

    def offered(self, check: Check) -> str | None:
        if check.subject is not None and check.subject != self.position.asked:
            return self.asked(Check("asked", None, check.subject, check.shown, check.span))
        return None if self.position.meant(check.wanted) else self.offers_shown() + self.named_later(check.wanted)

    def named_later(self, text: str) -> str:
        """That a play is on offer with which a text names what the ruleset asks for later, or never, as an addition."""
        return "; nothing is named with the play itself" if self.position.meant_first(text)[0] else ""

    def refused(self, check: Check) -> str | None:
        if check.subject is not None and check.subject != self.position.asked:
            return None
        if self.position.meant(check.wanted):
            return self.offers_shown()
        later = self.named_later(check.wanted)
        return self.offers_shown() + later if later else None

    def why(self, check: Check) -> str | None:
        why = self.position.why_refused(*check.subject)
        return None if why == check.wanted else why or "it is on offer"

    # ---- cards ---------------------------------------------------------------------------------------------------

    def cards_shown(self, looks: Sequence[int]) -> str:
        return listed([self.names.short(look) for look in looks])

    def top(self, check: Check) -> str | None:
        cards = self.position.cards(check.subject)
        if cards[:1] == [] == check.wanted or (cards and cards[0] in check.wanted):
            return None
        return self.names.short(cards[0]) if cards else "no card"

    def held(self, zone: int) -> list[int]:
        """The cards of a zone; a hand in the order in which it grew, others from the top."""
        cards = self.position.cards(zone)
        return cards[::-1] if self.position.program.zones[zone].name == HAND else cards

    def unordered(self, check: Check) -> str | None:
        cards = self.held(check.subject)
        if isinstance(check.wanted, int):
            return None if len(cards) == check.wanted else self.count_shown(cards)
        holds = len(cards) == len(check.wanted) and missing(check.wanted, cards) == 0
        return None if holds else self.cards_shown(cards)

    def ordered(self, check: Check) -> str | None:
        if isinstance(check.wanted, int):
            return self.unordered(check)
        cards = self.held(check.subject)
        fits = (card in looks for card, looks in zip(cards, check.wanted, strict=False))
        return None if len(cards) == len(check.wanted) and all(fits) else self.cards_shown(cards)

    def holds(self, check: Check) -> str | None:
        cards = self.held(check.subject)
        return None if missing(check.wanted, cards) == 0 else self.cards_shown(cards)

    def count_shown(self, cards: Sequence[int]) -> str:
        return f"{len(cards)}: {self.cards_shown(cards)}" if cards else "0"

    def drew(self, check: Check) -> str | None:
        program = self.position.program
        pile, hand = str(program.zones[self.names.deck_zone]), str(program.zones[check.subject])
        cards, of_deal = [], 0  # cards that are still to be dealt, before anybody draws
        for event in self.events:
            if event.kind == "round":
                of_deal = dealt(self.names, check.subject)
            elif event.kind == "move" and (event.zone, event.to) == (pile, hand):
                look = self.position.look(event)
                cards += [look] if look is not None and of_deal == 0 else []
                of_deal = max(0, of_deal - 1)
        if isinstance(check.wanted, int):
            return None if len(cards) == check.wanted else self.count_shown(cards)
        holds = len(cards) == len(check.wanted) and missing(check.wanted, cards) == 0
        return None if holds else self.cards_shown(cards)

    def sees(self, check: Check) -> str | None:
        """Each card of which a face is seen goes by the names on those faces, and on no other."""
        left = self.position.seen(*check.subject)
        wanted = [[normal(part) for part in text.split("/")] for text in check.wanted]
        for parts in wanted:
            for faces in left:
                if len(faces) == len(parts) and all(
                    any(part in map(normal, names) for names in faces) for part in parts
                ):
                    left.remove(faces)
                    break
            else:
                left.append([])
        seen = self.position.seen(*check.subject)
        return listed(["/".join(names[0] for names in faces) for faces in seen]) if left else None

    # ---- values --------------------------------------------------------------------------------------------------

    def active(self, check: Check) -> str | None:
        number = self.position.value(check.subject)
        return None if number == check.wanted else self.position.value_shown(check.subject, number)

    def variable(self, check: Check) -> str | None:
        variable, index = check.subject
        if variable.kind == "card":
            look = self.position.remembered(variable, index)
            holds = look in check.wanted if check.wanted else look is None
            return None if holds else "nothing" if look is None else self.names.short(look)
        number = self.position.value(variable, index)
        return None if number == check.wanted else self.position.value_shown(variable, number)

    def marks(self, check: Check) -> str | None:
        looks, mark = check.subject
        carried = self.position.marks(looks, mark)
        if check.wanted in carried:
            return None
        return ", ".join(dict.fromkeys(self.position.value_shown(mark, value) for value in carried))

    def turn(self, check: Check) -> str | None:
        return None if self.position.turn == check.wanted else f"{seat_name(self.position.turn)}{self.waiting()}"

    def waiting(self) -> str:
        """Who is asked what, as an addition: whose turn it is may be no news to who wonders why it still is."""
        question = self.position.question
        if self.position.asked is None or question is None:
            return ""
        about = f" about {question.about}" if question.about else ""
        return f", and {seat_name(self.position.asked)} is asked{about}: {self.offers_shown()}"

    def direction(self, check: Check) -> str | None:
        return None if self.position.direction == check.wanted else str(self.position.direction)

    def round(self, check: Check) -> str | None:
        return None if self.position.round == check.wanted else str(self.position.round)

    def out(self, check: Check) -> str | None:
        return None if self.position.out == check.wanted else seats_shown(self.position.out)

    def counted(self, check: Check) -> str | None:
        count = self.position.counted(check.subject)
        return None if count == check.wanted else str(count)

    # ---- how it ended --------------------------------------------------------------------------------------------

    def outcome(self, check: Check) -> str | None:
        return None if self.position.outcome is None else str(self.position.outcome)

    def winners(self, check: Check) -> str | None:
        outcome = self.position.outcome
        if outcome is None:
            return "running"
        return None if outcome.winners == check.wanted else seats_shown(outcome.winners)

    def losers(self, check: Check) -> str | None:
        outcome = self.position.outcome
        if outcome is None:
            return "running"
        return None if outcome.losers == check.wanted else seats_shown(outcome.losers)

    def reason(self, check: Check) -> str | None:
        outcome = self.position.outcome
        if outcome is None:
            return "running"
        return None if outcome.reason == check.wanted else outcome.reason

    # ---- events --------------------------------------------------------------------------------------------------

    def happens(self, check: Check) -> str | None:
        wanted = list(check.wanted)
        for event in self.events:
            if wanted and self.fits(event, wanted[0]):
                wanted.pop(0)
        if not wanted:
            return None
        anywhere = any(self.fits(event, wanted[0]) for event in self.events)
        return f"{wanted[0].shown} does not happen" + (" after the events before it" if anywhere else "")

    def never(self, check: Check) -> str | None:
        event = next((event for event in self.events if self.fits(event, check.wanted)), None)
        return None if event is None else str(event)

    def fits(self, event: Event, pattern: EventPattern) -> bool:
        """Whether an event is one that is looked for."""
        if event.kind != pattern.kind:
            return False
        for name, wanted in pattern.fields.items():
            actual = getattr(event, name)
            if name == "card":
                if self.position.look(event) not in (wanted or ()):
                    return False
            elif name == "value":
                if wanted != actual and str(wanted) not in (event.value_text, str(actual)):
                    return False
            elif actual != wanted:
                return False
        return True

    CHECKS: ClassVar[dict[str, Callable[[Checker, Check], str | None]]] = {
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


def listed(texts: Sequence[str]) -> str:
    """A list in brackets, cut short where it is long."""
    more = f", ... ({len(texts)} in all)" if len(texts) > MOST_SHOWN else ""
    return f"[{', '.join(texts[:MOST_SHOWN])}{more}]"


def seats_shown(seats: Sequence[int]) -> str:
    return listed([seat_name(seat) for seat in seats])


def missing(wanted: Sequence[Sequence[int]], cards: Sequence[int]) -> int:
    """How many of the wanted cards are not there; each name may stand for several looks, the narrowest goes first."""
    left = list(cards)
    lost = 0
    for looks in sorted(wanted, key=len):
        found: Any = next((card for card in left if card in looks), None)
        if found is None:
            lost += 1
        else:
            left.remove(found)
    return lost
