"""Recipes with amounts, and meals of a week."""

from __future__ import annotations

from typing import Any

from .. import words
from ..chance import Gen, listed
from ..schematext import Schema
from ..tasks import Task
from .counter import DAYS
from .counter import ROWS as CAFE
from .homes import ASKS, ROWS, counted
from .shape import FLAG, STRING, whole
from .wishing import Sheet


def cooking(gen: Gen) -> Task:
    """A recipe with amounts and steps."""
    name, minutes, vegan, parts, steps = gen.pick(ROWS["recipes"])
    rows: list[dict[str, Any]] = []
    for part in parts.split(";"):
        item, amount, unit = part.split(":")
        rows.append(
            {
                "name/ingredient/item": item,
                "amount/quantity/howMuch": f"{amount} {unit[:-1] if amount == '1' and len(unit) > 2 else unit}",
                "grams/number/quantity": int(amount),
                "unit/measure": unit,
            }
        )
    if gen.chance(0.6):
        keys: dict[str, Schema] = {"name/ingredient/item": STRING, "amount/quantity/howMuch": STRING}
    else:
        units = list(dict.fromkeys([r["unit/measure"] for r in rows] + ["g", "ml", "spoons"]))
        keys = {
            "name/ingredient/item": STRING,
            "number/quantity/amount": whole(gen, 1, 1000),
            "unit/measure": {"type": "string", "enum": gen.shuffled(units)},
        }
        rows = [
            {
                "name/ingredient/item": r["name/ingredient/item"],
                "number/quantity/amount": r["grams/number/quantity"],
                "unit/measure": r["unit/measure"],
            }
            for r in rows
        ]
    sheet = Sheet(gen, "recipe")
    sheet.put(
        "name title dish",
        STRING,
        name,
        "[name of the dish|the title]",
        must=True,
        v=name.lower(),
        tail="for {v}",
        after="[I want {v}.|It should be {v}.]",
    )
    items = [r["name/ingredient/item"] for r in rows]
    way = gen.pick(
        [
            counted(gen, len(rows), "ingredients"),
            {"v": gen.pick(items), "tail": "with {v}", "after": "[I have {v}.|There must be {v} in it.]"},
            {"v": listed(items), "after": "[All I have is {v}.|In my kitchen there are {v}.]"},
        ]
    )
    if "there are" in way["after"]:
        way["after"] = "[All I have is {v}.|Use {v}.]"
    sheet.objects("ingredients parts needs", keys, rows, "[each with its amount|what goes in]", "Ingredient", must=True, **way)
    every = steps.split(";")
    sheet.strings(
        "steps instructions method",
        every,
        "[what to do, in order|short sentences]",
        must=gen.chance(0.6),
        **counted(gen, len(every), "steps"),
    )
    people = gen.number(1, 8)
    sheet.put(
        "servings portions people",
        whole(gen, 1, 12),
        people,
        "how many people eat",
        v=words.spoken(gen, people),
        tail="for {v}",
        after="[We are {v}.|There are {v} of us.]" if people > 1 else "[I eat alone.|It's only for me.]",
    )
    sheet.put(
        "minutes time duration",
        whole(gen, 1, 120),
        int(minutes),
        "[minutes in all|how long it takes]",
        v=minutes,
        after="[I have {v} minutes.|It should take {v} minutes.]",
    )
    sheet.put(
        "vegan isVegan",
        FLAG,
        vegan == "yes",
        "[nothing from animals|true without milk, eggs, fish and meat]",
        **({"front": "vegan", "after": "[It must be vegan.|We are vegans.]"} if vegan == "yes" else {}),
    )
    return sheet.task(ASKS["cook asks"], "[||||You are a cook.|You write short recipes.]", "Recipe", 0, 1, 0.1)


def week(gen: Gen) -> Task:
    """Seven meals, as names, or with their days."""
    green = gen.chance(0.4)
    dishes = [d[0] for d in gen.some([d for d in CAFE["dishes"] if d[1] == "yes" or not green], 7)]
    kind = gen.pick(["lunch", "dinner"])
    sheet = Sheet(gen, gen.pick(["meal plan", "plan of meals", "menu for the week"]))
    seven = {"after": "[One meal for each day.|Seven meals, please.|Every day needs a meal.]"}
    way = gen.pick(["names", "names", "days", "columns"])
    if way == "names":
        exact: Schema = {"type": "array", "items": STRING} | ({"minItems": 7, "maxItems": 7} if gen.chance(0.8) else {})
        sheet.put(
            "meals dishes week days", exact, dishes, "[seven meals, from Monday to Sunday|one for each day]", must=True, often=0.7, **seven
        )
    elif way == "days":
        rows = [{"day/weekday": d, "meal/dish/name": m} for d, m in zip(DAYS, dishes)]
        keys: dict[str, Schema] = {"day/weekday": {"type": "string", "enum": DAYS} if gen.chance(0.6) else STRING, "meal/dish/name": STRING}
        sheet.objects("meals days plan week", keys, rows, "[from Monday to Sunday|one entry for each day]", "Meal", must=True, **seven)
    else:
        picked = set(gen.some(range(7), gen.number(3, 7)))
        chosen = [i for i in range(7) if i in picked]
        for i in chosen:
            sheet.put(
                DAYS[i].lower(),
                STRING,
                dishes[i],
                "[the meal of that day|one dish]",
                often=0.15,
                must=True,
                v=dishes[i][:1].lower() + dishes[i][1:],
                after=f"[On {DAYS[i]} there is {{v}}.|{DAYS[i]} is for {{v}}.]",
            )
    people = gen.number(1, 8)
    sheet.put(
        "people persons eaters",
        whole(gen, 1, 12),
        people,
        "how many people eat",
        v=words.spoken(gen, people),
        tail="for {v}",
        after="[We are {v}.|{v} people eat.]" if people > 1 else "[I eat alone.|It's only for me.]",
    )
    said = {"front": "vegetarian", "after": "[No meat, please.|We eat no meat.]"} if green else {}
    sheet.put(
        "vegetarian meatless noMeat",
        FLAG,
        green or not any(d[1] == "no" for d in CAFE["dishes"] if d[0] in dishes),
        "true without meat and fish",
        **said,
    )
    sheet.put(
        "mealTime meal when",
        {"type": "string", "enum": gen.shuffled(["breakfast", "lunch", "dinner"])},
        kind,
        "which meal of the day",
        after="[It's about {v}.|I mean {v}.]",
    )
    cook = words.first_name(gen)
    sheet.put("cook chef cookedBy", STRING, cook, "[who cooks|a first name]", after="[{v} cooks.|The cook is {v}.]")
    return sheet.task(ASKS["week asks"], "[||||You plan meals.|You are the cook of a family.]", "MealPlan WeekPlan Meals", 0, 2, 0)
