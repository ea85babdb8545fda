"""Three ways to use the page: mouse on a desktop, touch on a phone, keyboard only.

Tests say what to press and what to write, so that every scenario runs with all three. Only what a
person could reach can be pressed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE

FARTHEST = 250
"""The most key presses between two controls before the target counts as unreachable."""


class Hands(ABC):
    device: ClassVar[dict[str, Any]] = DESKTOP

    def __init__(self, page: Page) -> None:
        self.page = page

    def at(self, test: str) -> Locator:
        """The element with this `data-test`."""
        return self.page.locator(f'[data-test="{test}"]')

    @abstractmethod
    def press(self, target: Locator) -> None:
        """Activate a button, link, disclosure, checkbox or radio button."""

    def write(self, field: Locator, text: str) -> None:
        """Replace the text of a field."""
        self.press(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def whenever(self, seen: Locator) -> None:
        """Press this whenever it appears: a dialog to be closed."""
        self.page.add_locator_handler(seen, self.press)

    def close(self, seen: Locator) -> None:
        """Close such a dialog that is open now."""
        expect(seen).to_be_hidden()  # the locator handler presses it first


class Mouse(Hands):
    def press(self, target: Locator) -> None:
        _grip(target).click()


class Touch(Hands):
    device = PHONE

    def press(self, target: Locator) -> None:
        _grip(target).tap()


def _grip(target: Locator) -> Locator:
    """Checkboxes and radio buttons are pressed at their label, which may be all that is visible."""
    label = target.locator("xpath=self::input[@type='radio' or @type='checkbox']/ancestor::label")
    return label if label.count() else target


TOWARDS = """target => {
  const at = document.activeElement;
  if (at === target) return ['there', 0];
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (modal && !modal.contains(target)) return ['covered', 0];
  const after = (one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const radio = target.type === 'radio' && at.type === 'radio' && at.name === target.name;
  if (radio) return [after(at, target) ? 'ArrowRight' : 'ArrowLeft', 1];
  const group = target.tabIndex < 0 && target.closest('[role=tablist], [role=group]');
  if (group && group !== at && group.contains(at)) {
    const [here, there] = [at, target].map((each) => each.getBoundingClientRect());
    if (there.top >= here.bottom) return ['ArrowDown', 1];
    if (there.bottom <= here.top) return ['ArrowUp', 1];
    return [there.left > here.left ? 'ArrowRight' : 'ArrowLeft', 1];
  }
  const forward = at === document.body || after(at, target);
  const stops = [...(modal ?? document).querySelectorAll('a[href], button, input, summary')].filter(
    (each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility(),
  );
  const between = stops.filter((each) =>
    forward ? after(at, each) && after(each, target) : after(each, at) && after(target, each),
  );
  return [forward ? 'Tab' : 'Shift+Tab', Math.max(1, Math.floor(between.length / 2))];
}"""
"""The next key towards a target and how often to press it: Tab to it or to its group, arrows inside
a group. Half the way is safe, though some of the counted stops are left out by the browser."""


class Keyboard(Hands):
    """Tab, arrows, Enter and Space; never the mouse."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._between: list[Locator] = []

    def press(self, target: Locator) -> None:
        self.reach(target)
        kind = target.evaluate("element => element.type ?? ''")
        if kind == "radio" and target.is_checked():
            return  # the arrow key has already selected it
        if kind not in ("text", "number", "search"):
            self.page.keyboard.press("Space" if kind in ("radio", "checkbox") else "Enter")

    def reach(self, target: Locator) -> None:
        """Move the focus there without activating it."""
        target.wait_for()
        for _ in range(FARTHEST):
            key, times = target.evaluate(TOWARDS)
            if key == "there":
                return
            if key == "covered":
                self._uncover(target)
            for _ in range(times):
                self.page.keyboard.press(key)
        raise AssertionError(f"the keyboard does not reach {target}")

    def whenever(self, seen: Locator) -> None:
        self._between.append(seen)

    def close(self, seen: Locator) -> None:
        self.press(seen)

    def _uncover(self, target: Locator) -> None:
        for each in self._between:
            if each.is_visible():
                return self.press(each)
        raise AssertionError(f"something lies over {target}")


WAYS: dict[str, type[Hands]] = {"mouse": Mouse, "touch": Touch, "keyboard": Keyboard}
