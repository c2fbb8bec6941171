"""Starts a ruleset of somebody's own: a small file that extends a shipped game, and scenarios for it.

What is added is chosen by what that game declares. Not here: asking for a name, or saying what comes next (the CLI).
"""

from __future__ import annotations

import difflib
import os
import re
import tempfile
import unicodedata
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from unoflex_rules.atomic_files import created
from unoflex_rules.language.cards.looks import PrintedFace
from unoflex_rules.language.ruleset import Ruleset, load, validate
from unoflex_rules.language.statements.tree import AskStep, CheckedGame, ChooseStep, WindowStep, walk
from unoflex_rules.language.yaml.nodes import Mapping as Tree
from unoflex_rules.language.yaml.nodes import Scalar, Sequence
from unoflex_rules.language.yaml.writer import Keys, YamlWriter, mapping_of
from unoflex_rules.resources import SUFFIX, list_rulesets, rulesets_dir, schema_dir

NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
LONGEST = 80  # letters of an id, and of a title that somebody reads at a glance
FEWEST, MOST = 2, 16  # players: with one alone there are no others, and no ruleset is for more than 16
USUAL = 3  # players of a scenario, where so many can play: two others, and turns that go round
CARD, MARKS = "alarm", ("A", "AL", "ALARM")
POINTS = 20
#: Letters that are none without an accent, as they are written without them.
SPELLED = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "Ø": "O", "Ł": "L"})


class BadScaffold(ValueError):
    """What cannot be started so; the text says why, and what would do."""


class AlreadyExists(RuntimeError):
    """A file of that name is there, and stays as it is; the text says which."""


@dataclass(frozen=True, slots=True)
class Scaffold:
    """The two files of a ruleset that has been started, and whether it has a card of its own."""

    ruleset: Path
    scenarios: Path
    has_card: bool


@dataclass(frozen=True, slots=True)
class NewCard:
    """A card that a game can take: its mark, its colours on each face, and cards of the game for a scenario."""

    mark: str
    colors: Mapping[str, tuple[str, ...]]  # by face; under "" where a line of the deck says nothing of faces
    all_colors: bool
    cost: str  # the attribute that says what a card costs, if one is declared
    short: str  # the first of the new cards
    top: str  # a card on which it may be laid
    others: tuple[str, ...]  # what else its player holds

    @property
    def count(self) -> int:
        return len(next(iter(self.colors.values())))


