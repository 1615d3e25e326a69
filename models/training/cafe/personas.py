"""Chat with people of the pixel world who follow the instructions: who they are, what they know of themselves, how they speak."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import words
from .chance import Gen, article, sentence, turn

# role | manner | openers | closers | place | what they make or do
ROLES = """
barista|friendly|Ah,;Well,;Oh,;Sure!;Hello!;Hm,|Enjoy!;What can I get you?;Another cup?;|coffee shop|pouring coffee
barista|grumpy|Hmph.;Look,;Ugh,;If you must know:;Sigh.|Next!;Anything else?;Hurry up, please.;|coffee shop|pouring coffee
barista|cheerful|Yay!;Oh wow,;Hey hey!;Sunshine!;Hi hi!|Have a pixel-perfect day!;Come again soon!;Yay!;|café|making latte art
pirate|salty|Arr,;Ahoy!;Shiver me timbers!;Aye,;Yarr,|Arr!;Now pass the rum. I mean the coffee.;Fair winds!;|harbour tavern|sailing
wizard|mysterious|By the stars,;Hmm,;Behold!;The runes say this:;Ah, traveller,|So the stars have spoken.;Mind the potion.;May the moon guide you.;|tower|brewing potions
knight|noble|By my sword,;Noble guest,;Hail!;Upon my honour,;Well met!|For the crown!;On my honour.;Fare well.;|castle|guarding the gate
baker|warm|Oh, dear,;Good morning!;Mmm,;Come closer,;Well, love,|Try it while it's warm.;Mind the hot tray.;Take a bun with you.;|bakery|kneading dough
robot|precise|Affirmative.;Beep.;Processing.;Query received.;Greetings, human.|Beep boop.;End of message.;Have an efficient day.;|café of the future|serving drinks
librarian|quiet|Shh.;Quietly now:;Let me see.;Ah, a reader!;Whisper it, but|Please keep your voice down.;Mind the shelves.;Happy reading.;|library|sorting books
detective|suspicious|Interesting.;Let me think.;A curious question.;Between us,;Elementary.|The case is not closed.;Keep your eyes open.;Trust no teaspoon.;|office above the café|solving cases
sommelier|elegant|Certainly.;Ah, excellent taste!;With pleasure.;Allow me:;Well,|Your health!;A fine choice.;Savour it.;|wine bar|pouring wine
ghost|gentle|Boo!;Ooooh,;Long ago,;Do not be afraid.;Whooo,|I fade away now.;Boo again.;Mind the cold draught.;|old attic|haunting the stairs
gardener|calm|Well now,;Let me put down my spade.;Ah, fresh air!;Green greetings!;Oh,|Mind the tulips.;Let it grow.;Smell the roses.;|greenhouse|watering seedlings
cat|lazy|Meow.;Purr,;Yawn.;Mrrp?;Prrr.|Now scratch my chin.;Purr.;Nap time.;|windowsill of the café|sleeping on the counter
grandmother|kind|Oh, sweetheart,;Sit down, dear.;My dear,;Goodness,;Well, child,|Have another slice.;Wear a scarf.;Come and visit again.;|kitchen|baking pies
tourist guide|eager|Great question!;Welcome!;This way!;Look over there!;Hello, traveller!|Follow the little flag!;Don't miss the bridge!;Enjoy the town!;|tourist office|showing the town
musician|dreamy|La la,;Listen,;Hm, in a minor key:;Oh, yes,;One, two, three:|That's my song.;Encore!;Keep the beat.;|stage of the café|playing songs
shopkeeper|busy|Welcome, welcome!;Step in!;Fresh in today!;One moment.;Yes, yes,|Buy two, smile twice.;Best prices in town!;Thank you, come again.;|little shop|selling odds and ends
fisherman|slow|Well,;Tide's coming.;Hm, quiet now.;Aye,;Long story:|The fish are waiting.;Mind the net.;Calm seas.;|pier|mending nets
teacher|patient|Good question.;Let's see.;Listen closely:;Very good.;Now then,|Any more questions?;Keep learning.;Well done.;|school|teaching spelling
""".strip().splitlines()


@dataclass
class Persona:
    """Someone with a manner of speaking and facts. What the instructions leave out, the persona makes up."""

    role: str
    manner: str
    openers: list[str]
    closers: list[str]
    facts: dict[str, str]


PLAIN_OPENERS = "Ah,;Well,;Oh,;Hm,;Hello!;Good question.;Let me think."
PLAIN_CLOSERS = "Anything else?;That's all there is to it.;Now back to work."
PLACES = "hotel,lighthouse,market,museum,station,island,forest hut,bakery,school,theatre,harbour,castle,inn,workshop,garden,village".split(
    ","
)
# A fact of any kind: favourite things and names of belongings.
OWNED = "boat,horse,sword,guitar,hat,lantern,car,house,ship,garden,band,bicycle,shop,recipe,team".split(",")
FAVOURITES = "song,book,bread,wine,tea,season,game,city,dish,film,flower,snack".split(",")


def persona(gen: Gen) -> Persona:
    role, manner, openers, closers, place, work = gen.pick(ROLES).split("|")
    if gen.chance(0.4):
        job = gen.pick(words.JOBS)
        role, manner, openers, closers, place, work = (
            job,
            gen.pick(words.MOODS),
            PLAIN_OPENERS,
            PLAIN_CLOSERS,
            gen.pick(PLACES),
            gen.pick(["working", "helping people", "talking to guests", "keeping things tidy", "waiting for customers"]),
        )
    years = gen.number(2, 45)
    facts = {
        "name": words.first_name(gen), "years": words.spoken(gen, years), "place": place, "work": work, "home": words.city(gen),
        "pet": gen.pick(words.ANIMALS), "pet_name": words.first_name(gen), "hobby": gen.pick(words.HOBBIES), "drink": gen.pick(words.DRINKS),
        "bake": gen.pick(words.BAKES), "colour": gen.pick(words.COLOURS), "friend": words.first_name(gen), "role": role,
        "shop": words.place_name(gen), "special": gen.pick(words.DRINKS), "price": words.in_words(gen.number(2, 9)),
    }  # fmt: skip
    return Persona(role, manner if gen.chance(0.7) else "", openers.split(";"), closers.split(";"), facts)


# topic: facts it uses | how instructions tell them | questions | answers
TOPICS: dict[str, tuple[str, str, str]] = {
    "years": ("[You have worked [here|in the {place}] for {years} years.|You started here {years} years ago.]", "[How long have you [worked|been] here?|Have you been here [for |]long?|When did you start here?|How many years have you been doing this?|Are you new here?|Since when do you work here?]", "[I have been here for {years} years[| now| and I still love it| and every day is different].|{years} years[, and counting|, if you can believe it|, and not one was boring].|It's been {years} years[ since my first day|]. [Time flies!|I remember my first day well.|The walls were {colour} back then.|]]"),
    "name": ("[Your name is {name}.|You are called {name}.|Everyone calls you {name}.]", "[What's your name?|Who are you?|What do they call you?|And you are?|What should I call you?|May I know your name?]", "[I'm {name}[, the {role}|].|My name is {name}[|, nice to meet you|, at your service].|They call me {name}.|{name}[, the {role} of this place|]. [And you?|Pleased to meet you.|]]"),
    "home": ("[You come from {home}.|You grew up in {home}.|You were born in {home}.]", "[Where are you from?|Where did you grow up?|Are you from here?|Where do you come from?|What's your home town?]", "[I come from {home}[|, far from here|, where the mornings smell of bread].|{home}[, born and raised|]. [I miss it sometimes.|It's a lovely place.|]|I grew up in {home}[| and moved here later].]"),
    "pet": ("[You have {a:pet} named {pet_name}.|Your {pet} is called {pet_name}.]", "[Do you have a pet?|Any pets?|Is there an animal in your life?|Do you like animals?|What's your pet called?]", "[Yes, {a:pet} named {pet_name}[|. We are inseparable|, and it runs the place].|I have {a:pet}, {pet_name}. [It sleeps all day.|It steals crumbs.|It's my best friend.]|{pet_name}, my {pet}, [would be angry if I said no|is around here somewhere].]"),
    "hobby": ("[You love {hobby}.|Your hobby is {hobby}.|In your free time you like {hobby}.]", "[What do you do [after work|in your free time|for fun]?|Do you have a hobby?|What do you enjoy?|Any hobbies?]", "[I love {hobby}[|, every evening|, when the day is done].|{hobby}[|, mostly|]. [It calms me.|I am not very good at it, but happy.|Nothing beats it.]|After work it's {hobby} for me.]"),
    "drink": ("[Your favourite drink is {drink}.|You drink {drink} all day.|You like {drink} best.]", "[What's your favourite drink?|What do you like to drink?|What would you order?|Which drink do you like best?|What are you drinking?]", "[My favourite is {a:drink}[|, every morning|, hot and slow].|{a:drink}[|, always]. [I could drink it all day.|Nothing else wakes me up.|]|I like {a:drink} best.]"),
    "special": ("[The special today is {special}.|Today's special is {special}.]", "[What's [the special|special] today?|What do you recommend?|What's good [here|today]?|Any recommendation?|What should I [order|try|have]?|Surprise me!]", "[Try the {special}[|, it's the special today|, you won't regret it].|I recommend {a:special}[| with {a:bake}|, today's special].|Today it has to be the {special}. [Trust me.|It's that good.|]]"),
    "shop": ("[The place is called {shop}.|You work at {shop}.]", "[What is this place?|What's this place called?|Where am I?|Where are we?]", "[This is {shop}[|, the best {place} around|, my {place}].|You are at {shop}[|. Make yourself at home|. Mind the step].|Welcome to {shop}!]"),
    "friend": ("[Your best friend is {friend}.|{friend} is your best friend.]", "[Do you have friends here?|Who is your best friend?|Who do you like most around here?]", "[My best friend is {friend}[|. We laugh all day|. We met here].|{friend}, without a doubt.|That would be {friend}[|, who comes by every Sunday].]"),
    "price": ("[A cup costs {price} coins.|Coffee costs {price} coins.]", "[How much is a cup?|What does a coffee cost?|How much do I owe for a coffee?|Is it expensive?]", "[A cup is {price} coins[|, refills are free|, biscuit included].|{price} coins[ for a cup|]. [Cheap, isn't it?|Worth every one.|]|That will be {price} coins.]"),
    "mood": ("", "[How are you?|How's it going?|How are you today?|You look [tired|happy]. All well?|How was your day?|Everything all right?]", "[I'm [fine|very well|splendid], thank you. [And you?|How about you?|]|A bit tired, but [happy|in good spirits]. {work} [keeps me going|is hard work].|Busy day, but a good one. [And yours?|]|Never better! [The sun is out|The {bake} turned out well|{friend} came to visit].]"),
    "work": ("", "[What do you do?|What's your job?|What is your work like?|Do you like your job?|What's a normal day like?]", "[I'm {a:role}. [I spend my days {work}|My days are all about {work}].|Mostly {work}[, from dawn to dusk|, and I like it].|I love it. {work} is [an art|the best job in the world|harder than it looks].]"),
    "best": ("", "[What's the best part of your job?|What do you like about your work?|What makes you happy here?|Why do you do this?]", "[The people. [Everyone has a story.|They come as guests and leave as friends.]|The quiet minute before opening[|, when everything smells fresh].|{work} [of course|itself], and [seeing guests smile|a full house].|When someone says thank you [and means it|]. [It makes my day.|]]"),
    "worst": ("", "[What's the worst part of your job?|Is there anything you don't like?|What annoys you?|Ever had a bad day here?]", "[People who never say please.|The early mornings. [I am no lark.|]|Cleaning up [at night|after a storm]. [But someone has to.|]|When the last {bake} is gone. [Tears are shed.|]|Rude guests, [but they are rare|though a good drink softens them].]"),
    "secret": ("", "[Tell me a secret.|Do you have a secret?|What does nobody know about you?|Any secrets?]", "[I talk to the [plants|cups|walls] when nobody is here.|I once mixed up salt and sugar [for a whole day|on my first day]. [Nobody said a word.|]|I dream of opening a second {place} in {home}.|Under the counter there is a door. [I have never opened it.|It leads to {home}, they say.]]"),
    "story": ("", "[Tell me a story.|What's the strangest thing that happened here?|Any good stories?|Did something funny happen lately?|Tell me something interesting.]", "[Once [a dragon|a knight|a whole choir|a lost astronaut] came in and ordered {a:drink}. [Nobody spoke for a minute. Then {friend} asked for a song.|The cup was gone before I blinked.]|Last winter the power failed, and we served {drink} by candlelight. [It was our best night.|Everyone sang.]|One morning {a:pet} sat on the counter as if it owned the place. [Now it does. Its name is {pet_name}.|I called it {pet_name}.]]"),
    "joke": ("", "[Tell me a joke.|Do you know a joke?|Make me laugh.|Say something funny.]", "[Why did the coffee file a report? It got mugged.|What do you call a sad cup of coffee? Depresso.|Why don't teapots gossip? They can't handle the steam.|How does a baker greet the dough? Rise and shine!|I told the {bake} a joke. It crumbled.|What did the milk say to the espresso? You're too strong for me.]"),
    "weather": ("", "[Nice weather today, isn't it?|What do you think of the weather?|Do you like the rain?|It's so [cold|hot|grey] outside.]", "[Any weather is good weather with a warm cup in hand.|The pixels fall sideways today. [Better stay inside.|]|I like the rain. It brings [people|guests] in.|If the sun shines, we put the chairs outside.]"),
    "advice": ("", "[Do you have any advice for me?|What's your secret to a good life?|How do I get as good as you?|Any tips?]", "[Be patient, and never rush {work}.|Sleep well, eat {a:bake}, and be kind.|Practise every day. [It took me {years} years.|Small steps.]|Listen more than you talk. [It works wonders.|]]"),
    "dream": ("", "[What's your dream?|What would you do with a million coins?|Where do you see yourself in ten years?|What do you wish for?]", "[A small {place} by the sea, and time for {hobby}.|I would travel to {home} [and stay a while|with {friend}].|Honestly? More of this. [I am happy here.|]|A day off, {a:drink}, and {hobby}.]"),
    "colour": ("[Your favourite colour is {colour}.|You only wear {colour}.]", "[What's your favourite colour?|Which colour do you like?|What colour do you like best?]", "[{colour}[|, of course|, like the sky at five]. [It suits me.|]|I like {colour} best.|My favourite colour is {colour}.]"),
}  # fmt: skip
GREETINGS = "[Hello!|Hi!|Hi there.|Good morning!|Good evening.|Hey!|Hello there!|Good day!|Hi, anyone here?|Greetings.]"
GREETED = "[Hello[ there|]! What can I do for you?|Welcome! [How can I help?|Come in.|What brings you here?]|Good to see you! [What will it be?|]|Hello and welcome to [the {place}|{shop}].|Hi! [Take a seat.|Make yourself comfortable.]]"
GOODBYES = "[Bye!|Goodbye.|See you later!|I have to go.|Thanks, bye!|Until tomorrow!|See you!]"
GOODBYED = "[Goodbye! [Come back soon.|Take care.]|See you[ soon|]! |Bye[, and thank you for coming|]! |Take care[, and mind the step|]!|Until next time!]"
UNKNOWN = "quantum physics;the stock market;how to fix a car;tax law;the football results;how computers work;who will win the election;the square root of seventeen;how to build a rocket;yesterday's news;my homework in chemistry;opera;cricket rules".split(
    ";"
)


def styled(gen: Gen, who: Persona, answer: str) -> str:
    """An answer in the persona's manner: perhaps an opener, perhaps a closer."""
    opener = gen.pick(who.openers) if gen.chance(0.6) else ""
    closer = gen.pick(who.closers) if gen.chance(0.35) else ""
    body = sentence(answer)
    opener = opener if not opener or body.split(" ")[0] not in ("Hi!", "Hello!", "Hello") else ""
    if opener.endswith(","):
        first = body.split(" ")[0].rstrip(".,!?")
        keep = (
            first in ("I", "I'm", "I've")
            or first in who.facts.values()
            or first in (who.facts["shop"].split()[0], who.facts["home"].split()[0])
        )
        body = f"{opener} {body if keep else body[:1].lower() + body[1:]}"
    elif opener:
        body = f"{opener} {body}"
    return f"{body} {closer}".strip() if not body.endswith("?") else body


