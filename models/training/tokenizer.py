"""Trains the vocabulary: byte-level BPE behind qwen2's pre-tokenizer.

Copying is most of what this model does, so a word must fall into the same pieces wherever it
stands: after a space, after a quote, inside a camel-case name. BPE that is trained on words
with their spaces breaks this. Here pieces are learned on letters alone, cut before capitals,
and only then are spaces joined to the most frequent whole pieces, with the last ranks. The
pre-tokenizer at run time is plain qwen2 (digits stand alone), which llama.cpp knows by name.
"""

from __future__ import annotations

import argparse
import json
import textwrap
import time
from collections import Counter
from pathlib import Path

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

from rendering import SPECIAL

QWEN2 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
LEARNED = r"\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+|[\r\n]+|\s"
SIZE = 6144
SPACED = 900
SPACE = "Ġ"
CONTRACTIONS = ["s", "t", "re", "ve", "m", "ll", "d"]


def byte_level(pattern: str) -> pre_tokenizers.PreTokenizer:
    split = pre_tokenizers.Split(Regex(pattern), behavior="isolated")
    return pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def train(texts: list[str], size: int = SIZE) -> Tokenizer:
    """A vocabulary of `size` tokens with the special ones at the start."""
    learner = Tokenizer(models.BPE())
    learner.pre_tokenizer = byte_level(LEARNED)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=size - SPACED - len(CONTRACTIONS),
        special_tokens=SPECIAL,
        initial_alphabet=sorted(alphabet),
        max_token_length=20,
        show_progress=False,
    )
    learner.train_from_iterator(texts, trainer)
    state = json.loads(learner.to_str())["model"]
    vocab: dict[str, int] = state["vocab"]
    merges = [tuple(m) if isinstance(m, list) else tuple(m.split(" ")) for m in state["merges"]]
    # What follows a space, piece by piece: names and other capitals keep their space apart.
    follows: Counter[str] = Counter()
    for text in texts[:20000]:
        pieces = learner.encode(text).tokens
        for first, second in zip(pieces, pieces[1:]):
            if (
                first == SPACE
                and (second[0].islower() or second in ("I", "The", "You", "It") or not second[0].isalnum())
                and second != SPACE
            ):
                follows[second] += 1
    for piece, _ in follows.most_common(SPACED):
        merges.append((SPACE, piece))
        vocab[SPACE + piece] = len(vocab)
    for ending in CONTRACTIONS:
        if "'" + ending not in vocab and ending in vocab:
            merges.append(("'", ending))
            vocab["'" + ending] = len(vocab)
    while len(vocab) < size:
        vocab[f"<|unused_{len(vocab)}|>"] = len(vocab)
    made = Tokenizer(models.BPE(vocab=vocab, merges=merges))
    made.pre_tokenizer = byte_level(QWEN2)
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens(SPECIAL)
    return made


def load(path: Path) -> Tokenizer:
    return Tokenizer.from_file(str(path))


def letters(tokens: Tokenizer) -> list[str]:
    """The pieces of two to seven letters, with which the generator makes names up."""
    pieces = (tokens.decode([number]) for number in range(tokens.get_vocab_size()))
    return sorted({piece for piece in pieces if 2 <= len(piece) <= 7 and piece.isalpha()})


def main() -> None:
    from corpus import conversation
    from rendering import render

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--texts", type=int, default=30000)
    parser.add_argument("--pieces", type=Path, help="write the pieces of letters of the vocabulary in --out to this file, and train nothing")
    options = parser.parse_args()
    if options.pieces:
        options.pieces.write_text(textwrap.fill(" ".join(letters(load(options.out))), 150) + "\n", encoding="utf-8")
        return
    begun = time.time()
    texts = [render(conversation(options.seed, "two", n)[1]) for n in range(options.texts)]
    size = sum(map(len, texts))
    print(f"{len(texts)} conversations, {size / 1e6:.1f} M characters, {time.time() - begun:.0f} s", flush=True)
    # The special tokens are cut out before learning, as they will be at run time.
    bare = []
    for text in texts:
        for mark in SPECIAL:
            text = text.replace(mark, "\n")
        bare.append(text)
    tokens = train(bare)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    tokens.save(str(options.out))
    count = sum(len(e.ids) for e in tokens.encode_batch(texts[:2000]))
    print(f"{tokens.get_vocab_size()} tokens, {sum(map(len, texts[:2000])) / count:.2f} characters a token, {time.time() - begun:.0f} s")


if __name__ == "__main__":
    main()
