"""Quests and shops of a game."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..tasks import Task
from .shape import STRING, array, choice, defined, field, records, shape, tables, whole

QUESTS = tables("village.txt")["quests"]
SHOPS = tables("village.txt")["shops"]
QUEST_PROMPTS = """A quest that {w}.
[Generate|Create|Write|Invent] {a:h} quest that {w}.
My player is bored. Give him something to do that {w}.
I need {a:h} mission that {w}.
What could the innkeeper ask of a hero? It should be something that {w}.
Side quest, {h}, and one that {w}.
For the notice board: {a:h} task that {w}.
Let the next adventure be one that {w}.
We need a mission that {w}, nothing too long.
Chapter two wants {a:h} quest. Take one that {w}.
The old woman at the well has a favour to ask, one that {w}.
Quest card, level of difficulty {h}: it {w}.
Do you have an idea for a job that {w}?
Our hero levels up too slowly. Offer {a:h} errand that {w}.
Surprise my party with a quest that {w}.""".splitlines()


def quest(gen: Gen) -> Task:
    """A quest that fits a wish, with a reward that fits its difficulty."""
    wish, title, goal, kind, where, reward = gen.pick(QUESTS)
    frame = gen.pick(QUEST_PROMPTS)
    hard = gen.pick(["easy", "medium", "hard"]) if "h}" in frame else "easy" if "child" in wish else gen.pick(["easy", "medium", "hard"])
    if "child" in wish:
        hard = "easy"
    coins = {"easy": gen.number(5, 20), "medium": gen.number(25, 50), "hard": gen.number(60, 100)}[hard]
    paid = "[coins: 5 to 20 for easy, 25 to 50 for medium, 60 and more for hard|more for harder quests]"
    spare = [
        field(gen, "goal task objective", STRING, goal, "[what to do|the goal in one sentence]"),
        field(gen, "difficulty hardness", {"type": "string", "enum": ["easy", "medium", "hard"]}, hard, "how hard it is", 0.2),
        field(gen, "reward coins gold", whole(gen, 0, 100), coins, paid, 0.5),
        field(gen, "rewardItem prize item", STRING, reward, "[a thing that the player gets|reward]", 0.8),
        field(
            gen,
            "place location where",
            choice(gen, where, list(dict.fromkeys(q[4] for q in QUESTS)), 3, 6) if gen.chance(0.5) else STRING,
            where,
            "where it leads",
        ),
        field(
            gen,
            "kind questType type",
            choice(gen, kind, "find fetch deliver help talk catch visit".split(), 4, 7),
            kind,
            "[kind of quest|what the player does]",
        ),
        field(gen, "giver questGiver npc", STRING, words.first_name(gen), "[who gives the quest|a name]", 0.8),
    ]
    schema, value = shape(
        gen, [field(gen, "title name questName", STRING, title, "[a short title|name of the quest]", 0.3)], spare, 1, 4, 0.2
    )
    told = gen.text("[||||You write quests.|Quest master of a small village.|Invent tasks for heroes.]")
    return told, gen.say(frame, w=wish, h=hard), schema, gen.pick(["Quest", "Mission", "Task"]), value


SHOP_PROMPTS = """{a:k}.
[Generate|Create|Invent] {a:k} for the village.
The hero has money at last. Let him find {a:k}.
There's an empty house on the main street. Make it {a:k}.
I need {a:k} with {n} wares.
What would {a:k} sell in my game?
Shop card: {k}, {n} things on the shelf
The town in level five lacks {a:k}.
A bell rings as we enter {a:k}. What do we see?
My players want to go shopping. Open {a:k} for them.
Set up {a:k}, please.
Who runs {a:k} in this town, and what is on offer?
Next door there should be {a:k}.
Let me walk into {a:k} and look around. Only {n} items, the shop is small.""".splitlines()


def shop(gen: Gen) -> Task:
    """A shop of a game with its wares."""
    kind, wares, greeting, hours = gen.pick(SHOPS)
    chosen = gen.some([w.split(":") for w in wares.split(";")], gen.number(2, 4))
    prompt = gen.say(gen.pick(SHOP_PROMPTS), k=kind, n=words.spoken(gen, len(chosen)))
    opens, closes = [int(h) for h in hours.split("-")]
    priced = gen.chance(0.7)
    rows = [{"name/item/ware": n, "price/cost/coins": int(p)} for n, p in chosen]
    items, values = records(gen, {"name/item/ware": STRING, "price/cost/coins": whole(gen, 1, 300)}, rows)
    if not priced:
        items, values = array(gen, STRING, len(chosen)), [n for n, _ in chosen]  # type: ignore[misc]
    held = field(gen, "wares items stock goods", items, values, "[what is for sale|things on the shelf]", 0.2)
    cheapest = min(chosen, key=lambda ware: int(ware[1]))[0]
    spare = [
        field(gen, "owner keeper shopkeeper", STRING, words.full_name(gen), "[who runs the shop|name of the owner]"),
        field(gen, "greeting welcome motto", STRING, greeting, "[what the owner says|words at the door]"),
        field(gen, "kind shopType type", choice(gen, kind, [s[0] for s in SHOPS], 3, 6), kind, "kind of shop"),
        field(gen, "opens openFrom", whole(gen, 0, 24), opens, "hour of opening", 0.8),
        field(gen, "closes openUntil", whole(gen, 0, 24), closes, "hour of closing", 0.8),
    ]
    if priced:
        spare.append(field(gen, "cheapest bargain", STRING, cheapest, "the ware with the lowest price", 1))
    must = [field(gen, "name title shop", STRING, words.place_name(gen), "[a name for the shop|what the sign says]")]
    schema, value = shape(gen, must + ([held] if gen.chance(0.8) or priced else []), spare, 1, 3, 0.15)
    told = gen.text("[||||You build towns for a game.|You invent shops.|Every shop has a keeper and a story.]")
    return told, prompt, defined(gen, schema, held[0], "Ware"), "Shop", value
