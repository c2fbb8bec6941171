"""Text as YAML has it: bare where it means itself, else in quotes. Not here: how YAML is read (document.py)."""

from __future__ import annotations

import json
import re

from unoflex_rules.language.yaml.scalars import NumberError, resolve

_PLAIN = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`=][^\n\t]*|-[^\s,\[\]{}\-][^\n\t]*")
_CUT = re.compile(r":(?=\s|$)|\s#|\s$")
_CUT_IN_BRACKETS = re.compile(r"[,\[\]{}]|:$")


def quoted(text: str, in_brackets: bool = False) -> str:
    """Text that is read as just this text, on one line; `in_brackets`: between `[ ]` or `{ }`."""
    if _is_plain(text) and not _CUT.search(text) and not (in_brackets and _CUT_IN_BRACKETS.search(text)):
        return text
    # JSON is YAML as far as text goes; what is not ASCII stays readable.
    return json.dumps(text, ensure_ascii=False, allow_nan=False)


def _is_plain(text: str) -> bool:
    """Whether a text could stand without quotes, as far as its start and its meaning go."""
    try:
        return bool(_PLAIN.fullmatch(text)) and isinstance(resolve(text), str) and not text.startswith(("--", "..."))
    except NumberError:
        return False
