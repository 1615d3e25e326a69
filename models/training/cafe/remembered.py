"""Facts from the banks: told in passing, and asked for after other talk."""

from __future__ import annotations

from typing import Callable

from .bank import blocks
from .banked import FREE, Chat, drawn, persona_scene, small, spoken_turns
from .chance import Gen, turn
from .concepts import Context
from .dates import some_date
from .mentions import mention


def bank_recall(gen: Gen, longest: int, outside: Callable[[Gen], list[Chat]]) -> Chat:
    """Facts told in passing, other talk of some length, also from `outside` the café's world, and questions about them."""
    told, scene = persona_scene(gen, 12) if gen.chance(0.5) else ("", [])
    exchanges = [scene[at : at + 2] for at in range(0, len(scene), 2)][::-1]
    messages: list[Chat] = [turn("system", told)] if told else []
    if not told and gen.chance(0.4):
        messages = [turn("system", gen.text("[You are a helpful assistant.|You are a barista. Remember what the guests tell you.|Remember what I tell you.|You serve guests.]"))]

    def filler() -> list[Chat]:
        if gen.chance(0.2):
            return outside(gen)
        return exchanges.pop() if exchanges and gen.chance(0.7) else small(gen)

    known, heard = [], ""
    for block in gen.some(blocks()["fact"], gen.weighted({1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1})):
        made = drawn(gen, block, Context(some_date(gen)))
        told_now = spoken_turns(gen, gen.pick(block.tells), made, FREE)
        heard += told_now[0]["content"] + "\n"
        messages += told_now
        known.append((block, made))
        if gen.chance(0.35):
            messages += filler()
    distance, length = int(longest * gen.random.random() ** gen.pick([3, 6, 9])), 0
    while length < distance:
        more = filler()
        messages += more
        length += sum(len(m["content"]) // 4 + 6 for m in more)
    general = mention(gen, heard, "\n".join(m["content"] for m in messages if m["role"] == "user" and m["content"] not in heard), known) if gen.chance(0.5) else []
    if general and gen.chance(0.5):
        return {"messages": messages + general, "tools": []}
    messages += general
    for block, made in gen.shuffled(known)[: gen.number(1, len(known))]:
        for said in gen.some(block.says, gen.weighted({1: 4, 2: 1})):
            messages += spoken_turns(gen, said, made)
    return {"messages": messages, "tools": []}
