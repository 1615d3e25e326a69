"""Tools that do something: book, order, add, send, set, cancel, play, translate, compute."""

from __future__ import annotations

import json
from typing import Any

from . import concepts as c
from . import words
from .chance import Gen, article, plural, sentence
from .concepts import Concept, Context, Param, Value
from .toolkit import Tool, Use, distinct_params, phrases, request, restyle, tool_name

# names # description # imperative ({p}: the phrases of all values that no slot names) # parameters # what is said when done
DEEDS = """
book table, reserve table # Reserves a table at a restaurant # [book|reserve] a table {shop} {p} # shop guests day time # The table is [booked|reserved]
book hotel room, reserve hotel room # Books a room in a hotel # [book|reserve|get] a hotel room {p} # city guests day # The room is booked
book flight # Books a flight between two cities # book [a flight|a seat on a plane] {p} # origin !target day class # The flight is booked
buy train ticket, order train ticket # Buys a train ticket # [buy|get] a train ticket {p} # origin !target day # The ticket is bought
rent car # Rents a car # rent a car {p} # city day # The car is rented
order taxi, call taxi # Orders a taxi to an address # [order|call|send] a taxi {p} # street time # The taxi is ordered
order drink # Orders a drink at the counter # order {quantity} {product_} {p} # product quantity size # The order is in
order pizza, order food # Orders food for delivery # order {quantity} {product_} {p} # product quantity street # The food is on its way
schedule meeting, create meeting # Puts a meeting into the calendar # [schedule|set up|arrange|plan] a meeting {p} # title day time minutes # The meeting is in the calendar
add event, create event # Adds an event to the calendar # [put|add] an event {p} [in|to] [my|the] calendar # title day time # The event is saved
set reminder, create reminder # Sets a reminder # [remind me {p} {message}|set a reminder {p} {message}] # message day time # The reminder is set
start timer, set timer # Starts a timer # [start|set] a timer {p} # minutes # The timer is running
set alarm # Sets an alarm clock # [set an alarm|wake me] {p} # time day # The alarm is set
send message, send text # Sends a text message to a person # [send a message|text|send a text] {p} # recipient !message # The message is sent
send email, write email # Sends an email # [send|write] an email {p} # email !message # The email is sent
create note, save note # Saves a note # [save|write|make] a note {p} # title !message # The note is saved
share document, print document # Prints a document # print the document {p} # title quantity_copies colour # The document is printed
set brightness, change brightness # Changes how bright a lamp is # [set|change|turn|dim] the [light|lamp] {p} # room !percent # The light is set
set thermostat, adjust thermostat # Sets the temperature of a room # [set|bring|set|turn] the [heating|thermostat|temperature] {p} # room !degrees # The temperature is set
set volume # Sets the volume of the speakers # [set|turn] the volume {p} # percent room # The volume is set
turn on device, switch on device # Switches a device on # [turn|switch] on the {device} # device # The device is on
turn off device, switch off device # Switches a device off # [turn|switch] off the {device} # device # The device is off
cancel order, delete order # Cancels an order # cancel [my|the] order {p} # reference # The order is cancelled
cancel booking, cancel reservation # Cancels a booking # cancel [my|the] [booking|reservation] {p} # reference # The booking is cancelled
add to shopping list, put to shopping list # Adds an item to the shopping list # [add|put] {quantity} {product_} [to|on] [my|the] shopping list {p} # product quantity # It is on the list
remove from cart, remove from basket # Removes an item from the cart # [remove|take] the {product_} [from|out of] [my|the] [cart|basket] # product # It is out of the cart
play song, play music # Plays a piece of music # [play|put on] [a song|music|something] {p} # title # It is playing
create playlist, start playlist # Creates a playlist # [make|create|start] a playlist {p} # title # The playlist is ready
translate text, translate phrase # Translates a text into another language # translate "{message_}" into {language_} {p} # message !language # translation
report issue, open issue # Reports a problem to the staff # report a problem {p} # message priority # The report is filed
create ticket, open ticket # Opens a support ticket # open a support ticket {p} # title priority # The ticket is open
register customer, add customer # Adds a customer to the register # [register|add] a customer {p} # title !email # The customer is registered
invite guest # Invites a person to an event # invite {person_} {p} # person day time # The invitation is out
assign task, give task # Gives a task to a person # [assign|give] the task {p} # title !recipient priority # The task is assigned
upload file, move file # Moves a file to a folder # move the file {p} # title !folder # The file is moved
water plants # Waters the plants in a room # water the plants {p} # room minutes # The plants are watered
paint wall # Paints a wall in a colour # paint the wall {p} # room !colour # The wall is painted
feed animal, feed pet # Feeds an animal # feed the {animal} {p} # animal time # The animal is fed
start oven, run oven # Heats the oven # [heat|start|preheat] the oven {p} # degrees minutes # The oven is heating
brew coffee, make coffee # Brews coffee with the machine # [brew|make] {quantity} {product_} {p} # drink quantity size # The coffee is brewing
rate brew, review brew # Stores a rating for a drink # [rate|give] the {product_} {stars} stars {p} # product !stars # The rating is stored
reserve book, borrow book # Reserves a book at the library # [reserve|borrow|put aside] the book {p} # title # The book is put aside
track parcel, follow parcel # Starts tracking a parcel # [track|follow|keep an eye on] [my|the] parcel {p} # reference # Tracking is on
lock door, close door # Locks a door # [lock|close] the door {p} # room # The door is locked
unlock door, open door # Unlocks a door # [unlock|open] the door {p} # room # The door is open
""".strip().splitlines()

