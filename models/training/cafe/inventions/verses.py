"""Small texts for everybody: jokes, riddles, three lines, slogans and songs."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..tasks import Task
from .letters import ASKS, ROWS
from .shape import FLAG, STRING, choice, whole
from .wishing import Sheet, caps


def joke(gen: Gen) -> Task:
    """A joke with its setup and punch line."""
    topic, setup, punch = gen.pick(ROWS["jokes"])
    sheet = Sheet(gen, "joke")
    topics = list(dict.fromkeys(j[0] for j in ROWS["jokes"]))
    sheet.put("setup question opening start", STRING, setup, "[the question|how it begins]", must=True)
    sheet.put("punchLine punchline answer ending", STRING, punch, "[the funny answer|how it ends]", must=True)
    sheet.put(
        "topic subject about",
        choice(gen, topic, topics, 3, 7) if gen.chance(0.5) else STRING,
        topic,
        "[what it is about|the topic]",
        tail="about {v}",
        after="[The topic is {v}.|It should be about {v}.]",
    )
    laughs = gen.number(1, 5)
    sheet.put(
        "rating funny laughs",
        whole(gen, 1, 5),
        laughs,
        "[how funny, 1 to 5|1 is a groan, 5 is a loud laugh]",
        after="[Rate it {v} out of five.|It gets {v} of five points.]",
    )
    sheet.put(
        "forChildren childFriendly clean",
        FLAG,
        True,
        "whether children may hear it",
        front="[clean|child-friendly]",
        after="[Children are listening.|It must be fine for kids.]",
    )
    teller = words.first_name(gen)
    sheet.put("teller toldBy by", STRING, teller, "[who tells it|a name]", tail="told by {v}", after="[{v} tells it.|It is told by {v}.]")
    return sheet.task(ASKS["joke asks"], "[||||You tell jokes.|Short jokes, please.]", "Joke", 0, 2, 0.1)


def puzzle(gen: Gen) -> Task:
    """A riddle with its answer."""
    answer, riddle, hard = gen.pick(ROWS["riddles"])
    sheet = Sheet(gen, "riddle")
    sheet.put("riddle question text", STRING, riddle, "[the riddle|the question]", must=True)
    sheet.put(
        "answer solution",
        STRING,
        answer,
        "[the answer|what it is]",
        must=True,
        tail="whose answer is {v}",
        after="[The answer must be {v}.|The solution is {v}.]",
    )
    sheet.put(
        "difficulty hardness level",
        {"type": "string", "enum": ["easy", "medium", "hard"]},
        hard,
        "how hard it is",
        **({"front": hard, "after": f"It should be {hard}."} if hard != "medium" else {"tail": "of medium difficulty"}),
    )
    seconds = gen.number(1, 12) * 10
    sheet.put(
        "seconds timeLimit secondsToThink",
        whole(gen, 5, 180),
        seconds,
        "[seconds to think|how many seconds one has]",
        after="[Give them {v} seconds.|We have {v} seconds to solve it.]",
        v=str(seconds),
    )
    points = gen.number(1, 10)
    sheet.put(
        "points score reward",
        whole(gen, 1, 10),
        points,
        "[points for the right answer|what it is worth]",
        tail="for {v} points" if points > 1 else "for one point",
        after="[It is worth {v} points.]" if points > 1 else "It is worth one point.",
    )
    return sheet.task(ASKS["puzzle asks"], "[||||You ask riddles.|You are the sphinx.]", "Riddle Puzzle", 0, 2, 0.1)


def lines(gen: Gen) -> Task:
    """Three short lines on a theme."""
    theme, *three = gen.pick(ROWS["lines"])
    sheet = Sheet(gen, gen.pick(["poem of three lines", "small poem", "poem"]))
    sheet.put("title name heading", STRING, caps(theme), "[a short title|the title]", after="[The title is {v}.|Call it {v}.]")
    sheet.put(
        "theme topic about",
        STRING,
        theme,
        "[what it is about|the theme]",
        must=gen.chance(0.3),
        tail="about {v}",
        after="[It is about {v}.|The theme is {v}.]",
    )
    schema = {"type": "array", "items": STRING, "minItems": 3, "maxItems": 3} if gen.chance(0.75) else {"type": "array", "items": STRING}
    sheet.put(
        "lines verses poem",
        schema,
        [caps(line) for line in three],
        "[three short lines|exactly three lines]",
        often=0.7,
        must=True,
        after="[Three lines, no more.|Exactly three lines.]",
    )
    author = words.full_name(gen) if gen.chance(0.5) else words.first_name(gen)
    sheet.put(
        "author poet by", STRING, author, "[who wrote it|name of the poet]", tail="by {v}", after="[The poet is called {v}.|{v} wrote it.]"
    )
    return sheet.task(ASKS["line asks"], "[||||You write very short poems.|Three lines each.]", "Poem Haiku Lines", 0, 2, 0.1)


def slogan(gen: Gen) -> Task:
    """A slogan for a business, with its number of words."""
    what, *said = gen.pick(ROWS["slogans"])
    line = gen.pick(said)
    sheet = Sheet(gen, "slogan")
    sheet.put("slogan text line claim", STRING, line, "[a few words|the slogan]", must=True)
    sheet.put(
        "business for company what",
        STRING,
        what,
        "[whose slogan it is|the business]",
        must=gen.chance(0.3),
        tail="for {v}",
        after="[It's for {v}.|We are {v}.]",
    )
    number = len(line.split())
    sheet.put(
        "words wordCount length",
        whole(gen, 1, 10),
        number,
        "[how many words the slogan has|number of its words]",
        often=1,
        tail="of {v} words",
        after="[Exactly {v} words.|It should have {v} words.]",
    )
    sheet.put(
        "brand name shop",
        STRING,
        words.place_name(gen),
        "[name of the business|the brand]",
        after="[The shop is called {v}.|Our name is {v}.]",
    )
    colour = gen.pick(words.COLOURS)
    sheet.put(
        "colour color ink",
        choice(gen, colour, words.COLOURS, 3, 6),
        colour,
        "colour of the letters",
        after="[The letters are {v}.|Print it in {v}.]",
    )
    return sheet.task(ASKS["slogan asks"], "[||||You write slogans.|Five words are better than ten.]", "Slogan Claim", 0, 2)


def song(gen: Gen) -> Task:
    """A song with a title that suits its mood."""
    mood, *titles = gen.pick(ROWS["songs"])
    title, minutes = gen.pick(titles), gen.number(2, 7)
    styles = ["jazz", "folk", "rock", "pop", "blues", "waltz", "lullaby", "techno"]
    style = gen.pick(["rock", "techno", "blues"] if mood in ("angry", "wild") else ["jazz", "folk", "pop", "waltz"])
    sheet = Sheet(gen, "song")
    sheet.put(
        "title name song",
        STRING,
        title,
        "[title of the song|a title]",
        must=True,
        tail="called {v}",
        after="[The title is {v}.|It's called {v}.]",
    )
    sheet.put(
        "mood feeling tone",
        choice(gen, mood, [s[0] for s in ROWS["songs"]], 3, 7),
        mood,
        "[how it feels|the mood]",
        must=gen.chance(0.7),
        front="{v}",
        after="[It should be {v}.|The mood is {v}.]",
    )
    sheet.put(
        "style genre kind", choice(gen, style, styles, 3, 6), style, "[kind of music|the style]", after="[The style is {v}.|We play {v}.]"
    )
    sheet.put(
        "artist singer band",
        STRING,
        words.full_name(gen),
        "[who sings it|name of the singer]",
        tail="by {v}",
        after="[{v} sings it.|The singer is {v}.]",
    )
    sheet.put(
        "minutes length duration",
        whole(gen, 1, 12),
        minutes,
        "[minutes it takes|how long it is, in minutes]",
        tail="of {v} minutes",
        after="[It takes {v} minutes.|It is {v} minutes long.]",
    )
    sheet.put(
        "instrument lead playedOn",
        STRING,
        gen.pick(["violin", "piano", "trumpet", "guitar", "harp", "flute", "accordion", "cello", "drum", "banjo"]),
        "[main instrument|what plays first]",
        after="[The main instrument is the {v}.|Let the {v} lead.]",
    )
    return sheet.task(ASKS["song asks"], "[||||You write songs.|You are an old bard.]", "Song Track", 0, 3)
