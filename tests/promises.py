"""The promises of every game at every decision (docs/design, "Promises"), as checks of a game. Not here: tests.

Each check raises AssertionError; `promised` plays a game under all of them and adds the line that repeats it.
"""

import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.replaying import Replay
from unoflex_rules.engine.backend.accel import Kernel
from unoflex_rules.play.actions import Action, IllegalAction, find_action
from unoflex_rules.play.agents import agents_for, write_agents
from unoflex_rules.play.card_names import card_names, front_of
from unoflex_rules.play.game import Game
from unoflex_rules.play.machine import Machine
from unoflex_rules.play.observation import Observer, faces_seen, pile
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program

OWN = Path(__file__).parent / "rulesets"


@cache
def shipped_games() -> list[str]:
    """Return the ids of the shipped rulesets that are games."""
    return [name for name in ur.list_rulesets() if not ur.load(name).is_base]


@cache
def rulesets() -> list[str]:
    """Return every ruleset that is a game: shipped ones by id, those of the tests by file."""
    return shipped_games() + sorted(str(path) for path in OWN.glob("*.yaml"))


def player_counts(name: str) -> list[int]:
    """Return the smallest, the largest and a middle number of players of a ruleset."""
    counts = ur.load(name).player_counts
    return sorted({counts[0], min(max(4, counts[0]), counts[-1]), counts[-1]})


@cache
def tables() -> list[tuple[str, int]]:
    """Return every game for several numbers of players."""
    return [(name, players) for name in rulesets() for players in player_counts(name)]


@cache
def program_of(name: str, players: int) -> Program:
    """Return a ruleset's program, compiled once."""
    return ur.compile_ruleset(ur.load(name), players)


# ---- one decision ----------------------------------------------------------------------------------------------------


def cards_are_whole(game: Game) -> None:
    """Every card is in exactly one zone, and its recorded zone is that zone."""
    p, state = game.program.vector, game.state
    found = []
    for zone in range(p[at.P_ZONES]):
        cards = pile(game.program, state, zone)
        found += cards
        assert all(state[p[at.P_PLACE] + card] == zone for card in cards), "a card is not in its recorded zone"
    assert sorted(found) == list(range(p[at.P_CARDS])), "a card is missing, or in two places"
    for face in range(len(game.program.faces)):
        printed = [game.program.look_of(state, card, face) for card in found]
        assert sorted(printed) == prints_of(game.program, face), "one print is on two cards"
    assert all(0 <= look < len(game.program.looks) for look in game.program.cards)


def prints_of(program: Program, face: int) -> list[int]:
    """Return the print of a face on the cards of a deck at the start of a game."""
    p = program.vector
    if not program.shuffles_faces:
        return sorted(program.cards)
    first, pairs = p[at.P_PRINTS] + face * p[at.P_CARDS], p[at.P_GAME_RESETS]
    starts = {p[pairs + 1 + 2 * k]: p[pairs + 2 + 2 * k] for k in range(p[pairs])}
    return sorted(starts[first + card] for card in range(p[at.P_CARDS]))


def somebody_is_asked(game: Game) -> None:
    """Exactly one player is asked; the player has an option; options are distinct."""
    decision = game.decision
    assert decision is not None and game.outcome is None
    assert 0 <= decision.seat < game.players
    assert decision.seat in set(game.observation(decision.seat).seats_in) | {decision.seat}
    legal = game.legal_actions()
    assert legal and list(decision.options) == legal
    assert len(set(legal)) == len(legal), f"an action is offered twice: {[str(each) for each in legal]}"
    assert len({str(each) for each in legal}) == len(legal), (
        f"two actions have the same text: {[str(each) for each in legal]}"
    )


def each_option_is_found_by_its_text(game: Game) -> None:
    """The text of an option, in any case, is parsed to that option."""
    legal = game.legal_actions()
    assert [find_action(str(each).upper(), legal) for each in legal] == list(range(len(legal)))


def events_say_what_is_declared(game: Game) -> None:
    """The values in force, all variables and all marks follow from the events alone."""
    program, state = game.program, game.state
    game.events()
    followed = game._feeds[None].tracked.state
    declared = [*program.active, *program.card_attributes, *(v for v in program.variables if v.kind != "card")]
    slots = [slot for v in declared for slot in range(v.slot, v.slot + v.count * v.width)]
    slots += [program.vector[at.P_PLACE] + card for card in range(len(program.cards))]
    if program.shuffles_faces:
        slots += [program.vector[at.P_PRINTS] + k for k in range(len(program.faces) * len(program.cards))]
    wrong = [program.slot_names.get(slot, slot) for slot in slots if followed[slot] != state[slot]]
    assert not wrong, f"events lead to other values of {wrong}"


def asking_changes_nothing(game: Game) -> None:
    """Looking at a game in any way does not change its state, and asking again gives the same."""
    before = game.state
    legal = game.legal_actions()
    for seat in range(game.players):
        game.observation(seat)
        game.events(seat)
    assert game.legal_actions() == legal
    again = game.at_state(before)
    assert again.legal_actions() == legal and again._options == game._options
    assert again.state == before == game.state


