"""Structures that are invented from a short prompt: guests, riddles, quizzes, brews, reviews, contacts, plans, and things of a game.

What the prompt says, the fields repeat or follow from; what it leaves open is drawn so that the fields agree with each other.
Tables stand in text files, one thing per line, columns between bars; templates of `Gen.text` stand only in columns that say so.
"""

from __future__ import annotations

from typing import Callable

from ..chance import Gen
from ..tasks import Task
from .contacts import acquaintance
from .events import happening
from .kitchen import menu, recipe, shopping
from .messages import message
from .outings import day_out
from .people import npc
from .quizzes import quiz
from .reviews import review
from .riddles import riddle_card
from .tastings import tasted
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
}
