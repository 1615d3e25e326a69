"""A larger model that begins where a smaller one ended: it computes the same, and the new parts begin small and free to learn.

The stream gets wider (the new channels are zero in every token's vector but for a little noise), the feed-forward layers get more rows
and the attention more query heads (what they write begins at zero). RMS norms over more channels, of which the new ones are nearly
silent, find a smaller mean, so their gains shrink by the root of the ratio. New layers are copies of the layers before them that add
nothing yet (as in LLaMA Pro, arXiv 2401.02415). A vocabulary of other pieces takes over the vectors of the
pieces it shares, and for a new piece the mean of the vectors of what it was made of.
After Chen, Goodfellow, Shlens, "Net2Net" (arXiv 1511.05641).

    python grow.py --model cafe.gguf --vocabulary tokenizer.json      writes the vocabulary of a file, for shards that it goes on with
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import gguf
import torch
from torch import Tensor
from tokenizers import Tokenizer, decoders, models

from export import tensor_name
from model import Cafe, Config
from rendering import SPECIAL
from tokenizer import QWEN2, byte_level

NOISE = 0.02


def read(path: Path) -> tuple[Cafe, list[str], list[str]]:
    """The model in a GGUF file, its pieces and its merges."""
    reader = gguf.GGUFReader(path)

    def value(key: str) -> float:
        return reader.fields[f"qwen3.{key}"].contents()  # type: ignore[no-any-return]

    tokens: list[str] = reader.fields["tokenizer.ggml.tokens"].contents()
    config = Config(
        vocab=len(tokens),
        context=int(value("context_length")),
        dim=int(value("embedding_length")),
        layers=int(value("block_count")),
        heads=int(value("attention.head_count")),
        kv_heads=int(value("attention.head_count_kv")),
        head_dim=int(value("attention.key_length")),
        ffn=int(value("feed_forward_length")),
        rope_base=float(value("rope.freq_base")),
    )
    held = {t.name: torch.from_numpy(gguf.quants.dequantize(t.data, t.tensor_type)).float() for t in reader.tensors}
    model = Cafe(config)
    model.load_state_dict({name: held[tensor_name(name)].reshape(weight.shape) for name, weight in model.state_dict().items()})
    return model, tokens, reader.fields["tokenizer.ggml.merges"].contents()


def padded(old: Tensor, shape: torch.Size, noise: float = 0.0) -> Tensor:
    """The old matrix in the corner of a new one, the rest zero or noise."""
    new = torch.randn(shape) * noise if noise else torch.zeros(shape)
    new[tuple(slice(n) for n in old.shape)] = old
    return new


def heads(old: Tensor, config: Config, wanted: Config, axis: int, noise: float) -> Tensor:
    """Query heads stay with their key heads: each group gets new heads at its end."""
    size, before, after = config.head_dim, config.heads // config.kv_heads, wanted.heads // wanted.kv_heads
    old = old if axis == 0 else old.T
    groups = old.view(config.kv_heads, before * size, -1)
    width = wanted.dim
    new = torch.randn(wanted.kv_heads, after * size, width) * noise if noise else torch.zeros(wanted.kv_heads, after * size, width)
    new[:, : before * size] = 0
    new[:, : before * size, : old.shape[1]] = groups
    new = new.reshape(-1, width)
    return new if axis == 0 else new.T.contiguous()


def deeper(old: Cafe, layers: int) -> Cafe:
    """A model of more layers: spread evenly, some are followed by a copy of themselves whose outputs are zero."""
    have = old.c.layers
    new = Cafe(replace(old.c, layers=layers))
    state, at = {name: weight for name, weight in old.state_dict().items() if not name.startswith("blocks.")}, 0
    for layer in range(have):
        for copy in range(layers * (layer + 1) // have - layers * layer // have):
            for part, weight in old.blocks[layer].state_dict().items():
                silent = copy and part in ("o.weight", "down.weight")
                state[f"blocks.{at}.{part}"] = torch.zeros_like(weight) if silent else weight
            at += 1
    new.load_state_dict(state)
    return new


def grown(old: Cafe, wanted: Config) -> Cafe:
    """A model of the wanted sizes with the old one inside. Same number of key heads and pieces, at least as many layers."""
    if wanted.layers > old.c.layers:
        old = deeper(old, wanted.layers)
    c = old.c
    assert (c.layers, c.kv_heads, c.head_dim, c.vocab) == (wanted.layers, wanted.kv_heads, wanted.head_dim, wanted.vocab)
    new = Cafe(wanted)
    state, shrink = {}, (c.dim / wanted.dim) ** 0.5
    for name, weight in new.state_dict().items():
        was = old.state_dict()[name]
        part = name.split(".")[-2]
        if weight.ndim == 1:
            # Gains over the stream; those inside heads stay. The new channels count from the start.
            stream = part in ("attn_norm", "ffn_norm", "norm")
            state[name] = torch.cat((was * shrink, was.mean().expand(len(weight) - len(was)) * shrink)) if stream else was
        elif part == "q":
            state[name] = heads(was, c, wanted, 0, NOISE)
        elif part == "o":
            state[name] = heads(was, c, wanted, 1, 0.0)
        elif part in ("gate", "up"):
            # New rows read the whole stream; old rows do not read the new channels yet.
            state[name] = padded(was, weight.shape)
            state[name][len(was) :] = torch.randn(len(weight) - len(was), weight.shape[1]) * NOISE
        elif part == "embed":
            state[name] = padded(was, weight.shape)
            state[name][:, c.dim :] = torch.randn(len(weight), wanted.dim - c.dim) * was.std() * 0.05
        else:
            state[name] = padded(was, weight.shape)
    new.load_state_dict(state)
    return new


def translated(old: Cafe, tokens: list[str], merges: list[str], vocabulary: Path) -> Cafe:
    """The model with the vectors of another vocabulary of the same size."""
    wanted = Tokenizer.from_file(str(vocabulary))
    pieces = wanted.get_vocab(with_added_tokens=True)
    state = json.loads(wanted.to_str())
    state["model"]["vocab"] = {token: at for at, token in enumerate(tokens)}
    state["model"]["merges"] = [merge.split(" ") for merge in merges]
    state["pre_tokenizer"] = None
    cut = Tokenizer.from_str(json.dumps(state))
    table, known = old.embed.weight.detach(), {token: at for at, token in enumerate(tokens)}
    made, fresh = table.mean(0).repeat(len(pieces), 1), 0
    for piece, at in pieces.items():
        if piece in known:
            made[at] = table[known[piece]]
        elif not piece.startswith("<|"):
            made[at] = table[[known[t] for t in cut.encode(piece).tokens if t in known]].mean(0)
            fresh += 1
    print(f"{fresh} of {len(pieces)} pieces are new")
    old.embed.weight.data = made
    return old


def begin(path: Path, wanted: Config | None, vocabulary: Path) -> Cafe:
    """The model of the GGUF file, with another vocabulary, or of the checkpoint, at the wanted size where one is given."""
    if path.suffix == ".pt":
        held = torch.load(path, map_location="cpu")
        model = Cafe(Config(**held["config"]))
        model.load_state_dict(held["model"])
    else:
        model = translated(*read(path), vocabulary)
    return grown(model, wanted) if wanted else model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--vocabulary", type=Path, required=True)
    options = parser.parse_args()
    _, tokens, merges = read(options.model)
    vocab = {token: at for at, token in enumerate(tokens)}
    made = Tokenizer(models.BPE(vocab=vocab, merges=[tuple(merge.split(" ")) for merge in merges]))
    made.pre_tokenizer = byte_level(QWEN2)
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens(SPECIAL)
    made.save(str(options.vocabulary))


if __name__ == "__main__":
    main()
