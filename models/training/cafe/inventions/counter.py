"""What a café sells: cakes, drinks and dishes of the day."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..tasks import Task
from .shape import FLAG, STRING, blocks, tables, whole
from .wishing import Sheet, money, titled

ROWS, ASKS = tables("counter.txt"), blocks("counter.txt")
SIZES = ["small", "medium", "large"]
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
NUTS = ("walnut", "almond", "pecan", "hazelnut", "pistachio", "peanut")
# What guests cannot eat, and how the ingredients call it.
AVOIDED = {
    "nuts": NUTS,
    "milk": ("milk", "cream", "butter", "yoghurt", "ricotta", "caramel", "white chocolate"),
    "eggs": ("egg",),
    "honey": ("honey",),
    "yeast": ("yeast",),
    "coffee": ("espresso", "cold brew"),
    "cocoa": ("cocoa", "chocolate"),
}


def _made(gen: Gen, table: str) -> tuple[str, str, list[str], bool, str]:
    """Kind, name, all ingredients, whether it is vegan, and the last column of the table."""
    flavour, parts, plant = gen.pick(ROWS["flavours"])
    kind, usual, vegan_rest, *more = gen.pick(ROWS[table])
    vegan = plant == "yes" and gen.chance(0.5)
    inside = list(dict.fromkeys(parts.split(";") + (vegan_rest if vegan else usual).split(";")))
    name = titled(gen.pick([f"{flavour} {kind}"] * 3 + [f"{gen.pick(words.PLACE_STARTS)} {kind}", f"{words.first_name(gen)}'s {kind}"]))
    return kind, name, inside, vegan, more[0] if more else ""


def _inside(gen: Gen, sheet: Sheet, parts: list[str], vegan: bool) -> None:
    """The ingredients, with a wish for their number, for one of them, or against something."""
    kept = parts[:2] + [p for p in gen.some(parts[2:], gen.number(1, 4)) if p not in parts[:2]]
    vegan = vegan or not any(word in p for p in kept for word in AVOIDED["milk"] + AVOIDED["eggs"] + AVOIDED["honey"])
    free = [a for a, ws in AVOIDED.items() if not any(w in p and not (a == "milk" and vegan) for p in kept for w in ws)]
    if any(p in ("oat milk", "soy milk", "almond milk", "coconut milk") for p in kept):
        free = [a for a in free if a != "milk"] + ["cow's milk"]
    number = words.spoken(gen, len(kept))
    tail = gen.pick([f"with [exactly|just|] {number} ingredients", f"with {gen.pick(kept[:2])}"])
    after = gen.pick(
        [f"[Exactly {number} ingredients.|It should take {number} ingredients, no more, no less.]"]
        + [f"[No {a} in it, please.|Without {a}, please.|The guest can't have {a}.|Leave out {a}.]" for a in gen.some(free, 2)]
    )
    sheet.strings(
        "ingredients ingredients contents madeOf parts", kept, "[what is in it|what goes in|the ingredients]", tail=tail, after=after
    )


def _priced(gen: Gen, sheet: Sheet, low: int, high: int, must: bool = False) -> None:
    schema, cost = money(gen, low, high)
    sheet.put(
        "price cost euros priceInEuros",
        schema,
        cost,
        "[in euros|price in euros|what it costs]",
        tail="for {v} euros",
        after="[It costs {v} euros.|Sell it for {v} euros.|The price is {v} euros.]",
        v=str(cost),
        must=must,
    )


def _size(gen: Gen, sheet: Sheet) -> None:
    size = gen.pick(SIZES)
    sheet.put(
        "size portion cupSize",
        {"type": "string", "enum": gen.pick([SIZES, SIZES, ["small", "large"]]) if size != "medium" else SIZES},
        size,
        "[small, medium or large|how big it is]",
        often=0.2,
        front="{v}",
        after="[Make it {v}.|The size is {v}.]",
    )


def cake(gen: Gen) -> Task:
    """A cake whose name, ingredients and vegan flag go together."""
    kind, name, parts, vegan, _ = _made(gen, "cakes")
    sheet = Sheet(gen, gen.pick([kind, kind, "cake" if kind in ("tart", "cake", "loaf", "slice") else "pastry"]))
    sheet.put(
        "name title cake label", STRING, name, "[a name for the card|what it is called]", must=True, tail="called {v}", after="Name: {v}."
    )
    _inside(gen, sheet, parts, vegan)
    _priced(gen, sheet, 2, 9)
    if vegan:
        sheet.put(
            "vegan isVegan plantBased",
            FLAG,
            True,
            "[nothing from animals|no milk, eggs or honey]",
            front="vegan",
            after="It must be vegan.",
        )
    _size(gen, sheet)
    told = "[||||You invent cakes for a café.|You are the baker. Short labels.|Invent what the player asks for.]"
    return sheet.task(ASKS["baked asks"], told, "Cake Pastry Product Bake")


def drink(gen: Gen) -> Task:
    """A drink whose name, ingredients and temperature go together."""
    kind, name, parts, vegan, warmth = _made(gen, "drinks")
    sheet = Sheet(gen, kind)
    sheet.put(
        "name title drink label",
        STRING,
        name,
        "[a name for the card|what it is called]",
        must=True,
        tail="called {v}",
        after="[It's called {v}.|Name it {v}.]",
    )
    _inside(gen, sheet, parts, vegan)
    _priced(gen, sheet, 2, 8)
    if vegan:
        sheet.put(
            "vegan isVegan plantBased", FLAG, True, "[nothing from animals|no milk or honey]", front="vegan", after="My guests are vegan."
        )
    _size(gen, sheet)
    sheet.put(
        "served temperature servedAs",
        {"type": "string", "enum": gen.shuffled(["hot", "iced"])},
        warmth,
        "[hot or with ice|how it is served]",
    )
    told = "[||||You invent drinks for a café.|You are the barista. Keep it short.|Write the bar card.]"
    return sheet.task(ASKS["poured asks"], told, "Drink Beverage Product MenuItem")


def special(gen: Gen) -> Task:
    """A dish of the day."""
    meatless = gen.chance(0.5)
    dish, green, text = gen.pick([d for d in ROWS["dishes"] if d[1] == "yes" or not meatless])
    sheet = Sheet(gen, gen.pick(["daily special", "dish of the day", "lunch special", "special"]))
    sheet.put("dish name title special", STRING, dish, "[the dish|what we cook]", must=True)
    day = gen.pick(DAYS)
    sheet.put(
        "day weekday servedOn",
        {"type": "string", "enum": DAYS} if gen.chance(0.5) else STRING,
        day,
        "[day of the week|weekday]",
        tail="for {v}",
        after="[It's for {v}.|{v} is the day.]",
    )
    _priced(gen, sheet, 5, 15)
    sheet.put("description text about", STRING, text, "[one sentence about it|what is on the plate]")
    wish = {"front": "[vegetarian|meatless]", "after": "[No meat, please.|It must be vegetarian.]"} if green == "yes" else {}
    sheet.put("vegetarian isVegetarian meatless", FLAG, green == "yes", "[no meat or fish|true without meat and fish]", **wish)
    plates = gen.number(10, 60)
    sheet.put(
        "portions plates servings",
        whole(gen, 5, 100),
        plates,
        "[how many we cook|number of plates]",
        after="We can cook {v} plates.",
        v=str(plates),
    )
    return sheet.task(ASKS["special asks"], "[||||You write the board of a café.|You are the cook.]", "Special DailySpecial Dish")
