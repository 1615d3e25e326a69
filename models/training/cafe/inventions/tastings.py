"""Tasting notes and their summaries."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..tasks import Task
from .shape import FLAG, STRING, field, shape, tables

TASTINGS = tables("tastings.txt")["tastings"]
BREWS = "espresso|V60|French press|Aeropress|Chemex|moka pot|filter coffee|cold brew".split("|")
NOTES = ["fruity", "nutty", "chocolatey", "floral", "sour", "bitter", "balanced"]
TASTING_PROMPTS = """{n}
{n}
{n}
Summarize this: {n}
My note: {n}
Tasting note: {n}
Today's cup. {n}
From my coffee diary: {n}
Here is what I wrote down this morning. {n}
What do you make of this brew? {n}
{n} What should I do next time?
My brother's words: "{n}"
Notes: {n}
"{n}"
I just drank it. {n}
Log this brew. {n}""".splitlines()


def tasted(gen: Gen) -> Task:
    """A tasting note in somebody's own words, and its summary."""
    note, flavour, advice, rating, kind = gen.pick(TASTINGS)
    said = gen.say(note, m=gen.pick(BREWS), g=gen.number(12, 30), c=words.city(gen))
    prompt = gen.pick(TASTING_PROMPTS).replace("{n}", said)
    others = NOTES if gen.chance(0.7) else gen.some(NOTES, gen.number(2, 6))
    notes = [n for n in (NOTES + ["smoky", "spicy"] if gen.chance(0.1) else NOTES) if n == kind or n in others]
    rated = "[Honest quality from 1 (undrinkable) to 5 (excellent)|1 is awful, 5 is perfect|how good it was, 1 to 5]"
    spare = [
        field(
            gen,
            "flavor flavour taste flavor",
            STRING,
            flavour,
            "[one short, plain sentence on how it tasted|the taste in plain words|how the coffee tasted]",
            0.7,
        ),
        field(
            gen,
            "advice tip suggestion nextTime",
            STRING,
            advice,
            "[one concrete thing to try next time|a tip for the next brew|what to do differently, or the same]",
            0.7,
        ),
        field(gen, "rating rating score stars", {"type": "integer", "minimum": 1, "maximum": 5}, int(rating), rated, 0.5),
        field(
            gen,
            "note dominantNote dominant_note profile",
            {"type": "string", "enum": notes if gen.chance(0.6) else gen.shuffled(notes)},
            kind,
            "[what stands out|the dominant note]",
        ),
        field(
            gen,
            "good recommended drinkAgain worthIt",
            FLAG,
            int(rating) >= 4,
            "[true from 4 stars on|whether it was a good cup, 4 or 5 of 5]",
            1,
        ),
    ]
    chosen = gen.weighted(
        {(0, 1, 2): 3, (0, 1, 2, 3): 4, (2, 3): 1, (0, 2): 1, (0, 1): 1, (1, 2, 3): 1, (0, 3, 2): 1, (2, 4): 0.7, (0, 4): 0.5}
    )
    schema, value = shape(gen, [spare[i] for i in chosen], mixed=0.2)
    told = gen.text(
        "[|||Summarize the brew.|You read tasting notes and sum them up.|You are a coffee coach. Be honest.|Turn notes into short summaries.]"
    )
    return told, prompt, schema, gen.pick(["BrewSummary", "Brew", "Summary", "Tasting"]), value
