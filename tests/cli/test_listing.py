"""`unoflex listing` and `unoflex rulesets`: texts of the library on standard output."""


def test_the_program_is_listed_for_so_many_players(run, library):
    assert run("listing", "mine", "--players", "2") == (0, "program of mine for 2\n", "")


def test_four_players_or_what_comes_nearest(run, library):
    library.ruleset.players_min = 5
    assert run("listing", "mine").out == "program of mine for 5\n"


def test_options_reach_the_library(run, library):
    run("listing", "mine", "--set", "stacking=true")
    assert library.calls == [("load", "mine.yaml", {"stacking": "true"})]


def test_usage_is_over_all_shipped_rulesets_by_default(run, library):
    assert run("listing", "--usage") == (0, "uses of mine.yaml\nuses of other.yaml\n", "")


def test_usage_is_over_those_that_are_named(run, library):
    assert run("listing", "--usage", "other", "good.yaml").out == "uses of other.yaml\nuses of good.yaml\n"


def test_rulesets_are_listed_one_a_line(run, library):
    assert run("rulesets") == (0, "mine\nother\n", "")
