"""The files of the built browser client, read once at start.

Only files that existed at start are served, by their exact name: no path can escape the folder.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Final

ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""The ending of the compressed file by encoding, the smallest first."""
BASE: Final = re.compile('<base href="/" ?/?>')
FOR_EVER: Final = "public, max-age=31536000, immutable"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Fixed here because Python's own table depends on the machine."""

INLINE: Final = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ClientFile:
    content: bytes
    packed: dict[str, bytes]
    """The compressed content by encoding, the smallest first."""
    media_type: str
    cache: str

    def with_tags(self, tags: str) -> ClientFile:
        """This page with more tags in its head."""
        content = self.content.replace(b"</head>", tags.encode() + b"</head>", 1)
        return replace(self, content=content, packed={})

    @property
    def tag(self) -> str:
        return hashlib.sha256(self.content).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class ClientFiles:
    """The page and files of the client. Without a build, only a page that says so."""

    page: ClientFile
    policy: str
    files: dict[str, ClientFile]

    @classmethod
    def read(cls, folder: Path, base_path: str) -> ClientFiles:
        index = folder / "index.html"
        built = index.is_file()
        welcome = files("baumeister.server.http.pages").joinpath("welcome.html")
        text = index.read_text("utf-8") if built else welcome.read_text("utf-8")
        text, found = BASE.subn(f'<base href="{html.escape(base_path)}/">', text)
        if not found:
            raise ValueError(f'{index} has no <base href="/">: it could not be served below a path')
        page = text.encode()
        packed = {"gzip": gzip.compress(page, mtime=0)}
        return cls(
            ClientFile(page, packed, TYPES[".html"], "private, no-cache"),
            _policy(text),
            dict(_read(folder)) if built else {},
        )


def _read(folder: Path) -> Iterator[tuple[str, ClientFile]]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or path.suffix in ENCODINGS.values() or path.name.startswith("."):
            continue
        if name == "index.html":
            continue
        packed = {name: path.with_name(path.name + end) for name, end in ENCODINGS.items()}
        yield (
            name,
            ClientFile(
                path.read_bytes(),
                {name: each.read_bytes() for name, each in packed.items() if each.is_file()},
                TYPES.get(path.suffix, "application/octet-stream"),
                FOR_EVER if name.startswith("assets/") else "no-cache",
            ),
        )


def _policy(page: str) -> str:
    """The Content-Security-Policy of the page. Inline scripts and styles are allowed by hash; style
    attributes are allowed, because boards are drawn with them. `{sockets}` is filled in per
    request."""
    hashes: dict[str, str] = {"script": "", "style": ""}
    for kind, text in INLINE.findall(page):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        hashes[kind] += f" 'sha256-{digest}'"
    return "; ".join(
        [
            "default-src 'self'",
            f"script-src 'self'{hashes['script']}",
            f"style-src 'self'{hashes['style']}",
            "style-src-attr 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "connect-src 'self'{sockets}",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )
