"""Text that is not YAML, or not the YAML that its author meant: the place of each error, and the suggestion."""

import pytest

from tests.language.reading import written
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.yaml.document import read_text


def problems_of(text: str) -> list[Problem]:
    problems = Problems()
    read_text(text, "game.yaml", problems)
    return problems.sorted()


# The text, the code, the marked part, a part of the message.
ERRORS = [
    # C30: `: ` and ` #` inside a text, special characters at its start
    ("name: Draw Two: next draws\n", "E014", "Draw Two: next draws", "`: `"),
    ("a: 1\nb:\n  - c: d: e  # f\n", "E014", "d: e", "`: `"),
    ("a: {b: c: d}\n", "E014", "c: d", "`: `"),
    ("a: {b: [c: d: e]}\n", "E014", "d: e", "`: `"),
    ("name: 'a': b\n", "E014", "'a': b", "`: `"),
    ("note: use #1 card\n", "W501", "#1 card", "comment"),
    ("a: {note: use #1 card}\nb: 1\n", "E014", "#1 card}", "` #`"),
    ("a: *\n", "E014", "*", "`*`"),
    ("a: * b\n", "E014", "* b", "`*`"),
    ("a: *b.c\n", "E014", "*b.c", "`*`"),
    ("a: *b\n", "E017", "*b", "no anchor `b`"),
    ("a: & b\n", "E014", "& b", "`&`"),
    ("a: &b\n", "E014", "&b", "`&`"),
    ("a: [x, &b]\n", "E014", "&b", "`&`"),
    ("a: !b\n", "E013", "!b", "`!b`"),
    ("a: !b c\n", "E013", "!b", "`!b`"),
    ("a: {if: !b, c: d}\n", "E013", "!b", "`!b`"),
    ("a: !!str 7\n", "E013", "!!str", "`!!str`"),
    ("a: !{b: c}\n", "E013", "!", "tag"),
    ("a: &x !b {c: d}\n", "E013", "!b", "`!b`"),
    ("a: %b\n", "E014", "%b", "`%`"),
    ("%a: b\n", "E014", "%a: b", "`%`"),
    ("a: @b c\n", "E014", "@b c", "`@`"),
    ("a: {b: @c, d: e}\n", "E014", "@c", "`@`"),
    ("a: `b`\n", "E014", "`b`", "``"),
    ("a: > 3\n", "E014", "> 3", "`>`"),
    ("a: >= 3\n", "E014", ">= 3", "`>`"),
    ("a: |b\n", "E014", "|b", "`|`"),
    ("a: {b: > 3}\n", "E014", "> 3", "`>`"),
    ("a: ? b\n", "E014", "? b", "`?`"),
    ("a: , b\n", "E014", ", b", "`,`"),
    ("a: ] b\n", "E014", "] b", "`]`"),
    ('a: "b" c\n', "E014", '"b" c', "closing quote"),
    ("a: 'it's'\n", "E014", "'it's'", "closing quote"),
    ("a: 1\n'b' c: d\n", "E014", "'b' c", "closing quote"),
    ("a: {b: 'c' d}\n", "E002", "d", "comma is missing"),
    # expressions in brackets
    ("a: {if: hand.any(x, y), then: z}\n", "E012", "hand.any(x, y)", "quote the expression"),
    ("a: {if: hand.any(x, then: z}\n", "E012", "hand.any(x", "quote the expression"),
    ("a: {if: hand.any(x)), then: z}\n", "E012", "hand.any(x))", "quote the expression"),
    ("a: [f(x, g(y, z)), w]\n", "E012", "f(x, g(y, z))", "quote the expression"),
    ("a: [b, f(x]\n", "E012", "f(x", "quote the expression"),
    ("a: {f(x: 1}\n", "E012", "f(x", "quote the expression"),
    ("a: {if: hand[0].x, then: y}\n", "E012", "hand[", "quote the expression"),
    ("a: {if: x in [1, 2], then: y}\n", "E012", "x in [", "quote the expression"),
    ("a: {card.ok: x and y not in [1, 2] or z}\n", "E012", "x and y not in [", "quote the expression"),
    ("a: {b: [c, x == [1]]}\n", "E012", "x == [", "quote the expression"),
    ("a: {if: f(x in [1])}\n", "E012", "f(x in [", "quote the expression"),
    # C09: tabs
    ("a:\n\tb: 1\n", "E010", "\t", "tab"),
    ("a:\n  b: 1\n\tc: 2\n", "E010", "\t", "tab"),
    ("a:\n  - b\n  \t- c\n", "E010", "\t", "tab"),
    ("\ta: 1\n", "E010", "\t", "tab"),
    # brackets and quotes
    ("a: [b, c\n", "E002", "[", "not closed"),
    ("a: {b: c\nd: e\n", "E002", "{", "not closed"),
    ("a: {b: [c}\n", "E002", "[", "not closed"),
    ("a: {\n", "E002", "{", "not closed"),
    ("a: {b:\n", "E002", "{", "not closed"),
    ("a: [\n  'b', # ]\n  c\nd: [e]\n", "E002", "[", "not closed"),
    ("a: {\n  b: 'c' d\n}\n", "E002", "d", "comma is missing"),
    ("a: [\n  {b: c} d\n]\n", "E002", "d", "comma is missing"),
    ("a: [b]]\n", "E002", "]", "closes nothing"),
    ("a: {b: c}}\n", "E002", "}", "closes nothing"),
    ("a: [b] c\n", "E002", "c", "closing bracket"),
    ("a: [b, , c]\n", "E002", ",", "value is missing"),
    ("a: {b {c: d}}\n", "E002", "{", "colon is missing"),
    ("a: {b: c}\nd: [e: f g: h]\n", "E002", "g", "a comma is missing before `g`"),
    ("a: {b: c}\nd: [e: F g: h]\n", "E014", "F g: h", "`: `"),
    ("a:\n  - if: b\n    then: c: d\n", "E002", "c: d", "put the step in brackets"),
    ("a: [{if: b, then: c: {d: e}}]\n", "E002", "c: {d: e", "put the step in brackets"),
    ('a: "b\nc: d\n', "E002", '"', "never closed"),
    ("a: 'b\nc: d\n", "E002", "'", "never closed"),
    ('a: "\\d"\n', "E002", "\\d", "escape of YAML"),
    ('a: "\\xzz"\n', "E002", "\\x", "escape of YAML"),
    ('a: "\\ud800"\n', "E002", "\\u", "escape of YAML"),
    ('a: "\\U00110000"\n', "E002", "\\U", "escape of YAML"),
    # colons and indentation
    ("players 3\nb: 1\n", "E002", "players 3", "`: `"),
    ("# c\nplayers 3\n\nb: 1\n", "E002", "players 3", "`: `"),
    ("b: 1\nplayers 3\n", "E002", "players 3", "`: `"),
    ("b: 1\nplayers:3\nc: 2\n", "E002", "players:3", "space is missing"),
    ("a: {b:[c]}\n", "E002", "b:", "space is missing"),
    ("a: 1\n  b: 2\n", "E002", "b", "continues on this line"),
    ("help: a\n  b\n  c: d\n", "E002", "c", "continues on this line"),
    ("a:\n   b: 1\n  c: 2\n", "E002", "b:", "further than the one beside it"),
    ("  a: 1\nb: 2\n", "E002", "b: 2", "not"),
    ("a:\n  - b\n  c: d\n", "E002", "c:", "`- `"),
    ("a: 1\n- b\n", "E002", "- b", "list item"),
    ("a: - b\n", "E002", "- b", "on the next line"),
    # the wrong one of two lines: by numbers of lines, by the usual indentation, by the key of the block
    ("a:\n   b: 1\n  c: 2\n  d: 3\n", "E002", "b:", "further than the one beside it"),
    ("x:\n  y: 1\na:\n   b: 1\n  c: 2\n", "E002", "b:", "further than the one beside it"),
    ("a:\n   b: 1\n   c: 2\n  d: 3\n", "E002", "d:", "matches none"),
    ("a:\n    b:\n      c: 1\n     d: 2\n", "E002", "d:", "matches none"),
    ("a:\n  - b: 1\n  c: 2\n", "E002", "- b:", "list item"),
    ("do:\n  - b: 1\n  c: 2\n", "E002", "c:", "`- `"),
    ("do:\n  b: 1\n  - c: 2\n", "E002", "b:", "`- `"),
    ("a:\n  b: 1\n  - c: 2\n  - d: 2\n", "E002", "b:", "`- `"),
    ("a:\n  b: 1\n  - c: 2\n", "E002", "- c:", "list item"),
    # characters that look like those of YAML, and signs of other languages
    ("a:\n  b = 1\n  c: 2\n", "E002", "b = 1", "`: `"),
    ("a:\n  b\uff1a 1\n  c: 2\n", "E002", "\uff1a", "U+FF1A (fullwidth colon)"),
    ("a:\n  b:\u00a01\n  c: 2\n", "E002", "\u00a0", "U+00A0 (no-break space)"),
    ("```yaml\na: 1\n```\n", "E002", "```yaml", "Markdown"),
    ("a: 1\n```\n", "E002", "```", "Markdown"),
    ("%YAML 3.0\n---\na: 1\n", "E002", "%YAML 3.0", "YAML 1.1 and 1.2"),
]


