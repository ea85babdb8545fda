"""Four languages, switched in mid-game; no English is left in the other three."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomer
from tests.browser.places import PLACES, go_to, hook
from tests.browser.problems import Problems
from tests.browser.scenery import Scenery
from tests.waiting import until

WORDS = re.compile(r"[^\W\d_]{2,}")
HASH = re.compile(r"[0-9a-f]{32,}")
OTHERS = ["de", "nl", "fr"]
ALIKE = re.compile(
    r"""
    Baumeister | Manhattan | Tangram\ City | English | Deutsch | Nederlands | Français
    | Ada | Bo | (Eager\ Emil|Planner\ Paul)(\ \d+)?
    | (Act\ in\ Games|Hans\ im\ Glück)\ \d{4}
    """,
    re.VERBOSE,
)
"""Names, which are the same in every language."""
SAME = {
    "de": {"Explorer", "Trainer"},
    "nl": {"Hash (SHA-256)", "Trainer"},
    "fr": {"Anti-trust", "Tables"},
}
"""English words that are words of the other language too."""


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


def is_alike(text: str, language: str) -> bool:
    rest = ALIKE.sub("", text)
    for word in SAME[language]:
        rest = rest.replace(word, "")
    return not WORDS.search(rest)


def left(english: set[str], page: Page, language: str) -> set[str]:
    """English sentences that the page still shows."""
    return {text for text in english & sentences(page) if not is_alike(text, language)}


def speak(page: Page, language: str) -> None:
    page.locator(hook("language")).select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.slow  # in every run, the test below reads a table in all languages
@pytest.mark.parametrize("name", PLACES)
def test_no_english_is_left(
    newcomer: Newcomer, problems: Problems, scenery: Scenery, name: str
) -> None:
    problems.expect("GPU stall")  # software rendering of the skyline
    place = PLACES[name]
    if place.phone:
        pytest.skip("the same words as at a desk")
    page = newcomer(storage_state=scenery.state)
    english: set[str] = set()
    for language in ["en", *OTHERS]:
        page.add_init_script(SPEAKING % language)  # the last one counts
        go_to(page, place, scenery)
        expect(page.locator("html")).to_have_attribute("lang", language)
        if language == "en":
            english = sentences(page)
        else:
            assert left(english, page, language) == set(), f"English in {language}"


def test_switched_at_once_in_mid_game_and_remembered(
    newcomer: Newcomer, problems: Problems, scenery: Scenery
) -> None:
    """Without a reload: the held piece stays where it is, and no English is left."""
    problems.expect("WebSocket is closed before")  # faster than a person would switch
    page = newcomer(storage_state=scenery.state)
    go_to(page, PLACES["tangram-preview"], scenery)
    page.evaluate("window.here = true")
    expect(page.locator(".visually-hidden[aria-live]")).to_contain_text("rectangle")  # the preview
    said = sentences(page)
    held = page.locator(hook("held")).get_attribute("transform")
    for language in [*OTHERS, "en"]:
        speak(page, language)
        words = page.locator(hook("status")).inner_text()
        assert words
        if language != "en":
            expect(page.locator(hook("confirm"))).not_to_have_text("Place")
            # the story comes in the new language
            until(lambda spoken=language: not left(said, page, spoken))
        assert page.locator(hook("held")).get_attribute("transform") == held
    assert sentences(page) == said
    assert page.evaluate("window.here")
    speak(page, "nl")
    page.goto("tables")
    expect(page.locator("html")).to_have_attribute("lang", "nl")


@pytest.mark.slow  # tests/server/test_languages.py has refusals in every run
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