FOLDER = Concept(
    "folder target directory",
    "[folder|where to put it]",
    c.string,
    c.text_of(lambda g: g.pick(["Invoices", "Archive", "Recipes", words.coin(g).capitalize(), "Photos", "Taxes"])),
    "to the folder {v}",
)
COPIES = Concept("copies count pages", "[number of copies|how many copies]", c.integer(1, [10, 20, 50]), c.count_of(2, 9), "{v} times")
DRINK = Concept(
    "drink coffee kind beverage", "[which drink|the kind of coffee]", c.string, c.text_of(lambda g: g.pick(words.DRINKS)), "{v}"
)
STARS = Concept(
    "rating stars score",
    "[number of stars|rating from 1 to 5]",
    lambda g: {"type": "integer", "minimum": 1, "maximum": 5},
    c.count_of(2, 5),
    "{v}",
)
PARAMS: dict[str, Concept] = {
    "shop": c.SHOP, "guests": c.GUESTS, "day": c.DAY, "time": c.TIME, "city": c.CITY, "origin": c.ORIGIN, "target": c.TARGET, "class": c.CLASS,
    "street": c.STREET, "product": c.PRODUCT, "quantity": c.QUANTITY, "size": c.SIZE, "title": c.TITLE, "minutes": c.DURATION, "message": c.MESSAGE,
    "recipient": c.RECIPIENT, "email": c.EMAIL, "quantity_copies": COPIES, "colour": c.COLOUR, "room": c.ROOM, "percent": c.PERCENT,
    "degrees": c.DEGREES, "device": c.DEVICE, "reference": c.REFERENCE, "language": c.LANGUAGE, "priority": c.PRIORITY, "person": c.PERSON,
    "folder": FOLDER, "animal": c.ANIMAL, "drink": DRINK, "stars": STARS,
}  # fmt: skip
# Slots that name a value inside the imperative, and the parameter that fills each.
INLINE = {
    "shop": "shop",
    "product_": "product",
    "message_": "message",
    "language_": "language",
    "person_": "person",
    "device": "device",
    "animal": "animal",
    "quantity": "quantity",
    "message": "message",
    "stars": "stars",
}


