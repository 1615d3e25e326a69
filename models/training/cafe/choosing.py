"""Several people, animals or places, each with something of its own: a question names the one, and the other must be said.

The names are read again letter by letter, and only what was told with them says which is meant.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Callable

from . import foreign, words
from .banked import small
from .chance import Gen, listed, sentence, turn

Chat = list[dict[str, Any]]
# What the things are called together.
KINDS = {
    "person": "my nephews|my nieces|my flatmates|the new waiters|my colleagues|my neighbours|the three doctors|my grandchildren|the singers|my cousins|my teachers|the players|our guests|the bakers|my aunts|my brothers|my sisters",
    "animal": "my cats|the otters|the ponies|our goats|my hens|the dogs|the donkeys|my parrots|our cows|the rabbits",
    "place": "the villages|the islands|the inns|the harbours|the bakeries|the hotels|the lakes|the towns|the cafés|the huts",
    "boat": "the boats|our ships|the trams|my bicycles|the sledges|the wagons",
}
# Attributes by kind: how one is told of a name | how the name is asked for by it | what is asked for by the name, and its answer. {x}: the value.
LOOKS = "is {x}|Which one is {x}?;Who is {x}?;the {x} one?;What's the {x} one called?;And the {x} one?;whose name goes with {x}|How is {n}?;What did I say about {n}?;{n} is what?|{n} is {x}."
ADJECTIVES = {
    "person": "shy,loud,tall,lazy,funny,always late,good at chess,afraid of dogs,very strict,left-handed,vegetarian,allergic to nuts,new here,the oldest,the youngest,often ill,as strong as a bear,famous for jokes,always hungry,a good dancer,bad at cards,the quiet one".split(","),
    "animal": "fat,shy,brown,black,white,lame,blind,grey,lazy,greedy,wild,old,tiny,spotted,deaf,the clever one,the fast one,afraid of thunder,always hungry,a thief,ill at the moment,the leader".split(","),
    "place": "quiet,noisy,very old,tiny,far away,expensive,cheap,closed in winter,full of tourists,on a hill,by the sea,in the woods,new,famous for cheese,the prettiest,the coldest,without a shop".split(","),
    "boat": "green,red,white,blue,yellow,the fast one,very old,leaking,the big one,made of wood,brand new,for sale,in repair,tiny".split(","),
}
PEOPLE = [
    "brings {x}|Who brings {x}?;And {x}, who brings that?;who was it with {x};From whom does {x} come?;{x}?|What does {n} bring?;And {n}?;{n} brings what?|{n} brings {x}.~the wine,the bread,the cake,the salad,the plates,the candles,the cheese,the music,the chairs,the soup,the games,the ice",
    "plays the {x}|Who plays the {x}?;the {x}, who was that;whom do I ask about the {x};And on the {x}?|What does {n} play?;{n} plays what?;And {n}?|{n} plays the {x}.~drums,flute,harp,piano,trumpet,violin,tuba,accordion,guitar,cello,banjo,organ",
    "repairs {x}|Who repairs {x}?;My {x} are broken. Whom do I ask?;I need somebody for {x}. Who was it?;who does {x}|What does {n} repair?;What can {n} mend?|{n} repairs {x}.~clocks,shoes,bicycles,radios,umbrellas,pianos,computers,chairs,glasses,phones,watches,kettles",
    "lives {x}|Who lives {x}?;the one who lives {x}?;Which of them lives {x}?;what's the name of the one {x}|Where does {n} live?;And {n} lives where?|{n} lives {x}.~by the lake,in the mill,above the bakery,in the north,on the third floor,next to the school,on a boat,behind the church,in the old tower,at the station,by the sea,in the yellow house",
    "drinks {x}|Who drinks {x}?;For whom is the {x}?;the {x} is for whom;who gets {x}|What does {n} drink?;And for {n}?;{n} gets what?|{n} drinks {x}.~tea,cocoa,espresso,lemonade,milk,cider,coffee,juice,chai,ginger tea,cold water,a flat white",
    "sits at table {x}|Who sits at table {x}?;table {x}?;Whose table is number {x}?;and at table {x}|At which table does {n} sit?;{n}'s table?;Where does {n} sit?|{n} sits at table {x}.~#",
    "comes on {x}|Who comes on {x}?;and on {x}?;{x}, who was that?;Whom do I see on {x}?|When does {n} come?;{n} comes when?;On which day is {n} here?|{n} comes on {x}.~Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday",
    "is my {x}|Who is my {x}?;What's my {x} called?;the name of my {x}?;my {x} again?|Who is {n}?;And who was {n}?;{n}, who's that?|{n} is your {x}.~dentist,landlord,piano teacher,boss,best friend,doctor,neighbour,tailor,trainer,accountant,vet,hairdresser",
    "is {x} years old|Who is {x}?;Which of them is {x}?;the one who is {x}?|How old is {n}?;{n}'s age?;And how old is {n}?|{n} is {x} years old.~#",
    "works in {x}|Who works in {x}?;and in {x}?;the one in {x}, what's the name?|Where does {n} work?;{n} works where?|{n} works in {x}.~a bank,the harbour,a school,a bakery,the hospital,a garage,the library,a cinema,the zoo,an office,the theatre,a laundry",
    "got {x} for the birthday|Who got {x}?;whose present was {x};Who was given {x}?|What did {n} get?;{n}'s present?|{n} got {x}.~a kite,a drum,roller skates,a book about bees,a telescope,a red scarf,a puzzle,a football,a paint box,a lamp,a watch,a tent",
    "owes me {x} euros|Who owes me {x} euros?;{x} euros, from whom?;Who has the {x} euros?|How much does {n} owe me?;What does {n} owe me?|{n} owes you {x} euros.~#",
    "speaks {x}|Who speaks {x}?;whom do I take along for {x};Who of them knows {x}?|Which language does {n} speak?;What does {n} speak?|{n} speaks {x}.~Greek,Finnish,Turkish,Welsh,Polish,Dutch,Arabic,Basque,Irish,Danish,Czech,Hindi",
]
ANIMALS = [
    "sleeps {x}|Which one sleeps {x}?;Who sleeps {x}?;the one {x}, what's it called?|Where does {n} sleep?;And {n}?|{n} sleeps {x}.~on the roof,in the kitchen,under the bed,in the barn,in a box,by the stove,on the sofa,in the old tub,behind the door",
    "eats only {x}|Which one eats only {x}?;for whom is the {x};Who wants {x}?|What does {n} eat?;And what for {n}?|{n} eats only {x}.~fish,apples,carrots,hay,cheese,oats,dry bread,lettuce,bananas,corn",
    "is {x} years old|Which one is {x}?;Who is {x} years old?|How old is {n}?;{n}'s age?|{n} is {x} years old.~#",
    "belongs to my {x}|Which one is my {x}'s?;my {x}'s, what's it called?;Which belongs to my {x}?|Whose is {n}?;To whom does {n} belong?|{n} belongs to your {x}.~sister,uncle,neighbour,daughter,grandmother,friend,boss,son,aunt",
]
PLACES = [
    "has {x}|Which one has {x}?;Where was {x}?;the one with {x}?;what's the place with {x} called|What does {n} have?;What's in {n}?|{n} has {x}.~a lighthouse,a swimming pool,a market,a museum,good soup,a castle,a ferry,hot springs,a zoo,a big library,the best bread,a tower",
    "is {x} kilometres away|Which one is {x} kilometres away?;what is {x} kilometres off|How far is {n}?;How far is it to {n}?|{n} is {x} kilometres away.~#",
    "is where we spent {x}|Where did we spend {x}?;and {x}, where was that?;Which place was it, {x}?|When were we in {n}?;And {n}?|You spent {x} in {n}.~the first night,the last night,Easter,the rainy week,New Year,the honeymoon,the summer,the second night",
    "is where my {x} lives|Where does my {x} live?;and my {x}?;the place of my {x}?|Who lives in {n}?;And {n}?|Your {x} lives in {n}.~sister,uncle,best friend,grandmother,son,old teacher,daughter,aunt,cousin,landlord",
]
BOATS = [
    "belongs to {x}|Which one belongs to {x}?;the one of {x}?;{x} has which one?|Whose is {n}?;Who owns {n}?|{n} belongs to {x}.~the baker,the mayor,my uncle,the school,the monks,the postman,our neighbour,the fire brigade",
    "carries {x}|Which one carries {x}?;what carries the {x};the one with the {x}?|What does {n} carry?;What's in {n}?|{n} carries {x}.~salt,coal,apples,sheep,wood,flowers,letters,bricks,potatoes,wine",
]
ROWS = {"person": PEOPLE, "animal": ANIMALS, "place": PLACES, "boat": BOATS}


# Pairs of words of which one is told of the first thing and the other of the second.
PAIRS = {
    "person": "older,younger;taller,shorter;married,single;left-handed,right-handed;early,late;the first one,the second one;for it,against it;asleep,awake;at home,abroad;healthy,ill;rich,poor",
    "animal": "older,younger;fatter,thinner;male,female;tame,wild;white,black;awake,asleep;the mother,the daughter;faster,slower;spotted,striped",
    "place": "nearer,farther;bigger,smaller;on the left,on the right;cheaper,dearer;open,closed;old,new;up on the hill,down by the river;in the north,in the south",
    "boat": "bigger,smaller;faster,slower;old,new;green,red;full,empty;in the harbour,at sea;wooden,made of steel;rented,our own",
}  # fmt: skip


@dataclass(frozen=True)
class Attribute:
    """One thing that can be said of a name: told, asked for in both directions, and its values."""

    told: str
    by_value: list[str]
    by_name: list[str]
    answer: str
    values: list[str]


def attributes(kind: str) -> list[Attribute]:
    rows = [row.split("~") for row in ROWS[kind]] + [[LOOKS, ",".join(ADJECTIVES[kind])]] * 2
    return [Attribute(told, by_value.split(";"), by_name.split(";"), answer, values.split(",")) for row, values in rows for told, by_value, by_name, answer in [row.split("|")]]


ATTRIBUTES = {kind: attributes(kind) for kind in ROWS}


def title(gen: Gen) -> str:
    return gen.pick([words.place_name, foreign.phrase, foreign.pieced, lambda g: words.coin(g).capitalize()])(gen)


NAMES: dict[str, list[Callable[[Gen], str]]] = {
    "person": [words.first_name, words.first_name, words.full_name, foreign.pieced],
    "animal": [words.first_name, foreign.pieced, foreign.invented, lambda g: words.coin(g).capitalize()],
    "place": [words.city, words.city, foreign.place, title],
    "boat": [title, title, words.first_name, foreign.invented],
}


def drawn(gen: Gen, attribute: Attribute, count: int) -> list[str]:
    return [str(n) for n in gen.some(range(2, 60), count)] if attribute.values == ["#"] else gen.some(attribute.values, count)


def tell(gen: Gen, group: str, rows: list[tuple[str, str]]) -> str:
    """All of them in one message, as sentences, as a list, or as data."""
    way = gen.number(0, 5)
    if way == 0:
        return sentence(gen.text("[About|These are|So,|You should know] {g}: ", g=group) + listed([f"{n} {said}" for n, said in rows]) + ".")
    if way == 1:
        return "; ".join(f"{n} {said}" for n, said in rows)
    if way == 2:
        return " ".join(f"{n} {said}." for n, said in rows)
    if way == 3:
        return listed([f"{n} {said}" for n, said in rows]) + "."
    if way == 4:
        first, *rest = rows
        return f"{first[0]} {first[1]}, " + gen.pick(["but ", "and ", "while "]) + listed([f"{n} {said}" for n, said in rest]) + "."
    return gen.text("[I have to tell you about|Let me tell you about|I was with|You know] {g}. ", g=group) + gen.pick([" ", " And "]).join(f"{n} {said}." for n, said in rows)


def choosing_chat(gen: Gen) -> dict[str, Any]:
    """Two to four things told at once or one after another, and one to four questions about them after other talk."""
    gen.foreign = max(gen.foreign, 0.4)
    kind = gen.weighted({"person": 5, "animal": 2, "place": 2.5, "boat": 1})
    group = gen.pick(KINDS[kind].split("|"))
    count = gen.weighted({2: 4, 3: 4, 4: 2})
    names = gen.different(gen.pick(NAMES[kind]), count)
    first = gen.pick(ATTRIBUTES[kind])
    # Of each the same is told, or of each something else.
    mixed = gen.chance(0.35)
    told: list[tuple[str, Attribute, str]] = []
    values = drawn(gen, first, count)
    if count == 2 and gen.chance(0.4):
        first, mixed, values = ATTRIBUTES[kind][-1], False, gen.shuffled(gen.pick(PAIRS[kind].split(";")).split(","))
    for name, value in zip(names, values):
        attribute = gen.pick([a for a in ATTRIBUTES[kind] if all(a is not other for _, other, _ in told)]) if mixed else first
        told.append((name, attribute, gen.pick(drawn(gen, attribute, 1)) if mixed else value))
    rows = [(name, attribute.told.format(x=value)) for name, attribute, value in told]
    noted = "[All right.|Noted.|Got it.|I'll remember that.|I see.|Good to know.|Thank you for telling me.|I have that.|Understood.]"
    if gen.chance(0.2):
        return {"messages": structured(gen, group, told, rows), "tools": []}
    messages: Chat = []
    for part in [[row] for row in rows] if gen.chance(0.25) else [rows]:
        messages += [turn("user", tell(gen, group, part) if len(part) > 1 else sentence(f"{part[0][0]} {part[0][1]}.")), turn("assistant", gen.text(noted))]
    # Other talk may hold names, so their order is asked for without it only.
    between = gen.weighted({0: 4, 1: 3, 2: 2, 3: 1})
    for _ in range(between):
        messages += small(gen)
    for name, attribute, value in gen.some(told, gen.number(1, count)):
        messages += by_order(gen, names, name) if not between and gen.chance(0.2) else question(gen, name, attribute, value)
    return {"messages": messages, "tools": []}


def question(gen: Gen, name: str, attribute: Attribute, value: str) -> Chat:
    """Asks for the name by its attribute, or the other way round now and then."""
    slots: dict[str, str] = {"n": name, "x": value}
    whole = re.sub(r"\b(my|our)\b", "your", attribute.answer.format(**slots))
    whole = whole[:1].upper() + whole[1:]
    if gen.chance(0.75):
        # "the shy one", but not "the without a shop one".
        ask = gen.pick([way for way in attribute.by_value if " " not in value or "{x} one" not in way]).format(**slots)
        bare = re.search(r"\b(whom|for|called|name|from)\b", ask, re.IGNORECASE)
        answer = f"{name}." if bare else gen.pick([whole, whole, f"{name}.", f"{name}.", f"That's {name}.", f"It's {name}.", f"You said {name}."])
    else:
        ask, answer = gen.pick(attribute.by_name).format(**slots), whole
    if gen.chance(0.4):
        lead = gen.pick(["So, ", "Tell me, ", "Wait. ", "One more thing: ", "Say, ", "And ", "Now, "])
        ask = lead + (ask if lead == "Wait. " or ask.startswith(name) else ask[:1].lower() + ask[1:]).removeprefix("and ")
    return [turn("user", ask if gen.chance(0.3) else sentence(ask)), turn("assistant", answer)]


def by_order(gen: Gen, names: list[str], name: str) -> Chat:
    """Asks for a name by its place in the order in which they were told."""
    at = names.index(name)
    order = "[last|last of all|at the end]" if at == len(names) - 1 else ["[first|first of all|at the beginning]", "[second|as the second one]", "[third|as the third one]"][at]
    ask = gen.text("[Which one did I name {o}?|Whom did I tell you about {o}?|Which name came {o}?|what did i name {o}]", o=gen.text(order))
    return [turn("user", ask), turn("assistant", gen.text("[{n}.|You named {n} {o}.|That was {n}.]", n=name, o=["first", "second", "third", "fourth"][at] if at < len(names) - 1 else "last"))]


def camel(text: str) -> str:
    """The telling words of a value as the name of a field."""
    parts = re.sub(r"^(the|a|my|by the|in the|on the|in|on|at the) ", "", text).split()
    return parts[0].lower() + "".join(part.capitalize() for part in parts[1:])


def structured(gen: Gen, group: str, told: list[tuple[str, Attribute, str]], rows: list[tuple[str, str]]) -> Chat:
    """The same as fields: who it is for each attribute, both in lists of one order, or a list of pairs."""
    attribute = told[0][1]
    alike = all(other is attribute for _, other, _ in told)
    values: list[str | int] = [int(value) if value.isdigit() else value for _, _, value in told]
    many = "integer" if isinstance(values[0], int) else "string"
    way = gen.number(0, 2) if alike else 0
    held: dict[str, object]
    if way == 0 and not any(isinstance(value, int) for value in values):
        pairs = [(camel(value), name, other.by_value[0].format(x=value).rstrip("?")) for name, other, value in gen.shuffled(told)]
        held = {key: name for key, name, _ in pairs}
        listing = "\n".join(f"- {key} (string)" + (f": {ask[:1].lower()}{ask[1:]}" if gen.chance(0.6) else "") for key, _, ask in pairs)
    elif way < 2 and alike:
        one, other = gen.pick(["names", "who", "people", "which"]), gen.pick(["values", "what", "things", "told"])
        held = {one: [name for name, _, _ in told], other: values}
        listing = f"- {one} (array of {len(told)} string): the names\n- {other} (array of {len(told)} {many}): {gen.pick(['what was said of them, in the same order', 'in the same order'])}"
    elif alike:
        one, other = gen.pick([("name", "what"), ("who", "value"), ("name", "detail"), ("which", "told")])
        held = {"items": [{one: name, other: value} for (name, _, _), value in zip(told, values)]}
        listing = f"- items (array of {{{one} (string), {other} ({many})}})"
    else:
        held = {gen.pick(["names", "people", "all"]): [name for name, _, _ in told]}
        listing = f"- {next(iter(held))} (array of string): the names"
    ask = tell(gen, group, rows) if len(rows) > 1 else f"{rows[0][0]} {rows[0][1]}."
    if gen.chance(0.4):
        ask = gen.text("[Sort this out|Put this in order|Write this down|Note it down|Make a list of this|Who is who]: ") + ask
    return [turn("user", f"{ask}\n\nAnswer as JSON with:\n{listing}"), turn("assistant", json.dumps(held, ensure_ascii=False, separators=(",", ":")))]
