"""Days out."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..schematext import Schema
from ..tasks import Task
from .shape import STRING, defined, field, records, shape, tables

OUTINGS = tables("outings.txt")["outings"]
OUTING_PROMPTS = """Plan {w} in {c}.
I'm in {c} and want {w}.
{w} in {c}, from morning to evening. What do we do?
My parents visit me in {c}. They'd like {w}.
Twenty-four hours in {c}. Make it {w}.
What would {w} look like in {c}?
We land in {c} tomorrow. {w} would be nice.
A plan for {c}, please. The motto: {w}
Never been to {c} before. I dream of {w}.
You are my guide in {c}. I booked {w}.
Can you fill one day in {c}? It should be {w}.
Day trip to {c}, and the wish is {w}.
{c}. One day. {w}. Go!
Nobody in our group can decide. We are in {c}, so give us {w}.""".splitlines()


def day_out(gen: Gen) -> Task:
    """The plan of a day in a town, as named parts of the day or as a list of stops."""
    theme, *cols = gen.pick(OUTINGS)
    town = words.city(gen)
    acts = dict(zip(["morning", "noon", "afternoon", "evening"], [gen.pick(c.split(";")) for c in cols]))
    kept = [p for p in acts if p in gen.some(list(acts), gen.number(2, 4))]
    prompt = gen.say(gen.pick(OUTING_PROMPTS), w=theme, c=town)
    head = field(gen, "title name heading", STRING, f"{theme[:1].upper()}{theme[1:]} in {town}", "a title")
    place = field(gen, "city town where", STRING, town, "the town", 0.3)
    if gen.chance(0.45):
        must = [field(gen, {"noon": "noon lunch midday"}.get(p, p), STRING, acts[p], "[what to do|one thing to do]", 0.3) for p in kept]
        schema, value = shape(gen, must, [head, place], 0, 2, 0)
    else:
        hours = {"morning": gen.number(8, 10), "noon": gen.number(12, 13), "afternoon": gen.number(14, 16), "evening": gen.number(18, 20)}
        timed = gen.chance(0.6)
        when = "time/at/start" if timed else "part/when"
        about: Schema = {"type": "string", "description": "HH:MM"} if timed else {"type": "string", "enum": list(acts)}
        rows = [{when: f"{hours[p]:02d}:{gen.pick(['00', '30'])}" if timed else p, "activity/what/stop": acts[p]} for p in kept]
        items, values = records(gen, {when: about, "activity/what/stop": STRING}, rows)
        held = field(gen, "stops plan schedule activities", items, values, "[in the order of the day|the stops]", 0.3)
        schema, value = shape(gen, [held], [head, place], 0, 2, 0.4)
        schema = defined(gen, schema, held[0], "Stop")
    told = gen.text("[||||You plan days for travellers.|You are a city guide.|Travel agent. Short and practical.]")
    return told, prompt, schema, gen.pick(["Itinerary", "DayPlan", "Plan"]), value
