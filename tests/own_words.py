"""Hashes of the six-word runs of published rulebooks, to keep our texts in our own words.

`python -m tests.own_words de=BOOK.txt de=OTHER.txt fr=BOOK.txt` writes `data/rulebook_runs.json`
from the texts of rulebooks: per language a sorted list of hashes, without any sentence.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).parent / "data" / "rulebook_runs.json"
LENGTH: Final = 6
SIZE: Final = 4
"""Bytes of a hash: few enough for a small file, and enough that texts do not match by chance."""


def runs(text: str) -> Iterator[str]:
    """The runs of six words of a text, without accents, case and punctuation."""
    joined = re.sub(r"(\w)-\n(?=[a-zäöüß])", r"\1", text)
    plain = unicodedata.normalize("NFKD", joined).casefold()
    letters = "".join(each for each in plain if not unicodedata.combining(each))
    words = re.findall(r"[a-z0-9]+", letters)
    for first in range(len(words) - LENGTH + 1):
        yield " ".join(words[first : first + LENGTH])


def hashed(run: str) -> bytes:
    return sha256(run.encode()).digest()[:SIZE]


def read() -> dict[str, set[bytes]]:
    """The hashes of the rulebooks, by language."""
    data: dict[str, str] = json.loads(DATA.read_text("utf-8"))
    found = {language: b64decode(text) for language, text in data.items()}
    return {
        language: {text[at : at + SIZE] for at in range(0, len(text), SIZE)}
        for language, text in found.items()
    }


def main(books: list[str]) -> None:
    found: dict[str, set[bytes]] = {}
    for book in books:
        language, _, path = book.partition("=")
        text = Path(path).read_text("utf-8")
        found.setdefault(language, set()).update(map(hashed, runs(text)))
    data = {
        language: b64encode(b"".join(sorted(found[language]))).decode()
        for language in sorted(found)
    }
    DATA.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
