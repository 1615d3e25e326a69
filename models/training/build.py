"""One command from nothing to the model: vocabulary, corpus, training, export, evaluation. Every step is skipped where it is done.

python build.py --minutes 480                          all of it, from nothing
python build.py --minutes 120 --start ../cafe.gguf     more training of a model that is there
python build.py --try                                  a tiny model in minutes, to see that the pipeline works
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
# A model that is there already keeps more of what it knows at a lower rate, and its steps are noisier.
FURTHER = ["--lr", 1.5e-3, "--decay", 0.9, "--step-tokens", 8000]


def run(*arguments: object) -> None:
    command = [sys.executable, *map(str, arguments)]
    print("+", " ".join(command[1:]), flush=True)
    subprocess.run(command, cwd=HERE, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, default=Path.home() / ".cache" / "tern-cafe", help="where the corpus and checkpoints lie")
    parser.add_argument("--out", type=Path, default=HERE.parent / "cafe.gguf")
    parser.add_argument("--f16", type=Path, help="an F16 file beside it")
    parser.add_argument("--size", help="default: that of the model to begin from, else cafe")
    parser.add_argument("--start", type=Path, help="a GGUF file to begin from")
    parser.add_argument("--shards", type=int, default=40, help="shards of 4,096 conversations, 1.1 M tokens each")
    parser.add_argument("--minutes", type=float, default=480, help="of training")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--try", dest="trial", action="store_true")
    options = parser.parse_args()
    home: Path = options.home.resolve()
    options.out = options.out.resolve()
    options.f16 = options.f16 and options.f16.resolve()
    if options.trial:
        home = home / "try"
        options.size, options.out = "tiny", home / "tiny.gguf"
        options.shards, options.minutes = 1, 4
    vocabulary, shards, checkpoint = home / "tokenizer.json", home / "shards", home / "cafe.pt"
    home.mkdir(parents=True, exist_ok=True)
    if not vocabulary.exists():
        if options.start:
            run("grow.py", "--model", options.start.resolve(), "--vocabulary", vocabulary)
        else:
            run("tokenizer.py", "--out", vocabulary, "--seed", options.seed)
    places = ["--out", shards, "--tokenizer", vocabulary]
    run("corpus.py", "--shards", options.shards, "--seed", options.seed, "--workers", options.threads, *places)
    places = ["--data", shards, "--checkpoint", checkpoint, "--tokenizer", vocabulary]
    start = ["--start", options.start.resolve(), *FURTHER] if options.start else []
    size = ["--size", options.size] if options.size else []
    run("train.py", *size, "--minutes", options.minutes, "--threads", options.threads, "--seed", options.seed, *start, *places)
    places = ["--checkpoint", checkpoint, "--tokenizer", vocabulary, "--out", options.out]
    run("export.py", "--check", *places, *(["--f16", options.f16] if options.f16 else []))
    run("evaluate.py", "--engine", "llama", "--model", options.out)


if __name__ == "__main__":
    main()