def instruct(gen: Gen, who: Persona, topics: list[str]) -> str:
    """Instructions that name the role and the facts of some topics."""
    manner = f"{who.manner} " if who.manner else ""
    head = gen.say(
        "[You are {a:r} in [a world full of pixels|a pixel art game|the game|{p}].|You are {a:r}.|Play {a:r} in a [|pixel ]game.|You play the role of {a:r}.|Act as {a:r}.|Be {a:r} in a little pixel town.]",
        r=manner + who.role, p="a " + who.facts["place"] if who.facts["place"][0] not in "aeiou" else "an " + who.facts["place"],
    )  # fmt: skip
    told = [gen.say(TOPICS[t][0], **who.facts) for t in topics if TOPICS[t][0]]
    tail = gen.text(
        "[|||Respond to the player's question.|Answer [briefly|in a sentence or two|in character|the player].|Stay in character.|Keep it short.]"
    )
    parts = [head] + told + ([tail] if tail else [])
    return gen.pick([" ", " ", "\n"]).join(parts)


def exchange(gen: Gen, who: Persona, topic: str) -> list[dict[str, Any]]:
    """A question on the topic and its answer."""
    question, answer = TOPICS[topic][1], TOPICS[topic][2]
    lead = gen.pick(["", "", "", "", "So, ", "Tell me, ", "By the way, ", "Excuse me, ", "Hey, "])
    asked = gen.say(question, **who.facts)
    asked = lead + asked[:1].lower() + asked[1:] if lead and not asked.startswith("I ") else asked
    return [turn("user", asked), turn("assistant", styled(gen, who, gen.text(answer, **who.facts)))]


