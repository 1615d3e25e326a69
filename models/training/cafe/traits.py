"""Characters and shops put together from single traits: instructions of a few facts in any order, and talk that needs them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from . import words
from .bank import Block, blocks
from .banked import Chat, drawn, phrase, small, spoken_turns, talk_exchange
from .chance import Gen, turn
from .concepts import Context
from .dates import some_date
from .together import shown

ROLES = """the owner of a small tea room|a baker|a retired captain who runs a bar|a librarian|a gardener|the keeper of a lighthouse|a travelling merchant|a wizard|a witch with a herb garden|a dragon
|a robot in a kitchen|an old cat|a parrot in a bookshop|a garden gnome|a ghost in an old theatre|a knight without a horse|a pirate|a fortune teller|a night porter in a hotel|a train conductor
|a barista|a clockmaker|a fisherman|a beekeeper|a clown|a music teacher|a farmer|a ferryman|a tailor|a street musician|a snowman|a fox who sells cheese|a bear who keeps an inn|a mermaid|a troll under a bridge
|a king who lost his crown|a princess who repairs bicycles|a talking coffee machine|a mouse in a bakery|an owl who tells the time|a football trainer|a postman|a painter|a waiter|a market woman|a museum guard
|a ship's cook|a scarecrow|a goose who guards a farm|a potter|a chess player in the park|an innkeeper|a blacksmith|a florist|a zookeeper|a detective|a taxi driver|a shepherd|a nurse|a snail with a suitcase""".replace("\n", "").split("|")
SHOPS = """a coffee shop|a tea room|a bakery|a small restaurant|an ice cream parlour|a bar at the harbour|a bookshop with a café|a museum café|a farm shop|a juice bar|a canteen|a beach bar|a mountain hut|a sandwich shop
|a cheese shop|a pizzeria|a hotel bar|a noodle bar|a wine bar|a café on a boat""".replace("\n", "").split("|")
# Traits of a shop stand in banks whose names begin so.
SHOP = "traitsC"


def traits_chat(gen: Gen) -> Chat:
    """Two to seven traits as instructions, and questions about some of them among other talk."""
    shop = gen.chance(0.35)
    every = [b for b in blocks()["trait"] if b.place.startswith(SHOP) == shop]
    chosen = apart(gen.some(every, gen.weighted({2: 3, 3: 4, 4: 4, 5: 3, 6: 2, 7: 1})))
    context = Context(some_date(gen))
    held = [(block, spoken(gen, drawn(gen, block, context))) for block in chosen]
    messages: list[Chat] = []
    for block, made in gen.some(held, gen.weighted({1: 3, 2: 3, 3: 2, 4: 1})):
        messages += spoken_turns(gen, gen.pick(block.says), made)
        if gen.chance(0.15):
            messages += talk_exchange(gen, "plain") if gen.chance(0.6) else small(gen)
    return shown(gen, [turn("system", told(gen, shop, held))] + messages, 0.2)


@lru_cache(maxsize=None)
def asked(place: str) -> frozenset[str]:
    """The first words of a trait's questions, as they stand in its bank."""
    block = next(b for b in blocks()["trait"] if b.place == place)
    return frozenset(re.sub(r"\W+", " ", way).strip().lower() for said in block.says for way in said[0].strip("[]").split("|"))


def apart(chosen: list[Block]) -> list[Block]:
    """The traits without those that share a question with an earlier one: a shop has one name."""
    kept: list[Block] = []
    for block in chosen:
        if not any(asked(block.place) & asked(other.place) for other in kept):
            kept.append(block)
    return kept


def spoken(gen: Gen, made: dict[str, Any]) -> dict[str, Any]:
    return {name: words.spoken(gen, value) if isinstance(value, int) else value for name, value in made.items()}


def told(gen: Gen, shop: bool, held: list[tuple[Block, dict[str, Any]]]) -> str:
    """The instructions: sentences, or lines of keys and values."""
    keyed = gen.chance(0.25)
    head = gen.text("[You are the assistant of|You work in|You answer the guests of|You are the voice of] {a:r}." if shop else "[You are {a:r}.|You are {a:r}.|Role: {a:r}.|Play {a:r}.|You play {a:r}.]",
        r=re.sub(r"^(an?|the) ", "", gen.pick(SHOPS if shop else ROLES)))  # fmt: skip
    parts = []
    for block, made in held:
        ways = [t for t in block.told if is_key(t) == keyed] or block.told
        parts.append(phrase(gen, gen.pick(ways), made))
    if gen.chance(0.35):
        parts.append(gen.text("[Keep answers short.|Stay in character.|Answer briefly.|Be friendly.|Never break character.|Speak simply.|You are kind.|You are a bit grumpy.|You like guests.]"))
    closed = [head] + [part if part[-1] in ".!?\"" or keyed else part + "." for part in gen.shuffled(parts)]
    return ("\n" if keyed else gen.pick([" ", " ", " ", "\n"])).join(closed)


def is_key(text: str) -> bool:
    """Whether a line of instructions is `Key: value`."""
    return re.match(r"^[A-Z][\w' ]{1,24}: ", text) is not None


def plain_chat(gen: Gen) -> Chat:
    """What is said often, with plain replies; in a quarter what people tell, beside tools with the same words."""
    from .together import headed

    messages: list[Chat] = []
    stories = gen.chance(0.25)
    for _ in range(gen.weighted({1: 3, 2: 3, 3: 2, 4: 1, 5: 1})):
        messages += talk_exchange(gen, "plainstory" if stories else "plain")
    return shown(gen, headed(gen, messages), 0.8 if stories else 0.45, related=3 if stories else 0)