def near_misses(legal: list[Action], chance: random.Random) -> list[object]:
    """Texts that look like legal actions but are not."""
    action = chance.choice(legal)
    made: list[object] = [
        Action(action.verb + "s", action.card, action.face, action.choice, action.choice2),
        Action(action.verb, f"{action.card} 2", action.face, action.choice, action.choice2),
        Action(action.verb, None if action.card else "red 1", action.face, action.choice, action.choice2),
        Action(action.verb, action.card, "inside", action.choice, action.choice2),
        Action(action.verb, action.card, action.face, "P99", action.choice2),
        Action(action.verb, action.card, action.face, action.choice, "nothing"),
        len(legal),
        -1,
        f"{action} again",
        "",
        str(action)[:-1].strip(),
    ]
    texts = {text for each in legal for text in (str(each), *each.texts)}
    return [each for each in made if each not in legal and str(each) not in texts]


def only_legal_actions_apply(game: Game, chance: random.Random) -> None:
    """Every legal action can be taken on a copy; any other is rejected and changes nothing."""
    before = (game.state, game.taken, len(game.events()))
    for index, action in enumerate(game.legal_actions()):
        copy = game.copy()
        assert copy.apply(chance.choice([index, action, str(action)])) == action
        assert copy.state[at.S_DECISIONS] == game.state[at.S_DECISIONS] + 1
        if not copy.is_over:
            somebody_is_asked(copy)
    for wrong in near_misses(game.legal_actions(), chance):
        with pytest.raises(IllegalAction) as refused:
            game.apply(wrong)
        assert list(refused.value.legal) == game.legal_actions(), f"{wrong!r} is rejected with another list"
    assert (game.state, game.taken, len(game.events())) == before


def copies_are_apart(game: Game, chance: random.Random, moves: int = 5) -> None:
    """Playing on a copy does not change the game, nor the game its copy."""
    copy, still = game.copy(), game.copy()
    before = (game.state, game.taken, game.legal_actions(), game.events())
    for _ in range(moves):
        if not copy.is_over:
            copy.apply(chance.randrange(len(copy.legal_actions())))
    assert copy.state != before[0]
    assert (game.state, game.taken, game.legal_actions(), game.events()) == before
    assert (still.state, still.taken, still.legal_actions()) == before[:3]
    repeated = still.replay(copy.taken[len(still.taken) :])
    assert repeated.state == copy.state, "the same choices give another state"


# ---- hidden information ----------------------------------------------------------------------------------------------


def permuted(game: Game, seat: int, chance: random.Random) -> list[int]:
    """Return a state in which cards that look alike to `seat`, but not to all players, are exchanged."""
    program, state = game.program, game.state
    p, front, names = program.vector, front_of(game.program, game.state), card_names(game.program)
    shown = game._revealed.to(seat)
    alike: dict[object, list[int]] = {}
    for zone in range(p[at.P_ZONES]):
        cards = pile(program, state, zone)
        for card in cards:
            faces = faces_seen(program, zone, seat, front, card == cards[-1])
            if card not in shown and len(faces) < len(program.faces):
                alike.setdefault(names.view(state, card, front, faces), []).append(card)
    other = list(range(p[at.P_CARDS]))
    for cards in alike.values():
        for card, put in zip(cards, chance.sample(cards, len(cards)), strict=True):
            other[card] = put
    result = state.copy()
    for zone in range(p[at.P_ZONES]):
        first = p[at.P_PILE] + zone * p[at.P_CARDS]
        for place, card in enumerate(pile(program, state, zone)):
            result[first + place] = other[card]
            result[p[at.P_PLACE] + other[card]] = zone
    holders = [v.slot + 2 * k for v in program.variables if v.kind == "card" for k in range(v.count)]
    for slot in [*holders, at.S_CARD]:
        if state[slot] >= 0:
            result[slot] = other[state[slot]]
    return result


def hidden_cards_do_not_show(game: Game, chance: random.Random) -> None:
    """An observation and its legal actions are the same bytes if hidden cards are exchanged."""
    for seat in range(game.players):
        state = permuted(game, seat, chance)
        if seat == game.to_decide:
            options = game.at_state(state).legal_actions()
        else:  # the other player's options may depend on hidden cards, so they are not computed again
            options = []
        other = Observer(game.program, state, seat, game._revealed.to(seat)).observe(game.question, options)
        seen, told = (json.dumps(each.as_json()).encode() for each in (game.observation(seat), other))
        assert seen == told, f"P{seat} sees a difference between hidden cards:\n{seen!r}\n{told!r}"


def nothing_secret_is_told(game: Game) -> None:
    """Events for a seat name no physical card and no line of the rules, and nothing that only other players saw."""
    full = game.events()
    for seat in range(game.players):
        heard = game.events(seat)
        assert len(heard) <= len(full)
        assert all(each.number is None and each.place is None and each.chain == () for each in heard)
        assert all(each.kind not in ("stay", "random") for each in heard)


# ---- a game ----------------------------------------------------------------------------------------------------------


