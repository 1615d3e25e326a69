"""Menus, recipes and shopping lists."""

from __future__ import annotations

from typing import Any

from .. import words
from ..chance import Gen
from ..schematext import Schema
from ..tasks import Task
from .shape import FLAG, STRING, array, choice, closed, defined, field, records, shape, tables, whole

MENUS = tables("kitchen.txt")["menus"]
RECIPES = tables("kitchen.txt")["recipes"]
ERRANDS = tables("kitchen.txt")["errands"]
MENU_PROMPTS = """A menu for {t}[, {n} items|].
[Write|Make|Create|Generate] a [short|small|little] menu for {t}.
What should be on the card for {t}?
We cook for {t}. What do we offer[, and at what price|]?
The chalkboard is wiped. Today's theme: {t}
{n} things to eat or drink that suit {t}.
Our theme this week is {t}. Menu, please!
I open a food stall for {t}. Help me with the list.
In level four the café serves {t}. Show me the card.
Think of dishes and drinks for {t}.
If you had to feed {t}, what would you serve?
Special card wanted for {t}, {n} lines are enough.
The cook needs a plan for {t}.
Print me something to hang on the wall, for {t}.""".splitlines()


def menu(gen: Gen) -> Task:
    """A small menu with a theme; where the prompt sets a limit of items, exactly so many."""
    theme, title, items = gen.pick(MENUS)
    parsed = [(n, float(p)) for n, p in (i.split(":") for i in items.split(";"))]
    count = gen.number(2, 4)
    price_kind = gen.pick(["number", "number", "integer"])
    chosen = [(n, p if price_kind == "number" else max(1, int(p))) for n, p in gen.some(parsed, count)]
    frame = gen.pick(MENU_PROMPTS)
    prompt = gen.say(frame, t=theme, n=words.spoken(gen, count))
    if gen.chance(0.2):
        top = int(max(p for _, p in chosen)) + gen.number(1, 3)
        limit = gen.text("[Nothing over {p} euros, please.|No item may cost more than {p}.|Keep it below {p} euros each.]", p=top)
        prompt = f"{closed(prompt)} {limit}"
    rows = [{"name/item/dish": n, "price/cost/euros": int(p) if p == int(p) else p} for n, p in chosen]
    number: Schema = {"type": price_kind} | ({"minimum": gen.pick([0, 1])} if gen.chance(0.4) else {})
    listed_items, values = records(gen, {"name/item/dish": STRING, "price/cost/euros": number}, rows)
    if gen.chance(0.25):
        listed_items, values = array(gen, STRING, count), [n for n, _ in chosen]
    held = field(gen, "items dishes menu entries", listed_items, values, "[what is offered|the lines of the menu]", 0.2)
    spare = [
        field(gen, "title name heading", STRING, title, "[a title for the card|headline]"),
        field(gen, "theme occasion", STRING, theme, "what the menu is for"),
        field(gen, "count size", whole(gen, 1, 10), count, "number of items", 0.9),
    ]
    schema, value = shape(gen, [held], spare, 0, 2, 0.5)
    told = gen.text("[||||You write menus for a café.|Chef and poet.|You plan the kitchen of a game.]")
    return told, prompt, defined(gen, schema, held[0], "MenuItem"), "Menu", value


RECIPE_PROMPTS = """A recipe for {w}, please.
How do I make {w}?
I'm hungry for {w}.
{w}: what goes in, and what do I do?
[Write|Generate|Give me] a simple recipe, {w} if possible.
Guests in an hour! {w} would do. Help!
I have never cooked in my life. Teach me {w}.
What's a good recipe if I want {w}?
Recipe card: {w}
My grandmother's notes are lost. I miss {w}.
Tonight the kitchen is mine. Let it be {w}.
For the cookbook of our street we need {w}.
The kids want {w}. How does one do that?
Today's cooking class is about {w}.
I feel like {w}. Tell me how.""".splitlines()