def check_name(name: str) -> str:
    """`name`, if a ruleset of somebody's own can be called so; else raises BadScaffold with a name that would do."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        folder = f", and its folder with `--folder {name.rpartition('/')[0]}`" if re.search("[^/]/[^/]", name) else ""
        wanted = f"small letters, digits, `_` and `-`, {LONGEST} at most"
        raise BadScaffold(f"`{name}` is no name for a ruleset ({wanted}); such as `{suggested(name)}`{folder}")
    if name in list_rulesets():
        raise BadScaffold(f"`{name}` is a shipped ruleset; such as `{suggested(name)}`")
    return name


def suggested(name: str) -> str:
    """A good name that is like `name`."""
    last = name.rpartition("/")[2].removesuffix(SUFFIX).removesuffix(".yml")
    plain = unicodedata.normalize("NFKD", last.translate(SPELLED)).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^a-z0-9_]+", "-", plain.replace("'", "")).strip("-_")[: LONGEST - 3].rstrip("-_")
    if not found:
        return "my-game"
    return f"my-{found}" if found in list_rulesets() else found


def start_ruleset(
    name: str,
    extends: str = "classic",
    title: str | None = None,
    players: tuple[int, int] | None = None,
    folder: str | os.PathLike[str] = ".",
) -> Scaffold:
    """Writes NAME.yaml and NAME.scenarios.yaml into `folder`, both or neither; what is there is never written over.

    `extends`: the id of a shipped game; `players`: at least and at most so many, if not as many as in that game.
    Raises BadScaffold, AlreadyExists, and OSError where nothing can be written.
    """
    check_name(name)
    base = _base(extends)
    place = Path(folder)
    if not place.is_dir():
        told = "is a file, not a folder" if place.exists() else "does not exist; create it first"
        raise BadScaffold(f"the folder `{place}` {told}")
    beside = place / f"{extends}{SUFFIX}"
    if beside.exists():
        raise BadScaffold(f"`{beside}` would be extended in the place of the shipped game; choose another folder")
    card = new_card(base)
    start = Scaffold(place / f"{name}{SUFFIX}", place / f"{name}.scenarios{SUFFIX}", card is not None)
    text = ruleset_text(name, base, _title(name, title), _players(players), card, place)
    _check(name, text)
    _write({start.ruleset: text, start.scenarios: scenarios_text(name, base, players, card, place)})
    return start


# ---- what is asked for ---------------------------------------------------------------------------------------------


def _base(extends: str) -> Ruleset:
    """The shipped game of that id."""
    ids = list_rulesets()
    base = load(rulesets_dir() / f"{extends}{SUFFIX}") if extends in ids else None
    if base is not None and not base.is_base:
        return base
    if base is not None:
        way = "docs/language.md writes whole games: on foundations under 21, on nothing under 22"
        raise BadScaffold(f"`{extends}` is a foundation and no game yet: {way}; or build on a game, such as `classic`")
    games = [each for each in ids if not load(rulesets_dir() / f"{each}{SUFFIX}").is_base]
    near = difflib.get_close_matches(extends, games, n=1)
    way = f"did you mean `{near[0]}`?" if near else f"there are: {', '.join(games)}"
    raise BadScaffold(f"`{extends}` is no shipped game; {way}")


def _title(name: str, title: str | None) -> str:
    """The title that is wanted, or one made of the name."""
    if title is None:
        return " ".join(word[:1].upper() + word[1:] for word in re.split("[-_]+", name) if word)
    title = title.strip()
    if not title or not title.isprintable() or len(title) > LONGEST:
        raise BadScaffold(f"a title is a line of 1 to {LONGEST} letters, such as `My Game`")
    return title


def _players(players: tuple[int, int] | None) -> tuple[int, int] | None:
    if players is not None and not FEWEST <= players[0] <= players[1] <= MOST:
        raise BadScaffold(f"{players[0]} to {players[1]} cannot play: {FEWEST} at least, {MOST} at most, such as 2-6")
    return players


def _check(name: str, text: str) -> None:
    """Whether the ruleset is in order; what somebody has asked for may be too much for the deck."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}{SUFFIX}"
        path.write_text(text, encoding="utf-8")
        wrong = [problem for problem in validate(path) if problem.severity == "error"]
    if wrong:
        raise BadScaffold(f"that would be no game ({wrong[0].code}): {wrong[0].message}")


# ---- what is added -------------------------------------------------------------------------------------------------


