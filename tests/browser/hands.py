"""Three ways to use the page: with a mouse at a desk, with a finger on a phone, by keyboard alone.

A test says what to press and what to write; how that is done is here, so that every scenario can
be played with all three. None reaches around the page: what a person could not press, neither can
these.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE

FARTHEST = 250
"""Key presses from one thing to another; after that it is out of reach."""


class Hands(ABC):
    device: ClassVar[dict[str, Any]] = DESKTOP

    def __init__(self, page: Page) -> None:
        self.page = page

    def at(self, test: str) -> Locator:
        """What the page has marked for tests with this name."""
        return self.page.locator(f'[data-test="{test}"]')

    @abstractmethod
    def press(self, target: Locator) -> None:
        """A button, a link, a part that unfolds, a tick, one of several."""

    def write(self, field: Locator, text: str) -> None:
        """In place of what stands there."""
        self.press(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def whenever(self, seen: Locator) -> None:
        """Press this if it comes in between: something to be read and closed."""
        self.page.add_locator_handler(seen, self.press)

    def close(self, seen: Locator) -> None:
        """Something of that kind that is there now."""
        expect(seen).to_be_hidden()  # before it looks, what comes in between is pressed


class Mouse(Hands):
    def press(self, target: Locator) -> None:
        _grip(target).click()


class Touch(Hands):
    device = PHONE

    def press(self, target: Locator) -> None:
        _grip(target).tap()


def _grip(target: Locator) -> Locator:
    """Ticks are pressed at their label, which is larger and may be all that is drawn."""
    label = target.locator("xpath=self::input[@type='radio' or @type='checkbox']/ancestor::label")
    return label if label.count() else target


TOWARDS = """target => {
  const at = document.activeElement;
  if (at === target) return 'there';
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (modal && !modal.contains(target)) return 'covered';
  const after = (one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const radio = target.type === 'radio' && at.type === 'radio' && at.name === target.name;
  if (radio) return after(at, target) ? 'ArrowRight' : 'ArrowLeft';
  const group = target.tabIndex < 0 && target.closest('[role=tablist], [role=group]');
  if (group && group !== at && group.contains(at)) {
    const [here, there] = [at, target].map((each) => each.getBoundingClientRect());
    if (there.top >= here.bottom) return 'ArrowDown';
    if (there.bottom <= here.top) return 'ArrowUp';
    return there.left > here.left ? 'ArrowRight' : 'ArrowLeft';
  }
  return at === document.body || after(at, target) ? 'Tab' : 'Shift+Tab';
}"""
"""The next key on the way to a target: Tab to it or to its group, arrows inside a group."""


class Keyboard(Hands):
    """Tab, arrows, Enter and Space; never the mouse."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._between: list[Locator] = []

    def press(self, target: Locator) -> None:
        self.reach(target)
        kind = target.evaluate("element => element.type ?? ''")
        if kind == "radio" and target.is_checked():
            return  # the arrow that led there has chosen it
        if kind not in ("text", "number", "search"):
            self.page.keyboard.press("Space" if kind in ("radio", "checkbox") else "Enter")

    def reach(self, target: Locator) -> None:
        """Go there, and press nothing."""
        target.wait_for()
        for _ in range(FARTHEST):
            key = target.evaluate(TOWARDS)
            if key == "there":
                return
            if key == "covered":
                self._uncover(target)
            else:
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
