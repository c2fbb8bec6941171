"""Merging one tree over another: the effect of keys with signs, and their errors."""

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.language.reading import written
from unoflex_rules.language.compose.overlaying import Known, combine
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.nodes import Mapping


def tree_of(text: str) -> Mapping:
    problems = Problems()
    tree = read_text(text, "game.yaml", problems)
    assert tree is not None
    assert problems.sorted() == []
    return tree


def over(lower: str, upper: str) -> tuple[dict[str, object], list[Problem]]:
    """Merge one text over another."""
    problems = Problems()
    merged = combine(tree_of(lower) if lower else None, tree_of(upper), problems)
    return merged.plain(), problems.sorted()


LOWER = "list: [a, b, 1]\nmap: {x: 1, y: {z: 2}}\nvalue: 7\nnothing:\n"


@pytest.mark.parametrize(
    "upper,changed",
    [
        ("new: 1", {"new": 1}),
        ("value: 8", {"value": 8}),
        ("value: [8]", {"value": [8]}),
        ("value: {n: 8}", {"value": {"n": 8}}),
        ("value:", {"value": None}),
        ("list: [c]", {"list": ["c"]}),
        ("map: {x: 3}", {"map": {"x": 3, "y": {"z": 2}}}),
        ("map: {w: 3, y: {q: 4}}", {"map": {"x": 1, "y": {"z": 2, "q": 4}, "w": 3}}),
        ("list+: [c, d]", {"list": ["a", "b", 1, "c", "d"]}),
        ("+list: [c, d]", {"list": ["c", "d", "a", "b", 1]}),
        ("+list: [c]\nlist+: [d]", {"list": ["c", "a", "b", 1, "d"]}),
        ("list+: []", {}),
        ("list-: [a]", {"list": ["b", 1]}),
        ("list-: [b, 1]", {"list": ["a"]}),
        ("list-: [a]\nlist+: [c]", {"list": ["b", 1, "c"]}),
        ("list+: [c]\nlist-: [a]", {"list": ["b", 1, "c"]}),
        ("map-: [x]", {"map": {"y": {"z": 2}}}),
        ("map-: [x, y]", {"map": {}}),
        ("map: {x: 9}\nmap-: [x]", {"map": {"y": {"z": 2}, "x": 9}}),
        ("map=: {w: 3}", {"map": {"w": 3}}),
        ("map=: {}", {"map": {}}),
        ("list=: []", {"list": []}),
        ("map=: [c]", {"map": ["c"]}),
        ("list=: {c: 1}", {"list": {"c": 1}}),
        ("value=: {n: 8}", {"value": {"n": 8}}),
        ("map: {y=: {q: 4}}", {"map": {"x": 1, "y": {"q": 4}}}),
        ("map: {y-: [z]}", {"map": {"x": 1, "y": {}}}),
        ("new: {list: [{a+: 1}]}", {"new": {"list": [{"a+": 1}]}}),
        ("'+': 1\n'-': 2\n'=': 3", {"+": 1, "-": 2, "=": 3}),
    ],
)
def test_effects_of_keys_on_inherited_values(upper: str, changed: dict[str, object]) -> None:
    before = tree_of(LOWER).plain()
    assert over(LOWER, upper) == ({**before, **changed}, [])
    assert list(over(LOWER, upper)[0])[: len(before)] == list(before)


@pytest.mark.parametrize(
    "upper,code,marked,suggestion",
    [
        ("lits+: [c]", "E404", "lits+", "list+"),
        ("+lits: [c]", "E404", "+lits", "+list"),
        ("lits-: [a]", "E404", "lits-", "list-"),
        ("valeu=: 8", "E404", "valeu=", "value="),
        ("map: {q+: [1]}", "E404", "q+", None),
        ("new: {list+: [1]}", "E404", "list+", None),
        ("map: {y: {zz-: [a]}}", "E404", "zz-", None),
        ("map+: {w: 3}", "E404", "map+", "map"),
        ("value+: [8]", "E404", "value+", None),
        ("nothing+: [8]", "E404", "nothing+", None),
        ("value-: [8]", "E404", "value-", None),
        ("list-: [a, c]", "E404", "c", None),
        ("list-: ['1']", "E404", "'1'", None),
        ("list-: [true]", "E404", "true", None),
        ("map-: [x, w]", "E404", "w", None),
        ("list+: c", "E407", "c", None),
        ("list-: c", "E407", "c", None),
        ("list-: [[a]]", "E407", "[a]", None),
        ("list-: {a: 1}", "E407", "{a: 1}", None),
        ("list: [c]\nlist=: [d]", "E003", "list=", None),
        ("list=: [c]\nlist: [d]", "E003", "list", None),
        ("new: 1\nnew+: [2]", "E404", "new+", None),
        ("map: [c]", "E408", "map", None),
        ("list: {c: 1}", "E408", "list", None),
        ("list: {}", "E408", "list", None),
        ("map: {y: [c]}", "E408", "y", None),
    ],
)
def test_invalid_changes_to_inherited_values(upper: str, code: str, marked: str, suggestion: str | None) -> None:
    _, [problem] = over(LOWER, upper)
    assert (problem.code, problem.suggestion) == (code, suggestion)
    assert problem.span is not None
    assert written(upper, problem.span) == marked


