"""Searching with a network that is given by path."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import baumeister
from baumeister.bots import BotError, UnknownBotError, make_bot
from baumeister.bots.manhattan.network import read
from baumeister.fast import compiled
from baumeister.fast.manhattan.networks import NETWORK_SHAPES, NETWORK_WEIGHTS
from baumeister.games.manhattan import MANHATTAN
from baumeister.training.manhattan.comparison import share_against_linear
from tests.bots.play import asked, begun

np = pytest.importorskip("numpy")
SHIPPED = Path(baumeister.__file__).parent / "bots" / "manhattan" / "weights" / "network.npz"


@pytest.fixture(scope="module")
def arrays() -> dict[str, Any]:
    rng = np.random.default_rng(4)
    return {
        name: rng.normal(0, 0.1, shape).astype(np.float16) for name, shape in NETWORK_SHAPES.items()
    }


def saved(path: Path, arrays: dict[str, Any]) -> Path:
    np.savez_compressed(path, **arrays)
    return path


def test_a_file_is_read_without_numpy_in_both_formats(
    tmp_path: Path, arrays: dict[str, Any]
) -> None:
    short = read(str(saved(tmp_path / "short.npz", arrays)))
    full = {name: each.astype(np.float32) for name, each in arrays.items()}
    assert len(short) == NETWORK_WEIGHTS
    assert short == read(str(saved(tmp_path / "full.npz", full)))
    assert np.array_equal(short, np.concatenate([each.ravel() for each in full.values()]))


@pytest.mark.skipif(not compiled(), reason="needs the compiled core")
def test_a_search_uses_the_network(tmp_path: Path, arrays: dict[str, Any]) -> None:
    path = saved(tmp_path / "network.npz", arrays)
    match = begun("manhattan", players=3)
    for nodes in (1, 40):
        bot = make_bot(f"search:network={path}:nodes={nodes}", MANHATTAN, programs=True)
        decision = asked(bot, match)
        assert decision.simulations == nodes
        assert decision.action in match.legal(match.waiting_for[0])
    for more in ("value=learned", "leaf=game"):
        with pytest.raises(BotError, match="a network is the value too"):
            make_bot(f"search:network={path}:{more}", MANHATTAN, programs=True)
    with pytest.raises(BotError, match="a policy plays out rounds"):
        make_bot(f"search:network={path}:policy=learned", MANHATTAN, programs=True)


@pytest.mark.skipif(not compiled(), reason="needs the compiled core")
@pytest.mark.parametrize("parts", ["", ":leaf=round", ":leaf=round:policy=learned"])
def test_the_shipped_network_is_searched_with_by_name(parts: str) -> None:
    match = begun("manhattan", players=4)
    decision = asked(make_bot(f"search:network=learned{parts}:nodes=30", MANHATTAN), match)
    assert decision.simulations == 30
    assert decision.action in match.legal(match.waiting_for[0])


def test_the_shipped_network_says_where_it_comes_from() -> None:
    with ZipFile(SHIPPED) as file:
        told = json.loads(file.read("provenance.json"))
    assert told.keys() == {"commit", "command", "games", "seed", "result", "date"}
    assert len(read(str(SHIPPED))) == NETWORK_WEIGHTS


@pytest.mark.skipif(not compiled(), reason="needs the compiled core")
def test_the_shipped_network_beats_level_3_without_searching() -> None:
    assert share_against_linear(SHIPPED, 100) > 0.35


def test_unusable_files_are_refused(tmp_path: Path, arrays: dict[str, Any]) -> None:
    other = tmp_path / "text.npz"
    other.write_text("hello")
    less = {name: each for name, each in arrays.items() if name != "value"}
    cases = [
        (tmp_path / "none.npz", "No such file"),
        (other, "not a file of a network's weights"),
        (saved(tmp_path / "less.npz", less), "value.npy"),
        (saved(tmp_path / "shape.npz", arrays | {"value": np.zeros((2, 4))}), "weights"),
        (saved(tmp_path / "wrong.npz", arrays | {"value": arrays["value"].T}), "weights"),
        (
            saved(tmp_path / "few.npz", arrays | {"value": arrays["value"][:2]}),
            "must have the shape",
        ),
    ]
    for path, reason in cases:
        with pytest.raises(UnknownBotError, match=reason):
            make_bot(f"search:network={path}", MANHATTAN, programs=True)
        with pytest.raises(UnknownBotError, match="not started here"):
            make_bot(f"search:network={path}", MANHATTAN)
