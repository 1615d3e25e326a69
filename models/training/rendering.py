"""The model's chat template, set up the way transformers sets Jinja up, and the tokens that are learned."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2.sandbox import ImmutableSandboxedEnvironment

HERE = Path(__file__).parent
TEMPLATE = HERE / "chat_template.jinja"
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"]


def tojson(value: Any, ensure_ascii: bool = False, indent: int | None = None, separators: Any = None, sort_keys: bool = False) -> str:
    """The filter as transformers defines it: plain JSON, nothing escaped for HTML."""
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


@lru_cache(maxsize=1)
def template() -> Any:
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"])
    environment.filters["tojson"] = tojson
    return environment.from_string(TEMPLATE.read_text(encoding="utf-8"))


def render(chat: dict[str, Any], prompt: bool = False) -> str:
    """A conversation as the model's text; with `prompt` it ends where the answer begins."""
    return template().render(messages=chat["messages"], tools=chat.get("tools") or None, add_generation_prompt=prompt)


# How much a call counts, in percent.
CALL = 250


def share(message: dict[str, Any]) -> int:
    """How much a turn of the assistant counts, in percent: calls and structures more than prose.

    Few of their tokens are in doubt, and these decide what is right; otherwise free talk and the users' words would drive most of each step.
    """
    if message.get("tool_calls"):
        return CALL
    return message.get("share", 200 if message["content"][:1] in ("{", "[") else 100)  # type: ignore[no-any-return]


def shares(chat: dict[str, Any]) -> list[int]:
    """How much each of the assistant's turns counts."""
    return [share(message) for message in chat["messages"] if message["role"] == "assistant"]


def weights(ids: list[int], start: int, end: int, head: list[int], others: int, turns: list[int]) -> list[int]:
    """How much each token counts as a target, in percent: the share in `turns` in an assistant's turn with its end, `others` elsewhere.

    The first token of a turn decides whether it is a call, so it counts the same in calls and in prose.
    """
    marks = [others] * len(ids)
    at, left = 0, iter(turns)
    while at < len(ids):
        if ids[at] == start and ids[at + 1 : at + 1 + len(head)] == head:
            marks[at + 1 : at + 1 + len(head)] = [0] * len(head)
            at += 1 + len(head)
            share, first = next(left), at
            while at < len(ids):
                marks[at] = share if at > first else CALL
                at += 1
                if ids[at - 1] == end:
                    break
        else:
            at += 1
    return marks
