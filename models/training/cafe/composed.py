"""Tools of any trade: a verb, a thing, and parameters put together from hundreds of words.

None of these tools matters by itself. There are so many of them that none is seen often, so the
model must read the listed description instead of remembering names.
"""

from __future__ import annotations

import json
from typing import Any

from . import words
from .chance import Gen, plural, sentence
from .concepts import Concept, Context, Value, spaced
from .dates import MONTHS
from .toolkit import Tool, Use, distinct_params, request, restyle, tool_name

# verb, its third person, and what is said when it is done ({n}: the thing)
VERBS = """repair repairs repaired|inspect inspects inspected|paint paints painted|wash washes washed|move moves moved|lock locks locked
|open opens opened|close closes closed|start starts started|stop stops stopped|refill refills refilled|empty empties emptied|rename renames renamed|copy copies copied
|archive archives archived|publish publishes published|lend lends lent|return returns returned|sell sells sold|donate donates donated|weigh weighs weighed|sharpen sharpens sharpened
|polish polishes polished|wrap wraps wrapped|ship ships shipped|label labels labelled|scan scans scanned|charge charges charged|reset resets reset|calibrate calibrates calibrated
|assign assigns assigned|approve approves approved|reject rejects rejected|release releases released|feed feeds fed|groom grooms groomed|water waters watered|plant plants planted
|harvest harvests harvested|roast roasts roasted|freeze freezes frozen|heat heats heated|cool cools cooled|tune tunes tuned|record records recorded|mute mutes muted
|dim dims dimmed|raise raises raised|lower lowers lowered|rotate rotates rotated|park parks parked|tow tows towed|launch launches launched|dock docks docked|board boards boarded
|map maps mapped|survey surveys surveyed|evict evicts evicted|summon summons summoned|enchant enchants enchanted|decorate decorates decorated|sweep sweeps swept|vacuum vacuums vacuumed
|iron irons ironed|knit knits knitted|sew sews sewn|hang hangs hung|frame frames framed|restore restores restored|translate translates translated|sign signs signed|grade grades graded
|schedule schedules scheduled|postpone postpones postponed|cancel cancels cancelled|reserve reserves reserved|upgrade upgrades upgraded|pause pauses paused|resume resumes resumed|delete deletes deleted|mix mixes mixed|stir stirs stirred""".replace(
    "\n", ""
).split(
    "|"
)
NOUNS = """kiln loom anchor barrel beacon bell bench blender boiler bridge broom bus cabin cage canoe cart
catapult cello chimney chandelier compass container costume crane crate curtain desk diary dishwasher drawbridge drill drone drum easel engine escalator
exhibit fence flag fountain freezer furnace gallery garage gate generator glider gondola gramophone greenhouse hinge harness hatch hedge helmet hydrant
incubator jukebox kayak kennel ladder lantern laptop lawn lever lighthouse locker locomotive manuscript marquee mast microscope mill mosaic motor mural
nest net orchard organ oven paddle parachute pedal pendulum periscope pier pipe planter poster press projector pulley pump quarry quilt radiator raft railing reactor
reel robot rope rover rowboat runway sail sandbox satellite saw scarecrow sculpture shelf shuttle signpost silo siren skylight sledge sluice
snowplough stable stage statue submarine suitcase sundial swing tank tapestry tarp terrarium thermos tile tractor trailer trampoline trophy trumpet tunnel turbine turnstile
typewriter unicycle vault violin vineyard wagon wardrobe warehouse watchtower waterwheel weathervane well wheelbarrow windmill winch workshop wreath yacht zeppelin""".split()
MEASURES = """depth|deep|metres,centimetres
height|high|metres,centimetres
length|long|metres,centimetres
width|wide|metres,centimetres
age|old|years,months
weight|heavy|kilos,tons,grams
temperature|warm|degrees,°C
speed|fast|km/h,knots
pressure||bar
voltage||volts
noise level|loud|decibels
brightness|bright|lumens,percent
capacity||litres,people
mileage||kilometres,miles
frequency||hertz
humidity|humid|percent
water level||metres,centimetres
fuel level||percent,litres
occupancy|full|percent,people
value||coins,euros
condition||
location||
owner||
manufacturer||
colour||
serial number||
last service||""".splitlines()
UNITS = "minutes litres hours degrees percent metres kilos coins seconds days pages turns volts hertz rows steps copies stems".split()
CHOICES = """low medium high|gentle normal strong|cotton wool silk linen|gold silver bronze|north south east west|fast slow|daily weekly monthly|indoor outdoor|matte satin glossy|round square oval
|oak pine birch maple|spring summer autumn winter|public private|left right|standard express overnight|guest member staff|rock jazz folk classical|sunflower millet barley|sweet salty sour
|student teacher visitor|draft final|red green blue|single double triple|apprentice master|steel copper brass|fresh dried frozen|quiet loud|morning evening night""".replace(
    "\n", ""
).split(
    "|"
)
STATES = "in good shape,worn,nearly full,half empty,clean,dusty,warm,cold,stable,loose,all quiet,very loud,without a fault,slightly bent,ready,not yet dry,safe,edible,active,asleep".split(
    ","
)
PREPOSITIONS = {
    "name": "[called {v}|named {v}|{v}]",
    "id": "[number {v}|{v}|with the number {v}|with id {v}]",
    "person": "[for {v}|to {v}|on behalf of {v}]",
    "place": "[in {v}|at {v}]",
}


