"""Titles that nobody has read before: of books, songs, plays, ships, teams, works of art."""

from __future__ import annotations

from . import words
from .chance import Gen, article, plural, sentence

ADJECTIVES = """Silent Golden Broken Last Hidden Paper Burning Crooked Lonely Velvet Frozen Distant Secret Wooden Endless Restless Quiet Scarlet Hollow
Rusty Midnight Clever Salty Drowned Gentle Wandering Seventh Borrowed Forgotten Little Iron Painted Sleeping Bitter Northern Glass Wild Patient Blue""".split()
NOUNS = """Harbour River Garden Lantern Winter Orchard Clock Bridge Fox Sparrow Kingdom Letter Window Storm Mountain Ladder Mirror Road Island Feather
Candle Market Whale Forest Sister Tailor Piano Shadow Morning Compass Tower Ghost Thief Meadow Carousel Anchor Moth Kettle Comet Bakery Orphan""".split()
PLACES = "by the Sea|of Glass|in the Rain|without a Name|for Two|at Noon|under Ice|of the North|on the Hill|after Dark|in Blue|of Salt|from Far Away".split("|")


def title(gen: Gen) -> str:
    """One to five words, each with a capital but for the small ones."""
    first, second = gen.some(NOUNS, 2)
    return gen.pick(
        [
            f"The {gen.pick(ADJECTIVES)} {first}",
            f"{gen.pick(ADJECTIVES)} {first}",
            f"{first} and {second}",
            f"The {first} of {words.city(gen)}",
            f"{sentence(article(first))} {gen.pick(PLACES)}",
            f"{first} {gen.pick(PLACES)}",
            f"{words.first_name(gen)}'s {first}",
            plural(first, 2),
            f"The {first}'s {second}",
            f"{words.coin(gen).capitalize()}",
            f"{words.coin(gen).capitalize()} {first}",
            f"No {first} for {words.first_name(gen)}",
        ]
    )
