"""Guests of a game, who are what the prompt says in every field."""

from __future__ import annotations

from typing import Any

from .. import words
from ..chance import Gen, article, listed
from ..scenes import COMPLAINTS, PHRASES
from ..schematext import Schema
from ..tasks import Task, encounter
from .shape import FLAG, STRING, Field, array, choice, field, shape, tables, whole

CALLINGS = tables("people.txt")["callings"]
PLIGHTS = tables("people.txt")["plights"]
# How those feel whose trait is no mood.
PLIGHT_TRAITS = {"poor": "gloomy", "rich": "excited", "thrifty": "clever"}
# Moods that go together; the last circle goes with all others.
CIRCLES = [c.split() for c in (
    "cheerful friendly excited generous witty curious proud brave", "grumpy angry rude impatient jealous stubborn gloomy",
    "tired sleepy lazy dreamy forgetful bored lonely", "shy nervous clumsy polite lonely", "calm polite friendly witty dreamy",
    "hungry loyal clever mysterious",
)]  # fmt: skip
NPC_PROMPTS = """{w}.
[Generate|Create|Make|Invent] {w}.
For [the next scene|chapter two|the tavern|my coffee shop game] I need {w}.
Who comes in next? It should be {w}.
Next guest: {w}
The door opens, and there stands {w}. Fill in the sheet.
My players are about to meet {w}. Who is it?
Character sheet for {w}, please.
Picture {w} and write down the details.
Let's have {w} this time.
Could you come up with {w}?
The café is too quiet. Send in {w}.
What would {w} be like as a guest?
The chair by the window is empty. Put {w} there.
In this level we still lack {w}.
Spawn {w}
NPC idea: {w}
I keep making the same people. Give me {w} instead.
Someone new for the bar, namely {w}.
In my story {w} visits the coffee shop. Who could that be?""".splitlines()
ANY_GUEST = """[Generate|Create|Invent] [a guest|an NPC|a character|somebody].
Who is at the door?
Surprise me with a new face for the café.
Make someone up, anyone.
The bar is empty. Who walks in?
Another customer, please.
I need one more person for my game.
Fill the last seat.
Give me a stranger with a story.
Somebody should come in now.
Roll me a random visitor.
Character number twelve is missing. Invent one.""".splitlines()
# What can happen: names of its kind, names of the field that tells more.
ENCOUNTERS = {
    "order": ("orderCoffee order orderDrink buyDrink placeOrder", "value drink item"),
    "complaint": ("wantToTalkToManager complain complaint fileComplaint", "complaint reason problem"),
    "question": ("askQuestion question wantToKnow", "question text"),
    "favour": ("askFavour favour request beg", "wish favour request"),
}


