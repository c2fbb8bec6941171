"""The texts of a new ruleset and of its scenarios. Not here: names, folders (scaffold.py), its card (new_card.py)."""

from __future__ import annotations

import os
from pathlib import Path

from unoflex_rules.authoring.new_card import CARD, NewCard
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.language.statements.tree import AskStep, CheckedGame, ChooseStep, WindowStep, walk
from unoflex_rules.language.yaml.writer import Keys, YamlWriter, mapping_of
from unoflex_rules.resources import SUFFIX, schema_dir

USUAL_PLAYERS = 3  # of a scenario: two opponents, and turns that go round
HAND_SIZE = "hand_size"  # the option of the library for the number of cards dealt


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
        data["options"] = {HAND_SIZE: hand}
        beside["options", HAND_SIZE] = f"cards dealt to each player; {was} in {base.id}"
    elif card is None:
        for option, declared in list(base.model.options.items())[:1]:
            kind = ", ".join(map(str, declared.type)) if isinstance(declared.type, list) else declared.type
            data["options"] = {option: declared.default}
            beside["options", option] = f"{kind}; this is the default"
    if card is not None:
        data |= card.declarations(base)
        above["cards", CARD] = ("# An alarm makes all other players draw a card.",)
        beside |= {
            ("values", card.printed_type, CARD): f"printed on the new card, whose short name is {card.short}",
            ("deck+",): f"added to the deck of {base.id}",
            ("deck_size",): f"a check: {card.count} cards more than in {base.id}",
        }
    above |= {(key,): ("",) for key in ("options", "values", "cards", "deck+")}
    opened: list[Keys] = [("options",), ("values",), ("cards",), ("deck+",), ("deck+", "-", "faces")]
    if card is not None:
        opened += [("values", card.printed_type), *(("deck+", "-", "faces", face) for face in card.values)]
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


def _hand_size(base: Ruleset) -> tuple[int | None, int]:
    """How many cards the new game deals, None if that is not an option of it; and how many `base` deals."""
    option = base.model.options.get(HAND_SIZE)
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
    count = min(max(USUAL_PLAYERS, least), most)
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
    """Whether a player may be asked before the deal."""
    before = [step for name in ("game.start", "round.prepare") for step in walk(game.pieces.get(name, []))]
    return any(isinstance(step, AskStep | WindowStep | ChooseStep) for step in before)