@pytest.mark.parametrize("text,code,marked,words", ERRORS)
def test_c30_a_syntax_error_is_reported_at_its_place(text: str, code: str, marked: str, words: str) -> None:
    [problem] = problems_of(text)
    assert problem.code == code
    assert problem.span is not None
    assert written(text, problem.span) == marked
    assert words in problem.message


@pytest.mark.parametrize("text", [fault[0] for fault in ERRORS if fault[1] == "E014" and "#" not in fault[0]])
def test_the_suggestion_repairs_the_text(text: str) -> None:
    [problem] = problems_of(text)
    assert problem.span is not None
    if problem.suggestion is None:
        pytest.fail("there is no suggestion")
    marked = written(text, problem.span)
    problems = Problems()
    tree = read_text(text.replace(marked, problem.suggestion), "game.yaml", problems)
    told = [each.code for each in problems.sorted()]
    assert told == [] or (text.startswith("%") and told == ["E004"])
    assert tree is None or marked in str(tree.plain()).replace("\\'", "'") or marked[1:-1] in tree.plain().values()


@pytest.mark.parametrize("text", ["a:\tb\n", 'a: "b\tc"\n', "a: b\t\n", "a: |\t\n  b\n", "a: b\tc\n", "a: [b,\tc]\n"])
def test_c09_tabs_outside_indentation_are_accepted(text: str) -> None:
    assert problems_of(text) == []


