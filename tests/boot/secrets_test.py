# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Processes that reach another job without knowing its secret: the process that notices refuses
them, in one sentence, before any data is sent."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "multi"))

from jobs import PROGRAM, JobTest, main
from pmi_server import LaunchedJob

SECRET = slice(16, 48)  # of what rank 0 publishes of the job, in hexadecimal digits
REFUSED = "was not made with the secret of this job"
TRAFFIC = [PROGRAM, "traffic"]


class Secrets(JobTest):
    """Real jobs, and a launcher that mixes them up."""

    def sees_refusal(self, job: LaunchedJob, said: str) -> None:
        """One sentence from one process, and a status that is not 0."""
        self.assertEqual(said.count("arauto: "), 1, said)
        self.assertIn(REFUSED, said)
        self.assertEqual(job.abort_status, 1)

    def test_a_process_that_was_told_another_secret(self) -> None:
        def change(rank: int, key: str, text: str) -> str:
            if rank != 1 or key != "arauto-0-root":
                return text
            other = "".join(f"{15 - int(digit, 16):x}" for digit in text[SECRET])
            return text[: SECRET.start] + other + text[SECRET.stop :]

        for continues in ("auto", "continue"):
            job = LaunchedJob(self, 3, TRAFFIC, change, ARAUTO_ON_FAILURE=continues)
            statuses, said = job.end()
            self.assertNotIn(0, statuses)
            self.sees_refusal(job, said)

    def test_a_job_that_is_given_an_address_of_another(self) -> None:
        first = LaunchedJob(self, 2, TRAFFIC)
        first.wait_ready()

        def change(rank: int, key: str, text: str) -> str:
            return first.values[key] if (rank, key) == (0, "arauto-1-ofi") else text

        second = LaunchedJob(self, 2, TRAFFIC, change)
        statuses, said = second.end()
        self.assertNotIn(0, statuses)
        self.sees_refusal(second, said)
        self.assertTrue(first.is_running())
        first.kill()
        self.assertEqual(first.end()[1], "")  # so nothing of the second has reached it


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
