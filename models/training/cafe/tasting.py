"""Tasting notes and their summaries: the fault or flavour in a note decides advice, rating and dominant note."""

from __future__ import annotations

from . import words
from .chance import Gen
from .tasks import Task, obj, text

# note word: what it says of the cup | flavour sentence | advice | dominant note | rating
FAULTS = """sour|[sour|sharp|acidic, almost like lemon juice|puckering]|[thin|watery|gone in a second]|Sour and {b}.|[Grind finer.|Use hotter water.|Let it run longer.]|sour|2
bitter|[bitter|harsh|burnt|ashy]|[drying|heavy|too long on the tongue]|Bitter and {b}.|[Grind coarser.|Use cooler water.|Stop the shot earlier.]|bitter|2
weak|[weak|watery|pale|like tea]|[flat|empty|hardly there]|Weak and {b}.|[Use more coffee.|Use less water.|Grind finer.]|balanced|2
fruity|[berries|ripe peach|strawberry|orange|cherry]|[juicy|bright|lively]|Fruity, with {x}, and {b}.|[Keep the recipe.|Try it a little stronger.|Change nothing.]|fruity|4
nutty|[hazelnut|almond|walnut|peanut]|[soft|smooth|round]|Nutty, with {x}, and {b}.|[Keep the recipe.|Try a little more coffee.|Change nothing.]|nutty|4
chocolatey|[dark chocolate|cocoa|milk chocolate|brownie]|[creamy|rich|silky]|Like {x}, and {b}.|[Keep the recipe.|Try it with milk.|Change nothing.]|chocolatey|4
floral|[jasmine|rose|lavender|orange blossom]|[light|delicate|clean]|Floral, with {x}, and {b}.|[Keep the recipe.|Try slightly cooler water.|Change nothing.]|floral|4
balanced|[balanced|even|round from start to end]|[sweet|pleasant|easy to drink]|Balanced and {b}.|[Keep the recipe.|Change nothing.|Write the recipe down.]|balanced|4""".splitlines()
METHODS = "espresso|V60|French press|Aeropress|Chemex|moka pot|filter coffee|cold brew".split("|")
VERDICTS = {
    1: "[Undrinkable.|I poured it away.|The worst cup this year.|Awful.]",
    2: "[Disappointing.|Not good.|Drank half of it.|Below average.]",
    3: "[It was okay.|Average.|Nothing special.|Drinkable.]",
    4: "[Really good.|I liked it a lot.|Very nice cup.|Would make it again.]",
    5: "[Excellent!|The best cup ever.|Perfect.|Outstanding.]",
}


def tasting(gen: Gen) -> Task:
    """A tasting note and its summary: flavour, advice, rating, dominant note."""
    kind, taste, body, flavour, advice, note, usual = _row(gen)
    taste_said, body_said = gen.text(taste), gen.text(body)
    rating = gen.pick([1, 2, 2, 3]) if usual == "2" else gen.pick([3, 4, 4, 5])
    method = gen.pick(METHODS)
    grams = gen.number(12, 30)
    opening = gen.text(
        "[{m}, {g} g[, ran in {s} seconds|].|{m} this morning with {g} grams.|Made {a:m}, {g} g of beans from {c}.|Today's {m}.|{m} again.|New beans from {c}, brewed as {m}.]",
        m=method,
        g=grams,
        s=gen.number(15, 45),
        c=words.city(gen),
    )
    middle = gen.text("[It tasted {t}|{t} in the cup|I got {t}|Mostly {t}], [and |]{b}.", t=taste_said, b=body_said)
    prompt = " ".join([opening[:1].upper() + opening[1:], middle[:1].upper() + middle[1:], gen.text(VERDICTS[rating])])
    summary = gen.say(flavour, x=taste_said, b=body_said)
    notes = ["fruity", "nutty", "chocolatey", "floral", "sour", "bitter", "balanced"]
    fields = [
        (gen.pick(["flavor", "flavour", "taste"]), text(gen, "[one short, plain sentence on how the coffee tasted|how it tasted, in one sentence|the taste in plain words]", 0.8), summary, True),
        (gen.pick(["advice", "tip", "nextTime", "suggestion"]), text(gen, "[one concrete thing to try next time|what to change next time|a tip for the next brew, like 'grind finer']", 0.9), gen.text(advice), True),
        (gen.pick(["rating", "score", "stars"]), {"type": "integer", "minimum": 1, "maximum": 5} | ({"description": "Honest quality from 1 (undrinkable) to 5 (excellent)"} if gen.chance(0.5) else {}), rating, True),
        (gen.pick(["note", "dominantNote", "dominant_note"]), {"type": "string", "enum": notes if gen.chance(0.6) else gen.shuffled(notes)}, note, True),
        (gen.pick(["method", "brewMethod"]), {"type": "string"}, method, True),
    ]  # fmt: skip
    chosen = [f for i, f in enumerate(fields) if i < 3 or gen.chance(0.5 if i == 3 else 0.1)]
    if kind == "weak":
        chosen = [f for f in chosen if f[0] not in ("note", "dominantNote", "dominant_note")]
    schema, value = obj(chosen)
    instructions = gen.text(
        "[|Summarize the brew.|You read coffee tasting notes and extract a structured summary.|Turn tasting notes into short summaries. Be honest about the rating.|You sum up coffee notes.]"
    )
    return (
        instructions,
        gen.text("[|||Summarize this: |My note: |Tasting note: ]") + prompt,
        schema,
        gen.pick(["BrewSummary", "Brew", "Summary"]),
        value,
    )


def _row(gen: Gen) -> tuple[str, ...]:
    """A fault or a flavour, split where the columns are and not inside alternatives."""
    row = gen.pick(FAULTS)
    columns, depth, start = [], 0, 0
    for at, letter in enumerate(row):
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and depth == 0:
            columns.append(row[start:at])
            start = at + 1
    return (*columns, row[start:])
