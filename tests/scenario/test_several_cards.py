"""Several cards as one action in scenarios: what names them, and what is reported if they are not on offer."""

from pathlib import Path

from tests.scenario.sheets import failures, passes, problems

CLIMBING = str(Path(__file__).parents[1] / "rulesets" / "climbing.yaml")
TABLE = "table: {players: 2, hands: {P0: [C4, H4, S8], P1: [C5, H5, D2]}}\n"


def test_cards_are_named_in_any_order_by_any_name(tmp_path):
    for text in ("play C4, H4", "play hearts 4, C4", "play H4,clubs 4", "play hearts 4,  clubs 4"):
        passes(tmp_path, TABLE + f'play: [P0: "{text}"]\nexpect: {{size: {{trick: 2}}}}', ruleset=CLIMBING)


def test_the_verb_alone_means_several_actions(tmp_path):
    [(what, expected, actual)] = failures(tmp_path, TABLE + "play: [P0: play]\nexpect: {asked: P1}", ruleset=CLIMBING)
    assert (what, expected) == ("P0: play", "an action on offer")
    assert actual == "it means play clubs 4 or play clubs 4, hearts 4 or play hearts 4 or play spades 8"


def test_an_action_with_a_comma_is_quoted_in_a_list(tmp_path):
    body = TABLE + 'expect: {options: [play C4, "play C4, S8"]}'
    [(_, expected, actual)] = failures(tmp_path, body, ruleset=CLIMBING)
    assert expected == '[play C4, "play C4, S8"]'
    assert actual == '[play C4, "play C4, H4", play H4, play S8]'


def test_cards_that_do_not_go_together_are_not_on_offer(tmp_path):
    reasons = {"play C4, S8": "not allowed", "play C4, C5": "not held", "play D7, S7": "not held"}
    for text, why in reasons.items():
        body = TABLE + f'expect: {{refused: {{action: "{text}", why: {why}}}}}'
        passes(tmp_path, body, ruleset=CLIMBING)


def test_an_unknown_card_among_several_is_reported(tmp_path):
    [(code, marked, _)] = problems(tmp_path, TABLE + 'play: [P0: "play C4, X4"]', ruleset=CLIMBING)
    assert (code, marked) == ("E208", "X4")