def npc(gen: Gen) -> Task:
    """A guest of a game, who is what the prompt says in every field."""
    job, item, line = gen.pick(CALLINGS)
    says = {k: gen.chance(p) for k, p in {"job": 0.65, "mood": 0.45, "plight": 0.35, "drink": 0.3, "level": 0.2, "age": 0.2}.items()}
    plight = gen.pick(PLIGHTS) if says["plight"] else None
    says["mood"] = says["mood"] and plight is None
    mood = plight[1] if plight else gen.pick([m for c in CIRCLES[:5] for m in c] + CIRCLES[5])
    drink, level = gen.pick(words.DRINKS), gen.number(1, 10)
    if plight and "never tasted coffee" in plight[0]:
        drink = gen.pick(["mint tea", "apple juice", "lemonade", "black tea", "orange juice", "rooibos tea"])
    youth, age = _age(gen) if says["age"] else ("", gen.number(18, 80))
    happens = plight[2] if plight else "complaint" if mood in ("angry", "rude") else gen.pick(["order", "order", "question"])
    if says["drink"]:
        happens = happens if plight else "order"
    said = {
        "order": drink,
        "complaint": _complaint(gen),
        "question": gen.pick(["Is this seat free?", "What is good here?", "When do you close?", "Do you have cake?"]),
        "favour": "to sit by the stove",
    }
    if plight and plight[3]:
        said[happens] = plight[3]
    low, high = [int(n) for n in plight[4].split("-")] if plight else (gen.pick([(0, 1)] + [(5, 60)] * 11))
    coins = gen.number(low, high)
    saying = plight[5] if plight else gen.text(PHRASES[mood]) if mood in PHRASES else line
    held, feeling = _traits(gen, mood), PLIGHT_TRAITS.get(mood, mood)
    level_said = ""
    if says["level"]:
        level, level_said = _level(gen)
    noun = job if says["job"] else gen.pick(["guest", "customer", "visitor", "character", "person"])
    front = " ".join(w for w in ([mood] if says["mood"] else []) + [youth, level_said, noun] if w)
    tail = listed(
        ([plight[0]] if plight else []) + ([gen.text("[wants|orders|asks for|only drinks] {d}", d=drink)] if says["drink"] else [])
    )
    if noun == "person" and front == "person" and tail:
        who = f"someone who {tail}"
    else:
        who = article(front) + (f" who {tail}" if tail else "")
    plain = not any(says.values())
    prompt = gen.say(gen.pick(ANY_GUEST) if plain else gen.pick(NPC_PROMPTS), w=who)
    traits = gen.shuffled(held + [m for m in gen.some(words.MOODS + list(PLIGHT_TRAITS), gen.number(2, 5)) if m not in held])
    spare = [
        field(gen, "level level lvl rank", whole(gen, 1, 10), level, "[level|how hard the guest is, 1 to 10|difficulty]", 0.2),
        field(
            gen,
            "attributes traits attributes moods",
            array(gen, {"type": "string", "enum": traits}, len(held)),
            held,
            "[what they are like|traits]",
            0.2,
        ),
        field(gen, "coffeeOrder order drink coffee_order", STRING, drink, "[what they drink|their order|the drink they ask for]"),
        field(gen, "job profession occupation role", STRING, job, "[what they do for a living|profession]"),
        field(gen, "age years", whole(gen, 1, 120), age, "age in years"),
        field(
            gen,
            "mood feeling temper",
            choice(gen, feeling, [m for m in words.MOODS if m not in held], 3, 6),
            feeling,
            "[how they feel|mood]",
        ),
        field(gen, "coins money gold purse", whole(gen, 0, gen.pick([3000, 5000])), coins, "[coins in the purse|how much money they have]"),
        field(
            gen, "canPay can_pay solvent", FLAG, coins >= 3, "[whether they can pay for a drink|true if they have three coins or more]", 0.8
        ),
        field(gen, "line greeting saying firstWords", STRING, saying, "[what they say|the first thing they say|a short line]"),
        field(gen, "item carries inventory belonging", STRING, item, "[what they carry|an item they bring]", 0.8),
    ]
    name = _npc_name(gen)
    # What the prompt says mostly shows in a field.
    shown = {"level": [0], "mood": [1, 1, 5], "drink": [2], "job": [3], "age": [4], "plight": [1, 6, 7, 8]}
    must = {gen.pick(shown[k]) for k, said_so in says.items() if said_so and gen.chance(0.65)}
    rest = [f for i, f in enumerate(spare) if i not in must]
    schema, value = shape(gen, [name] + [spare[i] for i in sorted(must)], rest, 0 if must else 1, 3, 0.2)
    if gen.chance(0.4):
        _encounter(gen, schema, value, happens, said)
    told = gen.text(
        "[|||Generate fun NPCs.|You fill a pixel art café with people.|You invent guests. Keep to what the player asks for.|Make characters for a game.]"
    )
    return told, prompt, schema, gen.pick(["NPC", "NPC", "Character", "Guest", "Visitor"]), value


def _npc_name(gen: Gen) -> Field:
    way = gen.number(0, 3)
    if way == 0:
        about = "[first name|only a first name|the first name]"
        return field(gen, "name firstName first_name", STRING, words.first_name(gen), about, 1)
    about = "[A full name|full name|first and last name]"
    return field(gen, "name name fullName characterName", STRING, words.full_name(gen), about, 1 if way == 1 else 0.2)


def _age(gen: Gen) -> tuple[str, int]:
    word, low, high = gen.pick([("young", 18, 25), ("old", 66, 90), ("very old", 81, 99), ("teenage", 13, 17), ("middle-aged", 42, 58)])
    return word, gen.number(low, high)


def _level(gen: Gen) -> tuple[int, str]:
    if gen.chance(0.6):
        level = gen.number(1, 10)
        return level, f"level {level}" if gen.chance(0.7) else f"level-{words.in_words(level)}"
    return gen.pick([(1, "level one"), (10, "maximum level"), (1, "lowest-level"), (10, "level ten")])


def _traits(gen: Gen, mood: str) -> list[str]:
    """The mood and up to two others that go with it."""
    felt = PLIGHT_TRAITS.get(mood, mood)
    circle = gen.pick([c for c in CIRCLES[:5] if felt in c] or [CIRCLES[5]])
    others = [m for m in dict.fromkeys(circle + CIRCLES[5]) if m != mood]
    return [mood] + gen.some(others, gen.number(0, 2))


def _complaint(gen: Gen) -> str:
    complaint = gen.pick(COMPLAINTS)
    return complaint[:1].upper() + complaint[1:] + "."


def _encounter(gen: Gen, schema: Schema, value: dict[str, Any], happens: str, said: dict[str, str]) -> None:
    """Add a choice between two or three kinds of scenes."""
    kinds = gen.shuffled([happens] + gen.some([k for k in ENCOUNTERS if k != happens], gen.number(1, 2)))
    key, ways = gen.pick(["encounter", "encounter", "scene", "event", "action"]), []
    for kind in kinds:
        tag, label = gen.pick(ENCOUNTERS[kind][0].split()), gen.pick(ENCOUNTERS[kind][1].split())
        ways.append({"type": "object", "properties": {"type": {"const": tag}, label: {"type": "string"}}, "required": ["type", label]})
        if kind == happens:
            value[key] = {"type": tag, label: said[kind]}
    encounter(gen, schema, key, ways)
