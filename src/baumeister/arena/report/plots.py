"""Small SVG plots for the report, coloured by its style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from baumeister.arena.rating.statistics import Estimate

WIDTH: Final = 440
SIDE: Final = 12
ROW: Final = 38
NAME: Final = 15
"""Height of a label; it is above the plot because a phone has no room beside it."""
TOP: Final = 4
AXIS: Final = 24
SPAN: Final = WIDTH - 2 * SIDE


class Scale:
    """Maps values to positions along an axis."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high if high > low else low + 1

    def __call__(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return SIDE + SPAN * min(1.0, max(0.0, part))

    def ticks(self) -> list[float]:
        """About seven round values."""
        rough = (self.high - self.low) / 7
        size = 10 ** floor(log10(rough))
        step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough * 0.999)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]


def intervals(
    names: Sequence[str],
    estimates: Sequence[Estimate],
    texts: Sequence[str],
    scale: Scale,
    *,
    tick: str,
    mark: float | None = None,
) -> str:
    """A dot with its interval for each name, and a dashed line at `mark`."""
    parts = _axis(scale, len(names), tick)
    if mark is not None:
        x, bottom = scale(mark), TOP + ROW * len(names)
        parts.append(f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}"/>')
    for row, (name, estimate, text) in enumerate(zip(names, estimates, texts, strict=True)):
        top = TOP + ROW * row
        y = top + NAME + (ROW - NAME) / 2
        low, value, high = scale(estimate.low), scale(estimate.value), scale(estimate.high)
        parts += _label(name, text, top)
        parts.append(f'<line class="range" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{value:.1f}" cy="{y}" r="4"/>')
    return _svg(parts, TOP + ROW * len(names) + AXIS)


def distributions(names: Sequence[str], values: Sequence[Sequence[int]]) -> str:
    """A histogram of points for each name; the line is the mean."""
    every = sorted(value for each in values for value in each)
    scale = Scale(every[0] - 1, every[-1] + 1)
    bins = max(8, min(40, round((scale.high - scale.low) / 2), round(len(every) ** 0.5) * 2))
    size = (scale.high - scale.low) / bins
    height = 64
    parts = _axis(scale, len(names) * height / ROW, "{:.0f}")
    for row, (name, each) in enumerate(zip(names, values, strict=True)):
        base = TOP + height * (row + 1)
        counts = [0] * bins
        for value in each:
            counts[min(bins - 1, int((value - scale.low) / size))] += 1
        most = max(counts)
        points = [f"{scale(scale.low):.1f},{base}"]
        for index, count in enumerate(counts):
            y = base - (height - NAME - 8) * count / most
            left, right = scale.low + index * size, scale.low + (index + 1) * size
            points += [f"{scale(left):.1f},{y:.1f}", f"{scale(right):.1f},{y:.1f}"]
        points.append(f"{scale(scale.high):.1f},{base}")
        average = sum(each) / len(each)
        x = scale(average)
        parts += _label(name, f"{average:.1f}", base - height)
        parts.append(f'<polygon class="histogram" points="{" ".join(points)}"/>')
        top = base - height + NAME + 8
        parts.append(f'<line class="middle" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{base}"/>')
    return _svg(parts, TOP + height * len(names) + AXIS)


def times(names: Sequence[str], means: Sequence[float], longest: Sequence[float]) -> str:
    """The mean and the maximum time of a decision, on a logarithmic scale."""
    low = floor(log10(max(1e-6, min(means))))
    high = ceil(log10(max(1e-5, *longest)))
    scale = Scale(low, max(high, low + 1))
    parts = []
    for power in range(low, int(scale.high) + 1):
        x, bottom = scale(power), TOP + ROW * len(names)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}"/>')
        text = seconds_text(10.0**power)
        parts.append(f'<text class="tick" x="{x:.1f}" y="{bottom + 15}">{text}</text>')
    for row, (name, average, most) in enumerate(zip(names, means, longest, strict=True)):
        top = TOP + ROW * row
        y = top + NAME + (ROW - NAME) / 2
        begin, middle = SIDE, scale(log10(max(average, 1e-6)))
        end = scale(log10(max(most, 1e-6)))
        parts += _label(name, seconds_text(average), top)
        parts.append(
            f'<rect class="bar" x="{begin}" y="{y - 5}" height="10" rx="2" '
            f'width="{max(2, middle - begin):.1f}"/>'
        )
        parts.append(f'<line class="range" x1="{middle:.1f}" x2="{end:.1f}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="ring" cx="{end:.1f}" cy="{y}" r="4"/>')
    return _svg(parts, TOP + ROW * len(names) + AXIS)


def seconds_text(seconds: float) -> str:
    """A duration with a readable unit.

    >>> seconds_text(0.0123), seconds_text(2.5), seconds_text(0.00002)
    ('12 ms', '2.5 s', '20 µs')
    """
    size, unit = (1.0, "s") if seconds >= 0.9995 else (1e-3, "ms")
    if seconds < 0.9995e-3:
        size, unit = 1e-6, "µs"
    number = seconds / size
    return f"{number:.2g} {unit}" if number < 99 else f"{number:.0f} {unit}"


def _axis(scale: Scale, rows: float, tick: str) -> list[str]:
    bottom = TOP + ROW * rows
    parts = []
    for value in scale.ticks():
        x = scale(value)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom:.0f}"/>')
        text = tick.format(value)
        parts.append(f'<text class="tick" x="{x:.1f}" y="{bottom + 15:.0f}">{text}</text>')
    return parts


def _label(name: str, text: str, top: float) -> list[str]:
    shown = escape(name if len(name) <= 40 else name[:39] + "…")
    whole = f"<title>{escape(name)}</title>"
    y = top + NAME - 2
    return [
        f'<text x="{SIDE}" y="{y}">{shown}{whole}</text>',
        f'<text class="value" x="{WIDTH - SIDE}" y="{y}">{text}</text>',
    ]


def _svg(parts: Sequence[str], height: float) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img">{"".join(parts)}</svg>'
