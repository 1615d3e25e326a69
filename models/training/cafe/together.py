"""Talk beside tools: the same exchanges stand with and without a list of tools, so that tools in sight are no reason to call one."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache
from typing import Any

from .afterwards import named
from .banked import FREE, Chat, bank_tool, blocks, drawn, persona_scene, small, spoken_turns, talk_exchange
from .bank import Block
from .chance import Gen, turn
from .concepts import Context
from .dates import some_date, today_line
from .remembered import bank_recall
from .toolbox import any_tool
from .toolchat import fact_scene
from .toolkit import Tool

WORD = re.compile(r"[a-z]{4,}")
# Words that say nothing about a subject.
PLAIN = set("""about after again also another anything because been before being best both came could does doesn done down each else even ever every first from
give gives going good have here into just know last less like little long look made make many more most much must need never next nothing once only other over please
really right said same some something sometimes soon still such sure take tell than that their them then there these they thing things think this those though through
time today told under until very want wants well were what when where which while will with without word words work would your yours name names number list text""".split())  # fmt: skip
HEADS = (
    "[You are a helpful assistant.|You are Café, a helpful assistant.|You are Café.|Answer briefly.|You help the guests of a coffee shop.|You are friendly.|You are the assistant of a small café."
    "|Be kind and short.|You talk with guests.|Help the user.|You are a friendly barista.|Answer the user's questions.|You work in a coffee shop and know nothing else.|Keep it short and friendly.]"
)


# Plain answers to what lies outside: where many answers are possible, these are the likeliest ones.
UNKNOWN = (
    "[I don't know that[, I'm afraid|, sorry|]. I only know [my|the] café.|I'm sorry, I don't know that. I only know [my|the] café.|I can't help with that[, sorry|, I'm afraid|]. I only know [my|the] café."
    "|That is outside my world[, I'm afraid|, sorry|]. I only know coffee, tea and cakes.|I'm afraid I don't know. I only know about this café.|I don't know anything about that. I'm only a small café model.]"
)

# Plain answers to what is no question: something is to be done, or the wish stands in a story.
UNABLE = (
    "[I can't help with that[, sorry|, I'm afraid|]. I only know [my|the] café.|I'm sorry, I can't do that. I only know [my|the] café.|That's more than I can do[, sorry|, I'm afraid|]. I only know this café."
    "|I can't do that[, sorry|, I'm afraid|]. All I know is [my|the] café.|I'm afraid I can't help you with that. I only know coffee, tea and cakes.]"
)
QUESTION = re.compile(r"(who|whom|whose|what|whats|what's|which|where|when|why|how|is|are|was|were|does|do|did|can|could|has|have|will)\b", re.IGNORECASE)


def subjects(text: str) -> set[str]:
    """The telling words of a text, without endings."""
    return {re.sub(r"(ing|ed|es|s|e)$", "", word) for word in WORD.findall(named(text))} - {re.sub(r"(ing|ed|es|s|e)$", "", w) for w in PLAIN}


def some_tool(gen: Gen) -> Tool:
    return bank_tool(gen) if gen.chance(0.65) else any_tool(gen)


# A word of more tools than these says little about any of them.
TELLING = 80
# Words in the names and descriptions of tools that answer questions about the world. Beside such a tool these questions would be wishes.
WORLDLY = re.compile(
    r"\b(translat|meaning|mean|capital|president|king|currenc|exchange rate|weather|forecast|convert|calculat|planet|population|flag|film|actor|author|lyrics|defin|dictionar|recipe|symptom|languag|visa|time zone)"
)


@lru_cache
def by_subject() -> dict[str, list[int]]:
    """The tools of trades, by number, under each telling word of their names and descriptions."""
    index: dict[str, list[int]] = defaultdict(list)
    for at, block in enumerate(blocks()["tool"]):
        about = " ".join(block.names + block.about)
        for word in subjects(about) if block.trade and not WORLDLY.search(about.lower()) else []:
            index[word].append(at)
    return {word: found for word, found in index.items() if len(found) <= TELLING}


def relatives(gen: Gen, said: set[str], most: int) -> list[Block]:
    """Tools of trades that share one and at most `most` telling words with what was said, in any order."""
    count = Counter(at for word in sorted(said) for at in by_subject().get(word, []))
    return [blocks()["tool"][at] for at in gen.shuffled([at for at, shared in count.items() if shared <= most])]


def beside(gen: Gen, messages: list[Chat], related: int = 0) -> list[dict[str, Any]]:
    """Schemas of tools to list beside talk. With `related` some of them share words with the talk, each at most that many telling ones; the others share none."""
    said = subjects(" ".join(m["content"] for m in messages if m["role"] == "user"))
    found: dict[str, dict[str, Any]] = {}
    wanted = gen.weighted({1: 3, 2: 3, 3: 3, 4: 2, 5: 1, 6: 0.5})
    for block in relatives(gen, said, related)[: gen.number(1, wanted)] if related else []:
        tool = bank_tool(gen, block)
        found.setdefault(tool.name.lower(), tool.schema(gen))
    for _ in range(wanted * 3):
        if len(found) == wanted:
            break
        tool = some_tool(gen)
        if not subjects(f"{tool.name} {tool.description}") & said:
            found.setdefault(tool.name.lower(), tool.schema(gen))
    return list(found.values())


def headed(gen: Gen, messages: list[Chat], often: float = 0.5) -> list[Chat]:
    """With instructions before it, and now and then with today's date."""
    parts = [gen.text(HEADS)] if gen.chance(often) else []
    if gen.chance(0.1):
        parts.append(today_line(gen, some_date(gen)))
    return [turn("system", " ".join(parts))] + messages if parts else messages


