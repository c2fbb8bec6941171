"""Who sees a zone, where an option says it. Not here: the words for it (models.py), who sees what (observation.py)."""

from __future__ import annotations

from typing import Any

from unoflex_rules.language.schema.models import SIGHTS


def put_options_in(data: dict[str, Any]) -> None:
    """Where an option says who sees a zone, put its default there, so that it is judged like a word."""
    zones, options = data.get("zones"), data.get("options")
    if not isinstance(zones, dict) or not isinstance(options, dict):
        return
    defaults: dict[str, str] = {}
    for name, option in options.items():
        kind, default = (option.get("type"), option.get("default")) if isinstance(option, dict) else (None, None)
        if isinstance(kind, list) and isinstance(default, str) and all(each in SIGHTS for each in kind):
            defaults[name] = default if default in SIGHTS else (*kind, *SIGHTS)[0]  # worked out, it is one of them
    for zone in zones.values():
        for key in ("visible", "top") if isinstance(zone, dict) else ():
            said = zone.get(key)
            if isinstance(said, dict):
                zone[key] = {
                    face: defaults.get(who, who) if isinstance(who, str) else who for face, who in said.items()
                }
            elif isinstance(said, str):
                zone[key] = defaults.get(said, said)