def plain(kind: str) -> Concept:
    """The concept of one of this file's parameters."""
    samplers = {
        "name": lambda g, s, x: _same(g.pick([words.place_name, lambda h: words.coin(h).capitalize(), words.first_name])(g)),
        "id": lambda g, s, x: _same(words.code(g)),
        "number": lambda g, s, x: (lambda n: Value(n, str(n)))(g.number(1, 60)),
        "person": lambda g, s, x: _same(g.pick([words.first_name, words.full_name])(g)),
        "place": lambda g, s, x: _same(g.pick([words.city, words.place_name])(g)),
        "choice": lambda g, s, x: (lambda p: Value(p, spaced(p)))(g.pick(s["enum"])),
        "amount": lambda g, s, x: (lambda n: Value(n, words.spoken(g, n)))(g.number(2, 90)),
    }
    schemas = {"number": "integer", "amount": "integer"}
    frames = PREPOSITIONS | {"number": "[number {v}|{v}|no. {v}]", "choice": "{v}", "amount": "{v}"}
    return Concept(kind, "", lambda g: {"type": schemas.get(kind, "string")}, samplers[kind], frames[kind])


def _same(said: str) -> Value:
    return Value(said, said)


CONCEPTS = {kind: plain(kind) for kind in ("name", "id", "number", "person", "place", "choice", "amount")}


SUBJECTS = [CONCEPTS["name"], CONCEPTS["id"], CONCEPTS["number"]]


def param(gen: Gen, kind: str, name: str, description: str, **schema: Any) -> Any:
    drawn = CONCEPTS[kind].draw(gen)
    drawn.name = name
    drawn.schema = {"type": drawn.schema["type"]} | schema | ({"description": sentence(description)} if gen.chance(0.8) else {})
    return drawn


def composed_tool(gen: Gen) -> Tool:
    """A tool that does something with a thing, or measures it."""
    return measure_tool(gen) if gen.chance(0.35) else handle_tool(gen)


def thing_word(gen: Gen) -> str:
    return gen.pick(NOUNS) if gen.chance(0.85) else words.coin(gen)


def which(gen: Gen, noun: str) -> Any:
    """The parameter that says which thing is meant."""
    kind = gen.pick(["name", "name", "id", "number"])
    names = {"name": [noun, f"{noun}Name", "name"], "id": [f"{noun}Id", "id", "code", noun], "number": [f"{noun}Number", "number", noun]}[
        kind
    ]
    about = {
        "name": f"[which {noun}|name of the {noun}|the {noun}]",
        "id": f"[id of the {noun}|code printed on the {noun}|which {noun}]",
        "number": f"[number of the {noun}|which {noun}]",
    }[kind]
    return param(gen, kind, gen.pick(names), gen.text(about))