def new_card(base: Ruleset) -> NewCard | None:
    """The card that `base` can take; None where it lacks what the card is made of."""
    game = base.game(base.players_min)
    world, values = game.world, base.tree.get(("values",))
    named = all(
        each in world.attributes and world.attributes[each].type.name == each and each in world.enums
        for each in ("color", "symbol")
    )
    symbols = values.get(("symbol",)) if isinstance(values, Tree) else None
    draw = world.effects.get("draw")
    if not named or "number" not in world.attributes or not isinstance(symbols, Tree):
        return None
    if draw is None or "player" not in draw.params or CARD in world.kinds.members:
        return None
    if CARD in world.enums["symbol"].members or not isinstance(base.tree.get(("deck_size",)), Scalar):
        return None
    colors = _colors(game)
    if not colors or len({len(each) for each in colors.values()}) > 1:
        return None
    used = {face.short for look in game.looks for face in look.faces}
    mark = next((each for each in MARKS if not any(_mark(base, color) + each in used for color in _all(colors))), None)
    first = next(iter(colors.values()))[0]
    plain = {look.faces[0].short: look.faces[0] for look in game.looks if _is_plain(base, look.faces[0])}
    index = world.enums["color"].members.index(first)
    alike = [short for short, face in plain.items() if face.attributes["color"] == index]
    others = [short for short, face in plain.items() if face.attributes["color"] != index]
    if mark is None or not _mark(base, first) or not alike or len(others) < 2:
        return None
    return NewCard(
        mark=mark,
        colors=colors,
        all_colors=set(_all(colors)) == set(world.enums["color"].members),
        cost=world.cost,
        short=_mark(base, first) + mark,
        top=alike[len(alike) // 2],
        others=tuple(others[-2:]),
    )


def _colors(game: CheckedGame) -> dict[str, tuple[str, ...]]:
    """The colours of the new cards, by face where each card of the game has all faces."""
    faces, members = game.world.faces.members, game.world.enums["color"].members
    two_sided = len(faces) > 1 and all(face.exists for look in game.looks for face in look.faces)
    found = {}
    for number, name in enumerate(faces if two_sided else faces[:1]):
        seen = {look.faces[number].attributes["color"] for look in game.looks}
        found[name if two_sided else ""] = tuple(each for k, each in enumerate(members) if k in seen)
    return found if all(found.values()) else {}


def _all(colors: Mapping[str, tuple[str, ...]]) -> list[str]:
    return [each for group in colors.values() for each in group]


def _mark(base: Ruleset, color: str) -> str:
    """The mark of a colour, if the short names of cards begin with it."""
    mark = base.tree.get(("values", "color", color, "mark"))
    return mark.text if isinstance(mark, Scalar) and _notation(base)[:1] == ["color"] else ""


def _notation(base: Ruleset) -> list[object]:
    """The attributes of which short names of cards are made."""
    notation = base.tree.get(("notation",))
    return notation.plain() if isinstance(notation, Sequence) else []


def _is_plain(base: Ruleset, face: PrintedFace) -> bool:
    """Whether nothing is on it but a colour and a number."""
    named = [each for each in _notation(base) if face.attributes[str(each)] >= 0]
    return named == ["color", "number"] and face.effect is None and not face.choices


# ---- the files -----------------------------------------------------------------------------------------------------


def ruleset_text(
    name: str, base: Ruleset, title: str, players: tuple[int, int] | None, card: NewCard | None, folder: Path
) -> str:
    """The text of the ruleset's file in `folder`."""
    schema, elsewhere = for_editors("ruleset", folder)
    data: dict[str, object] = {"format": 1, "id": name, "title": title, "extends": base.id}
    beside: dict[Keys, str] = {}
    above: dict[Keys, tuple[str, ...]] = {}
    if players is not None:
        data["players"] = {"min": players[0], "max": players[1]}
    hand, was = _hand_size(base)
    if hand is not None:
        data["options"] = {"hand_size": hand}
        beside["options", "hand_size"] = f"cards dealt to each player; {was} in {base.id}"
    elif card is None:
        for option, declared in list(base.model.options.items())[:1]:
            kind = ", ".join(map(str, declared.type)) if isinstance(declared.type, list) else declared.type
            data["options"] = {option: declared.default}
            beside["options", option] = f"{kind}; this is the default"
    if card is not None:
        data |= _card_parts(base, card)
        above["cards", CARD] = ("# An alarm makes all other players draw a card.",)
        beside |= {
            ("values", "symbol", CARD): f"printed on the new card, whose short name is {card.short}",
            ("deck+",): f"added to the deck of {base.id}",
            ("deck_size",): f"a check: {card.count} cards more than in {base.id}",
        }
    above |= {(key,): ("",) for key in ("options", "values", "cards", "deck+")}
    faces = [("deck+", "-", "faces", face) for face in card.colors] if card is not None else []
    opened = [("options",), ("values",), ("values", "symbol"), ("cards",), ("deck+",), ("deck+", "-", "faces"), *faces]
    text = YamlWriter(opened, above, beside, column=30).text(mapping_of(data))
    return f"{schema}\n# Everything else is the same as in {base.id}.{elsewhere}\n{text}"


def for_editors(kind: str, folder: Path) -> tuple[str, str]:
    """The comment with the schema for editors, and a sentence for other computers unless the path is relative."""
    schema = schema_dir().resolve() / f"{kind}.schema.json"
    if folder.resolve().is_relative_to(schema.parents[1]):  # in one checkout
        place = Path(os.path.relpath(schema, folder.resolve())).as_posix()
        return f"# yaml-language-server: $schema={place}", ""
    command = "unoflex schema" if kind == "ruleset" else f"unoflex schema {kind}"
    elsewhere = f" For line 1 on another computer: `{command} --path`."
    return f"# yaml-language-server: $schema={schema}", elsewhere


def _card_parts(base: Ruleset, card: NewCard) -> dict[str, object]:
    """The parts of the ruleset that declare the new card and add it to the deck."""
    size = base.tree.get(("deck_size",))
    assert isinstance(size, Scalar)
    face = {"color": "$color", "symbol": CARD}
    cost = {card.cost: POINTS} if card.cost else {}
    deck: dict[str, object] = {"card": CARD, "color": "each" if card.all_colors else list(card.colors.get("", ()))}
    if "" not in card.colors:
        deck = {"faces": {face: [{"card": CARD, "color": list(group)}] for face, group in card.colors.items()}}
    return {
        "values": {"symbol": {CARD: {"mark": card.mark}}},
        "cards": {CARD: {"face": face, **cost, "played": [{"draw": "others"}]}},
        "deck+": [deck],
        "deck_size": size.value + card.count if isinstance(size.value, int) else f"({size.text}) + {card.count}",
    }


def _hand_size(base: Ruleset) -> tuple[int | None, int]:
    """How many cards are dealt in the new game, and in `base`; None where that is no option."""
    option = base.model.options.get("hand_size")
    if option is None or option.type != "int" or not isinstance(option.default, int):
        return None, 0
    was = option.default
    less = max(was - 2, option.min or 1)
    return (less if less != was else was + 1), was


def scenarios_text(
    name: str, base: Ruleset, players: tuple[int, int] | None, card: NewCard | None, folder: Path
) -> str:
    """The text of the file of scenarios beside it in `folder`."""
    least, most = players or (base.players_min, base.players_max)
    count = min(max(USUAL, least), most)
    seats = [f"P{seat}" for seat in range(count)]
    schema, elsewhere = for_editors("scenarios", folder)
    scenarios: list[dict[str, object]] = []
    top = {"top": card.top} if card is not None else {}
    if card is not None:
        expected = {"drew": dict.fromkeys(seats[1:], 1), "hand_size": {"P0": 2}, "top": card.short, "turn": "P1"}
        scenarios.append(
            {
                "name": "An alarm makes all other players draw a card",
                "table": {"players": count, **top, "hands": {"P0": [card.short, *card.others]}},
                "play": [{"P0": f"play {card.short}"}],
                "expect": expected,
            }
        )
    hand, _ = _hand_size(base)
    if _asks_first(base.game(base.players_min)):  # a scenario from the start would end before the deal
        hand = None
    if hand is not None:
        scenarios.append(
            {
                "name": f"Each player is dealt {hand} cards",
                "from": "start",
                "table": {"players": count, **top},
                "expect": {"hand_size": dict.fromkeys(seats, hand)},
            }
        )
    if card is None or hand is None:
        table = {"players": most + 1}
        scenarios.append({"name": f"{most + 1} players are too many", "table": table, "problem": "E312"})
    if card is None and hand is None:
        table = {"players": count}
        title = f"{count} players can play"
        scenarios.append({"name": title, "from": "start", "table": table, "expect": {"outcome": "running"}})
    writer = YamlWriter(opened=[("scenarios",), ("scenarios", "-")])
    text = writer.text(mapping_of({"ruleset": f"./{name}{SUFFIX}", "scenarios": scenarios}))
    return f"{schema}\n# Examples of the rules, for `unoflex test`.{elsewhere}\n{text}"


def _asks_first(game: CheckedGame) -> bool:
    """Whether somebody may be asked before cards are dealt."""
    before = [step for name in ("game.start", "round.prepare") for step in walk(game.pieces.get(name, []))]
    return any(isinstance(step, AskStep | WindowStep | ChooseStep) for step in before)


def _write(texts: Mapping[Path, str]) -> None:
    """Writes all files or none. Each name is taken before anything is written, so that nothing can be written over."""
    with ExitStack() as undo:
        made = []
        for path, text in texts.items():
            file, temporary = created(path.parent)
            made.append(temporary)
            undo.callback(_unlink, temporary)
            with file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
        taken = ExitStack()
        undo.push(taken)
        for path in texts:
            try:
                open(path, "xb").close()
            except FileExistsError:
                raise AlreadyExists(f"`{path}` is there already; nothing was written: choose another name") from None
            taken.callback(_unlink, path)
        for temporary, path in zip(made, texts, strict=True):
            os.replace(temporary, path)
        taken.pop_all()


def _unlink(path: Path) -> None:
    with suppress(OSError):
        os.unlink(path)
