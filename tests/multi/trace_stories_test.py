# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The programs of docs/guide/trace.md: the report names what the page says, and no more when the
program has been mended.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from jobs import main
from trace_test import TracedJobs

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


class TraceStories(TracedJobs):
    """Each is run, mended and run again."""

    def test_a_needless_barrier(self) -> None:
        text = (EXAMPLES / "needless_barrier.f90").read_text()
        line = next(n for n, words in enumerate(text.splitlines(), 1) if words == "    sync all")
        words = ("-g", "-O2", "-cpp")
        program = self.compile("needless_barrier.f90", text, *words)
        ended = self.run_traced(program, 4)
        self.assertEqual((ended.status, ended.out), (0, "the heat of the rod: 1000.0\n"), ended.err)
        causes = [c for c in self.findings()["causes"] if c["pattern"] == "all meet"]
        seconds = {cause["line"]: cause["seconds"] for cause in reversed(causes)}
        self.assertEqual(max(seconds, key=lambda at: seconds[at], default=0), line, causes)
        said = re.sub(r"\s+", " ", self.doctor("arauto-trace.arauto", "--top=100").stdout)
        self.assertIn(f"needless_barrier.f90:{line} sync all", said)
        self.assertIn("exchanges nothing with those that wait", said)

        mended = self.compile("needless_barrier.f90", text, *words, "-DFIXED")
        ended = self.run_traced(mended, 4)
        self.assertEqual((ended.status, ended.out), (0, "the heat of the rod: 1000.0\n"), ended.err)
        found = self.findings()
        self.assertNotIn(("all meet", line), {(c["pattern"], c["line"]) for c in found["causes"]})
        pairs = [call for call in found["calls"] if call["kind"] == "sync images"]
        self.assertEqual([call["calls"] for call in pairs], [4 * 40])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
