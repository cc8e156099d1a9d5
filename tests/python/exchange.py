# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Run by `arauto run -n N python exchange.py [wrong]`: what `import arauto` offers, checked."""

import sys

import arauto
import numpy as np

arauto.init()
me, count = arauto.rank(), arauto.size()
right, left = (me + 1) % count, (me - 1) % count
inbox, came = arauto.Array((4, 6)), arauto.Notify(2)
assert inbox.local.shape == (4, 6) and not inbox.local.any()
arauto.barrier()
if sys.argv[1:] == ["wrong"] and me == count - 1:
    inbox.put(count, 0.0)  # the others wait for this rank, whose exception ends them
inbox.put(right, np.full((4, 6), me), notify=came)
came.wait()
assert (inbox.local == left).all(), inbox.local
arauto.barrier()

# A column, a block, every second element, and one.
for index in ((slice(None), 2), (slice(1, 3), slice(2, 5)), (0, slice(None, None, 2)), (3, -1)):
    expected = inbox.local.copy()
    values = 100 * left + np.arange(expected[index].size).reshape(expected[index].shape)
    expected[index] = values
    arauto.barrier()
    inbox.put(right, values - 100 * left + 100 * me, index, notify=came.slot(1))
    came.wait(index=1)
    assert (inbox.local == expected).all(), (index, inbox.local, expected)
    arauto.barrier()
    assert (inbox.get(me, index) == values).all()
    theirs = values - 100 * left + 100 * me  # what we have put
    assert (inbox.get(right, index) == theirs).all()
    arauto.barrier()
assert came.query() == 0
arauto.barrier()
came.post(left)
came.wait()

words = arauto.Array(3, np.int32)
words.put(right, [me, me + 1, me + 2])
arauto.barrier()
assert words.local.tolist() == [left, left + 1, left + 2]
assert arauto.reduce([me, 1]).tolist() == [count * (count - 1) // 2, count]
assert arauto.reduce(np.float32(me), "max") == count - 1
for wrong, sentence in (
    (lambda: words.put(count, [0, 0, 0]), str(count)),
    (lambda: words.put(0, [0], [1]), "numbers and slices"),
    (lambda: arauto.reduce([1], "mean"), "only sum, prod, min, max"),
    (lambda: arauto.Array(1, object), "mean nothing to other ranks"),
):
    try:
        wrong()
    except (arauto.Error, IndexError, ValueError, TypeError) as error:
        assert sentence in str(error), error
    else:
        raise AssertionError("it was accepted")
words.free()
arauto.barrier()
if me == 0:
    print("all is well")
