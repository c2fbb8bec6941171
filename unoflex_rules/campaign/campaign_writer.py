"""Write a campaign as the text of its file. Not here: its contents (campaign_state.py), or YAML (yaml/writer.py)."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from unoflex_rules.language.yaml.nodes import Mapping as YamlMapping
from unoflex_rules.language.yaml.nodes import Scalar, Sequence
from unoflex_rules.language.yaml.writer import COLUMNS, Keys, YamlWriter, children, mapping_of
from unoflex_rules.resources import schema_dir

ABOUT = (
    "A campaign of {title} between two rounds: `unoflex campaign play` continues it, `unoflex campaign show` prints "
    "it. You may edit this file; check it with `unoflex campaign check`. Comments are not kept: write under `notes`."
)
#: The comment above a key.
ABOVE = {
    "players": "In seat order, each with the agent that plays for them",
    "rounds": "Progress",
    "variables": "Variables that last for the whole game",
    "deck": "The cards of the next round: first those that carry a value, then all others",
    "zones": "Cards that stay in other zones, from the top",
    "chance": "The state of the random generators, so that a stopped campaign continues as it would have",
}
#: Keys at the top whose entries, or items, have a line each.
OPENED = ("notes", "variables", "zones", "chance")


def campaign_text(title: str, data: Mapping[str, Any]) -> str:
    """The text of a file that holds `data`, in this order."""
    about = textwrap.wrap(ABOUT.format(title=title), COLUMNS, initial_indent="# ", subsequent_indent="# ")
    above: dict[Keys, tuple[str, ...]] = {(key,): ("", f"# {comment}") for key, comment in ABOVE.items()}
    schema = f"# yaml-language-server: $schema={schema_dir() / 'campaign.schema.json'}"
    return "\n".join([schema, *about, _CampaignWriter(above=above).text(mapping_of(data))])


class _CampaignWriter(YamlWriter):
    """The layout of a campaign."""

    def may_be_short(self, keys: Keys, node: YamlMapping | Sequence) -> bool:
        is_opened = len(keys) == 1 and keys[0] in OPENED
        return not is_opened and (isinstance(node, YamlMapping) or not any(map(_is_large, node)))

    def may_wrap(self, node: Sequence) -> bool:
        return not any(map(_is_large, node))


def _is_large(item: object) -> bool:
    """Whether an item of a list is more than a name or a count."""
    if isinstance(item, YamlMapping):
        return not all(isinstance(each, Scalar) for each in children(item))
    return isinstance(item, Sequence)