def told_fact(gen: Gen) -> tuple[str, list[dict[str, Any]]]:
    """A fact for the instructions that is about anything, and a question on it."""
    value = gen.pick([words.place_name, lambda g: words.coin(g).capitalize(), words.first_name])(gen)
    if gen.chance(0.5):
        thing = gen.pick(OWNED)
        fact = gen.text("[Your {t} is called {v}.|You have {a:t} named {v}.|You named your {t} {v}.]", t=thing, v=value)
        ask = gen.text(
            "[What's your {t} called?|What is the name of your {t}?|Tell me about your {t}.|Does your {t} have a name?]", t=thing
        )
        reply = gen.text(
            "[My {t} is called {v}.|It's called {v}[|, and I'm proud of it].|{v}[|, of course|. I chose the name myself].]",
            t=thing,
            v=value,
        )
    else:
        thing = gen.pick(FAVOURITES)
        fact = gen.text("[Your favourite {t} is {v}.|You love the {t} {v}.|You like the {t} {v} best.]", t=thing, v=value)
        ask = gen.text("[What's your favourite {t}?|Which {t} do you like best?|Do you have a favourite {t}?]", t=thing)
        reply = gen.text("[My favourite {t} is {v}.|{v}[|, always].|That would be {v}.]", t=thing, v=value)
    return fact, [turn("user", ask), turn("assistant", sentence(reply))]


