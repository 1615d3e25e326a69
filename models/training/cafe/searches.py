"""Tools that search: a list of things that fit a wish."""

from __future__ import annotations

import json
from typing import Any

from . import concepts as c
from . import words
from .chance import Gen, listed
from .concepts import Concept, Context, Value
from .toolkit import Tool, Use, distinct_params, phrases, request, restyle, tool_name

# plural | singular | a synonym that a request may use | filters
SEARCHES = """
hotels|hotel|places to stay|city,max_price,min_rating
restaurants|restaurant|places to eat|city,min_rating,diet,sort
recipes|recipe|recipes|query,limit,diet
books|book|novels|query,limit,language
songs|song|tunes|query,limit
films|film|movies|query,language,limit
museums|museum|exhibitions|city,max_price
concerts|concert|live shows|city,day
flights|flight|connections|origin,target,day,class
trains|train|rail connections|origin,target,day
apartments|apartment|flats to rent|city,max_price,sort
jobs|job|openings|query,city
courses|course|classes|query,limit,language
doctors|doctor|physicians|city,language
events|event|things to do|city,day
shops|shop|stores|query,city
articles|article|texts|query,limit
podcasts|podcast|shows|query,limit,language
photos|photo|pictures|query,limit,colour
toys|toy|playthings|query,max_price
plants|plant|greenery|query,max_price,sort
bicycles|bicycle|bikes|city,max_price,size
parking spots|parking spot|places to park|city,max_price
hiking trails|hiking trail|walks|city,limit
customers|customer|clients|city,limit
invoices|invoice|bills|person,day
messages|message|mails|person,query
notes|note|memos|query,limit
teachers|teacher|tutors|language,city
dentists|dentist|dental surgeries|city,day
gift ideas|gift idea|presents|person,max_price
tickets|ticket|seats|title,day
cafés|café|coffee houses|city,min_rating
bakeries|bakery|bread shops|city,limit
wines|wine|bottles|query,max_price
cheeses|cheese|cheeses|query,limit
beans|bean|coffee beans|query,max_price
cameras|camera|cameras|max_price,min_rating,sort
shoes|pair of shoes|footwear|colour,max_price
games|game|things to play|query,max_price,sort
markets|market|market stalls|city,day
workshops|workshop|courses|city,day,max_price
""".strip().splitlines()

PEOPLE = {"doctors", "customers", "teachers", "dentists"}
FILTERS: dict[str, Concept] = {
    "city": c.CITY, "max_price": c.MAX_PRICE, "min_rating": c.MIN_RATING, "diet": c.DIET, "sort": c.SORT, "query": c.QUERY,
    "limit": c.LIMIT, "language": c.LANGUAGE, "day": c.DAY, "origin": c.ORIGIN, "target": c.TARGET, "class": c.CLASS,
    "colour": c.COLOUR, "size": c.SIZE, "person": c.PERSON, "title": c.TITLE,
}  # fmt: skip


def list_result(gen: Gen, plural: str, items: list[str]) -> Any:
    """Found items in the shapes that tools give back."""
    way = gen.number(0, 5)
    if way == 0:
        return json.dumps(items, ensure_ascii=False)
    if way == 1:
        return json.dumps({gen.pick([plural.replace(" ", "_"), "results", "items"]): items}, ensure_ascii=False, separators=(",", ":"))
    if way == 2:
        return gen.say("[Found {n} {p}: {l}|{n} results: {l}|{l}]", n=len(items), p=plural, l=gen.pick([", ", "; "]).join(items))
    if way == 3:
        return "\n".join(f"{i}. {item}" for i, item in enumerate(items, 1))
    if way == 4:
        return "\n".join(f"- {item}" for item in items)
    return ", ".join(items)


def search_tool(gen: Gen) -> Tool:
    """A tool that searches for a kind of thing."""
    plural, singular, synonym, keys = gen.pick(SEARCHES).split("|")
    wanted = keys.split(",")
    count = gen.number(1, min(3, len(wanted)))
    chosen = set(gen.some(wanted, count))
    picked = [k for k in wanted if k in chosen]
    if "origin" in wanted:
        picked = list(dict.fromkeys(["origin", "target", *picked]))
    params = distinct_params(
        gen, [FILTERS[k].draw(gen, required=i == 0 or k in ("target", "query") or gen.chance(0.4)) for i, k in enumerate(picked)]
    )
    name = tool_name(
        gen,
        gen.pick(
            [
                ["find", plural],
                ["search", plural],
                ["search", singular],
                ["list", plural],
                ["look up", plural],
                [singular, "search"],
                ["search", singular, "database"],
                ["browse", plural],
                ["get", plural],
            ]
        ),
    )
    restyle(params, name)
    description = gen.say(
        "[[Finds|Searches for|Lists|Looks up|Search for|Find|Looks for|Searches a [local |]database for|Browse|Gets] [|available |matching |suitable ]{p}[| that fit the wishes][.|]|[A search|Search] for {p}.]",
        p=plural,
    )
    by_concept = {id(p.concept): p for p in params}

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        def of(concept: Concept) -> str:
            p = by_concept.get(id(concept))
            return values[p.name].said if p and p.name in values else ""

        limit, query, colour = of(c.LIMIT), of(c.QUERY), of(c.COLOUR)
        noun = plural if g.chance(0.7) else synonym
        if query:
            noun = (
                g.pick([f"{query} {noun}", f"{noun} about {query}", f"{noun} for {query}"])
                if plural not in ("wines", "cheeses", "beans")
                else f"{query} {noun}"
            )
        if colour:
            noun = f"{colour} {noun}"
        if limit:
            noun = f"{limit} {noun}"
        skip = {p.name for k in (c.LIMIT, c.QUERY, c.COLOUR) if (p := by_concept.get(id(k)))}
        rest = phrases(tool, values, skip)
        body = f"{noun} {rest}".strip()
        if g.chance(0.5):
            ask = request(g, g.text("[find|look for|search for|show me|find me|get me|list|look up|check for] {b}", b=body))
        else:
            ask = g.say(
                (
                    "[I'm looking for {b}.|I need {b}.|Are there any {b}?|Do you know any {b}?|Any {b}?|What {b} are there?|I would like to see {b}.|Got any {b}?]"
                    if not limit
                    else "[I'm looking for {b}.|I need {b}.|I'd like {b}.|I want to see {b}.|{b}, please.]"
                ),
                b=body,
            )
        number = values[by_concept[id(c.LIMIT)].name].json if limit else g.number(1, 4)
        items = words.thing_names(g, min(int(number), 6), people=plural in PEOPLE)

        def outcome(g: Gen) -> tuple[Any, str]:
            shown = listed(items)
            answer = g.say(
                ("[I found {n} {p}: {l}.|Here [is|are] what I found: {l}.|These came up: {l}.|There [is|are] {n}: {l}." + ("|How about {l}?]" if plural not in PEOPLE and plural not in ("invoices", "messages", "notes") else "]")).replace(
                    "[is|are]", "is" if len(items) == 1 else "are", 2
                ),
                n=words.in_words(len(items)),
                p=plural if len(items) > 1 else singular,
                l=shown,
            )
            return list_result(g, plural, items), answer.replace("Here are what", "Here is what").replace(
                "These came up", "This came up" if len(items) == 1 else "These came up"
            )

        return Use(ask, tool.arguments(values), body if not limit else f"{plural}", outcome)

    return Tool(name, description, params, f"search {singular}", make, next((p for p in params if p.concept in (c.CITY, c.QUERY)), None))
