"""Conversations over several tools of one trade: which of them is meant must be read from their descriptions.

Elsewhere no two tools of a list can be taken for each other; here all are about one subject, and what none of them does is asked for, too.
"""

from __future__ import annotations

import re

from .afterwards import followed, taken_back
from .bank import Block, trades
from .banked import BankTool, bank_tool, talk_exchange
from .chance import Gen, turn
from .concepts import Context
from .dates import some_date
from .toolbox import Chat, call, calling, finish, instructions
from .toolchat import THANKS, WELCOME, fact_scene, fitting, remark, sorry
from .toolkit import Tool

LINKS = ["", "", "And ", "Also, ", "Then ", "After that: ", "Oh, and ", "One more thing: ", "Besides, ", "And another thing. "]
# Words that keep their capital within a sentence.
PROPER = re.compile(r"I\b|I'|[A-Z]{2}|[A-Z]\d")


def together(gen: Gen, asks: list[str]) -> str:
    """Several wishes in one message."""
    out = asks[0]
    for ask in asks[1:]:
        link = gen.pick(LINKS)
        if not link and gen.chance(0.3) and len(ask) > 1 and ask[1:2].islower() and not PROPER.match(ask) and (ask[:1].islower() or ask.split(" ")[0].lower() in STARTS):
            out = re.sub(r"[.!]$", "", out) + gen.pick([", and ", " and then ", "; ", ", "]) + ask[:1].lower() + ask[1:]
            continue
        if link and link[-2:] != ". " and not PROPER.match(ask) and ask.split(" ")[0].lower() in STARTS:
            ask = ask[:1].lower() + ask[1:]
        stop = "" if out[-1:] in ".!?;:" else gen.pick([".", ".", ",", ";"]) if not link else "."
        out += f"{stop} {link}{ask}"
    return out


STARTS = set(
    """the a an my our we please can could would will is are was has have there this that it he she they what which who when where how let put give
take make get tell set send show check open close find look do does don't someone somebody nobody one two three if by for at in on with from to all every no not""".split()
)


def joint(gen: Gen, tools: list[BankTool], context: Context) -> list[Chat]:
    """Two or three wishes at once, each with its call."""
    chosen = [gen.pick(tools) for _ in range(gen.weighted({2: 5, 3: 1}))]
    uses = [(tool, tool.use(gen, context)) for tool in chosen]
    if len({(tool.name, str(use.args)) for tool, use in uses}) < len(uses):
        uses = uses[:1]
    chats = [turn("user", together(gen, [use.ask for _, use in uses])), calling([call(tool, use.args) for tool, use in uses])]
    told = [use.outcome(gen) for _, use in uses]
    return chats + [turn("tool", result) for result, _ in told] + [turn("assistant", " ".join(answer for _, answer in told))]


def wish(gen: Gen, tool: BankTool, context: Context) -> list[Chat]:
    use = tool.use(gen, context)
    chats = [turn("user", use.ask)]
    finish(gen, tool, use, chats, 0.04)
    if gen.chance(0.06):
        chats += [turn("user", gen.text(THANKS)), turn("assistant", gen.text(WELCOME))]
    return chats + followed(gen, use, chats, 0.22)


def absent(gen: Gen, blocks: list[Block], box: list[Tool], context: Context) -> list[Chat]:
    """A wish for what another tool of the trade would do, which is not in the list."""
    return sorry(gen, bank_tool(gen, gen.pick(blocks)).use(gen, context), box) if blocks else []


GENERAL = re.compile(r"(what|why|how|when|who|which|where|do|does|is|are|can)\b.*\?$", re.IGNORECASE)


def near(gen: Gen, tool: BankTool, context: Context) -> list[Chat]:
    """A remark on the tool's subject; what is asked of the world in general lies outside, as often as not."""
    from .together import UNKNOWN

    said = remark(gen, tool, context)
    if GENERAL.match(said[0]["content"]) and not re.search(r"\b(you|your|I|my|we|our)\b", said[0]["content"]) and gen.chance(0.6):
        said[1] = turn("assistant", gen.say(UNKNOWN))
    return said


def trade_scene(gen: Gen, tools: list[BankTool], missing: list[Block], box: list[Tool], context: Context) -> list[Chat]:
    from .together import WORLDLY, outside_exchange, subjects

    way = gen.weighted({"wish": 8, "joint": 2.2, "many": 1.2, "near": 4, "absent": 0.3, "outside": 0.8, "talk": 1.1, "back": 0.7})
    tool = gen.pick(tools)
    if way == "joint":
        return joint(gen, tools, context)
    if way == "many" and (scene := tool.several(gen, context)):
        return scene
    if way == "near" and tool.block.near:
        return near(gen, tool, context)
    if way == "absent" and missing:
        return absent(gen, missing, box, context)
    if way == "outside":
        about = " ".join(f"{tool.name} {tool.description}" for tool in tools)
        return outside_exchange(gen, None if WORLDLY.search(about.lower()) else subjects(about))
    if way == "talk":
        return talk_exchange(gen)
    if way == "back":
        return taken_back(gen, tool.use(gen, context))
    return wish(gen, tool, context)


def trade_chat(gen: Gen) -> Chat:
    """Two to eight scenes over the tools of a trade, with few others beside them."""
    context = gen.context = Context(some_date(gen))
    gen.remarks = 0.25
    blocks = gen.shuffled(gen.pick(trades()))
    count = gen.weighted({2: 2, 3: 3, 4: 3, 5: 2, 6: 1})
    listed, missing = blocks[:count], blocks[count:]
    tools: list[BankTool] = []
    for block in listed:
        tool = bank_tool(gen, block)
        if all(tool.name.lower() != other.name.lower() for other in tools):
            tools.append(tool)
    box: list[Tool] = list(tools)
    for _ in range(gen.weighted({0: 6, 1: 2, 2: 1})):
        if other := fitting(gen, box, 0.7):
            box.append(other)
    scenes = [trade_scene(gen, tools, missing, box, context) for _ in range(gen.weighted({2: 1, 3: 2, 4: 3, 5: 3, 6: 2, 8: 1}))]
    if gen.chance(0.15):
        told, asked = fact_scene(gen)
        scenes.insert(gen.number(0, len(scenes)), told)
        scenes.append(asked)
    messages = [message for scene in scenes for message in scene]
    return {"messages": instructions(gen, context, list(tools)) + messages, "tools": [t.schema(gen) for t in gen.shuffled(box)]}
