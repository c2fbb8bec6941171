"""Every kind of event, defined once: name, the integers that the engine records, sentence, and who sees it.

The kernel's constants E_..., the records of play/event_log.py, the events that scenarios name and their table in
docs/scenarios.md are made from these rows. Not here: reading recorded events (play/event_log.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from re import compile as pattern
from typing import Final

#: Who sees an event, and which faces of its card.
SIGHTS: Final = {
    "all": "every player",
    "ends": "every player; the card as it is seen in either zone",
    "lying": "every player; the card as it is seen where it lies",
    "shown": "every player; the card by the players to whom it is revealed",
    "chooser": "every player, unless the option is quiet; the card as it is seen where it lies",
    "holder": "the players who may know the value",
    "nobody": "no player: the full record only",
}


@dataclass(frozen=True)
class EventKind:
    """One kind of event.

    `values`: what the recorded integers are, as pairs of a field and its type. `main`: the field that stands after the
    kind in a scenario (`{move: R5}`), empty for what only the engine records; `more`: other fields that it may name.
    `sentence`: alternatives separated by `|`, of which the first applies whose fields are all present; a part in
    brackets is left out if its field is absent.
    """

    number: int
    name: str
    values: tuple[tuple[str, str], ...]
    main: str
    more: tuple[str, ...]
    seen: str
    sentence: str

    def text(self, words: Mapping[str, str | None]) -> str:
        """The sentence with these words for its fields."""
        for form in self.sentence.split("|"):
            text = OPTIONAL.sub(lambda part: part[1] if has_all(part[1], words) else "", form)
            if has_all(text, words):
                return text.format_map(words)
        raise KeyError(f"no sentence for {self.name}: {words}")


OPTIONAL = pattern(r"\[([^\]]*)\]")
FIELD = pattern(r"\{(\w+)\}")


def has_all(form: str, words: Mapping[str, str | None]) -> bool:
    return all(words.get(name) is not None for name in FIELD.findall(form))


def _table(*rows: tuple[str, str, str, str, str]) -> dict[str, EventKind]:
    kinds = {}
    for number, (name, values, fields, seen, sentence) in enumerate(rows, start=1):
        pairs = tuple((word.partition(":")[0], word.partition(":")[2] or word) for word in values.split())
        main, *more = fields.split() or [""]
        assert seen in SIGHTS, seen
        kinds[name] = EventKind(number, name, pairs, main, tuple(more), seen, sentence)
    return kinds


# Name; recorded values (field, or field:type); main field and other fields; who sees it; sentence.
# The order is that in which a game meets them.
EVENTS: Final[dict[str, EventKind]] = _table(
    ("round", "count", "count", "all", "round {count} begins"),
    ("turn", "seat count", "seat count", "all", "turn {count}: {seat}"),
    (
        "taken",
        "seat verb card face",
        "seat verb card face",
        "chooser",
        "{seat}: {verb} {card}[ on {face}][ naming {choices}]|{seat}: {verb}[ on {face}][ {choices}]",
    ),
    ("choice", "seat choice choice", "", "nobody", ""),  # follows `taken` and is read with it
    ("with", "card", "", "nobody", ""),  # a card of a combination; they follow `taken` and are read with it
    ("move", "card zone to:zone end", "card zone to end", "ends", "{card} goes from {zone} to {to}"),
    (
        "move_all",
        "zone to:zone count order",
        "zone to count order end",
        "all",
        "{cards} of {same} {are} put down anew[, {order}]|{cards} of {zone} {go} to {to}[, {order}]",
    ),
    # A card that does not go with the pile that `move_all` moves next; one each, from the bottom up.
    ("stay", "card zone", "card zone", "nobody", "{card} stays in {zone}"),
    (
        "shuffle",
        "zone count face:face_or_none",
        "zone count face",
        "all",
        "the {face} faces of {zone} are shuffled|{zone} is shuffled",
    ),
    ("print", "card face look", "", "nobody", ""),  # what is on that face from now on
    ("lay", "card face to:zone", "card to face", "lying", "{card} is laid on {to}[ on its {face} face]"),
    ("active", "field value", "name value", "all", "in force: {name} {value}"),
    # The engine records all that changes as `set`; `active` and `mark` are told from it by the slot.
    ("set", "slot value", "name value seat", "holder", "[{seat}'s ]{name} becomes {value}"),
    ("mark", "", "name value card", "holder", "{card}: {name} becomes {value}"),
    ("reveal", "card seats", "card seats", "shown", "{card} is shown to {seats}"),
    ("random", "value", "value name", "nobody", "{name}: {value}"),
    ("change_direction", "count", "count", "all", "play goes {direction} from now on"),
    ("miss_turn", "seat count", "seat count", "all", "{seat} misses {turns}"),
    ("go_to", "seat", "seat", "all", "{seat} plays next"),
    ("take_turn", "seat", "seat", "all", "the turn is {seat}'s"),
    ("passed_over", "seat", "seat", "all", "{seat} is passed over"),
    ("leave", "seat reason:scope", "seat reason", "all", "{seat} leaves the {reason}"),
    ("come_back", "seat", "seat", "all", "{seat} is back in the round"),
    ("round_over", "seats reason", "reason seats", "all", "the round is over: {reason}; winner: {seats}"),
    ("game_over", "seats reason", "reason seats", "all", "the game is over: {reason}; winner: {seats}"),
)
BY_NUMBER: Final = {kind.number: kind for kind in EVENTS.values()}
#: The kinds that people see, in reports of games and in scenarios.
KINDS: Final = {name: kind for name, kind in EVENTS.items() if kind.main}

globals().update({f"E_{name.upper()}": kind.number for name, kind in EVENTS.items()})


def __getattr__(name: str) -> int:
    """The constants E_..., which type checkers cannot see."""
    raise AttributeError(name)
