"""The shared parts of tests of expressions and statements: a tiny ruleset, and a table to play it step by step.

Not here: tests. The plain kernel runs the program, without the public API.
"""

from pathlib import Path
from typing import Any

from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.engine.decisions import answer
from unoflex_rules.engine.dispatch import run
from unoflex_rules.engine.loop.promises import is_sound
from unoflex_rules.engine.plan import start_game
from unoflex_rules.language.diagnostics.problems import Problem, RulesetError
from unoflex_rules.language.ruleset import load, validate
from unoflex_rules.play.machine import options_in
from unoflex_rules.program import layout as at
from unoflex_rules.program.events import BY_NUMBER

# Nine cards: red, green and blue 1 to 3, bottom first in `pile`; nothing is dealt, nothing is shuffled.
TINY = """
format: 1
id: tiny
title: Tiny
players: {min: 1, max: 4}
values: {color: [red, green, blue], number: 0..9}
attributes: {color: color, number: number, joker: bool}
active: {color: {keep: true}, number: {}}
zones:
  pile: {deck: true}
  table: {visible: all}
  side: {visible: all}
  hand: {each: player, visible: owner}
cards:
  plain: {face: {color: $color, number: $number}}
deck:
  - {card: plain, color: each, number: 1..3}
"""
# Every turn has one question with one option: to go on.
TURN = "turn: {choose: [ask: {player: self, options: {on: {}}}]}\n"


def problems_of(text: str, folder: Path) -> list[Problem]:
    """Return the problems of a ruleset's text."""
    path = folder / "tiny.yaml"
    path.write_text(text, encoding="utf-8")
    return validate(path)


def problem_places(text: str, folder: Path) -> list[str]:
    """Return the problems of a ruleset's text, each as `line:column code marked text`, with `-> suggestion`."""
    lines = text.split("\n")
    found = []
    for each in problems_of(text, folder):
        assert each.span is not None, each
        place = f"{each.span.line}:{each.span.column} {each.code} {marked(lines, each)}"
        found.append(place + (f" -> {each.suggestion}" if each.suggestion else ""))
    return found


def problem_words(text: str, folder: Path) -> list[str]:
    """Return the problems of a ruleset's text in order, each as `code marked text`, with `-> suggestion`."""
    return [each.split(" ", 1)[1] for each in problem_places(text, folder)]


def marked(lines: list[str], problem: Problem) -> str:
    """Return the text that a problem marks; of several lines the first."""
    at_ = problem.span
    assert at_ is not None
    line = lines[at_.line - 1]
    return line[at_.column - 1 : at_.end_column - 1] if at_.line == at_.end_line else line[at_.column - 1 :]


class Table:
    """A game that is played one decision at a time."""

    def __init__(
        self, text: str, folder: Path, players: int = 2, seed: int = 1, one_round: bool = True, checked: bool = True
    ) -> None:
        path = folder / "tiny.yaml"
        path.write_text(text, encoding="utf-8")
        found = validate(path) if checked else []
        if found:
            raise RulesetError(found)
        ruleset = load(path)
        self.game = ruleset.game(players)
        self.program = compile_ruleset(ruleset, players)
        self.p = self.program.vector
        self.s = [0] * self.program.state_size
        self.w = [0] * self.program.work_size
        self.w[at.W_RECORD] = 1
        self.one_round = int(one_round)
        self.begin(seed)

    def begin(self, seed: int) -> "Table":
        """Start a game with another seed."""
        self.w[at.W_EVENTS] = 0
        start_game(self.s, self.p, seed, 0, 10_000, self.one_round)
        self.run()
        return self

    def run(self) -> None:
        run(self.s, self.p, self.w)
        if self.s[at.S_STATUS] != at.BROKEN:
            assert is_sound(self.s, self.p, self.w) == 1

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        return {
            at.ASKING: "asking", at.OVER: "over", at.UNFINISHED: "unfinished", at.BROKEN: "broken"
        }[self.s[at.S_STATUS]]  # fmt: skip

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        return self.s[at.S_ASKED]

    @property
    def turn_of(self) -> int:
        """The seat that has the turn."""
        return self.s[at.S_SELF]

    @property
    def options(self) -> list[str]:
        """The options: verb, card, face, choices; empty parts are omitted."""
        found = []
        for row in options_in(self.w):
            words = [self.program.verbs[row[0]]]
            if row[1] >= 0:
                words.append(self.title(row[1], max(row[2], 0)))
                if len(self.program.faces) > 1:
                    words.append(self.program.faces[row[2]])
            words += [str(value) for value in row[3:5] if value >= 0]
            found.append(" ".join(words))
        return found

    @property
    def winners(self) -> set[int]:
        return {seat for seat in range(self.program.players) if self.s[at.S_WINNERS] >> seat & 1}

    @property
    def reason(self) -> str:
        return self.program.reasons[self.s[at.S_REASON]]

    def title(self, card: int, face: int = 0) -> str:
        return self.program.card_name(card, face)

    def zone(self, name: str, seat: int = -1) -> list[str]:
        """Return the cards of a zone, bottom first."""
        number = next(k for k, each in enumerate(self.program.zones) if (each.name, each.seat) == (name, seat))
        pile = self.p[at.P_PILE] + number * self.p[at.P_CARDS]
        return [self.title(card) for card in self.s[pile : pile + self.s[self.p[at.P_SIZE] + number]]]

    def value(self, name: str, seat: int = 0) -> Any:
        """Return a variable, or a value in force with the prefix `active.`, in the words of the ruleset."""
        every = [*self.program.variables, *self.program.card_attributes]
        if name.startswith("active."):
            every, name = self.program.active, name[7:]
        found = next(each for each in every if each.name == name)
        value = self.s[found.slot + seat * found.width]
        if found.kind == "card" and value >= 0:
            place = self.s[self.p[at.P_PLACE] + value]
            value = value if place == self.s[found.slot + seat * found.width + 1] else at.NONE
        if found.kind == "bool":
            return bool(value)
        if value < 0 and found.kind in ("enum", "player", "card"):
            return None
        if found.kind == "card":
            return self.title(value)
        if found.kind == "players":
            return {seat for seat in range(self.program.players) if value >> seat & 1}
        return found.values[value] if found.values else value

    def events(self, *kinds: str) -> list[tuple[int, ...]]:
        """Return the values of the events of these kinds, in order."""
        found = []
        for k in range(self.w[at.W_EVENTS]):
            row = self.w[at.W_EVENT + k * at.EVENT_COLUMNS :][: at.EVENT_COLUMNS]
            if BY_NUMBER[row[0]].name in kinds:
                found.append(tuple(row[1:5]))
        return found

    def stopped_at(self) -> int:
        """The line of the ruleset at which a broken game stopped."""
        source = self.program.source(self.s[at.S_PC])
        assert source is not None
        return source.outermost.line

    # ---- playing -----------------------------------------------------------------------------------------------------

    def take(self, option: str) -> "Table":
        """Take an option by its name in `options`."""
        assert self.status == "asking"
        assert option in self.options, (option, self.options)
        answer(self.s, self.p, self.w, self.options.index(option))
        self.run()
        return self

    def skip_turns(self, number: int, option: str = "on") -> "Table":
        """Take the same option several times."""
        for _ in range(number):
            self.take(option)
        return self


def first_turn(*steps: str) -> str:
    """Return a turn that runs these steps first the first time, and then asks the player to go on."""
    done = ", ".join(steps)
    ask = "ask: {player: self, options: {on: {}}}"
    return f"turn:\n  start: [{{if: turn == 1, then: [{done}]}}]\n  choose: [{ask}]\n"
