"""The JSON Schema of a structure that a prompt asks for in the notation of the corpus (README.md), for constrained decoding."""

from __future__ import annotations

import json
import re
from typing import Any

LISTING = "Answer as JSON with:\n"
ARRAY = "Answer as JSON: "
SCHEMA = "Answer as JSON that fits this schema:\n"


def wanted_schema(messages: list[dict[str, Any]]) -> dict[str, Any] | None:
    """What the last request for JSON in a conversation asks for; None where it asks in prose only."""
    for message in reversed(messages):
        text = message["content"]
        if message["role"] != "user":
            continue
        if SCHEMA in text:
            return json.loads(text.split(SCHEMA, 1)[1])
        if LISTING in text:
            return properties(line[2:] for line in text.split(LISTING, 1)[1].splitlines() if line.startswith("- "))
        if ARRAY in text:
            return Reader(text.split(ARRAY, 1)[1]).kind()
    return None


def properties(lines: Any) -> dict[str, Any]:
    """The object of lines like `name (kind, optional): description`."""
    return Reader("{" + ", ".join(re.sub(r"\): .*$", ")", line) for line in lines) + "}").kind()


class Reader:
    """Reads the notation of a type from left to right."""

    def __init__(self, text: str):
        self.text, self.at = text, 0

    def takes(self, pattern: str) -> re.Match[str] | None:
        found = re.compile(pattern).match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def kind(self) -> dict[str, Any]:
        kinds = [self.single()]
        while self.takes(r" or "):
            kinds.append(self.single())
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}

    def single(self) -> dict[str, Any]:
        if self.takes(r"\{"):
            return self.object()
        if self.takes(r"array of "):
            return self.array()
        if self.takes(r"one of "):
            return {"type": "string", "enum": self.strings()}
        if self.text[self.at : self.at + 1] == '"':
            return {"type": "string", "enum": self.strings()}
        found = self.takes(r"string|boolean|integer|number")
        if not found:
            raise ValueError(f"unknown type in {self.text[self.at :]!r}")
        return {"type": found[0]} | self.limits("minimum", "maximum", r" from (-?\d+) to (-?\d+)")

    def limits(self, low: str, high: str, both: str) -> dict[str, Any]:
        if found := self.takes(both):
            return {low: int(found[1]), high: int(found[2])}
        if found := self.takes(r" ?at least (-?\d+)"):
            return {low: int(found[1])}
        if found := self.takes(r" ?at most (-?\d+)"):
            return {high: int(found[1])}
        return {}

    def array(self) -> dict[str, Any]:
        counts = self.limits("minItems", "maxItems", r"(\d+) to (\d+)")
        if not counts and (found := self.takes(r"(\d+) ")):
            return {"type": "array", "items": self.single(), "minItems": int(found[1]), "maxItems": int(found[1])}
        self.takes(r" ")
        return {"type": "array", "items": self.single()} | counts

    def strings(self) -> list[str]:
        found = [self.string()]
        while self.takes(r', (?=")'):
            found.append(self.string())
        return found

    def string(self) -> str:
        value, self.at = json.JSONDecoder().raw_decode(self.text, self.at)
        return value

    def object(self) -> dict[str, Any]:
        members: dict[str, Any] = {}
        required = []
        while not self.takes(r"\}"):
            self.takes(r", ")
            name = self.takes(r"([^\s(]+) \(")
            if not name:
                raise ValueError(f"no property in {self.text[self.at :]!r}")
            members[name[1]] = self.kind()
            if not self.takes(r", optional"):
                required.append(name[1])
            if not self.takes(r"\)"):
                raise ValueError(f"no end of the property in {self.text[self.at :]!r}")
            self.takes(r": (?:(?!, \S+ \(|\}).)*")
        return {"type": "object", "properties": members, "required": required, "x-order": list(members), "additionalProperties": False}