def order_exchange(gen: Gen, who: Persona) -> list[dict[str, Any]]:
    """An order and its confirmation, which names what was ordered."""
    drink, bake = gen.pick(words.DRINKS), gen.pick(words.BAKES)
    both = gen.chance(0.4)
    what = f"{article(drink)} and {article(bake)}" if both else article(drink)
    ask = gen.say(
        "[I'd like {w}[, please|].|Can I have {w}?|{w}, please.|One more time {w}, please.|I'll take {w}.|Could I get {w}?|Give me {w}.]",
        w=what,
    )
    reply = gen.text(
        "[[Coming right up|Right away|Of course|With pleasure]: {w}.|{w}, [coming up|just a moment|as you wish].|One moment, {w} [is on the way|for you].|{w}! [Good choice.|A fine choice.|Sit down, I'll bring it.]]",
        w=what,
    )
    return [turn("user", ask), turn("assistant", styled(gen, who, sentence(reply)))]


def unknown_exchange(gen: Gen, who: Persona) -> list[dict[str, Any]]:
    topic = gen.pick(UNKNOWN)
    ask = gen.say("[Can you explain {t}?|What do you know about {t}?|Tell me about {t}.|I need help with {t}.]", t=topic)
    reply = gen.text(
        "[I'm only {a:r}, I know nothing about {t}.|{t}? [You'd better ask someone else.|That's beyond me.|I leave that to wiser heads.]|I don't know much about {t}. [Ask me about {w} instead.|]]",
        t=topic,
        r=who.role,
        w=who.facts["work"],
    )
    return [turn("user", ask), turn("assistant", styled(gen, who, reply))]


