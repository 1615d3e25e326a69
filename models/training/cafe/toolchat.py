"""Conversations with tools: one call, several at once, one after another, failures, and no call where none is due."""

from __future__ import annotations

from . import concepts as c
from .afterwards import LEADS, followed, taken_back
from .bank import blocks, slots
from .banked import FREE, BankTool, alike, bank_tool, drawn, persona_scene, small, spoken_turns, values
from .chance import Gen, sentence, turn
from .concepts import Context
from .dates import some_date, today_line
from .lookups import attribute_tool
from .personas import TOPICS, instruct, persona, persona_turns
from .toolbox import Chat, any_tool, clashes, finish, instructions, toolbox
from .toolkit import Tool, Use
from .toolmany import chained, comparison, parallel, several, two_tools

THANKS = "[Thanks!|Thank you.|Great, thanks.|Perfect.|Cheers.|Good to know.|That helps.|Wonderful, thank you!]"
WELCOME = (
    "[You're welcome!|My pleasure.|Any time.|Glad to help.|Happy to help!|No problem.|You're welcome. [Anything else?|Enjoy your day!]]"
)


def single(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """One to three wishes, each with its call."""
    context = Context.of(gen)
    tools = [any_tool(gen)]
    if gen.chance(0.3):
        other = any_tool(gen)
        if other.topic != tools[0].topic and not clashes(other.topic, {tools[0].topic}) and other.name != tools[0].name:
            tools.append(other)
    chats: list[Chat] = []
    for _ in range(gen.weighted({1: 6, 2: 2, 3: 1})):
        tool = gen.pick(tools)
        use = tool.use(gen, context)
        chats.append(turn("user", use.ask))
        finish(gen, tool, use, chats)
        if gen.chance(0.12):
            chats += [turn("user", gen.text(THANKS)), turn("assistant", gen.text(WELCOME))]
    return chats, tools, context


def none_fits(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """A wish that no listed tool can serve: say so, and do not call."""
    context = Context.of(gen)
    wished = any_tool(gen)
    use = wished.use(gen, context)
    box = [t for t in toolbox(gen, [wished]) if t is not wished]
    if not box:
        return single(gen)
    return sorry(gen, use, box), box, context


def sorry(gen: Gen, use: Use, box: list[Tool]) -> list[Chat]:
    able = [t for t in box if t.topic.startswith(("attribute", "search"))]
    answer = gen.say(
        "[I'm sorry, I [cannot help with that|have no tool for that].|Sorry, that is beyond what I can do here.|"
        + ("I have no way to find that out, sorry.]" if use.ask.endswith("?") else "I'm sorry, I have no way to do that.|I can't do that with the tools I have.]")
        + ("[| I can help with {h}, though.| But I can help with {h}.]" if able else ""), h=ability(gen.pick(able)) if able else "",
    )  # fmt: skip
    return [turn("user", use.ask), turn("assistant", answer)]


def ability(tool: Tool) -> str:
    """What a tool is for, from its topic."""
    kind, _, rest = tool.topic.partition(" ")
    if kind == "attribute":
        return f"looking up the {rest}"
    return f"finding {'an' if rest[0] in 'aeiou' else 'a'} {rest}"


def missing(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """A required value is not said: ask for it, then call."""
    context = Context.of(gen)
    while True:
        tool = attribute_tool(gen)
        if tool.main and len(tool.params) == 1 and tool.main.concept in (c.CITY, c.PERSON, c.REFERENCE, c.SYMBOL):
            break
    attribute = tool.topic.removeprefix("attribute ")
    noun = {id(c.CITY): "city", id(c.PERSON): "person", id(c.REFERENCE): "number", id(c.SYMBOL): "symbol"}[id(tool.main.concept)]
    value = tool.main.draw(gen, context)
    use = tool.use(gen, context, {tool.main.name: value})
    chats = [
        turn(
            "user",
            gen.say("[What's the {a}?|Tell me the {a}.|Can you check the {a}?|I need the {a}.|Look up the {a}, please.]", a=attribute),
        ),
        turn("assistant", gen.say("[[For|Of] which {n}?|Which {n} do you mean?|Sure! Which {n}?|Happy to check. For which {n}?]", n=noun)),
        turn("user", gen.text("[{v}|{v}.|{v}, please.|For {v}.|I mean {v}.]", v=value.said)),
    ]
    finish(gen, tool, use, chats, 0.05)
    return chats, [tool], context


def chatter(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """Talk that needs no tool while tools are listed, now and then with one wish among it."""
    context = Context.of(gen)
    chats: list[Chat] = []
    for _ in range(gen.number(1, 3)):
        chats += small(gen)
    tool = any_tool(gen)
    if gen.chance(0.4):
        use = tool.use(gen, context)
        chats.append(turn("user", use.ask))
        finish(gen, tool, use, chats)
        chats += small(gen) if gen.chance(0.5) else []
    return chats, [tool], context


def in_character(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """A persona with a tool: chat needs none, a wish does."""
    context = Context.of(gen)
    who = persona(gen)
    tool = any_tool(gen)
    known = gen.some([t for t in TOPICS if TOPICS[t][0]], gen.number(0, 2))
    chats = persona_turns(gen, who, gen.number(1, 2), known) if gen.chance(0.7) else []
    use = tool.use(gen, context)
    chats.append(turn("user", use.ask))
    finish(gen, tool, use, chats)
    if gen.chance(0.4):
        chats += persona_turns(gen, who, 1, [])
    told = instruct(gen, who, known)
    if context.needs_today:
        told += " " + today_line(gen, context.today)
    return [turn("system", told)] + chats, [tool], context


def already_there(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """After a call, a question that the result already answers."""
    context = Context.of(gen)
    while True:
        tool = attribute_tool(gen)
        if len(tool.params) == 1:
            break
    use = tool.use(gen, context)
    chats = [turn("user", use.ask)]
    finish(gen, tool, use, chats, 0)
    answer = chats[-1]["content"]
    chats += [
        turn(
            "user",
            gen.text(
                "[Sorry, what was it again?|Can you repeat that?|Say that again, please.|What did you say?|One more time, please: what was {b}?|I didn't catch that. {c}?|Remind me, what was {b}?]",
                b=use.about,
                c=sentence(use.about),
            ),
        ),
        turn("assistant", gen.pick(LEADS) + answer),
    ]
    return chats, [tool], context


def pair(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    return two_tools(gen) or single(gen)


SCENARIOS = {
    single: 5.0,
    comparison: 8.0,
    parallel: 1.5,
    pair: 1.2,
    chained: 0.5,
    none_fits: 1.0,
    missing: 0.35,
    several: 0.5,
    chatter: 0.7,
    in_character: 0.7,
    already_there: 0.5,
}


# Of a dense conversation: mostly one call for a wish, and talk that needs none.
SCENES = {single: 6.0, comparison: 1.8, parallel: 0.7, pair: 0.7, chained: 0.4, missing: 0.35, several: 0.3, chatter: 1.4, already_there: 0.4}


def clashing(tool: Tool, others: list[Tool]) -> bool:
    """Whether a request for the tool could be taken for one for another."""
    return any(
        tool.topic == o.topic or tool.name == o.name or clashes(tool.topic, {o.topic}) or clashes(o.topic, {tool.topic}) for o in others
    )


def dense_chat(gen: Gen) -> Chat:
    """Several scenes over one list of tools: each time it must be decided whether to call, which tool, and how often."""
    gen.context = Context(some_date(gen))
    gen.remarks = 0.45
    scenes: list[list[Chat]] = []
    tools: list[Tool] = []
    for _ in range(gen.number(2, 4)):
        scene, used, _ = gen.weighted(SCENES)(gen)
        if len(tools) + len(used) <= 8 and not any(clashing(t, tools) for t in used):
            scenes.append(scene)
            tools += used
    for _ in range(gen.number(0, 3)):
        # A tool again, or for the first time after other talk.
        tool = gen.pick(tools)
        use = tool.use(gen, gen.context)
        scenes.append([turn("user", use.ask)])
        finish(gen, tool, use, scenes[-1])
    box = toolbox(gen, tools, most=7 if len(tools) < 4 else 0)
    for _ in range(gen.weighted({0: 3, 1: 2})):
        wished = any_tool(gen)
        if not clashing(wished, box):
            scenes.append(sorry(gen, wished.use(gen, gen.context), box))
    scenes = gen.shuffled(scenes)
    return {
        "messages": instructions(gen, gen.context, tools) + [message for scene in scenes for message in scene],
        "tools": [t.schema(gen) for t in box],
    }


def tool_chat(gen: Gen) -> Chat:
    """One conversation with tools, as `messages` and `tools`."""
    chats, tools, context = gen.weighted(SCENARIOS)(gen)
    box = toolbox(gen, tools)
    head = [] if chats[0]["role"] == "system" else instructions(gen, context, tools)
    return {"messages": head + chats, "tools": [t.schema(gen) for t in box]}


def remark(gen: Gen, tool: BankTool, context: Context) -> list[Chat]:
    """A remark on the tool's topic that asks for nothing the tool does."""
    question, answer = gen.pick(tool.block.near)
    said = {n: v.said for n, v in values(gen, tool.block.fields, slots(question + answer), context).items()} | drawn(gen, tool.block, context)
    return spoken_turns(gen, (question, answer), said, FREE)


def fitting(gen: Gen, box: list[Tool], banked: float) -> Tool | None:
    """Another tool that no wish for one of the list could be taken for."""
    for _ in range(8):
        tool = bank_tool(gen) if gen.chance(banked) else any_tool(gen)
        if not clashing(tool, box) and not any(alike(tool, other) for other in box):
            return tool
    return None


def fact_scene(gen: Gen) -> tuple[list[Chat], list[Chat]]:
    """A fact that the user tells, and a question about it that needs no tool."""
    block = gen.pick(blocks()["fact"])
    made = drawn(gen, block, Context(some_date(gen)))
    return spoken_turns(gen, gen.pick(block.tells), made, FREE), spoken_turns(gen, gen.pick(block.says), made)


def bank_scene(gen: Gen, tools: list[Tool], box: list[Tool], context: Context) -> list[Chat]:
    """A call, several calls, a remark on a tool's topic, other talk, or a wish that no tool serves."""
    tool = gen.pick(tools)
    way = gen.weighted({"ask": 5.5, "many": 1.4, "near": 3.8, "talk": 2.2, "sorry": 0.7, "back": 0.5})
    if way == "talk":
        return small(gen)
    if way == "sorry" and (wished := fitting(gen, box, 0.6)):
        return sorry(gen, wished.use(gen, context), box)
    if isinstance(tool, BankTool):
        if way == "near" and tool.block.near:
            return remark(gen, tool, context)
        if way == "many" and (scene := tool.several(gen, context)):
            return scene
    use = tool.use(gen, context)
    if way == "back":
        return taken_back(gen, use)
    scene = [turn("user", use.ask)]
    finish(gen, tool, use, scene)
    if gen.chance(0.08):
        scene += [turn("user", gen.text(THANKS)), turn("assistant", gen.text(WELCOME))]
    return scene + followed(gen, use, scene, 0.22)


def bank_chat(gen: Gen) -> Chat:
    """A conversation over hand-written tools, among others, now and then with a persona."""
    context = gen.context = Context(some_date(gen))
    gen.remarks = 0.4
    tools: list[Tool] = []
    for _ in range(gen.weighted({1: 4, 2: 3, 3: 2})):
        if tool := fitting(gen, tools, 0.85):
            tools.append(tool)
    box = list(tools)
    for _ in range(gen.weighted({0: 3, 1: 3, 2: 3, 3: 2, 4: 1, 5: 0.6})):
        if tool := fitting(gen, box, 0.7):
            box.append(tool)
    scenes = [bank_scene(gen, tools, box, context) for _ in range(gen.weighted({1: 2, 2: 3, 3: 3, 4: 2, 5: 1}))]
    if gen.chance(0.12):
        told, asked = fact_scene(gen)
        scenes.insert(gen.number(0, len(scenes)), told)
        scenes.append(asked)
    messages = [m for scene in scenes for m in scene]
    head = instructions(gen, context, tools)
    if gen.chance(0.15):
        told, chats = persona_scene(gen, gen.number(0, 2))
        date = [today_line(gen, context.today)] if context.needs_today else []
        head, messages = [turn("system", " ".join([told] + date))], chats + messages
    return {"messages": head + messages, "tools": [t.schema(gen) for t in gen.shuffled(box)]}
