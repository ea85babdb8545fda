"""The slow tutorials; the others run as doctests of `docs/`."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorials" / "masked-ppo.md"


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # third-party libraries warn
def test_masked_ppo_learns(capsys):
    """Points rise above those of random play."""
    pytest.importorskip("sb3_contrib", reason="needs: pip install sb3-contrib")
    code = "\n".join(
        re.findall(r"^```python\n(.*?)^```$", TUTORIAL.read_text("utf-8"), re.S | re.M)
    )
    names = {}
    exec(compile(code, TUTORIAL.name, "exec"), names)
    assert "trained" in capsys.readouterr().out
    assert names["after"] > names["at_random"] + 3
    assert names["after"] > names["before"] + 3


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # third-party libraries warn
def test_alphazero_learns():
    """Two generations run to the end, and the network has learned from them."""
    pytest.importorskip("torch", reason="needs: pip install torch")
    names = runpy.run_path(str(TUTORIAL.with_name("alphazero.py")))
    curve = names["main"](
        ["--minutes", "0.5", "--every", "1", "--games", "64", "--matches", "40", "--nodes", "16"]
    )
    assert [games for games, *_ in curve][:2] == [0, 64]
    assert all(0 <= rate <= 1 for _, *rates in curve for rate in rates)
    assert max(alone for _, alone, _ in curve[1:]) > 0.5