def shown(gen: Gen, messages: list[Chat], share: float, related: int = 0) -> Chat:
    """The conversation, with tools beside it in a share of the cases."""
    return {"messages": messages, "tools": beside(gen, messages, related) if gen.chance(share) else []}


def talk_chat(gen: Gen) -> Chat:
    """Small talk of one to four exchanges."""
    messages: list[Chat] = []
    for _ in range(gen.weighted({1: 4, 2: 3, 3: 2, 4: 1})):
        messages += small(gen)
    return shown(gen, headed(gen, messages), 0.45)


def quiet_chat(gen: Gen) -> Chat:
    """Talk on the subjects of tools, with such tools in the list and no call."""
    messages: list[Chat] = []
    for _ in range(gen.weighted({1: 4, 2: 3, 3: 2})):
        messages += talk_exchange(gen, "nocall")
    return shown(gen, headed(gen, messages), 0.85, related=3)


def outside_chat(gen: Gen) -> Chat:
    """Questions from outside the café's world, among others."""
    messages: list[Chat] = []
    for _ in range(gen.weighted({1: 5, 2: 3, 3: 1})):
        messages += outside_exchange(gen)
        if gen.chance(0.3):
            messages += talk_exchange(gen)
    if gen.chance(0.25):
        # What the user told is known, though it lies outside.
        told, asked = fact_scene(gen)
        messages = told + messages + asked
    return shown(gen, headed(gen, messages), 0.7, related=gen.pick([0, 1]))


def outside_exchange(gen: Gen, beside_words: set[str] | None = None) -> list[Chat]:
    """One question from outside. Many of the answers are plain ones. With `beside_words` it shares one of them, if eight draws find such a question."""
    said = exchange(gen, pick_block(gen, "outside"))
    for _ in range(8 if beside_words else 0):
        if subjects(said[0]["content"]) & beside_words:
            break
        said = exchange(gen, pick_block(gen, "outside"))
    asked = said[0]["content"]
    if gen.chance(0.45):
        said[1] = turn("assistant", gen.say(UNKNOWN if asked.endswith("?") or QUESTION.match(asked) else UNABLE))
    return said


def pick_block(gen: Gen, head: str) -> Block:
    """A block, by the number of its lines."""
    every = blocks()[head]
    return every[gen.weighted({at: len(block.says) for at, block in enumerate(every)})]


def exchange(gen: Gen, block: Block) -> list[Chat]:
    return spoken_turns(gen, gen.pick(block.says), drawn(gen, block, Context(some_date(gen))), FREE)


def persona_talk(gen: Gen) -> Chat:
    """Instructions with facts and talk that follows them, with and without tools."""
    told, chats = persona_scene(gen, gen.weighted({1: 3, 2: 3, 3: 3, 4: 2, 6: 1}))
    return shown(gen, [turn("system", told)] + chats, 0.3)


def recall_talk(gen: Gen, longest: int) -> Chat:
    """Facts told in passing and asked for later."""
    return shown(gen, bank_recall(gen, longest, outside_exchange)["messages"], 0.25)
