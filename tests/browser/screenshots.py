"""Screenshots of every place by size and theme, and of wordy places in every language."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from rich.progress import track

from tests.browser.chromium import launched
from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.places import go_to
from tests.browser.scenery import Scenery
from tests.browser.variants import ALL_PLACES, ALL_TABLES, OPERATOR
from tests.debian import AbsentError
from tests.server.running import Running, running, settings

FOLDER = Path("screenshots")
SIZES = ((360, 640), (390, 844), (768, 1024), (1024, 768), (1440, 900), (1920, 1080))
TRANSLATED_SIZES = ("360x640", "1024x768")
LANGUAGES = ("de", "nl", "fr")
TRANSLATED = (
    "start",
    "new-tangram",
    "learn-manhattan",
    "manhattan-preview",
    "tangram-preview",
    "tangram-last-hint",
)
BEFORE_IT_IS_TAKEN = 400
"""Milliseconds, for transitions to end."""
ON_A_SHEET = 15


def device(width: int, height: int) -> dict[str, Any]:
    viewport: dict[str, Any] = {"viewport": {"width": width, "height": height}}
    return {**PHONE, **viewport} if width < 600 else viewport


DEVICES = {f"{width}x{height}": device(width, height) for width, height in SIZES}


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
    for name, place in ALL_PLACES.items():
        for device, settings_of in DEVICES.items():
            if place.phone in (None, "has_touch" in settings_of):
                found += [Picture(name, device, theme, "en") for theme in ("light", "dark")]
                if name in TRANSLATED and device in TRANSLATED_SIZES:
                    found += [Picture(name, device, "light", each) for each in LANGUAGES]
    return found


def visits(chosen: list[Picture]) -> list[list[Picture]]:
    """The pictures that one page can take, by changing its size and its theme.

    Tables change their layout at 1024 pixels, and what was open is closed.
    """
    found: dict[tuple[Any, ...], list[Picture]] = {}
    for each in chosen:
        settings_of = DEVICES[each.device]
        layout = ("has_touch" in settings_of, settings_of["viewport"]["width"] < 1024)
        found.setdefault((each.place, *layout, each.language), []).append(each)
    return list(found.values())


def take(visit: list[Picture], browser: Browser, service: Running, scenery: Scenery) -> None:
    first = visit[0]
    place = ALL_PLACES[first.place]
    context = browser.new_context(
        base_url=f"{service.url}/",
        storage_state=None if place.stranger else scenery.state,
        locale=first.language,
        reduced_motion="reduce",
        service_workers="block",
        **{**DEVICES[first.device], "device_scale_factor": 1},
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    try:
        go_to(page, place, scenery)
        for picture in visit:
            page.set_viewport_size(DEVICES[picture.device]["viewport"])
            page.emulate_media(color_scheme="dark" if picture.theme == "dark" else "light")
            if place.scrolled:
                go_to(page, place, scenery)  # it scrolled for the size before
            else:
                page.evaluate("scrollTo(0, 0)")  # what is sticky would be drawn further down
            page.wait_for_timeout(BEFORE_IT_IS_TAKEN)
            page.screenshot(path=FOLDER / picture.file, full_page=place.whole)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= DEVICES[picture.device]["viewport"]["width"], f"{width} pixels wide"
    finally:
        context.close()


STYLE = (
    "body { margin: 8px; font: 14px sans-serif; background: #ddd } p { display: flex; margin: 0;"
    " flex-wrap: wrap; gap: 12px; align-items: start } a { display: grid; gap: 4px; color: #000;"
    " width: min-content }"
    " img { height: 320px; object-fit: cover; object-position: top }"
)


def page_of(taken: list[Picture], folder: str = "") -> str:
    """A page with thumbnails."""
    rows = []
    for place in dict.fromkeys(each.place for each in taken):
        for each in taken:
            if each.place == place:
                about = escape(f"{place}, {each.device}, {each.theme}, {each.language}")
                source = folder + each.file
                ratio = each.device.replace("x", "/")  # long pages: their beginning
                image = f'<img src="{source}" alt="" style="aspect-ratio: {ratio}">'
                rows.append(f'<a href="{source}">{image}{about}</a>')
    title = "<!doctype html><meta charset=utf-8><title>Baumeister</title>"
    return f"{title}<style>{STYLE}</style><p>{''.join(rows)}</p>\n"


def contact_sheets(taken: list[Picture], browser: Browser) -> None:
    """Pictures of thumbnails: all places of a size, theme and language side by side."""
    sheets = FOLDER / "sheets"
    sheets.mkdir(exist_ok=True)
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    for kind in dict.fromkeys((each.device, each.theme, each.language) for each in taken):
        of_kind = [each for each in taken if (each.device, each.theme, each.language) == kind]
        for start in range(0, len(of_kind), ON_A_SHEET):
            file = sheets / f"{'.'.join(kind)}.{start // ON_A_SHEET + 1}.html"
            file.write_text(page_of(of_kind[start : start + ON_A_SHEET], "../"), "utf-8")
            page.goto(file.absolute().as_uri())
            page.screenshot(path=file.with_suffix(".png"), full_page=True)
            file.unlink()
    page.close()


def main(wanted: list[str]) -> int:
    chosen = [each for each in pictures() if not wanted or any(w in each.file for w in wanted)]
    FOLDER.mkdir(exist_ok=True)
    failed = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        try:
            browser = launched(playwright, Path(data))
        except (AbsentError, OSError) as reason:
            sys.exit(f"screenshots: {reason}")
        with running(settings(Path(data), operator_token=OPERATOR)) as service:
            scenery = Scenery.made(browser, service, ALL_TABLES)
            for visit in track(visits(chosen), "Pictures"):
                try:
                    take(visit, browser, service, scenery)
                except Exception as error:  # continue with the others
                    failed.append(f"{visit[0].file}: {str(error).splitlines()[0]}")
        contact_sheets(chosen, browser)
        browser.close()
    (FOLDER / "index.html").write_text(page_of(chosen), "utf-8")
    sys.stdout.write("".join(f"failed: {each}\n" for each in failed))
    sys.stdout.write(f"{len(chosen)} pictures: {FOLDER / 'index.html'}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
