"""Screenshots of every place by device and theme, and of wordy places in every language."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.progress import track

from tests.browser.chromium import launched
from tests.browser.conftest import DESKTOP, PATIENCE, PHONE
from tests.browser.places import PLACES, go_to
from tests.browser.scenery import Scenery
from tests.debian import AbsentError
from tests.server.running import Running, running, settings

FOLDER = Path("screenshots")
DEVICES = {"desktop": DESKTOP, "phone": PHONE}
LANGUAGES = ("de", "nl", "fr")
TRANSLATED = ("start", "new-tangram", "learn-manhattan", "manhattan-preview", "tangram-preview")
BEFORE_IT_IS_TAKEN = 400
"""Milliseconds, for transitions to end."""


@dataclass(frozen=True)
class Picture:
    place: str
    device: str
    theme: str
    language: str

    @property
    def file(self) -> str:
        return f"{self.place}.{self.device}.{self.theme}.{self.language}.png"


def pictures() -> list[Picture]:
    found = []
    for name, place in PLACES.items():
        for device in DEVICES:
            if place.phone in (None, device == "phone"):
                found += [Picture(name, device, theme, "en") for theme in ("light", "dark")]
                if name in TRANSLATED:
                    found += [Picture(name, device, "light", each) for each in LANGUAGES]
    return found


def take(picture: Picture, browser: Browser, service: Running, scenery: Scenery) -> None:
    context = browser.new_context(
        base_url=f"{service.url}/",
        storage_state=scenery.state,
        locale=picture.language,
        color_scheme="dark" if picture.theme == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
        **DEVICES[picture.device],
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    go_to(page, PLACES[picture.place], scenery)
    page.wait_for_timeout(BEFORE_IT_IS_TAKEN)
    page.screenshot(path=FOLDER / picture.file, full_page=PLACES[picture.place].whole)
    context.close()


def contact_sheet(taken: list[Picture]) -> str:
    """An index page with thumbnails."""
    rows = []
    for place in dict.fromkeys(each.place for each in taken):
        rows.append(f"<h2>{escape(place)}</h2><p>")
        for each in taken:
            if each.place == place:
                about = f"{each.device}, {each.theme}, {each.language}"
                rows.append(
                    f'<a href="{each.file}"><img src="{each.file}" alt="{about}" loading="lazy">'
                    f"{about}</a>"
                )
        rows.append("</p>")
    style = (
        "body { font: 14px sans-serif; background: #ddd } p { display: flex; flex-wrap: wrap;"
        " gap: 12px; align-items: start } a { display: grid; gap: 4px } img { height: 320px }"
    )
    title = "<!doctype html><meta charset=utf-8><title>Baumeister</title>"
    return f"{title}<style>{style}</style>{''.join(rows)}\n"


def main(wanted: list[str]) -> int:
    chosen = [each for each in pictures() if not wanted or any(w in each.file for w in wanted)]
    FOLDER.mkdir(exist_ok=True)
    failed = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        try:
            browser = launched(playwright, Path(data))
        except (AbsentError, OSError) as reason:
            sys.exit(f"screenshots: {reason}")
        with running(settings(Path(data))) as service:
            scenery = Scenery.made(browser, service)
            for picture in track(chosen, "Pictures"):
                try:
                    take(picture, browser, service, scenery)
                except Exception as error:  # continue with the others
                    failed.append(f"{picture.file}: {str(error).splitlines()[0]}")
        browser.close()
    (FOLDER / "index.html").write_text(contact_sheet(chosen), "utf-8")
    sys.stdout.write("".join(f"failed: {each}\n" for each in failed))
    sys.stdout.write(f"{len(chosen) - len(failed)} pictures: {FOLDER / 'index.html'}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
