"""Reports from authors of rulesets, each with the short variant that showed it."""

import pytest

import unoflex_rules as ur
from tests.scenario.sheets import failures, passes
from unoflex_rules.render.report_text import report_text

HEAD = "format: 1\nid: variant\ntitle: A variant\nextends: classic\n"


@pytest.fixture
def tallied(tmp_path):
    def tallied(body, games=12, **how):
        path = tmp_path / "variant.yaml"
        path.write_text(HEAD + body, encoding="utf-8")
        return ur.simulate(ur.load(path), players=3, games=games, seed=5, engine="plain", **how)

    return tallied


def test_a_greedy_agent_ignores_questions_that_are_never_asked(tallied):
    other = "ask: {player: self, about: other, options: {play: {cards: self.hand, if: card.number == 7}, no: {}}}"
    asked = tallied(f"turn: {{+choose: [{{if: waiting > 0, then: [{other}]}}]}}\n", agents="greedy")
    as_it_is = tallied("", agents="greedy")
    assert (asked.wins, asked.decisions_sum) == (as_it_is.wins, as_it_is.decisions_sum)


def test_a_state_rule_may_act_at_the_beginning(tallied):
    tally = tallied(
        "variables: {flag: {type: bool, start: true}}\ncounts: {fired: {}, flagged: {}}\n"
        "state_rules: [{if: flag, then: [set: {flag: false}, count: fired]}]\n"
        "turn: {start+: [{if: flag, then: [count: flagged]}]}\n",
        agents="greedy",
    )
    assert tally.counts["fired"][0] == tally.finished == 12 and tally.counts["flagged"][0] == 0


@pytest.mark.parametrize("keep, blocked", [("turn", 12), ("round", 0)])
def test_variables_of_a_turn_do_not_prevent_a_block(tallied, keep, blocked):
    tally = tallied(
        f"define: {{card.playable: false}}\nvariables: {{seen: {{type: 0..1000000, keep: {keep}}}}}\n"
        "turn: {start+: [set: {seen: seen + 1}]}\n",
        limit=400,
    )
    assert tally.blocked == blocked and tally.unfinished == 12 - blocked


def test_a_counter_stays_within_its_limit(tallied):
    counted = "count: {what: much, by: 900000}, count: {what: less, by: -900000}"
    tally = tallied(f"counts: {{much: {{}}, less: {{}}}}\nturn: {{start+: [{counted}]}}\n", agents="greedy")
    assert tally.counts["much"][:2] == [12 * 10**6, 12 * 10**12]
    assert tally.counts["less"][:2] == [-12 * 10**6, 12 * 10**12]


TABLE = "table: {players: 2, top: R5, hands: {P0: [R1, R2, B7]}}\n"


def test_a_verb_alone_means_all_its_actions(tmp_path):
    passes(tmp_path, f"{TABLE}expect: {{offered: play}}")
    assert "play R1" in str(failures(tmp_path, f"{TABLE}expect: {{refused: play}}"))
    assert failures(tmp_path, f"{TABLE}expect: {{options: [play, draw]}}")
    assert "play red 1 or play red 2" in str(failures(tmp_path, f"{TABLE}play: [P0: play]\nexpect: {{top: R1}}"))


def test_a_report_warns_first_about_unfinished_games(tallied):
    def messages(tally):
        settings = ur.Settings("variant", "A variant", "0" * 12, 3, 5, agents=("random",) * 3)
        return report_text(ur.report(tally, settings))

    assert "12 of 12 games did not end within 100,000 decisions a round" in messages(tallied("", limit=3))
    assert "did not end" not in messages(tallied("", agents="greedy"))


@pytest.mark.parametrize("worth, score", [("-5", -2), ("-2", 1), ("-1", 2), ("0", 3)])
def test_negative_points_are_subtracted(tmp_path, worth, score):
    (tmp_path / "owed.yaml").write_text(
        "format: 1\nid: owed\ntitle: Owed\nextends: classic\noptions: {scoring: {default: own_points}}\n"
        f"cards: {{skip: {{points: {worth}}}}}\n",
        encoding="utf-8",
    )
    table = "table: {players: 2, top: R5, hands: {P0: [R7], P1: [RS, B3]}}\nplay: [P0: play R7]\n"
    passes(tmp_path, f"{table}expect: {{variables: {{score: {{P1: {score}}}}}}}", ruleset="./owed.yaml")