@pytest.mark.parametrize("upper", ["list+: [a]", "+list: [a]", "list-: [a]", "list=: [a]", "map: {list+: [a]}"])
def test_a_change_needs_an_inherited_value(upper: str) -> None:
    assert [problem.code for problem in over("", upper)[1]] == ["E404"]


def test_a_misspelt_word_gets_a_suggestion_from_lists_and_mappings() -> None:
    assert [each.suggestion for each in over("a: [green]", "a-: [gren]")[1]] == ["green"]
    assert [each.suggestion for each in over("a: {green: 1}", "a-: [gren]")[1]] == ["green"]


def test_every_value_keeps_its_place_and_a_mapping_has_its_last_place() -> None:
    problems = Problems()
    lower = read_text("a: 1\nmap:\n  x: 1\n  y: 2\nlist: [p]\n", "lower.yaml", problems)
    upper = read_text("map: {y: 3}\nlist+: [q]\n", "upper.yaml", problems)
    assert lower is not None
    assert upper is not None
    merged = combine(lower, upper, problems)
    places = {path: str(merged.span_of(path)) for path in [("a",), ("map", "x"), ("map", "y"), ("map",)]}
    assert places == {
        ("a",): "lower.yaml:1:4",
        ("map", "x"): "lower.yaml:3:6",
        ("map", "y"): "upper.yaml:1:10",
        ("map",): "upper.yaml:1:6",
    }
    assert [str(merged.span_of(("list", n))) for n in (0, 1)] == ["lower.yaml:5:8", "upper.yaml:2:9"]
    assert str(merged.span_of(("map", "missing"))) == "upper.yaml:1:1"
    assert str(merged.head_span) == "upper.yaml:1:1"
    assert lower.plain() == {"a": 1, "map": {"x": 1, "y": 2}, "list": ["p"]}


KEYS = st.sampled_from("abc")
DATA = st.dictionaries(
    KEYS, st.recursive(st.integers(0, 9), lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=9)
)


def plainly_over(lower: object, upper: object) -> object:
    """A second implementation of plain keys."""
    if isinstance(lower, dict) and isinstance(upper, dict):
        return {key: plainly_over(lower.get(key), upper.get(key, lower.get(key))) for key in [*lower, *upper]}
    return upper


def clash(lower: object, upper: object) -> bool:
    """Return whether a list is merged over a nonempty mapping, or the reverse, at any depth."""
    if isinstance(lower, dict) and isinstance(upper, dict):
        return any(clash(lower[key], upper[key]) for key in lower if key in upper)
    return bool(lower) and {type(lower), type(upper)} == {dict, list}


@settings(deadline=None)
@given(DATA, DATA)
def test_plain_keys_merge_mappings(lower: dict[str, object], upper: dict[str, object]) -> None:
    assume(not clash(lower, upper))
    assert over(yaml.safe_dump(lower), yaml.safe_dump(upper)) == (plainly_over(lower, upper), [])


@settings(deadline=None)
@given(DATA)
def test_merging_a_tree_with_itself_or_with_nothing_changes_nothing(data: dict[str, object]) -> None:
    text = yaml.safe_dump(data)
    assert over(text, text) == (data, [])
    assert over("", text) == (data, [])


# ---- lists and mappings known to the language ------------------------------------------------------------------------

KNOWN = Known(frozenset({("rules",), ("turn", "end")}), {("deck",): "card"}, {("options",): "default"})
DECK = "deck: [{card: a, n: 1}, {card: [a, b], n: 2}, {card: b}, {n: 3}]\n"


def known_over(lower: str, upper: str) -> tuple[dict[str, object], list[Problem]]:
    problems = Problems()
    merged = combine(tree_of(lower) if lower else None, tree_of(upper), problems, known=KNOWN)
    return merged.plain(), problems.sorted()


