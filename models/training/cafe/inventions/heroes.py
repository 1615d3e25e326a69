"""Things and foes of a game: gear, quests in steps and monsters."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..tasks import Task
from .shape import FLAG, STRING, blocks, choice, tables, whole
from .wishing import Sheet, caps

ROWS, ASKS = tables("heroes.txt"), blocks("heroes.txt")
ELEMENTS = ["fire", "ice", "earth", "wind", "light", "shadow"]
LEVELS = ["easy", "medium", "hard"]
CALLING = {"tail": "called {v}", "after": "[It is called {v}.|Its name is {v}.]"}


def gear(gen: Gen) -> Task:
    """A weapon, a tool or a potion, whose rarity and price follow from its power."""
    noun, kind, *forms = gen.pick(ROWS["gear"])
    _, element, effect = gen.pick([p for p in ROWS["powers"] if p[0] == kind])
    top = gen.pick([10, 10, 20, 50, 100])
    power = gen.number(1, top)
    rarity = ["common", "rare", "legendary"][min(2, power * 3 // (top + 1))]
    sheet = Sheet(gen, gen.pick([noun, noun, kind]))
    name = gen.pick(
        [
            f"{words.coin(gen, 1, 2).capitalize()}'s {gen.pick(forms)}",
            f"{gen.pick(words.PLACE_STARTS)} {gen.pick(forms)}",
            f"{gen.pick(forms)} of {gen.pick(['the', 'the', ''])} {gen.pick(words.PLACE_ENDS)}".replace("  ", " "),
        ]
    )
    sheet.put("name title item", STRING, name, "[a name with a ring to it|name of the item]", must=True, **CALLING)
    sheet.put(
        "power strength attack level",
        whole(gen, 1, top),
        power,
        f"[from 1 to {top}|how strong it is]",
        must=gen.chance(0.6),
        tail="with a power of {v}",
        after="[The power is {v}.|Power: {v}.]",
        v=str(power),
    )
    sheet.put(
        "kind type category",
        {"type": "string", "enum": gen.shuffled(["weapon", "tool", "potion"])},
        kind,
        "[what sort of thing it is|kind of item]",
    )
    sheet.put(
        "element magic",
        choice(gen, element, ELEMENTS, 3, 6),
        element,
        "[its magic|the element in it]",
        tail="of {v}",
        after="[Its element is {v}.|It has to do with {v}.]",
    )
    sheet.put("effect ability description", STRING, effect, "[what it does|one short sentence]")
    sheet.put(
        "rarity",
        {"type": "string", "enum": ["common", "rare", "legendary"]},
        rarity,
        "[the stronger, the rarer|common, rare or legendary]",
        often=0.6,
        front="{v}",
    )
    price = power * gen.number(3, 9)
    sheet.put(
        "price cost coins",
        whole(gen, 1, 1000),
        price,
        "[in coins|what it costs]",
        tail="for {v} coins",
        after="[It costs {v} coins.|The smith wants {v} coins.]",
        v=str(price),
    )
    sheet.put(
        "owner maker smith",
        STRING,
        words.first_name(gen),
        "[who made it|name of the maker]",
        tail="made by {v}",
        after="[{v} made it.|It was made by {v}.]",
    )
    return sheet.task(ASKS["gear asks"], "[||||You fill the chests of a game.|Invent items.|You are the smith.]", "Item Gear Loot")


def errand(gen: Gen) -> Task:
    """A quest whose steps come in order."""
    title, kind, steps = gen.pick(ROWS["tasks"])
    every = steps.split(";")
    kept = [every[i] for i in sorted(gen.some(range(len(every)), gen.number(2, 6)))]
    hard, coins = gen.pick(LEVELS), gen.number(1, 40) * 5
    giver = words.first_name(gen)
    sheet = Sheet(gen, gen.pick(["quest", "quest", "mission"]))
    sheet.put("title name quest", STRING, title, "[a short title|name of the quest]", must=True, **CALLING)
    number = words.spoken(gen, len(kept))
    sheet.strings(
        "steps tasks stages todo",
        kept,
        "[in order, one sentence each|what to do]",
        must=True,
        v=number,
        tail="with [exactly |]{v} steps",
        after="[Exactly {v} steps.|{v} steps, please.|It takes {v} steps.]",
    )
    sheet.put(
        "difficulty hardness",
        {"type": "string", "enum": LEVELS},
        hard,
        "how hard it is",
        front="[{v}|rather {v}]",
        after="[It should be {v}.|Difficulty: {v}.]",
    )
    sheet.put(
        "reward coins gold",
        whole(gen, 0, 200),
        coins,
        "[reward in coins|coins for the hero]",
        tail="for {v} coins",
        after="[The reward is {v} coins.|It pays {v} coins.]",
        v=str(coins),
    )
    sheet.put(
        "giver questGiver from", STRING, giver, "[who asks for it|a name]", tail="from {v}", after="[{v} asks for it.|It comes from {v}.]"
    )
    sheet.put("kind questType type", choice(gen, kind, "find help fight deliver catch explore talk".split(), 4, 7), kind, "kind of quest")
    level = gen.number(1, 20)
    sheet.put(
        "level minLevel", whole(gen, 1, 20), level, "[level of the hero|lowest level]", front="level {v}", after="It is for level {v}."
    )
    return sheet.task(
        ASKS["task asks"], "[||||You write quests in steps.|Game master. Short sentences.]", "Quest Mission Adventure", 0, 2, 0.1
    )


def monster(gen: Gen) -> Task:
    """A monster whose sheet fits its nature."""
    nature, home, weak, attack = gen.pick(ROWS["beasts"])
    level, friendly = gen.number(1, 20), gen.chance(0.3)
    temper = "friendly" if friendly else gen.pick(["angry", "hungry", "sly", "wild"])
    sheet = Sheet(gen, gen.pick(["monster", "beast", "creature"]))
    sheet.put(
        "name title monster",
        STRING,
        gen.pick([words.coin(gen).capitalize(), f"{caps(nature)} {words.coin(gen, 1, 2).capitalize()}"]),
        "[a made-up name|name of the monster]",
        must=True,
        **CALLING,
    )
    sheet.put(
        "nature trait adjective",
        choice(gen, nature, [b[0] for b in ROWS["beasts"]], 3, 6),
        nature,
        "[one word for it|what it is like]",
        front="{v}",
    )
    sheet.put(
        "level lvl rank",
        whole(gen, 1, 20),
        level,
        "[from 1 to 20|level]",
        front="level {v}",
        tail="at level {v}",
        after="[It is level {v}.|Level {v}.]",
    )
    sheet.put("hitPoints hp health", whole(gen, 1, 200), level * 10, "[ten points for each level|life points]", often=0.7)
    sheet.put(
        "habitat home livesIn",
        STRING if gen.chance(0.5) else choice(gen, home, list(dict.fromkeys(b[1] for b in ROWS["beasts"])), 3, 7),
        home,
        "[where it lives|its home]",
        tail="that lives in a {v}" if home in ("cave", "swamp", "castle", "forest", "temple", "mine", "library") else "",
        after="[Home: {v}.|Its home is the {v}.]",
    )
    sheet.put(
        "weakness weakTo fears",
        STRING,
        weak,
        "[what stops it|what it fears]",
        tail="that fears {v}",
        after="[It fears {v}.|{v} is its weakness.]" if weak[:1] != "a" else "It fears {v}.",
    )
    sheet.put("attack move ability", STRING, attack, "[what it does in a fight|one short sentence]")
    sheet.put(
        "mood temper",
        choice(gen, temper, ["friendly", "angry", "hungry", "sly", "wild"], 3, 5),
        temper,
        "[how it treats people|its mood]",
        tail="that is {v}",
        after="[It is {v}.|Its mood is {v}.]",
    )
    sheet.put("boss isBoss", FLAG, level >= 15, "true from level 15 on", often=1)
    return sheet.task(ASKS["beast asks"], "[||||You keep the bestiary of a game.|Invent monsters.]", "Monster Enemy Beast", 1, 3)
