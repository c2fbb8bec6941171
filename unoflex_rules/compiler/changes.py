"""What steps change and what expressions depend on, as names to compare. Not here: code for either."""

from __future__ import annotations

from unoflex_rules.language.tree import (
    Assign,
    Branch,
    Called,
    EachCard,
    EachPlayer,
    Loop,
    Set,
    Step,
    Target,
    Together,
)
from unoflex_rules.language.types import ActiveRef, CardStateRef, Expr, Now, VariableRef, ZoneRef


def changes_of(expr: Expr) -> set[str]:
    """Names of what the value of an expression depends on, as far as statements change it."""
    found: set[str] = set()
    for each in expr.walk():
        if isinstance(each, VariableRef):
            found.add(f"variable {each.name}")
        elif isinstance(each, ZoneRef):
            found.add(f"zone {each.name}")
        elif isinstance(each, ActiveRef):
            found.add("active")
        elif isinstance(each, CardStateRef):
            found.add(f"card_state {each.name}")
        elif isinstance(each, Now) and each.what == "players":
            found.add("players")
        elif isinstance(each, Now) and each.what in ("direction", "self"):
            found.add(each.what)
    return found


def touched(target: Target) -> list[str]:
    if target.what in ("active", "show"):
        return ["active"]
    return [f"{target.what} {target.name}"]


def only_sets(steps: list[Step]) -> bool:
    """Whether steps do nothing but set variables: then they are one change."""
    return all(
        isinstance(step, Set | Assign) or (isinstance(step, Called | Together) and only_sets(step.do))
        or (isinstance(step, Branch) and only_sets(step.then) and only_sets(step.otherwise))
        for step in steps
    )  # fmt: skip


def all_touched(steps: list[Step]) -> list[str]:
    """What steps may change, wherever among them."""
    found: list[str] = []
    for step in steps:
        if isinstance(step, Set):
            found += [what for target in step.targets for what in touched(target)]
        elif isinstance(step, Branch):
            found += all_touched(step.then) + all_touched(step.otherwise)
        elif isinstance(step, Called | Together | EachPlayer | EachCard | Loop):
            found += all_touched(step.do)
        elif not isinstance(step, Assign):
            found += ["zone", "players", "direction", "self"]
    return found