def recipe(gen: Gen) -> Task:
    """A recipe with ingredients and steps."""
    wish, name, minutes, meal, vegan, ingredients, steps = gen.pick(RECIPES)
    parts, ways = ingredients.split(";"), steps.split(";")
    people = gen.number(1, 8)
    spare = [
        field(gen, "ingredients needs parts", array(gen, STRING, len(parts)), parts, "[what goes in|list of ingredients]", 0.2),
        field(gen, "steps instructions method", array(gen, STRING, len(ways)), ways, "[what to do, in order|short sentences]", 0.3),
        field(gen, "minutes time duration", whole(gen, 1, 1000), int(minutes), "[minutes in all|how many minutes it takes]", 0.8),
        field(
            gen, "meal course category", choice(gen, meal, "breakfast lunch dinner snack drink dessert".split(), 3, 6), meal, "kind of meal"
        ),
        field(gen, "vegan isVegan", FLAG, vegan == "yes", "[no eggs, milk, fish or meat|nothing from animals]"),
        field(gen, "quick isQuick", FLAG, int(minutes) <= 20, "done in 20 minutes or less", 1),
    ]
    prompt = gen.say(gen.pick(RECIPE_PROMPTS), w=wish)
    must = [field(gen, "name title dish recipe", STRING, name, "[name of the dish|a title]", 0.2)]
    if gen.chance(0.25):
        told_people = gen.text("[We are {n}.|It's for {n} people.|There are {n} of us.]", n=words.spoken(gen, people))
        prompt = (
            f"{closed(prompt)} {told_people if people > 1 else gen.pick(['It is just for me.', 'I eat alone.', 'One portion is enough.'])}"
        )
        must.append(field(gen, "servings people portions", whole(gen, 1, 12), people, "how many people eat"))
    schema, value = shape(gen, must, spare, 1, 4, 0.15)
    told = gen.text("[||||You are a cook. Keep it simple.|You write recipes for beginners.|Recipes come short here.]")
    return told, prompt, schema, "Recipe", value


ERRAND_PROMPTS = """What do I need for {w}?
Shopping list for {w}.
I'm on my way to the store. It's about {w}.
[Write|Make] me a list, {n} things, for {w}.
{w}! What should I buy?
My husband goes shopping and forgets everything. The plan is {w}.
We are getting ready for {w}, and the fridge is empty.
Before the shops close: {w}. What's missing?
Note down {n} things for {w}.
I have a basket and ten minutes. It's for {w}.
Help me stock up for {w}.
Which things belong on the list if I plan {w}?
Buy nothing but what {w} takes. List it.
Errands, please. Reason: {w}""".splitlines()


def shopping(gen: Gen) -> Task:
    """A shopping list for an occasion."""
    occasion, table = gen.pick(ERRANDS)
    chosen = gen.some([i.split(":") for i in table.split(";")], gen.number(2, 4))
    prompt = gen.say(gen.pick(ERRAND_PROMPTS), w=occasion, n=words.spoken(gen, len(chosen)))
    units = list(dict.fromkeys(u for _, _, u in chosen))
    keys: dict[str, Schema] = {"item/name/product": STRING}
    rows: list[dict[str, Any]] = [{"item/name/product": n} for n, _, _ in chosen]
    way = gen.pick(["names", "text", "amount", "unit"])
    for row, (_, amount, unit) in zip(rows, chosen):
        row["amount/quantity/howMuch"] = f"{amount} {unit}" if way == "text" else int(amount)
        row["unit/measure"] = unit
    if way == "text":
        keys["amount/quantity/howMuch"] = STRING
    if way in ("amount", "unit"):
        keys["amount/quantity/howMuch"] = whole(gen, 1, 1000)
    if way in ("unit", "amount"):
        keys["unit/measure"] = {
            "type": "string",
            "enum": gen.shuffled(units + gen.some([u for u in ("g", "kg", "l", "pieces", "packs") if u not in units], 2)),
        }
    items, values = records(gen, keys, rows)
    found: Any = values
    if way == "names":
        items, found = array(gen, STRING, len(chosen)), [n for n, _, _ in chosen]
    if gen.chance(0.12):
        return "", prompt, items, "ShoppingList", found
    held = field(gen, "items list things shopping", items, found, "what to buy", 0.2)
    spare = [
        field(gen, "occasion reason plan", STRING, occasion, "what it is for"),
        field(gen, "count total number", whole(gen, 1, 20), len(chosen), "[how many lines the list has|number of things]", 1),
    ]
    schema, value = shape(gen, [held], spare, 0, 2, 0.5)
    told = gen.text("[||||You write shopping lists.|You plan a household.]")
    return told, prompt, defined(gen, schema, held[0], "ListItem"), gen.pick(["ShoppingList", "List"]), value
