"""Structures that are invented from a short prompt: guests, riddles, quizzes, brews, reviews, contacts, plans, things of a café, of a
household and of a game, and small texts.

What the prompt says, the fields repeat or follow from; what it leaves open is drawn so that the fields agree with each other.
Tables stand in text files, one thing per line, columns between bars; templates of `Gen.text` stand only in columns that say so.
"""

from __future__ import annotations

from typing import Callable

from ..chance import Gen
from ..tasks import Task
from .company import band, gift, pet
from .contacts import acquaintance
from .counter import cake, drink, special
from .events import happening
from .heroes import errand, gear, monster
from .homes import basket, meeting, todo
from .houses import opening, room
from .kitchen import menu, recipe, shopping
from .lands import dialogue, party, region, skills
from .letters import invitation, note, postcard
from .meals import cooking, week
from .messages import message
from .office import loyalty, poster, receipt, shifts, stars
from .outings import day_out
from .people import npc
from .quizzes import quiz
from .reviews import review
from .riddles import riddle_card
from .tastings import tasted
from .travels import town, trip, weather
from .verses import joke, lines, puzzle, slogan, song
from .village import quest, shop
from .worlds import creature, planet

__all__ = ["INVENTIONS"]

INVENTIONS: dict[Callable[[Gen], Task], float] = {
    npc: 4.0,
    riddle_card: 1.5,
    quiz: 1.3,
    tasted: 2.2,
    review: 1.3,
    message: 1.2,
    acquaintance: 1.2,
    happening: 1.1,
    menu: 0.9,
    quest: 1.0,
    recipe: 0.8,
    shopping: 0.8,
    day_out: 0.8,
    planet: 0.7,
    creature: 0.8,
    shop: 0.8,
    **dict.fromkeys([cake, drink, special, shifts, receipt, party, gear, errand, monster, pet], 0.8),
    **dict.fromkeys([loyalty, stars, poster, town, trip, room, opening, weather, region, dialogue, skills], 0.6),
    **dict.fromkeys([invitation, postcard, note, joke, puzzle, lines, slogan, song], 0.6),
    **dict.fromkeys([todo, basket, meeting, cooking, week, gift, band], 0.6),
}
