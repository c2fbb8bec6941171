"""Zones whose visibility is set by an option. Not here: the words for it (models.py), who sees what (observation.py)."""

from __future__ import annotations

from typing import Any

from unoflex_rules.language.schema.models import SIGHTS


def put_options_in(data: dict[str, Any]) -> None:
    """Replace the name of an option by its default, so that it is checked like a word."""
    zones, options = data.get("zones"), data.get("options")
    if not isinstance(zones, dict) or not isinstance(options, dict):
        return
    defaults: dict[str, str] = {}
    for name, option in options.items():
        kind, default = (option.get("type"), option.get("default")) if isinstance(option, dict) else (None, None)
        if isinstance(kind, list) and isinstance(default, str) and all(each in SIGHTS for each in kind):
            defaults[name] = default if default in SIGHTS else (*kind, *SIGHTS)[0]  # an expression yields one of them
    for zone in zones.values():
        for key in ("visible", "top") if isinstance(zone, dict) else ():
            sight = zone.get(key)
            if isinstance(sight, dict):
                zone[key] = {face: defaults.get(who, who) if isinstance(who, str) else who for face, who in sight.items()}
            elif isinstance(sight, str):
                zone[key] = defaults.get(sight, sight)
