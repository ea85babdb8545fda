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
    """Thirty generations make the network better alone, and its search better too.

    Rates over 600 games have a standard error of 2 %.
    """
    pytest.importorskip("torch", reason="needs: pip install torch")
    names = runpy.run_path(str(TUTORIAL.with_name("alphazero.py")))
    before, after = names["main"](["--generations", "30", "--every", "30", "--matches", "600"])
    assert (before.games, after.games) == (0, 30 * 128)
    assert after.alone > before.alone + 0.06
    assert after.search > before.search + 0.04
