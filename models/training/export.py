"""Writes a checkpoint as GGUF (Q8_0 or Q5_0, and F16) and compares it with llama.cpp.

python export.py --checkpoint FILE --tokenizer FILE --out models/cafe.gguf --f16 models/cafe-f16.gguf --check
python export.py --checkpoint LAST.pt --mean EARLIER.pt other.gguf --tokenizer FILE --out mean.gguf

The mean of the weights at the ends of several parts of one training is often better than each of them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import gguf
import numpy as np
import torch

from model import Cafe, Config, count
from quantize import q5_0
from rendering import SPECIAL, TEMPLATE, render
from tokenizer import load

NAMES = {
    "attn_norm": "attn_norm",
    "q": "attn_q",
    "k": "attn_k",
    "v": "attn_v",
    "o": "attn_output",
    "q_norm": "attn_q_norm",
    "k_norm": "attn_k_norm",
    "ffn_norm": "ffn_norm",
    "gate": "ffn_gate",
    "up": "ffn_up",
    "down": "ffn_down",
}
LIMIT = 16_000_000
# About what the vocabulary and the norms take.
VOCABULARY = 300_000


def tensor_name(name: str) -> str:
    if name == "embed.weight":
        return "token_embd.weight"
    if name == "norm.weight":
        return "output_norm.weight"
    _, block, part, _ = name.split(".")
    return f"blk.{block}.{NAMES[part]}.weight"


# Sampling for chat: what the model is sure of stays, answers still vary. Calls and structures are held by their grammar.
TEMPERATURE, TOP_K, MIN_P = 0.3, 20, 0.1
FILE_TYPES = {
    "F16": gguf.LlamaFileType.MOSTLY_F16,
    "Q8_0": gguf.LlamaFileType.MOSTLY_Q8_0,
    "Q5_0": gguf.LlamaFileType.MOSTLY_Q5_0,
}


def write(model: Cafe, tokenizer: Path, out: Path, kind: str) -> int:
    """One file of the kind F16, Q8_0 or Q5_0 (then with the embedding as Q8_0); norms stay F32. Returns its size."""
    c = model.c
    writer = gguf.GGUFWriter(out, "qwen3")
    writer.add_name("Café")
    writer.add_basename("cafe")
    writer.add_author("Tern")
    writer.add_license("Apache-2.0")
    writer.add_description(
        "A small chat model of a pixel-art coffee shop: chat, structured answers and tool calls. Trained from nothing on generated text."
    )
    writer.add_languages(["en"])
    writer.add_size_label(f"{count(model) / 1e6:.1f}M")
    writer.add_type("model")
    writer.add_file_type(FILE_TYPES[kind])
    writer.add_sampling_temp(TEMPERATURE)
    writer.add_sampling_top_k(TOP_K)
    writer.add_sampling_min_p(MIN_P)
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
    writer.add_context_length(c.context)
    writer.add_embedding_length(c.dim)
    writer.add_block_count(c.layers)
    writer.add_feed_forward_length(c.ffn)
    writer.add_head_count(c.heads)
    writer.add_head_count_kv(c.kv_heads)
    writer.add_key_length(c.head_dim)
    writer.add_value_length(c.head_dim)
    writer.add_rope_freq_base(c.rope_base)
    writer.add_layer_norm_rms_eps(c.eps)
    writer.add_vocab_size(c.vocab)
    add_vocabulary(writer, tokenizer)
    for name, weight in model.state_dict().items():
        data = weight.float().numpy()
        quantization = gguf.GGMLQuantizationType["Q8_0" if kind == "Q5_0" and name == "embed.weight" else kind]
        if data.ndim == 1:
            writer.add_tensor(tensor_name(name), data)
        else:
            held = q5_0(data) if quantization.name == "Q5_0" else gguf.quants.quantize(data, quantization)
            writer.add_tensor(tensor_name(name), held, raw_dtype=quantization)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return out.stat().st_size


def add_vocabulary(writer: gguf.GGUFWriter, tokenizer: Path) -> None:
    state = json.loads(tokenizer.read_text(encoding="utf-8"))["model"]
    vocab: dict[str, int] = state["vocab"]
    tokens = sorted(vocab, key=lambda token: vocab[token])
    assert [vocab[t] for t in tokens] == list(range(len(tokens)))
    # <tool_call> and its like are user-defined: control tokens would be left out of printed text.
    kinds = []
    for token in tokens:
        if token.startswith("<|unused"):
            kinds.append(gguf.TokenType.UNUSED)
        elif token in SPECIAL:
            kinds.append(gguf.TokenType.CONTROL if token.startswith("<|") else gguf.TokenType.USER_DEFINED)
        else:
            kinds.append(gguf.TokenType.NORMAL)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges([" ".join(m) if isinstance(m, list) else m for m in state["merges"]])
    writer.add_eos_token_id(vocab["<|im_end|>"])
    writer.add_eot_token_id(vocab["<|im_end|>"])
    writer.add_pad_token_id(vocab["<|endoftext|>"])
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE.read_text(encoding="utf-8"))


PROMPTS = [
    [{"role": "user", "content": "Hello! What is a flat white?"}],
    [
        {"role": "system", "content": "You are a friendly barista in a world full of pixels. Respond to the player's question."},
        {"role": "user", "content": "How long have you worked here?"},
    ],
    [
        {"role": "user", "content": "My name is Ana. I'd like a mocha."},
        {"role": "assistant", "content": "Noted, thanks."},
        {"role": "user", "content": "What's my name?"},
    ],
    [
        {
            "role": "user",
            "content": "Generate a tired pirate.\n\nAnswer as JSON with:\n- name (string): A full name\n- level (integer from 1 to 10)",
        }
    ],
]


def check(model: Cafe, tokenizer: Path, path: Path) -> None:
    """Greedy texts and logits of llama.cpp beside those of the model here."""
    import llama_cpp

    tokens = load(tokenizer)
    peer = llama_cpp.Llama(str(path), n_ctx=512, verbose=False, logits_all=True, n_threads=1, n_threads_batch=1)
    stops = {tokens.token_to_id("<|im_end|>")}
    for messages in PROMPTS:
        prompt = render({"messages": messages}, prompt=True)
        ids = tokens.encode(prompt).ids
        theirs_ids = peer.tokenize(prompt.encode(), add_bos=False, special=True)
        assert ids == theirs_ids, f"tokens differ: {ids} {theirs_ids}"
        ours = model.greedy(ids, stops, 50)
        peer.reset()
        peer.eval(ids)
        with torch.no_grad():
            logits = model(torch.tensor([ids]))[0].numpy()
        gap = float(np.abs(logits[-1] - peer.scores[len(ids) - 1]).max())
        theirs: list[int] = []
        while len(theirs) < 50:
            token = int(np.argmax(peer.scores[peer.n_tokens - 1]))
            if token in stops:
                break
            theirs.append(token)
            peer.eval([token])
        print(
            f"{path.name}: logits differ by at most {gap:.4f}; greedy texts {'agree' if ours == theirs else 'DIFFER'}: {tokens.decode(ours)[:90]!r}"
        )
        if ours != theirs:
            print("   llama.cpp:", repr(tokens.decode(theirs)[:90]))


def weights(path: Path) -> dict[str, torch.Tensor]:
    """The weights in a checkpoint or a GGUF file."""
    if path.suffix == ".gguf":
        from grow import read

        return read(path)[0].state_dict()
    return torch.load(path, map_location="cpu")["model"]  # type: ignore[no-any-return]


def mean(parts: list[dict[str, torch.Tensor]], shares: list[float]) -> dict[str, torch.Tensor]:
    """The mean of the parts' weights, by their shares."""
    return {name: sum(part[name].float() * share for part, share in zip(parts, shares)) / sum(shares) for name in parts[0]}  # type: ignore[misc]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    home = Path.home() / ".cache" / "tern-cafe"
    parser.add_argument("--checkpoint", type=Path, default=home / "cafe.pt")
    parser.add_argument("--tokenizer", type=Path, default=home / "tokenizer.json")
    parser.add_argument("--out", type=Path, required=True, help="the quantized file")
    parser.add_argument("--kind", choices=["Q8_0", "Q5_0"], help="default: Q8_0 where that fits")
    parser.add_argument("--f16", type=Path, help="the F16 file")
    parser.add_argument("--mean", type=Path, nargs="+", default=[], help="checkpoints or GGUF files whose weights are averaged with the checkpoint's")
    parser.add_argument("--shares", type=float, nargs="+", help="how much each counts, the checkpoint first (default: equally)")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    held = torch.load(options.checkpoint, map_location="cpu")
    model = Cafe(Config(**held["config"])).eval()
    shares = options.shares or [1.0] * (1 + len(options.mean))
    if len(shares) != 1 + len(options.mean):
        parser.error("as many --shares as files")
    model.load_state_dict(mean([held["model"], *map(weights, options.mean)], shares))
    chosen = options.kind or ("Q8_0" if count(model) * 34 / 32 < LIMIT - VOCABULARY else "Q5_0")
    for kind, out in ((chosen, options.out), ("F16", options.f16)):
        if out is None:
            continue
        out.parent.mkdir(parents=True, exist_ok=True)
        size = write(model, options.tokenizer, out, kind)
        print(f"{out}: {kind}, {size / 1e6:.2f} MB, {count(model) / 1e6:.1f} M parameters")
        if size > LIMIT and kind != "F16":
            raise SystemExit("larger than 16 MB")
        if options.check:
            check(model, options.tokenizer, out)


if __name__ == "__main__":
    main()
