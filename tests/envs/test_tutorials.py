"""The slow tutorial; the others run as doctests of `docs/`."""

from __future__ import annotations

import re
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