def handle_tool(gen: Gen) -> Tool:
    verb, third, done = gen.pick(VERBS).split()
    noun = thing_word(gen)
    params = [which(gen, noun)] if gen.chance(0.85) else []
    for kind in gen.some(["choice", "amount", "person", "place"], gen.weighted({0: 3, 1: 4, 2: 2})):
        if kind == "choice":
            options = gen.pick(CHOICES).split()
            label = gen.pick(["mode", "kind", "style", "type", "setting", "quality", "option"])
            params.append(param(gen, kind, label, gen.text("[the {l}|which {l}|{l} to use]", l=label), enum=options))
        elif kind == "amount":
            unit = gen.pick(UNITS)
            limits = {"minimum": 1, "maximum": 100} if gen.chance(0.3) else {}
            params.append(param(gen, kind, unit, gen.text("[how many {u}|number of {u}|{u} to use]", u=unit), **limits))
        elif kind == "person":
            params.append(
                param(
                    gen,
                    kind,
                    gen.pick(["person", "worker", "member", "customer", "requester", "holder", "keeper"]),
                    gen.text("[for whom|name of the person|who asked for it]"),
                )
            )
        else:
            params.append(
                param(
                    gen,
                    kind,
                    gen.pick(["place", "site", "hall", "station", "harbour", "venue"]),
                    gen.text("[where it is|name of the place|the place]"),
                )
            )
        params[-1].required = gen.chance(0.75)
    params = distinct_params(gen, params)
    name = tool_name(gen, [verb, noun])
    restyle(params, name)
    description = gen.say("[{t} {a:n}[.|]|{v} {a:n}|Use this to {v} {a:n}|{t} one of the {p}]", t=third, v=verb, n=noun, p=plural(noun, 2))

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        parts, subject = [], f"the {noun}" if not tool.params or tool.params[0].concept not in SUBJECTS else ""
        for p in tool.params:
            if p.name not in values:
                continue
            value = values[p.name]
            if p.concept in SUBJECTS and not subject:
                subject = g.text(
                    "[the {n} {f}|{n} {v}|the {v} {n}]" if p.concept is CONCEPTS["name"] else "[the {n} {f}|{n} {v}]",
                    n=noun,
                    f=value.phrase,
                    v=value.said,
                )
            elif p.concept is CONCEPTS["choice"]:
                parts.append(
                    g.text("[with {l} {v}|in {v} {l}|{l} {v}|and make it {v}|, {v} please]", l=p.name.replace("_", " "), v=value.said)
                )
            elif p.concept is CONCEPTS["amount"]:
                parts.append(g.text("[for {v} {u}|with {v} {u}|{v} {u}|at {v} {u}]", v=value.said, u=p.name))
            else:
                parts.append(value.phrase)
        body = " ".join([f"{verb} {subject}"] + g.shuffled(parts)).replace(" ,", ",")
        way = g.number(0, 4)
        if way < 3:
            ask = request(g, body)
        elif g.remarks and g.chance(0.35):
            ask = g.say(
                "[{s} [has|needs] to be {d}{r}[.|, please.]|I want {s} {d}{r}.|{s} should be {d}{r}.|Could I have {s} {d}{r}?|Get {s} {d}{r}[.|, please.]|{s} is not {d} yet. Do it{r}[.|, please.]]",
                s=subject,
                d=done,
                r="".join(" " + part for part in parts).replace(" ,", ","),
            )
        else:
            ask = g.say(
                "[I'd like you to {b}.|I want to {b}.|It's time to {b}.|Someone should {b}.|We need to {b}.|Would it be possible to {b}?|You know what? {c}!|Let's {b}.]",
                b=body,
                c=sentence(body),
            )

        def outcome(g: Gen) -> tuple[Any, str]:
            if g.chance(0.3):
                report = ", ".join(
                    g.some(
                        [
                            g.pick(STATES),
                            g.pick(STATES),
                            f"{g.number(2, 400)} {g.pick(UNITS)}",
                            f"at {g.number(6, 22)}:{g.number(10, 59)}",
                            f"level {g.number(1, 12)}",
                            f"{g.number(2, 40)} {plural(g.pick(NOUNS), 2)}",
                        ],
                        g.number(1, 3),
                    )
                )
                return report, g.say("[Done. The report says: {r}.|The {n} is {d}: {r}.|It says: {r}.]", r=report, n=noun, d=done)
            if g.chance(0.35):
                return g.pick(["OK", "done", "true", '{"ok":true}', "Success.", f"{noun} {done}"]), g.say(
                    "[Done! |All right, |]the {n} is {d}.", n=noun, d=done
                )
            code = words.code(g)
            label = g.pick(["ticket", "receipt", "job", "reference", "order"])
            return g.pick([f"{sentence(done)}. {sentence(label)} {code}", json.dumps({label: code}), f"{label}: {code}"]), g.say(
                "[Done! |]The {n} is {d}[, {l} {c}.|. The {l} is {c}.]", n=noun, d=done, l=label, c=code
            )

        return Use(ask, tool.arguments(values), f"the {noun}", outcome)

    main = params[0] if params and params[0].concept in SUBJECTS else None
    return Tool(name, description, params, f"handle {verb} {noun}", make, main)


