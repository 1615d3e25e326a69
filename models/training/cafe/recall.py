"""Memory: facts that the user states, other talk in between, and questions about them up to 2,000 tokens later."""

from __future__ import annotations

from typing import Any

from . import words
from .chance import Gen, sentence, turn
from .knowledge import knowledge_exchange, wine_exchange
from .personas import Persona, exchange, instruct, persona, TOPICS
from .toolchat import tool_chat

# key: statements | acknowledgement | questions | answers ({v}: the value)
FACTS: dict[str, tuple[str, str, str]] = {
    "name": ("[My name is {v}.|I'm {v}, by the way.|Call me {v}.|I am {v}.|You can call me {v}.|People call me {v}.|The name's {v}.]", "[What's my name?|Do you remember my name?|Who am I?|What did I say my name was?|Do you still know what I'm called?|What should you call me?]", "[Your name is {v}.|You're {v}.|You told me your name is {v}.|{v}, of course.|You are {v}[, as you said|].]"),
    "order": ("[I'd like {a:v}, please.|I'll have {a:v}.|My order is {a:v}.|Please bring me {a:v}.|I ordered {a:v}.|{a:v} for me, please.]", "[What did I order?|Do you remember my order?|What was my order again?|What am I having?|What did I ask for?]", "[You ordered {a:v}.|It was {a:v}.|{a:v}.|Your order was {a:v}.]"),
    "city": ("[I live in {v}.|I come from {v}.|I'm from {v}.|My home is {v}.|I travelled here from {v}.]", "[Where do I live?|Where am I from?|Which city do I come from?|What's my home town?|Do you remember where I come from?]", "[You come from {v}.|You said {v}.|{v}.|You're from {v}.]"),
    "allergy": ("[I'm allergic to {v}.|I can't eat {v}.|Please no {v}, I am allergic.|I must avoid {v}.]", "[What am I allergic to?|What can't I eat?|Do you remember my allergy?|Which food must I avoid?]", "[You're allergic to {v}.|You must avoid {v}.|{v}. I'll keep them away from you.|It was {v}.]"),
    "pet": ("[My {k} is called {v}.|I have {a:k} named {v}.|This is {v}, my {k}.]", "[What's my {k} called?|What is the name of my {k}?|Do you remember my {k}'s name?]", "[Your {k} is called {v}.|{v}.|Your {k}'s name is {v}.]"),
    "colour": ("[My favourite colour is {v}.|I love the colour {v}.|I like {v} best of all colours.]", "[What's my favourite colour?|Which colour do I like best?|Do you know my favourite colour?]", "[Your favourite colour is {v}.|It's {v}.|{v}.]"),
    "number": ("[My table is number {v}.|I'm sitting at table {v}.|I'm at table {v}.]", "[Which table am I at?|What's my table number?|Where am I sitting?]", "[You're at table {v}.|Table {v}.|Your table is number {v}.]"),
    "code": ("[My booking code is {v}.|The secret word is {v}.|Please remember this code: {v}.|The code is {v}.|Keep this in mind: {v}.]", "[What was the code?|What did I ask you to remember?|Can you repeat the code?|Tell me the code I gave you.]", "[The code is {v}.|It was {v}.|{v}.|You gave me {v}.]"),
    "job": ("[I work as {a:v}.|I'm {a:v} by trade.|My job is {v}.|I earn my bread as {a:v}.]", "[What's my job?|What do I do for a living?|Do you remember what I do?]", "[You work as {a:v}.|You're {a:v}.|You said you are {a:v}.]"),
    "friend": ("[My friend {v} will join me.|I'm waiting for {v}.|I'm meeting {v} here.|{v} is coming too.]", "[Who is coming?|Who am I waiting for?|Who is going to join me?|Who am I meeting?]", "[{v} is coming.|You're waiting for {v}.|You said {v}.|You are meeting {v}.]"),
    "hobby": ("[I love {v}.|In my free time I enjoy {v}.|My hobby is {v}.]", "[What's my hobby?|What do I do in my free time?|What do I love doing?]", "[Your hobby is {v}.|You love {v}.|{v}.]"),
    "birthday": ("[My birthday is on {v}.|I was born on {v}.|I have my birthday on {v}.]", "[When is my birthday?|When was I born?|Do you remember my birthday?]", "[Your birthday is on {v}.|On {v}.|You said {v}.]"),
    "thing": ("[My {k} is {v}.|The {k} I have is {v}.|By the way, my {k} is {v}.|{v} is my {k}.|You should know that my {k} is {v}.]", "[What is my {k}?|What's my {k}?|Do you remember my {k}?|Tell me my {k}.|Which {k} did I tell you?]", "[Your {k} is {v}.|It's {v}.|You told me that your {k} is {v}.|{v}.]"),
    "sugar": ("[I take {v} spoons of sugar.|Always {v} spoons of sugar for me.|{v} spoons of sugar, please.]", "[How much sugar do I take?|How many spoons of sugar do I want?]", "[You take {v} spoons of sugar.|{v} spoons.]"),
}  # fmt: skip
# Things of which the user may have one, each time with an invented or a common value.
THINGS = """favourite song|favourite book|favourite film|favourite bread|favourite wine|favourite tea|favourite season|favourite number|lucky number|locker number|room number|seat number
|password|user name|nickname|middle name|boss|teacher|neighbour|doctor|cousin|aunt|uncle|grandmother|roommate|dance partner|horse|boat|guitar|school|street|village|team|hotel|train|flight
|ship|bus line|invoice number|ticket number|member number|shoe size|ring size|phone number|car|bicycle|band|club|character's name|hero|favourite game|favourite city|secret ingredient|dream job|usual drink|usual breakfast""".replace(
    "\n", ""
).split(
    "|"
)
NOTED = "[Noted[|, {s}].|Got it.|I'll remember that.|Thank you for telling me.|Good to know.|All right.|Nice![ Thanks for telling me.|]|I will keep it in mind.|Understood.|Lovely.]"


