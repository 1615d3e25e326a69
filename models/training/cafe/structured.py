"""Conversations that end in a structure, also after earlier turns or after a tool's result."""

from __future__ import annotations

from typing import Any

from .chance import Gen, turn
from .extraction import EXTRACTIONS
from .scenes import SCENES, tasting, wine_list
from .schematext import ask_for, compact
from .toolchat import calling, instructions, toolbox
from .concepts import Context
from .dates import some_date
from .worldtools import rating_tool

TASKS = SCENES | EXTRACTIONS


def structured_chat(gen: Gen) -> dict[str, Any]:
    """One structured answer, sometimes two, sometimes helped by a tool."""
    if gen.chance(0.08):
        return with_rating(gen)
    messages: list[dict[str, Any]] = []
    for index in range(1 if gen.chance(0.9) else 2):
        told, prompt, schema, title, value = gen.weighted(TASKS)(gen)
        if index == 0 and told:
            messages.append(turn("system", told))
        elif index and "date" in told.lower() or index and "today" in told.lower():
            break
        messages += [turn("user", ask_for(gen, prompt, schema, title)), turn("assistant", compact(value))]
    return {"messages": messages, "tools": []}


def with_rating(gen: Gen) -> dict[str, Any]:
    """A tasting note that is compared with the usual rating: a call first, then the structure."""
    told, prompt, schema, title, value = tasting(gen)
    tool = rating_tool(gen)
    method = next((m for m in ("espresso", "V60", "French press", "Aeropress", "Chemex", "moka pot", "cold brew") if m in prompt), None)
    if method is None:
        return structured_chat(gen)
    average = f"{gen.number(1, 4)}.{gen.number(0, 9)}"
    told = gen.text("Summarize the brew, and compare it [to|with] the user's usual [when relevant|rating].")
    schema["properties"]["comparison"] = {"type": "string", "description": "Compared with the usual rating"}
    schema["required"].append("comparison")
    rating = next(v for v in value.values() if isinstance(v, int))
    value["comparison"] = gen.text("{w} than your usual {m}, which gets {a}.", w="Better" if rating > float(average) else "Worse", m=method, a=average)
    messages = [turn("system", told), turn("user", ask_for(gen, prompt, schema, title)), calling([{"name": tool.name, "arguments": {tool.params[0].name: method}}])]
    messages += [turn("tool", gen.text("[The user's average {m} rating is {a} out of 5.|{a}]", m=method, a=average)), turn("assistant", compact(value))]
    box = toolbox(gen, [tool], 3)
    return {"messages": messages, "tools": [t.schema(gen) for t in box]}
