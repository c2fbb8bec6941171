"""Titles of rulesets, values and kinds of cards, in one language or several."""

import pytest

import unoflex_rules as ur

HEAD = "format: 1\nid: mine\nextends: classic\n"
TONGUES = """
title: {en: Two Tongues, cs: Dva jazyky}
values:
  color:
    red: {title: {en: ruddy, cs: červená}}
    yellow: {title: plain}
cards:
  wild: {title: {cs: žolík}}
  skip: {title: {en: $color stop, cs: stopka $color}}
"""


@pytest.fixture
def ruleset(tmp_path):
    """Load a ruleset that extends classic."""

    def ruleset(text):
        path = tmp_path / "mine.yaml"
        path.write_text(HEAD + text, encoding="utf-8")
        problems = ur.validate(path)
        assert problems == [], problems
        return ur.load(path)

    return ruleset


def problems_of(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return [(each.code, each.message, each.span.line, each.span.column) for each in ur.validate(path)]


def names(program, kind):
    """Return the names of the cards of a kind."""
    return {program.card_name(k) for k in range(len(program.cards)) if program.kind_of(k) == kind}


@pytest.mark.parametrize(
    "lang, title, red, stop, wild",
    [
        (None, "Two Tongues", "ruddy 5", "ruddy stop", "žolík"),
        ("en", "Two Tongues", "ruddy 5", "ruddy stop", "žolík"),
        ("cs", "Dva jazyky", "červená 5", "stopka červená", "žolík"),
    ],
)
def test_names_are_in_the_requested_language(ruleset, lang, title, red, stop, wild):
    program = ur.compile_ruleset(ruleset(TONGUES), 3, lang=lang)
    assert program.title == title
    assert red in names(program, "number")
    assert "plain 5" in names(program, "number")
    assert stop in names(program, "skip")
    assert names(program, "wild") == {wild}


def test_the_game_is_the_same_in_each_language(ruleset):
    mine = ruleset(TONGUES)
    programs = [ur.compile_ruleset(mine, 3, lang=lang) for lang in (None, "en", "cs")]
    plain = ur.compile_ruleset(ruleset("title: Plain\n"), 3)
    assert {program.digest for program in programs} == {plain.digest}
    assert all(program.vector == plain.vector for program in programs)
    played = [ur.Game(program, seed=3) for program in (*programs, plain)]
    assert len({game.play_out() for game in played}) == 1
    assert len({game.taken for game in played}) == 1


def test_an_unknown_language_is_rejected_with_the_known_ones(ruleset):
    with pytest.raises(ur.UnknownLanguage, match="unknown language `pl`; this ruleset has: en, cs") as told:
        ur.compile_ruleset(ruleset(TONGUES), 3, lang="pl")
    assert told.value.languages == ("en", "cs")


@pytest.mark.parametrize("title", ["Mine", "{de: Mein}"])
def test_a_ruleset_with_one_language_always_uses_it(ruleset, title):
    program = ur.compile_ruleset(ruleset(f"title: {title}\n"), 3, lang="pl")
    assert program.title in ("Mine", "Mein")
    assert "red 5" in names(program, "number")


@pytest.mark.parametrize(
    "more, language",
    [
        ("description: {fr: Oui}", "fr"),
        ("options: {call: {help: {fr: Oui}}}", "fr"),
        ("cards: {wild: {face: {title: {fr: Oui}}}}", "fr"),
        ("variables: {gate: {type: bool, show: [{fr: Oui}, Non]}}", "fr"),
        ("variables: {gate: {type: bool, show: {true: {fr: Oui}}}}", "fr"),
    ],
)
def test_every_text_declares_its_languages(ruleset, more, language):
    assert language in ruleset(f"title: Mine\n{more}\n").languages


def test_actions_are_found_by_titles_and_by_names(ruleset):
    program = ur.compile_ruleset(ruleset(TONGUES), 2, lang="cs")
    game = ur.Game(program, seed=5)
    while not any(str(each).startswith("name ") for each in game.legal_actions()):
        wilds = [each for each in game.legal_actions() if "žolík" in str(each)]
        game.apply(wilds[0] if wilds else 0)
    action = game.legal_actions()[0]
    assert (str(action), action.choice) == ("name červená", "red")
    game.replay([])
    asked = game.to_decide
    game.apply("name RED")
    assert str(game.events()[-1 - game.events()[::-1].index(taken(game))]) == f"P{asked}: name červená"
    assert "color červená" in " ".join(map(str, game.events()))
    assert taken(game).as_json()["choices"] == ["red"]


def taken(game):
    return next(each for each in reversed(game.events()) if each.kind == "taken" and each.verb == "name")


def test_equal_titles_are_distinguished(ruleset):
    mine = ruleset("title: Mine\nvalues: {color: {red: {title: {en: red, cs: barva}}, blue: {title: {cs: barva}}}}\n")
    game = ur.Game(ur.compile_ruleset(mine, 4, lang="cs"), seed=1)
    named = 0
    for index in range(3):
        game = ur.Game(game.program, seed=1, index=index)
        while not game.is_over and named < 2:
            actions = game.legal_actions()
            named += actions[0].verb == "name"
            assert len({(each.text, each.choice) for each in actions}) == len(actions)
            game.apply(actions[len(actions) // 2])
    assert named == 2


def test_a_face_and_a_kind_with_equal_names_have_separate_titles(ruleset):
    mine = ruleset(
        "title: Mine\ncards:\n"
        "  skip: {title: Stop $color}\n"
        "  halt: {like: skip}\n"
        "  rest: {like: skip, title: Rest, face: {title: Rest of $points}}\n"
        "deck+: [{card: [halt, rest], color: red}]\ndeck_size: 110\n"
    )
    program = ur.compile_ruleset(mine, 2)
    assert names(program, "halt") == {"Stop red"}
    assert names(program, "rest") == {"Rest of 20"}


def test_a_variable_uses_its_own_titles(ruleset):
    from unoflex_rules.play.card_names import value_text

    mine = ruleset(
        "title: Mine\nvariables:\n"
        "  gate: {type: bool, show: [closed, {en: open, cs: otevřeno}]}\n"
        "  hot: {type: color, show: {red: very}}\n"
        "  lives: {type: 0..2, show: {0: none left}}\n"
    )
    said = {each.name: each for each in ur.compile_ruleset(mine, 2, lang="cs").variables}
    assert [value_text(said["gate"], value) for value in (False, True)] == ["closed", "otevřeno"]
    assert [value_text(said["hot"], value) for value in ("red", "blue", None)] == ["very", "blue", "nothing"]
    assert [value_text(said["lives"], value) for value in (0, 2)] == ["none left", "2"]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("title: {}\n", ("E104", "must not be empty", 4, 1)),
        (
            "title: {English: Mine}\n",
            ("E104", "`English` is not a language: write `en`, `cs` or `pt-BR`, for example", 4, 9),
        ),
        ("title: Mine\ncards: {skip: {title: a $colr stop}}\n", ("E203", "card kind `skip` has no `colr`", 5, 25)),
    ],
)
def test_faults_of_titles(tmp_path, text, expected):
    assert problems_of(tmp_path, text) == [expected]


def test_the_title_of_a_kind(ruleset):
    mine = ruleset(
        "title: Mine\nvalues: {symbol: {reverse: {title: {en: Turn, cs: Zpět}}}}\n"
        "cards: {skip: {title: {en: $color stop, cs: stopka}}, number: {title: $color $number}}\n"
    )
    titles = {lang: ur.compile_ruleset(mine, 2, lang=lang).kind_titles for lang in ("en", "cs")}
    assert (titles["en"]["skip"], titles["cs"]["skip"]) == ("stop", "stopka")
    assert (titles["en"]["reverse"], titles["cs"]["reverse"]) == ("Turn", "Zpět")
    assert (titles["en"]["number"], titles["en"]["draw_two"]) == ("number", "draw two")


def test_the_title_of_a_card(tmp_path, ruleset):
    """An attribute that only rules use is not part of a name, whatever its type."""
    given = (
        "title: Heavy\nvalues: {mood: [glad, sad]}\n"
        "attributes: {heft: {type: int%s}, mood: {type: mood%s}}\n"
        "cards: {number: {heft: 2 * card.number, mood: sad}, skip: {mood: glad}}\n"
    )
    called = ur.compile_ruleset(ruleset(given % ("", "")), 2)
    quiet = ur.compile_ruleset(ruleset(given % (", named: false", ", named: false")), 2)
    assert "red 5 10 sad" in [look[0] for look in called.looks]
    names = [look[0] for look in quiet.looks]
    assert "red 5" in names and "red skip" in names and quiet.kind_titles["skip"] == "skip"
    assert called.kind_titles["skip"] == "skip glad"
    assert quiet.digest == called.digest  # names alone


@pytest.mark.parametrize(
    "more, title",
    [
        ("", "red 5"),
        ("notation=: [number, color, symbol]\n", "5 red"),
        ("notation=: [symbol]\n", "red 5"),  # omitted attributes follow in declared order
    ],
)
def test_titles_follow_the_notation(ruleset, more, title):
    loaded = ruleset(f"title: Mine\n{more}")
    game = loaded.game(2)
    five = next(face for look in game.looks for face in look.faces if face.attributes["number"] == 5)
    assert loaded.titles(game).card(five) == title


def test_titles_of_kinds_follow_the_notation(ruleset):
    text = "title: Mine\nnotation=: [symbol, color, number]\ncards-: [skip]\ndeck-: [skip]\ndeck_size: null\n"
    stop = "cards: {stop: {face: {color: red, symbol: skip}, played: [skip: next]}}\ndeck+: [{card: stop}]\n"
    loaded = ruleset(text + stop)
    game = loaded.game(2)
    assert loaded.titles(game).kind("stop", game.looks) == "skip red"


def test_a_truth_value_cannot_be_part_of_a_notation(ruleset, tmp_path):
    text = "title: Mine\ncards: {skip: {%s}}\ndefine: {card.playable: inherited or card.%s}\n"
    told = "attributes: {shiny: bool}\nnotation+: [shiny]\n" + text % ("shiny: true", "shiny")
    assert [each[0] for each in problems_of(tmp_path, told)] == ["E302"]
    way_out = "values: {finish: {shiny: {mark: S}}}\nattributes: {finish: finish}\nnotation+: [finish]\n"
    game = ruleset(way_out + text % ("finish: shiny", "finish == shiny")).game(2)
    short = {info.short for look in game.looks for info in look.faces}
    assert {"RSS", "R5", "R0"} <= short and not {"RS", "R5S"} & short


def test_faces_may_be_a_mapping_with_titles(tmp_path):
    """The order of the mapping is that of the list; the game is the same."""
    file = tmp_path / "mine.yaml"
    head = "format: 1\nid: mine\ntitle: Mine\nextends: uno-flip\n"
    programs = []
    for faces in ("[light, dark]", "{light: , dark: {title: {en: shady, cs: tmavá}}}"):
        file.write_text(f"{head}faces=: {faces}\n", encoding="utf-8")
        assert ur.validate(file) == []
        programs.append(ur.compile_ruleset(ur.load(file), 3))
    assert programs[0].faces == programs[1].faces == ["light", "dark"]
    assert programs[0].digest == programs[1].digest
    assert programs[0].face_titles == {"light": "light", "dark": "dark"}
    assert programs[1].face_titles == {"light": "light", "dark": "shady"}
    assert ur.compile_ruleset(ur.load(file), 3, lang="cs").face_titles["dark"] == "tmavá"


@pytest.mark.parametrize(
    "more, code, line, column",
    [
        ("faces=: {light: {titel: bright}, dark: }", "E101", 5, 18),
        ("faces=: {}", "E104", 5, 1),
        ("faces=: {a: , b: , c: , d: , e: }", "E104", 5, 1),
        ("variables: {score: {title: [points]}}", "E103", 5, 28),
        ("attributes: {points: {title: 3}}", "E103", 5, 30),
    ],
)
def test_a_faulty_title_of_a_name_is_reported(tmp_path, more, code, line, column):
    file = tmp_path / "mine.yaml"
    file.write_text(f"format: 1\nid: mine\ntitle: Mine\nextends: uno-flip\n{more}\n", encoding="utf-8")
    found = [(each.code, each.span.line, each.span.column) for each in ur.validate(file)]
    assert (code, line, column) in found