def value(gen: Gen, key: str) -> str:
    from .dates import MONTHS, ordinal

    return {
        "name": lambda: words.first_name(gen) if gen.chance(0.75) else words.full_name(gen), "order": lambda: gen.pick(words.DRINKS + words.BAKES), "city": lambda: words.city(gen),
        "allergy": lambda: gen.pick("nuts,milk,eggs,strawberries,sesame,soy,wheat,peanuts,celery,shellfish,mustard,almonds,walnuts,kiwis".split(",")), "pet": lambda: words.first_name(gen),
        "colour": lambda: gen.pick(words.COLOURS), "number": lambda: str(gen.number(1, 60)), "code": lambda: words.code(gen) if gen.chance(0.6) else words.coin(gen),
        "job": lambda: gen.pick(words.JOBS), "friend": lambda: words.first_name(gen), "hobby": lambda: gen.pick(words.HOBBIES),
        "birthday": lambda: f"{gen.number(1, 28)} {gen.pick(MONTHS)}" if gen.chance(0.5) else f"the {ordinal(gen.number(1, 28))} of {gen.pick(MONTHS)}", "sugar": lambda: words.in_words(gen.number(2, 9)), "thing": lambda: "",
    }[key]()  # fmt: skip


def thing_value(gen: Gen, thing: str) -> str:
    """What such a thing may be: a number for numbers and sizes, else a name."""
    if "number" in thing or "size" in thing:
        return gen.pick([str(gen.number(2, 99)), words.code(gen)]) if "size" not in thing else str(gen.number(4, 48))
    return gen.pick([words.first_name, words.full_name, words.place_name, lambda g: words.coin(g).capitalize()])(gen)


def tell(gen: Gen, key: str, fact: str, pet: str) -> str:
    """The answer about a fact; a code keeps its letters as they are, also at the start."""
    answer = gen.text(FACTS[key][2], v=fact, k=pet)
    return answer if key == "code" else sentence(answer)


class Filler:
    """Talk that holds none of the user's facts, in the voice of the conversation."""

    def __init__(self, gen: Gen, who: Persona | None):
        self.gen, self.who = gen, who
        self.topics = gen.shuffled([t for t in TOPICS])

    def turns(self) -> list[dict[str, Any]]:
        gen = self.gen
        if self.who and gen.chance(0.75):
            if not self.topics:
                self.topics = gen.shuffled(list(TOPICS))
            return exchange(gen, self.who, self.topics.pop())
        return knowledge_exchange(gen) if gen.chance(0.8) else wine_exchange(gen)


def recall_chat(gen: Gen, longest: int = 1900) -> dict[str, Any]:
    """Facts, other talk of a drawn length (in rough tokens), and questions about the facts."""
    who = persona(gen) if gen.chance(0.5) else None
    messages: list[dict[str, Any]] = []
    tools: list[Any] = []
    if who:
        messages.append(turn("system", instruct(gen, who, [])))
    elif gen.chance(0.4):
        messages.append(
            turn(
                "system",
                gen.text(
                    "[You are a helpful assistant.|You are a barista. Remember what the guests tell you.|You serve guests in a coffee shop.|Remember what I tell you.]"
                ),
            )
        )
    elif gen.chance(0.25):
        served = tool_chat(gen)
        messages, tools = served["messages"], served["tools"]
    filler = Filler(gen, who)
    count = gen.weighted({1: 3, 2: 4, 3: 3, 4: 1})
    keys = gen.some(list(FACTS), count)
    kinds = [gen.pick(THINGS) if "thing" in keys else gen.pick(words.ANIMALS)]
    if "thing" in keys and "pet" in keys:
        keys.remove("pet")
        count -= 1
    facts = {key: value(gen, key) for key in keys}
    if "thing" in facts:
        facts["thing"] = thing_value(gen, kinds[0])
    distance = int(longest * gen.random.random() ** gen.pick([1, 2, 4]))
    # Facts come one by one or in one breath, with other talk between them.
    together = gen.chance(0.3)
    stated = [gen.text(FACTS[key][0], v=facts[key], k=kinds[0]) for key in keys]
    for said in [" ".join(sentence(s) for s in stated)] if together else stated:
        messages += [turn("user", sentence(said)), turn("assistant", gen.say(NOTED, s=gen.pick(["thanks", "thank you", "my friend"])))]
        if gen.chance(0.3):
            messages += filler.turns()
    if gen.chance(0.25):
        # Someone else's fact of the same kind must not be taken for the user's.
        key = gen.pick(keys)
        other, who_else = value(gen, key), gen.pick(["brother", "sister", "neighbour", "boss", "friend"])
        about = {
            "name": "My {w} is called {o}.",
            "order": "My {w} always has {a:o}.",
            "city": "My {w} lives in {o}.",
            "colour": "My {w} likes {o}.",
            "allergy": "My {w} is allergic to {o}.",
            "job": "My {w} works as {a:o}.",
            "hobby": "My {w} loves {o}.",
        }.get(key)
        if about and other != facts[key]:
            messages += [turn("user", gen.text(about, w=who_else, o=other)), turn("assistant", gen.say(NOTED, s="thanks"))]
    if gen.chance(0.15):
        key = gen.pick(keys)
        new = value(gen, key)
        change = {
            "order": "[Actually, make it {a:o}|I changed my mind: {a:o}|Sorry, I'd rather have {a:o}][, please|].",
            "number": "[We moved to table {o}.|I'm at table {o} now.]",
            "code": "[Sorry, the code is {o}.|The code changed, it's {o} now.]",
            "colour": "Actually, I like {o} better now.",
        }.get(key)
        if change and new != facts[key]:
            facts[key] = new
            messages += [turn("user", gen.say(change, o=new)), turn("assistant", gen.say(NOTED, s="thanks"))]
    length = 0
    while length < distance:
        more = filler.turns()
        messages += more
        length += sum(len(m["content"]) // 4 + 6 for m in more)
    for key in gen.shuffled(keys)[: gen.number(1, count)]:
        lead = gen.pick(["", "", "", "By the way, ", "Quick question: ", "Tell me, "])
        asked = gen.say(FACTS[key][1], k=kinds[0])
        messages += [
            turn("user", lead + asked[:1].lower() + asked[1:] if lead else asked),
            turn("assistant", tell(gen, key, facts[key], kinds[0])),
        ]
        if gen.chance(0.15):
            messages += filler.turns()
    return {"messages": messages, "tools": tools}