def test_several_errors_are_reported_in_one_run() -> None:
    text = 'a: b: c\nb: @d\nc: "\\q"\nd: .nan\ne: {if: f(x, y), then: z}\nf: 1\nf: 2\ng: *h\ni: [\n'
    assert [(each.code, each.span and each.span.line) for each in problems_of(text)] == [
        ("E014", 1),
        ("E014", 2),
        ("E002", 3),
        ("E011", 4),
        ("E012", 5),
        ("E003", 7),
        ("E017", 8),
        ("E002", 9),
    ]


def test_the_number_of_reported_errors_is_limited() -> None:
    assert [each.span and each.span.line for each in problems_of("a: b: c\n" * 30)] == list(range(1, 21))


def test_after_an_error_that_can_be_skipped_the_rest_is_read() -> None:
    problems = Problems()
    tree = read_text("a: b: c\nd: {if: f(x, y), then: z}\n", "game.yaml", problems)
    assert [each.code for each in problems.sorted()] == ["E014", "E012"]
    assert tree is not None
    assert tree.get(("d",)) is not None
    assert tree.plain()["d"] == {"if": "f(x, y)", "then": "z"}


def test_a_cut_expression_has_its_whole_place() -> None:
    problems = Problems()
    tree = read_text("d: {if: f(x, y), then: z}\n", "game.yaml", problems)
    assert tree is not None
    node = tree.get(("d", "if"))
    assert node is not None
    assert (node.span.column, node.span.end_column) == (9, 16)


@pytest.mark.parametrize("text", ["a: {b: c (d) e}\n", "a: {b: '(', c: d}\n", "a: f(x\n", "a: [f(x), (y)]\n"])
def test_unbalanced_brackets_that_yaml_accepts(text: str) -> None:
    assert problems_of(text) == []


@pytest.mark.parametrize("text", ["a: b # c\n", "a: b  #c\n", "a: 1 #c\n", "a: [b] #c\n", "a: 'b' #c\n", "#c\na: b\n"])
def test_comments_that_look_like_comments(text: str) -> None:
    assert problems_of(text) == []
