"""What a seat may see: the only place that hides anything. Not here: what things are called (cards.py).

A zone says for its cards, and for its top card, who sees the face in force (`front`) and the other faces (`back`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, ZoneName


def is_among(who: str, owner: int, seat: int) -> bool:
    """Whether `seat` is one of `who`: owner, others, all or nobody; `owner` is NONE where there is none."""
    if who == "owner":
        return seat == owner
    if who == "others":
        return seat != owner
    return who == "all"


def faces_shown(sight: Mapping[str, str], zone: ZoneName, seat: int, front: int, faces: int) -> set[int]:
    """The faces of a card that `seat` sees by a declaration such as {front: owner, back: others}."""
    seen = set()
    if is_among(sight.get("front", "nobody"), zone.seat, seat):
        seen.add(front)
    if is_among(sight.get("back", "nobody"), zone.seat, seat):
        seen.update(face for face in range(faces) if face != front)
    return seen


def faces_seen(program: Program, zone: int, seat: int, front: int, on_top: bool) -> set[int]:
    """The faces that `seat` sees of a card in a zone, while `front` is the face in force."""
    named = program.zones[zone]
    faces = len(program.faces)
    seen = faces_shown(named.visible, named, seat, front, faces)
    if on_top:
        seen |= faces_shown(named.top, named, seat, front, faces)
    return seen


def pile(program: Program, state: Sequence[int], zone: int) -> list[int]:
    """The cards of a zone, bottom first."""
    p = program.vector
    first = p[at.P_PILE] + zone * p[at.P_CARDS]
    return [int(card) for card in state[first : first + int(state[p[at.P_SIZE] + zone])]]


def card_faces(program: Program, state: Sequence[int], card: int, seat: int, front: int) -> set[int]:
    """The faces that `seat` sees of a card where it lies."""
    zone = int(state[program.vector[at.P_PLACE] + card])
    return faces_seen(program, zone, seat, front, pile(program, state, zone)[-1] == card)
