"""`unoflex listing` and `unoflex rulesets`: text from the library on standard output."""


def test_the_program_is_listed_for_the_given_players(run, library):
    assert run("listing", "mine", "--players", "2") == (0, "program of mine for 2\n", "")


def test_the_default_is_four_players_or_the_nearest_number(run, library):
    library.ruleset.players_min = 5
    assert run("listing", "mine").out == "program of mine for 5\n"


def test_options_reach_the_library(run, library):
    run("listing", "mine", "--set", "stacking=true")
    assert library.calls == [("load", "mine.yaml", {"stacking": "true"})]


def test_usage_covers_all_shipped_rulesets_by_default(run, library):
    assert run("listing", "--usage") == (0, "uses of mine.yaml\nuses of other.yaml\n", "")


def test_usage_covers_the_named_rulesets(run, library):
    assert run("listing", "--usage", "other", "good.yaml").out == "uses of other.yaml\nuses of good.yaml\n"


def test_rulesets_are_listed_one_per_line(run, library):
    assert run("rulesets") == (0, "mine\nother\n", "")
