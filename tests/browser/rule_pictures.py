"""Take the pictures of the illustrated rules from the page, for the documentation site."""

from __future__ import annotations

import base64
import hashlib
import json
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from rich.progress import track

from baumeister.core.registry import find, games
from baumeister.games.guide import guide_of
from tests.browser.chromium import launched
from tests.browser.conftest import PATIENCE
from tests.server.running import running, settings

FOLDER = Path(__file__).parents[2] / "docs" / "images" / "rules"
STAMPS = FOLDER / "figures.json"
"""Digests of what the pictures show, by game and part."""
WIDTH = 760
"""Pixels of the page: pictures lie below their texts, as wide as a column."""

TO_WEBP = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.9).split(',')[1];
}"""
"""A third of the size of PNG."""


def figures() -> dict[str, str]:
    """The digest of each figure with its English words, by game and part."""
    found = {}
    for game_id in games():
        for chapter in guide_of(find(game_id)):
            for part in chapter.pages:
                if part.figure:
                    shown = json.dumps([part.figure, part.labels], sort_keys=True)
                    digest = hashlib.sha256(shown.encode()).hexdigest()[:16]
                    found[f"{game_id}/{chapter.id}-{part.id}"] = digest
    return found


def take(page: Page, name: str) -> None:
    """Photograph one figure without its caption."""
    game_id, part = name.split("/")
    figure = page.locator(f"[data-figure='{part}']")
    figure.locator("figcaption").evaluate("each => each.remove()")
    picture = base64.b64encode(figure.screenshot(animations="disabled")).decode()
    path = FOLDER / game_id / f"{part}.webp"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(base64.b64decode(page.evaluate(TO_WEBP, picture)))


def main() -> None:
    found = figures()
    with (
        tempfile.TemporaryDirectory() as data,
        running(settings(Path(data))) as service,
        sync_playwright() as playwright,
    ):
        browser = launched(playwright, Path(data))
        page = browser.new_page(
            viewport={"width": WIDTH, "height": 900},
            device_scale_factor=1.5,
            color_scheme="light",
            reduced_motion="reduce",
            service_workers="block",
        )
        page.set_default_timeout(PATIENCE)
        shown = ""
        for name in track(found, "pictures"):
            game_id = name.split("/")[0]
            if game_id != shown:
                shown = game_id
                page.goto(f"{service.url}/rules/{game_id}")
                page.locator("[data-test=guide-part]").first.wait_for()
            take(page, name)
        browser.close()
    STAMPS.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
