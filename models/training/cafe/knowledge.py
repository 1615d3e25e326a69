"""Small talk without a persona: what drinks, breads and wines are, advice on brewing, greetings, and what Café is."""

from __future__ import annotations

from typing import Any

from . import words
from .chance import Gen, turn

# subject | what it is
FACTS = """
espresso|a small, strong coffee that is pressed through fine grounds with hot water
a ristretto|an espresso with less water, short and sweet
a lungo|an espresso with more water, long and a little bitter
a latte|espresso with a lot of steamed milk and a little foam
a cappuccino|espresso with equal parts of steamed milk and foam
a flat white|a double espresso with thin, velvety milk
a cortado|espresso with the same amount of warm milk
a macchiato|espresso with a spoon of milk foam
a mocha|a latte with chocolate
an americano|espresso with hot water
an affogato|vanilla ice cream with hot espresso poured over it
cold brew|coffee that steeps in cold water for many hours
a pour-over|coffee made by pouring water slowly over grounds in a filter
French press coffee|coffee that steeps in a pot and is pressed with a sieve
Turkish coffee|very finely ground coffee that is boiled in a small pot
matcha|green tea ground to a fine powder
chai|black tea with spices such as cinnamon and cardamom
rooibos|a red herbal tea from South Africa without caffeine
decaf|coffee with nearly all of its caffeine taken out
crema|the golden foam on top of an espresso
sourdough|bread that rises with wild yeast instead of baker's yeast
brioche|a soft, rich bread with butter and eggs
focaccia|a flat Italian bread with olive oil
ciabatta|an Italian bread with large holes and a thin crust
a baguette|a long French bread with a crisp crust
challah|a braided bread for Sabbath and holidays
naan|a soft flatbread baked in a hot oven
pumpernickel|a dark, heavy rye bread
a croissant|a flaky, buttery pastry in the shape of a moon
a scone|a small, crumbly cake that goes well with tea
a bagel|a ring of bread that is boiled before it is baked
Prosecco|a sparkling wine from Italy
Champagne|a sparkling wine from the French region of that name
Riesling|a white wine with fresh acidity
Merlot|a soft red wine
Chardonnay|a white wine that can be fresh or buttery
Pinot Noir|a light red wine
rosé|a pink wine from red grapes whose skins stay in only for a short time
a sommelier|a person who knows wine and recommends it to guests
a barista|a person who makes coffee drinks in a café
latte art|a picture poured with milk on top of a coffee
an NPC|a character in a game that no player controls
pixel art|pictures drawn from small, visible squares
a riddle|a question in disguise, whose answer you must guess
""".strip().splitlines()

HOWTO = """
[make|brew] [a good|] espresso|Grind eighteen grams finely, tamp them evenly, and let about thirty-six grams run out in twenty-five to thirty seconds.
[make|brew] French press coffee|Use coarse grounds, pour hot water over them, wait four minutes, then press slowly.
[make|brew] cold brew|Mix coarse grounds with cold water, leave it in the fridge overnight, and strain it.
[make|brew] pour-over coffee|Wet the grounds, wait half a minute, then pour slowly in circles.
froth milk|Warm it to about sixty degrees and blow in air only at the beginning, until it shines like paint.
[fix|improve] sour coffee|Grind finer, use hotter water or brew a little longer.
[fix|improve] bitter coffee|Grind coarser, use slightly cooler water or brew for a shorter time.
[fix|improve] weak coffee|Use more coffee or less water.
[store|keep] coffee beans|Keep them in a closed tin, dry, dark and cool, but not in the fridge.
[store|keep] bread|Keep it in a paper bag or a bread box, cut side down.
[make|bake] sourdough|Feed the starter, mix flour, water and salt, let the dough rise slowly, and bake it very hot.
[clean|descale] a coffee machine|Run it with water and a little citric acid, then twice with clear water.
brew green tea|Let the water cool to about seventy degrees and steep the leaves for two minutes.
serve white wine|Chill it to about ten degrees and open it shortly before dinner.
serve red wine|Serve it a little below room temperature and let it breathe.
""".strip().splitlines()

