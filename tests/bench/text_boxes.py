# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Which texts of a matplotlib figure lie over another."""

from __future__ import annotations


def hidden_labels(figure: object) -> set[object]:
    """Labels of ticks outside the view, which are not drawn."""
    labels = set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
                if not low <= tick.get_loc() <= high:
                    labels |= {tick.label1, tick.label2}
    return labels


def overlaps(figure: object) -> list[tuple[str, str]]:
    from matplotlib.text import Text

    figure.canvas.draw()
    renderer, hidden = figure.canvas.get_renderer(), hidden_labels(figure)
    boxes = [
        (text.get_text(), text.get_window_extent(renderer))
        for text in figure.findobj(Text)
        if text.get_text().strip() and text.get_visible() and text not in hidden
    ]
    return [
        (one, other)
        for number, (one, box) in enumerate(boxes)
        for other, other_box in boxes[number + 1 :]
        if box.overlaps(other_box)
    ]
