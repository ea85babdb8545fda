"""Accessibility of every place: no axe-core violations, no touch targets that are too small."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.places import PLACES, go_to, hook
from tests.browser.problems import Problems
from tests.browser.scenery import Scenery

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DEVICES = {"desktop": DESKTOP, "phone": PHONE}

SAMPLE = {
    ("desktop", "light"): ["new-tangram-all"],
}
"""Checked in every run, as are the pages on which tests call `violations`: among them the start
page, tables of both games, a result, a replay with its analysis, a lesson, puzzles, rules and the
account; `slow` has the rest."""


def everything() -> Iterator[Any]:
    for device in DEVICES:
        for theme in ("light", "dark"):
            for name, place in PLACES.items():
                if place.phone not in (None, device == "phone"):
                    continue
                often = name in SAMPLE.get((device, theme), ())
                marks = () if often else pytest.mark.slow
                yield pytest.param(device, theme, name, marks=marks, id=f"{name}-{device}-{theme}")


@pytest.mark.parametrize(("device", "theme", "name"), list(everything()))
def test_no_violation(
    newcomer: Newcomer, problems: Problems, scenery: Scenery, device: str, theme: str, name: str
) -> None:
    problems.expect("GPU stall")  # software rendering of the skyline
    page = newcomer(
        DEVICES[device],
        color_scheme=theme,
        reduced_motion="reduce",
        storage_state=scenery.state,
    )
    go_to(page, PLACES[name], scenery)
    assert violations(page) == []
    if device == "phone":
        assert too_small(page) == []


SETTLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame);
  const changing = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.all(changing.map((each) => each.finished.catch(() => null)));
}"""
"""Colours on their way to others, as of a button that is enabled again, have no contrast yet."""


FAILED = "axe.run(document, { resultTypes: ['violations'] }).then((all) => all.violations)"


def violations(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))  # like a debugger: the page's CSP forbids scripts
    page.evaluate(SETTLED)
    found = page.evaluate(FAILED)
    return [
        f"{each['id']}: {node['target']}: {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


SMALL = """() => {
  const wanted = 'a[href], button, select, summary, input, [role=tab], [role=button]';
  const seen = (each) =>
    each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !each.closest('[inert], .skip');
  const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  return [...open.querySelectorAll(wanted)]
    .filter((each) => seen(each) && !(each.matches('a') && each.closest('p, dd, li > span')))
    .map((each) => (each.matches('input') && each.closest('label')) || each)
    .map((each) => ({ each, box: each.getBoundingClientRect() }))
    .filter(({ each, box }) => {
      const least = each.matches('[data-site]') ? 30 : 43.5;
      return box.width && (box.width < least || box.height < least);
    })
    .map(({ each, box }) =>
      `${each.outerHTML.slice(0, 120)}: ${Math.round(box.width)} × ${Math.round(box.height)}`);
}"""
"""Without links inside a text, and without what is behind a dialog. The sites of a board may be
smaller, so that all of it is on the screen: a choice is confirmed."""


def too_small(page: Page) -> list[str]:
    """Touch targets of less than 44 pixels, on a board of less than 30."""
    found: list[str] = page.evaluate(SMALL)
    return found


def test_a_violation_is_found(page: Page) -> None:
    """The check itself can fail."""
    page.goto("nowhere")
    page.locator("h1").wait_for()
    assert violations(page) == []
    page.evaluate("document.querySelector('h1').innerHTML = '<img src=\"icon.svg\">'")
    assert "image-alt" in " ".join(violations(page))


def test_a_small_target_is_found(newcomer: Newcomer) -> None:
    phone = newcomer(PHONE, color_scheme="dark")
    phone.goto("")
    phone.locator(hook("play-manhattan")).wait_for()
    assert violations(phone) == []
    assert too_small(phone) == []
    phone.locator(hook("play-manhattan")).evaluate("each => (each.style.zoom = 0.5)")
    assert "play-manhattan" in " ".join(too_small(phone))