def ends_with_a_reason(game: Game) -> None:
    """A finished game has a reason and its winners."""
    outcome = game.outcome
    assert game.is_over and outcome is not None and game.to_decide is None and game.decision is None
    assert outcome.error is None
    assert outcome.reason in game.program.reasons or outcome.unfinished
    assert not (outcome.unfinished and outcome.winners)
    assert all(0 <= seat < game.players for seat in outcome.winners)
    assert game.legal_actions() == []
    with pytest.raises(IllegalAction):
        game.apply(0)


def promised(
    program: Program,
    seed: int,
    index: int = 0,
    rare: int = 10,
    rounds: str = "one",
    limit: int = 400,
    every: int = 1,
    looked: Counter[str] | None = None,
) -> Game:
    """Play a random game under all promises; the expensive ones are checked about every `rare` decisions.

    `looked` counts how often each promise was checked.

    With `rounds="game"`, at most three rounds. Three of four games are played eagerly, so that they end: in nine of ten
    decisions a card is played if possible. `every`: number of decisions between two checks; events between two checks
    are still followed one by one.
    """
    chance = random.Random(f"{program.digest} {seed} {index}")
    game = Game(program, seed=seed, index=index, rounds=rounds, limit=limit)
    replay = Replay(program)

    def look(promise: Callable[..., None], *given: object) -> None:
        promise(*given)
        if looked is not None:
            looked[promise.__name__.replace("_", " ")] += 1

    def events_repeat_the_game(game: Game) -> None:
        replay.follow(game.events())
        replay.agrees_with(game)

    try:
        while not game.is_over and game._state[at.S_ROUND] <= 3:
            if len(game.taken) % every == 0:
                look(cards_are_whole, game)
                look(somebody_is_asked, game)
                look(events_repeat_the_game, game)
                look(events_say_what_is_declared, game)
            if chance.randrange(rare) == 0:
                look(each_option_is_found_by_its_text, game)
                look(asking_changes_nothing, game)
                look(only_legal_actions_apply, game, chance)
                look(copies_are_apart, game, chance)
                look(hidden_cards_do_not_show, game, chance)
            game.replay([chosen(game, chance, eager=index % 4 != 0)])
        look(events_repeat_the_game, game)
        look(cards_are_whole, game)
        look(nothing_secret_is_told, game)
        if game.is_over:
            look(ends_with_a_reason, game)
    except (Exception, pytest.fail.Exception) as problem:
        raise AssertionError(f"{problem}\nrepeat it with: {game.repeat}") from problem
    return game


def chosen(game: Game, chance: random.Random, eager: bool) -> int:
    """Return the index of a random option; `eager`: mostly one with a card, if there is one."""
    plays = [number for number, option in enumerate(game._options) if option[1] >= 0]
    if eager and plays and chance.random() < 0.9:
        return chance.choice(plays)
    return chance.randrange(len(game._options))


def alike_on(program: Program, kernels: list[Kernel], seed: int, index: int = 0, limit: int = 400) -> Game:
    """Play a random game on several engines side by side: the whole state is the same after every decision."""
    chance = random.Random(f"{program.digest} {seed} {index}")
    game = Game(program, seed=seed, index=index, limit=limit)
    others = []
    for kernel in kernels:
        machine = Machine(program, kernel)
        state = machine.new_state(seed, index, limit, True)
        others.append((machine, state, *machine.run(state, True)))
    heard = 0
    try:
        while True:
            events = game._raw[heard:]
            heard = len(game._raw)
            for machine, state, options, told in others:
                numbers = [int(value) for value in state]
                assert numbers == game.state, f"{machine.kernel.name}: slots {differing(numbers, game.state)} differ"
                assert options == game._options and told == events, f"{machine.kernel.name}: other options or events"
            if game.is_over:
                return game
            option = chance.randrange(len(game._options))
            game.replay([option])
            others = [(m, s, *m.answer(s, options, option, True)) for m, s, options, _ in others]
    except (Exception, pytest.fail.Exception) as problem:
        raise AssertionError(f"{problem}\nrepeat it with: {game.repeat}") from problem


def agents_play(
    kernel: Kernel, program: Program, agents: str | list[str], index: int = 0, limit: int = 400
) -> tuple[list[int], list[int]]:
    """Play a game of the engine's agents step by step. Return its last state and its row. Each choice must be legal."""
    s, p, w = (kernel.vector(each) for each in ([0] * program.state_size, program.vector, [0] * program.work_size))
    row = kernel.vector([0] * program.row_size)
    write_agents(w, agents_for(program.players, agents))
    kernel.begin_game(s, p, w, 56, index, limit, 0, 1)
    kernel.run(s, p, w)
    while s[at.S_STATUS] == at.ASKING:
        chosen = kernel.choose(s, p, w)
        assert 0 <= chosen < w[at.W_OPTIONS], "an agent takes an illegal option"
        kernel.answer(s, p, w, chosen)
        kernel.run(s, p, w)
    kernel.write_row(s, p, w, row, 0)
    return [int(value) for value in s], [int(value) for value in row]


def differing(one: list[int], other: list[int]) -> list[int]:
    """Return the slots in which two states differ."""
    return [slot for slot, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
