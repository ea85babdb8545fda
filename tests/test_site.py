"""The documentation site, its pictures, and `baumeister docs`."""

from __future__ import annotations

import ast
import json
import re
import sys
import threading
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from baumeister.cli import docs
from tests.browser.rule_pictures import FOLDER, STAMPS, figures

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tools" / "documentation"))

import reference  # noqa: E402
import rules  # noqa: E402
from docstrings import as_markdown  # noqa: E402


def test_the_pictures_of_the_rules_are_current():
    """`tools/rule-pictures` takes them."""
    assert json.loads(STAMPS.read_text("utf-8")) == figures()
    assert {f"{path.parent.name}/{path.stem}" for path in FOLDER.glob("*/*.webp")} == set(figures())


@pytest.mark.parametrize("game_id", rules.plugins())
def test_every_picture_is_on_the_page_of_its_game(game_id):
    shown = re.findall(r"rules/([\w/-]+)\.webp", rules.source(game_id))
    assert shown == [name for name in figures() if name.startswith(f"{game_id}/")]


def test_every_public_module_says_what_it_is():
    assert "baumeister.core" in reference.public()
    silent = [
        name
        for name in reference.public()
        if not ast.get_docstring(ast.parse(reference.modules()[name].read_text("utf-8")))
    ]
    assert not silent


def test_a_name_is_described_on_one_page():
    own, elsewhere = reference.exports("baumeister")
    assert own == {"new_match"}
    assert elsewhere["game"] == "baumeister.core.registry.find"
    assert "Match" in reference.exports("baumeister.core")[0]


def test_examples_in_docstrings_become_code():
    text = "One.\n\n>>> 1 + 1\n2\n\nTwo.\n\n>>> for a in ():\n...     a\n>>> 3\n3"
    assert as_markdown(text) == (
        "One.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nTwo.\n\n"
        "```pycon\n>>> for a in ():\n...     a\n>>> 3\n3\n```\n"
    )
    assert as_markdown("MARKED[side][card]: a site") == "`MARKED[side][card]`: a site"


@pytest.mark.skipif(not (docs.SITE / "index.html").exists(), reason="./check builds the site")
def test_the_site_loads_nothing_from_other_hosts():
    loaded = re.compile(r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=[\"']?(?:https?:)?//")
    pages = list(docs.SITE.rglob("*.html"))
    assert len(pages) > 50
    assert not [page for page in pages if loaded.search(page.read_text("utf-8"))]


def test_docs_shows_the_pages_to_this_computer(tmp_path, monkeypatch):
    monkeypatch.setattr(docs, "SITE", tmp_path)
    (tmp_path / "index.html").write_text("Baumeister")
    (tmp_path / "folder").mkdir()
    with docs.make_server(0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        with urlopen(f"http://127.0.0.1:{server.server_port}/") as answer:
            assert answer.read() == b"Baumeister"
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"http://127.0.0.1:{server.server_port}/folder/")
        server.shutdown()
        thread.join()
    assert server.server_address[0] == "127.0.0.1"


def test_docs_without_a_site_says_where_the_pages_are(run, tmp_path, monkeypatch):
    monkeypatch.setattr(docs, "SITE", tmp_path)
    code, _, err = run("docs")
    assert code == 1
    assert "./check builds it" in err
