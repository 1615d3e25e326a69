"""Q5_0 with a scale searched for each block: a smaller error than the rule that takes it from the largest value.

    python quantize.py          compares both with normally distributed weights

A block is 32 weights: a scale in 16 bits, a fifth bit of each weight, four bits of each; a weight is scale × (number − 16).
The format: https://github.com/ggml-org/llama.cpp/blob/master/ggml/src/ggml-common.h, `block_q5_0`.
"""

from __future__ import annotations

import gguf
import numpy as np

BLOCK = 32
# Where the largest value of a block may come to lie; the rule of the format's own tools is 16 only.
REACH = np.arange(12.5, 19.01, 0.25, dtype=np.float32)


def numbers(blocks: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """The nearest numbers from -16 to 15 for the scales, one a block."""
    inverse = np.divide(1, scale, out=np.zeros_like(scale), where=scale != 0)
    return np.clip(np.rint(blocks * inverse), -16, 15)


def scales(blocks: np.ndarray) -> np.ndarray:
    """For each block the scale, as it will be stored, with the smallest sum of squared errors."""
    rows = np.arange(len(blocks))
    largest = blocks[rows, np.abs(blocks).argmax(1)][:, None]
    best, least = np.zeros_like(largest), np.full((len(blocks), 1), np.inf, np.float32)
    for reach in REACH:
        # The numbers for a scale, then the best scale for these numbers.
        whole = numbers(blocks, -largest / reach)
        squares = (whole * whole).sum(1, keepdims=True)
        scale = np.divide((blocks * whole).sum(1, keepdims=True), squares, out=np.zeros_like(squares), where=squares != 0)
        scale = scale.astype(np.float16).astype(np.float32)
        error = ((numbers(blocks, scale) * scale - blocks) ** 2).sum(1, keepdims=True)
        better = error < least
        best, least = np.where(better, scale, best), np.where(better, error, least)
    return best


def q5_0(weights: np.ndarray) -> np.ndarray:
    """Weights (rows, multiple of 32) as bytes (rows, 22 for each 32 weights)."""
    blocks = weights.astype(np.float32).reshape(-1, BLOCK)
    scale = scales(blocks)
    whole = (numbers(blocks, scale) + 16).astype(np.uint8)
    fifth = np.packbits(whole >> 4, axis=1, bitorder="little")
    low = whole & 15
    packed = np.concatenate([scale.astype(np.float16).view(np.uint8), fifth, low[:, :16] | low[:, 16:] << 4], axis=1)
    return packed.reshape(len(weights), -1)


def main() -> None:
    weights = np.random.default_rng(1).normal(size=(384, 1024)).astype(np.float32)
    kind = gguf.GGMLQuantizationType.Q5_0
    for name, data in (("largest value", gguf.quants.quantize(weights, kind)), ("searched", q5_0(weights))):
        print(f"{name}: error {np.sqrt(np.mean((gguf.quants.dequantize(data, kind) - weights) ** 2)):.5f} of the deviation")


if __name__ == "__main__":
    main()