def measure_tool(gen: Gen) -> Tool:
    measure, adjective, units = gen.pick(MEASURES).split("|")
    noun = thing_word(gen)
    subject = which(gen, noun)
    if gen.chance(0.3):
        subject = param(
            gen,
            "place",
            gen.pick(["place", "site", "harbour", "street", "slope", "farm", "station"]),
            gen.text("[where it is|name of the place|which place]"),
        )
    name = tool_name(
        gen, gen.pick([[noun, measure], ["measure", noun, measure], ["get", noun, measure], ["check", noun, measure], ["read", measure]])
    )
    restyle([subject], name)
    description = gen.say("[Tells|Reports|Measures|Reads|Says|Returns] the {m} of {a:n}[.|]", m=measure, n=noun)
    at_place = subject.concept is CONCEPTS["place"]

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        value = values[subject.name]
        target = f"the {noun} {value.phrase}" if at_place else g.text("[the {n} {v}|{n} {v}]", n=noun, v=value.said)
        frames = "[What is the {m} of {t}?|Tell me the {m} of {t}.|Can you check the {m} of {t}?|I need the {m} of {t}.|Do you know the {m} of {t}?|Give me the {m} of {t}.|{t}: what's its {m}?]"
        if adjective:
            frames = g.pick([frames, "[How {j} is {t}?|Find out how {j} {t} is.|I wonder how {j} {t} is.|Any idea how {j} {t} is?]"])
        number = g.number(1, 900)
        answer = (
            f"{number} {g.pick(units.split(','))}"
            if units
            else {
                "serial number": words.code(g),
                "condition": g.pick(["good", "worn", "as new", "rusty"]),
                "location": words.place_name(g),
                "owner": words.full_name(g),
                "manufacturer": words.coin(g).capitalize(),
                "colour": g.pick(words.COLOURS),
                "last service": f"{g.number(1, 28)} {g.pick(MONTHS)}",
            }[measure]
        )

        def outcome(g: Gen) -> tuple[Any, str]:
            key = measure.replace(" ", "_")
            return g.pick(
                [
                    answer,
                    f"{sentence(measure)}: {answer}",
                    json.dumps({key: answer}),
                    json.dumps({subject.name: value.json, key: answer}, separators=(",", ":")),
                ]
            ), g.say("[The {m} of {t} is {a}.|The {m} is {a}.|The {m} is {a}.|I checked {t}: {a}.]", m=measure, t=target, a=answer)

        return Use(g.say(frames, m=measure, t=target, j=adjective), tool.arguments(values), f"the {measure} of {target}", outcome)

    return Tool(name, description, [subject], f"measure {measure} {noun}", make, subject)