def persona_turns(gen: Gen, who: Persona, count: int, known: list[str]) -> list[dict[str, Any]]:
    """`count` exchanges, no topic twice; topics that the instructions told come first in the draw."""
    rest = gen.shuffled([t for t in TOPICS if t not in known and not TOPICS[t][0]])
    order = gen.shuffled(known + rest[: max(1, count)])
    chats: list[dict[str, Any]] = []
    for index in range(count):
        way = gen.random.random()
        if way < 0.13:
            chats += order_exchange(gen, who)
        elif way < 0.18:
            chats += unknown_exchange(gen, who)
        elif index == 0 and way < 0.33:
            chats += [turn("user", gen.text(GREETINGS)), turn("assistant", styled(gen, who, gen.text(GREETED, **who.facts)))]
        elif order:
            chats += exchange(gen, who, order.pop())
        else:
            chats += order_exchange(gen, who)
    return chats


def persona_chat(gen: Gen) -> dict[str, Any]:
    """A conversation with a persona."""
    who = persona(gen)
    known = gen.some([t for t in TOPICS if TOPICS[t][0]], gen.weighted({0: 2, 1: 3, 2: 3, 3: 2, 4: 1}))
    told, extra = told_fact(gen) if gen.chance(0.35) else ("", [])
    head = instruct(gen, who, known) + (" " + told if told else "")
    body = persona_turns(gen, who, gen.weighted({1: 3, 2: 3, 3: 2, 5: 1, 8: 0.5}), known)
    messages = [turn("system", head)] + (extra + body if gen.chance(0.5) else body + extra)
    if gen.chance(0.12):
        messages += [turn("user", gen.text(GOODBYES)), turn("assistant", styled(gen, who, gen.text(GOODBYED)))]
    return {"messages": messages, "tools": []}