@pytest.mark.parametrize(
    "lower,upper,expected",
    [
        ("", "rules+: [a]", {"rules": ["a"]}),
        ("", "+rules: [a]", {"rules": ["a"]}),
        ("", "rules=: [a]", {"rules": ["a"]}),
        ("", "rules: [a]\nrules+: [b]", {"rules": ["a", "b"]}),
        ("", "turn: {end+: [a]}", {"turn": {"end": ["a"]}}),
        ("turn: {start: [b]}", "turn: {end+: [a]}", {"turn": {"start": ["b"], "end": ["a"]}}),
        ("rules: [b]", "rules+: [a]", {"rules": ["b", "a"]}),
        ("turn: {end: [b]}", "turn=: {end+: [a]}", {"turn": {"end": ["a"]}}),
        (DECK, "deck-: [a]", {"deck": [{"card": ["b"], "n": 2}, {"card": "b"}, {"n": 3}]}),
        (DECK, "deck-: [a, b]", {"deck": [{"n": 3}]}),
        (DECK, "deck-: [b]\ndeck+: [{card: b}]", {"deck": [{"card": "a", "n": 1}, {"card": ["a"], "n": 2}, {"n": 3},
         {"card": "b"}]}),
        ("options: {size: {type: int, default: 7}}", "options: {size: 5}",
         {"options": {"size": {"type": "int", "default": 5}}}),
        ("options: {size: {default: 7}}", "options: {size: {default: 5}}", {"options": {"size": {"default": 5}}}),
        ("options: {size: {default: 7}}", "options: {size=: 5}", {"options": {"size": 5}}),
        ("options: {}", "options: {size: 5}", {"options": {"size": 5}}),
        ("list: []", "list: {c: 1}", {"list": {"c": 1}}),
        ("map: {}", "map: [c]", {"map": ["c"]}),
        ("x-mine: {a: 1}", "x-mine: [c]", {"x-mine": ["c"]}),
    ],
)  # fmt: skip
def test_known_lists_and_mappings_are_merged(lower: str, upper: str, expected: dict[str, object]) -> None:
    assert known_over(lower, upper) == (expected, [])


@pytest.mark.parametrize(
    "lower,upper,code,marked,suggestion",
    [
        ("", "ruels+: [a]", "E404", "ruels+", None),
        ("", "rules-: [a]", "E404", "a", None),
        ("", "turn: {ends+: [a]}", "E404", "ends+", None),
        ("", "rules+: a", "E407", "a", None),
        (DECK, "deck-: [aa]", "E404", "aa", None),
        ("deck: [{card: skip}]", "deck-: [skpi]", "E404", "skpi", "skip"),
    ],
)
def test_mistakes_with_known_lists_and_mappings(
    lower: str, upper: str, code: str, marked: str, suggestion: str | None
) -> None:
    _, [problem] = known_over(lower, upper)
    assert (problem.code, problem.suggestion) == (code, suggestion)
    assert problem.span is not None
    assert written(upper, problem.span) == marked


def test_a_list_over_a_mapping_names_both_places_and_both_repairs() -> None:
    _, [problem] = over("map: {a: 1}", "map: [a]")
    assert problem.message == "`map` is a list here, but a mapping where it is inherited from"
    assert [label for _, label in problem.also] == ["a mapping here"]
    assert problem.notes == (
        "the inherited one is `map: {a: 1}`",
        "entries of a mapping have keys: a plain `map:` merges key by key",
        "or `map=:` replaces it as a whole, if a list is allowed there",
    )
    _, [problem] = over("list: [a]", "list: {a: 1}")
    assert problem.notes[0] == "items of a list begin with `- `: `list+:` adds to the inherited list"


def test_steps_for_an_unknown_part_report_the_new_name() -> None:
    _, [problem] = over("effects: {swap: {do: [x]}}", "effects: {swpa: {do=: [y]}}")
    assert problem.message == "there is no inherited `swpa`, so `do=` has nothing to replace"
    assert problem.suggestion == "swap"


def test_removing_a_kind_keeps_the_inherited_line() -> None:
    lower = tree_of(DECK)
    before = lower.plain()
    combine(lower, tree_of("deck-: [a]"), Problems(), known=KNOWN)
    assert lower.plain() == before


def test_a_sign_does_not_change_the_tree_of_a_later_merge() -> None:
    known = Known(later={("cards",): "like"})
    problems = Problems()
    combine(tree_of("cards: {a: {played: [x]}}"), tree_of("cards: {b: {like: a, played+: [y]}}"), problems, known=known)
    [problem] = problems.sorted()
    assert problem.notes == ("a plain `played:` sets it: repeat what `a` has, or let both call an effect",)
    assert [label for _, label in problem.also] == ["copied only after all files are laid over each other"]
    merged = combine(
        tree_of("cards: {b: {like: a, played: [x]}}"), tree_of("cards: {b: {played+: [y]}}"), problems, known=known
    )
    assert merged.plain() == {"cards": {"b": {"like": "a", "played": ["x", "y"]}}}
    assert len(problems) == 1
