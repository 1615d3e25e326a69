"""Replaces words of what the user says by others, so that the model does not learn lines by heart.

A line of the banks is read many times. Where now and then a word of it is another one, the answer must be found from what is left of it, as with a user who
puts it differently. Kept are words that the answers hold, which are to be copied, words that turn the sense, numbers, days and times, what a wanted structure looks like, and results of tools.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

# Words that turn the sense, and words that an answer writes in another form: numbers, days, times.
KEPT = set("""no not never without nothing none only but yes true false null zero one two three four five six seven eight nine ten eleven twelve thir thirteen fourteen fif fifteen
sixteen seventeen eigh eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand teen ty half quarter dozen first second third once twice today tomorrow
yesterday tonight noon midnight am pm monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december""".split())
# In a conversation with noise at most this share of those words is replaced.
MOST = 0.2


class Noise:
    """Replaces words in conversations given as token ids; one seed gives the same words."""

    def __init__(self, tokens: Any, seed: str):
        pieces = [tokens.id_to_token(number) for number in range(tokens.get_vocab_size())]
        self.word = np.array([bool(re.fullmatch("Ġ?[A-Za-z]+", p)) and p.lstrip("Ġ").lower() not in KEPT for p in pieces])
        self.line = np.array(["Ċ" in p for p in pieces])
        self.head = [tokens.token_to_id("<|im_start|>"), *tokens.encode("user\n").ids]
        self.end, self.result = tokens.token_to_id("<|im_end|>"), tokens.token_to_id("<tool_response>")
        self.chance = np.random.default_rng(list(seed.encode()))

    def places(self, ids: np.ndarray, answers: np.ndarray) -> np.ndarray:
        """Where a word of a user stands that no answer holds."""
        told = np.zeros(len(ids), bool)
        for at in np.flatnonzero(ids == self.head[0]):
            first = at + len(self.head)
            if ids[at:first].tolist() == self.head and ids[first] != self.result:
                rest = ids[first:]
                told[first : first + int(np.argmax(self.line[rest] | (rest == self.end)))] = True
        return np.flatnonzero(told & self.word[ids] & ~np.isin(ids, ids[answers]))

    def add(self, ids: np.ndarray, marks: np.ndarray) -> None:
        """Replaces words of half of the conversations; they count nothing as targets."""
        share = self.chance.uniform(-MOST, MOST)
        places = self.places(ids, marks > 50) if share > 0 else np.zeros(0, int)
        at = places[self.chance.random(len(places)) < share]
        ids[at] = self.chance.choice(np.flatnonzero(self.word), len(at))
        marks[at] = 0
