"""The table of problem codes: a title for each, and what recovery may do after a problem with this code.

Not here: problems themselves (problems.py), or their explanations (authoring/explained).
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple


class Phase(IntEnum):
    """Where a problem is found; the hundreds of its code."""

    READING = 0
    SHAPE = 1
    NAMES = 2
    MEANING = 3
    COMPOSITION = 4
    LINT = 5
    SCENARIO = 6
    PLAYTEST = 7
    CAMPAIGN = 8


class Repair(Enum):
    """What recovery does with the marked place before it reads on."""

    REMOVE = "take it out of the tree"
    REPLACE = "put the suggestion in its place, else take it out"
    REMOVE_NEXT = "take out the value that follows"
    REMOVE_ITEM = "take out the list item whose first key is marked"


class Subject(Enum):
    """What a problem judges: recovery keeps a problem only if no earlier fault touches its subject."""

    PLACE = "the marked place"
    DECLARATION = "a declaration, whether or not other names are known"
    RULESET = "the ruleset as a whole"


class CodeInfo(NamedTuple):
    """What a problem code means. The title is short enough for a table of contents."""

    title: str
    repair: Repair = Repair.REMOVE
    subject: Subject = Subject.PLACE


# One code a line, in the order of the numbers; the hundreds give the phase, because an author fixes a file in that
# order. A published number is never reused for something else.
CODES: dict[str, CodeInfo] = {
    # E0xx: reading YAML
    "E001": CodeInfo("unreadable file"),
    "E002": CodeInfo("invalid YAML"),
    "E003": CodeInfo("duplicate key"),
    "E004": CodeInfo("the top level is not a mapping"),
    "E005": CodeInfo("empty file"),
    "E006": CodeInfo("several documents in one file"),
    "E007": CodeInfo("nesting too deep"),
    "E008": CodeInfo("file too large"),
    "E009": CodeInfo("alias that refers to itself"),
    "E010": CodeInfo("tab used for indentation"),
    "E011": CodeInfo("invalid number"),
    "E012": CodeInfo("unbalanced bracket in an expression"),
    "E013": CodeInfo("unsupported tag", Repair.REMOVE_NEXT),
    "E014": CodeInfo("text that must be quoted"),
    "E015": CodeInfo("invalid key"),
    "E016": CodeInfo("invalid merge key"),
    "E017": CodeInfo("missing or duplicate anchor"),
    "E018": CodeInfo("invisible character"),
    "E019": CodeInfo("wrong kind of file"),
    # E1xx: shape
    "E101": CodeInfo("unknown key", Repair.REPLACE),
    "E102": CodeInfo("missing key", Repair.REMOVE_ITEM),
    "E103": CodeInfo("wrong type"),
    "E104": CodeInfo("value out of bounds"),
    "E105": CodeInfo("malformed step", Repair.REMOVE_ITEM),
    "E106": CodeInfo("not one of the choices", Repair.REPLACE),
    "E107": CodeInfo("abstract definition in a game"),
    # E2xx: references
    "E201": CodeInfo("unknown name in an expression"),
    "E202": CodeInfo("unknown effect or statement", Repair.REPLACE),
    "E203": CodeInfo("unknown parameter"),
    "E204": CodeInfo("unknown player selector"),
    "E205": CodeInfo("unknown value"),
    "E206": CodeInfo("unknown zone"),
    "E207": CodeInfo("unknown variable"),
    "E208": CodeInfo("unknown card"),
    "E209": CodeInfo("unknown option", Repair.REPLACE),
    "E210": CodeInfo("unknown moment"),
    "E211": CodeInfo("ambiguous name", subject=Subject.DECLARATION),
    "E212": CodeInfo("reserved name", subject=Subject.DECLARATION),
    # E3xx: meaning
    "E301": CodeInfo("invalid expression"),
    "E302": CodeInfo("expression of the wrong type"),
    "E310": CodeInfo("deck too small for the players", subject=Subject.RULESET),
    "E311": CodeInfo("deck size differs from its declaration", subject=Subject.RULESET),
    "E312": CodeInfo("unsupported number of players", subject=Subject.RULESET),
    "E313": CodeInfo("base used as a game", subject=Subject.RULESET),
    "E314": CodeInfo("combination that the ruleset refuses", subject=Subject.RULESET),
    "E320": CodeInfo("effect that calls itself"),
    "E321": CodeInfo("too many or too deeply nested steps"),
    "E322": CodeInfo("options with the same text"),
    "E323": CodeInfo("endless loop"),
    "E324": CodeInfo("choice of a card that is never asked for"),
    # E4xx: composition
    "E401": CodeInfo("ruleset not found"),
    "E402": CodeInfo("rulesets that extend each other"),
    "E403": CodeInfo("path outside the allowed folders"),
    "E404": CodeInfo("nothing to extend, replace or remove"),
    "E405": CodeInfo("malformed `extends` or `with`"),
    "E406": CodeInfo("too many rulesets in a chain"),
    "E407": CodeInfo("value that does not match the sign of its key"),
    "E408": CodeInfo("list over a mapping, or mapping over a list"),
    "E409": CodeInfo("conflicting overlays"),
    "E410": CodeInfo("game used as an overlay"),
    "E411": CodeInfo("overlay for another family of games"),
    "E412": CodeInfo("replaced declaration that is still used"),
    "E413": CodeInfo("overlay that changes nothing"),
    # W5xx: warnings
    "W501": CodeInfo("comment that looks like part of the text"),
    "W502": CodeInfo("`silence` entry without effect"),
    # W51x: unused declarations
    "W510": CodeInfo("option without effect"),
    "W511": CodeInfo("unused zone"),
    "W512": CodeInfo("variable or attribute that is never read or never set"),
    "W513": CodeInfo("unused definition"),
    "W514": CodeInfo("unused effect"),
    "W515": CodeInfo("unused parameter"),
    "W516": CodeInfo("unused choice"),
    "W517": CodeInfo("count that is never counted"),
    "W518": CodeInfo("value that no card has"),
    "W519": CodeInfo("card kind that is not in the deck"),
    # W52x: what can never happen
    "W520": CodeInfo("condition that never holds"),
    "W521": CodeInfo("unreachable step"),
    "W522": CodeInfo("moment that never occurs"),
    "W523": CodeInfo("zone visible to an owner that it does not have"),
    "W524": CodeInfo("comparison of a value with itself"),
    # W53x: cards
    "W530": CodeInfo("card that can never be played"),
    "W531": CodeInfo("card whose effect does nothing"),
    "W532": CodeInfo("start card that cannot occur"),
    "W533": CodeInfo("card under which nothing is in force"),
    # W54x: questions and players
    "W540": CodeInfo("question that may have no answer"),
    "W541": CodeInfo("selector with little meaning for two players"),
    "W542": CodeInfo("option that reveals hidden cards"),
    "W543": CodeInfo("choice that leaves out another player than the chooser"),
    "W544": CodeInfo("option with too many combinations of cards"),
    # W55x: ends and loops
    "W550": CodeInfo("game without an end"),
    "W551": CodeInfo("loop that may never end"),
    "W552": CodeInfo("game that nobody can win"),
    "W553": CodeInfo("emptied piece that the game needs"),
    # W56x: duplicates
    "W560": CodeInfo("rule covered by an earlier one"),
    "W561": CodeInfo("duplicate line of the deck"),
    "W562": CodeInfo("effect that already exists"),
    "W563": CodeInfo("name hidden by an inner loop"),
    # W57x: names
    "W570": CodeInfo("two names that look alike"),
    # E6xx: scenarios
    "E601": CodeInfo("more copies of a card than the deck has"),
    "E602": CodeInfo("unknown action"),
    "E603": CodeInfo("unknown event"),
    "E604": CodeInfo("unknown clause of the rule sheet"),
    "E605": CodeInfo("impossible table"),
    "E606": CodeInfo("illegal action"),
    "E607": CodeInfo("impossible chance outcome"),
    # E7xx and W7xx: playtests
    "E701": CodeInfo("game that breaks"),
    "W701": CodeInfo("event that never happened"),
    "W702": CodeInfo("option that was never chosen"),
    "W703": CodeInfo("card that was never played"),
    "W704": CodeInfo("option that makes no difference"),
    "W705": CodeInfo("games that do not end"),
    "W706": CodeInfo("games that nobody wins"),
    "W707": CodeInfo("rounds in which no player can act"),
    # E8xx: campaigns
    "E801": CodeInfo("rules that differ from those of the campaign so far"),
    "E802": CodeInfo("missing cards of the deck"),
    "E803": CodeInfo("impossible state of a campaign"),
}


def phase_of(code: str) -> Phase:
    """The phase in which problems with this code are found."""
    return Phase(int(code[1]))