SELF = [
    (
        "[Who are you?|What are you?|What's your name?|Introduce yourself.]",
        "[I'm Café, a small language model that runs on your machine.|I am Café, a small assistant. [I can chat, fill forms and use tools.|]|My name is Café. I'm a little language model.]",
    ),
    (
        "[What can you do?|How can you help me?|What are you good at?|Help!]",
        "[I can chat, answer in JSON, and use tools that you give me.|I can talk about coffee, make up characters and riddles, and call tools.|Ask me about coffee, bread or wine, let me invent characters, or give me tools to use.]",
    ),
    (
        "[How are you?|How's it going?|How do you do?|You okay?]",
        "[I'm fine, thank you! And you?|Very well, thanks. [What can I do for you?|]|All good here. How are you?]",
    ),
    ("[Thanks!|Thank you.|Thank you so much!|Great, thanks.]", "[You're welcome!|My pleasure.|Any time!|Glad I could help.]"),
    ("[Bye!|Goodbye.|See you.|Good night!]", "[Goodbye! Have a nice day.|See you soon!|Bye! Enjoy your coffee.|Take care!]"),
    (
        "[Hello!|Hi!|Hey.|Good morning!|Hello there]",
        "[Hello! How can I help?|Hi there! What can I do for you?|Good to see you! What would you like?|Hello! What's on your mind?]",
    ),
    (
        "[Are you a human?|Are you real?|Are you a robot?]",
        "[No, I'm a language model called Café.|I'm not a person, just a small model that likes coffee.]",
    ),
    (
        "[Tell me a joke.|Do you know a joke?|Make me laugh.]",
        "[Why did the coffee file a report? It got mugged.|What do you call a sad cup of coffee? Depresso.|How does a baker greet the dough? Rise and shine!|What did the milk say to the espresso? You're too strong for me.]",
    ),
    (
        "[I'm bored.|I am so bored.|Nothing to do today.]",
        "[How about a riddle? I also know a joke or two.|Go for a walk, or bake something. I can help with ideas.|Let's invent a character for a game!]",
    ),
    (
        "[I'm tired.|I'm so sleepy.|I can't keep my eyes open.]",
        "[Then have an espresso, or better: a nap.|A short walk helps. So does a strong coffee.|Rest a little. The coffee can wait.]",
    ),
]


def knowledge_exchange(gen: Gen) -> list[dict[str, Any]]:
    """One question of small talk and its answer."""
    way = gen.random.random()
    if way < 0.45:
        subject, what = gen.pick(FACTS).split("|")
        bare = subject.removeprefix("a ").removeprefix("an ")
        ask = gen.say(
            "[What is {s}?|What's {s}?|Tell me what {s} is.|Can you explain what {s} is?|Do you know what {s} is?|I don't know what {s} is.|{b}: what is that?]",
            s=subject,
            b=bare,
        )
        return [turn("user", ask), turn("assistant", gen.say("[{s} is {w}.|{s}? That's {w}.|That is {w}.|It's {w}.]", s=subject, w=what))]
    if way < 0.68:
        task, answer = _howto(gen)
        ask = gen.say(
            "[How do I {t}?|What's the best way to {t}?|How can I {t}?|How does one {t}?|Can you tell me how to {t}?|I want to {t}. How?]",
            t=task,
        )
        return [turn("user", ask), turn("assistant", gen.pick(["", "", "It's easy. ", "Sure! ", "Like this: "]) + answer)]
    if way < 0.78:
        drink, bake = gen.pick(words.DRINKS), gen.pick(words.BAKES)
        ask = gen.say("[What goes well with {a:d}?|What should I eat with {a:d}?|I'm having {a:d}. What fits?]", d=drink)
        return [
            turn("user", ask),
            turn("assistant", gen.say("[{a:b} goes well with {a:d}.|Try {a:b}.|I would have {a:b} with it.]", b=bake, d=drink)),
        ]
    ask, answer = gen.pick(SELF)
    return [turn("user", gen.say(ask)), turn("assistant", gen.say(answer))]


def _howto(gen: Gen) -> tuple[str, str]:
    row = gen.pick(HOWTO)
    at = row.index("|", row.rindex("]") + 1 if "]" in row else 0)
    return gen.text(row[:at]).strip(), row[at + 1 :]


def wine_exchange(gen: Gen) -> list[dict[str, Any]]:
    wine, kind = gen.pick(words.ALL_WINES)
    ask = gen.say("[Is {w} a red or a white wine?|What type of wine is {w}?|What colour is {w}?|{w}: what kind of wine is that?]", w=wine)
    return [turn("user", ask), turn("assistant", gen.say("[{w} is a {k} wine.|It's a {k} wine.|{w} is {k}.]", w=wine, k=kind))]