def deed_tool(gen: Gen) -> Tool:
    """A tool that does something and says that it is done."""
    row = gen.pick(DEEDS)
    names, description, imperative, keys, done = row.split(" # ")
    done = gen.text(done)
    order = keys.split()
    params: list[Param] = []
    by_key: dict[str, Param] = {}
    for index, marked in enumerate(order):
        key = marked.lstrip("!")
        inline = any(INLINE[s] == key and "{" + s + "}" in imperative for s in INLINE)
        required = index == 0 or marked != key or (inline and key != "quantity") or gen.chance(0.55)
        if not required and gen.chance(0.4) and not inline:
            continue
        by_key[key] = PARAMS[key].draw(gen, required)
        params.append(by_key[key])
    distinct_params(gen, params)
    name = tool_name(gen, gen.pick(names.split(", ")).split())
    restyle(params, name)
    if gen.chance(0.3):
        description = gen.text("[Use this to {d}|Lets you {d}|Can {d}]", d=description[:1].lower() + _bare(description[1:]))
    description += gen.pick([".", "", "."])

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        slots: dict[str, str] = {}
        used: set[str] = set()
        for slot, key in INLINE.items():
            if "{" + slot + "}" not in imperative:
                continue
            param = by_key.get(key)
            value = values.get(param.name) if param else None
            if param:
                used.add(param.name)
            slots[slot] = (
                ""
                if value is None
                else value.phrase.replace("of ", "at ", 1) if slot == "shop" else value.phrase if slot == "message" else value.said
            )
            if slot == "message" and value is not None:
                slots[slot] = g.pick([f"to remember: {value.said}", f'with the text "{value.said}"', f'saying "{value.said}"'])
        if "product_" in slots:
            key = by_key.get("product") or by_key.get("drink")
            item = values[key.name].said
            used.add(key.name)
            number = values[by_key["quantity"].name].json if "quantity" in by_key and by_key["quantity"].name in values else 0
            slots["product_"] = plural(item, number) if number else article(item) if "quantity" in imperative else item
        slots["p"] = phrases(tool, values, used)
        if not by_key.get("shop") and "shop" in imperative:
            slots["shop"] = ""
        text = sentence(g.text(imperative, **slots))
        ask = (
            request(g, text[:1].lower() + text[1:])
            if g.chance(0.75)
            else (
                g.say("[I'd like to|I want to|I need to|We have to|I would love to|Let's] {t}.", t=text[:1].lower() + text[1:])
                if not text.startswith(("Remind", "Wake"))
                else request(g, text[:1].lower() + text[1:])
            )
        )

        def outcome(g: Gen) -> tuple[Any, str]:
            if done == "translation":
                made = " ".join(words.coin(g) for _ in range(g.number(2, 5))).capitalize()
                return made, g.say(
                    '[In {l} that is: "{m}".|The translation is "{m}".|"{m}" is how you say it in {l}.]', m=made, l=slots["language_"]
                )
            reference = words.code(g)
            way = g.number(0, 4)
            if way == 0:
                return g.pick(["OK", "Done.", "Success", "true", '{"ok":true}', '{"status":"ok"}', f"{done}."]), g.say(
                    "[Done! {d}.|{d}.|All right, {e}.|Of course. {d}.]", d=done, e=done[:1].lower() + done[1:]
                )
            if way == 1:
                result: Any = json.dumps(
                    {g.pick(["confirmation", "reference", "id", "code"]): reference}, separators=g.pick([(",", ":"), (", ", ": ")])
                )
            else:
                result = g.text(
                    "[{d}. [Reference|Confirmation|Code|Number]: {r}|[Reference|Confirmation] {r}|Done, [id|number] {r}]",
                    d=done,
                    r=reference,
                )
            return result, g.say(
                "[{d}. [Your|The] [reference|confirmation] is {r}.|Done! The [reference|number] is {r}.|{d}, and the [reference|number] is {r}.]",
                d=done,
                r=reference,
            )

        return Use(ask, tool.arguments(values), text[:1].lower() + text[1:], outcome)

    main = next(
        (p for k, p in by_key.items() if k in ("device", "person", "reference", "title", "city", "recipient", "animal") and p.required),
        None,
    )
    return Tool(name, description, params, f"deed {names}", make, main)


def _bare(description: str) -> str:
    """`Reserves a table` → `Reserve a table`."""
    verb, _, rest = description.partition(" ")
    verb = verb[:-2] if verb.endswith(("ches", "shes", "sses")) else verb[:-1] if verb.endswith("s") else verb
    return f"{verb} {rest}"
