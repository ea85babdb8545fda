"""Four languages, switched in mid-game; no English is left in the other three."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomer
from tests.browser.places import PLACES, go_to, hook
from tests.browser.problems import Problems
from tests.browser.scenery import Scenery

WORDS = re.compile(r"[^\W\d_]{2,}")
HASH = re.compile(r"[0-9a-f]{32,}")
OTHERS = ["de", "nl", "fr"]
SAMPLE = ["manhattan-middle"]
ALIKE = re.compile(
    r"""
    Baumeister | Manhattan | Tangram\ City | English | Deutsch | Nederlands | Français
    | Ada | Bo | (Eager\ Emil|Planner\ Paul)(\ \d+)?
    """,
    re.VERBOSE,
)
"""Names, which are the same in every language."""


TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (!parentElement.closest('script, style, noscript, code, [aria-live]')) found.push(data);
  }
  for (const each of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder'])
      found.push(each.getAttribute(name) ?? '');
  return [document.title, ...found].map((text) => text.trim().replace(/\\s+/g, ' '));
}"""


SPEAKING = """
localStorage.clear();
localStorage.setItem('baumeister.kept.settings', '{"language": "%s"}');
"""
"""As in a new browser of that language, without the cost of one."""


def sentences(page: Page) -> set[str]:
    """The page's texts of two words or more, including those for screen readers."""
    texts: list[str] = page.evaluate(TEXTS)
    return {text for text in texts if len(WORDS.findall(text)) > 1 and not HASH.fullmatch(text)}


def names(text: str) -> bool:
    return not WORDS.search(ALIKE.sub("", text))


def speak(page: Page, language: str) -> None:
    page.locator(hook("language")).select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize(
    "name",
    [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.slow) for name in PLACES],
)
def test_no_english_is_left(
    newcomer: Newcomer, problems: Problems, scenery: Scenery, name: str
) -> None:
    problems.expect("GPU stall")  # software rendering of the skyline
    place = PLACES[name]
    if place.phone:
        pytest.skip("the same words as at a desk")
    page = newcomer(storage_state=scenery.state)
    said = {}
    for language in ["en", *OTHERS]:
        page.add_init_script(SPEAKING % language)  # the last one counts
        go_to(page, place, scenery)
        expect(page.locator("html")).to_have_attribute("lang", language)
        said[language] = sentences(page)
    for language in OTHERS:
        left = {text for text in said["en"] & said[language] if not names(text)}
        assert left == set(), f"English in {language}"


def test_switched_at_once_in_mid_game(
    newcomer: Newcomer, problems: Problems, scenery: Scenery
) -> None:
    """Without a reload: the held piece stays where it is."""
    problems.expect("WebSocket is closed before")  # faster than a person would switch
    page = newcomer(storage_state=scenery.state)
    go_to(page, PLACES["tangram-preview"], scenery)
    page.evaluate("window.here = true")
    expect(page.locator(".unseen[aria-live]")).to_contain_text("rectangle")  # the preview
    said = sentences(page)
    held = page.locator(hook("held")).get_attribute("transform")
    for language in [*OTHERS, "en"]:
        speak(page, language)
        words = page.locator(hook("status")).inner_text()
        assert words
        if language != "en":
            expect(page.locator(hook("confirm"))).not_to_have_text("Place")
        assert page.locator(hook("held")).get_attribute("transform") == held
    assert sentences(page) == said
    assert page.evaluate("window.here")


def test_the_language_is_remembered(page: Page) -> None:
    page.goto("")
    speak(page, "nl")
    page.goto("tables")
    expect(page.locator("html")).to_have_attribute("lang", "nl")


def test_impossible_options_are_explained(newcomer: Newcomer, problems: Problems) -> None:
    page = newcomer(locale="fr")
    page.add_init_script(
        "localStorage.setItem('baumeister.kept.setup.manhattan',"
        ' \'{"given": {"variants": ["godzilla", "baby-godzilla"]}}\')'
    )
    problems.expect("400|409|422")
    page.goto("new/manhattan")
    expect(page.locator(hook("problem"))).to_contain_text(
        "Godzilla et Bébé Godzilla ne vont pas ensemble"
    )
