# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The destination of counters when a job ends, and the warning about variables that are no
settings."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ARAUTO = os.environ.get("ARAUTO", "arauto")
PROGRAM = str(Path(os.environ.get("ARAUTO_TEST_PROGRAMS", ".")) / "counters_program")


def run(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command with these settings alone."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("ARAUTO_")}
    return subprocess.run(
        words, capture_output=True, text=True, timeout=240, check=False, env={**clean, **settings}
    )


class Reports(unittest.TestCase):
    """The launcher reports what all images have counted."""

    def check_table(self, result: subprocess.CompletedProcess[str], images: int) -> None:
        """The table says that every image has put three times."""
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        self.assertEqual(result.stderr.count("arauto: counters of "), 1, result.stderr)
        plain = " ".join(result.stderr.split())
        if images == 1:
            self.assertIn("put 3 3 24 1.00", plain)
        else:
            sums = f"put {3 * images} (3..3) {3 * images} (3..3) {24 * images} (24..24) 1.00"
            self.assertIn(sums, plain)

    def test_by_the_option(self) -> None:
        for images in (1, 2, 5):
            self.check_table(run(ARAUTO, "run", "--counters", "-n", str(images), PROGRAM), images)

    def test_by_the_setting(self) -> None:
        for images in (1, 2, 5):
            for word in ("1", "on"):
                settings = {"ARAUTO_COUNTERS": word, "ARAUTO_NUM_IMAGES": str(images)}
                self.check_table(run(PROGRAM, **settings), images)
                self.check_table(run(ARAUTO, "run", PROGRAM, **settings), images)

    def test_not_unless_asked(self) -> None:
        for settings in ({}, {"ARAUTO_COUNTERS": "off"}, {"ARAUTO_COUNTERS": "0"}):
            result = run(ARAUTO, "run", "-n", "2", PROGRAM, **settings)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_into_a_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "counts of %h.txt"
            result = run(ARAUTO, "run", f"--counters={table}", "-n", "3", PROGRAM)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            text = (Path(folder) / f"counts of {socket.gethostname()}.txt").read_text()
            self.assertIn("counters of 3 images", text)

    def refused(self, name: str, reason: str) -> None:
        """No image begins, by hand and under `arauto run`."""
        for images, words in (("1", [PROGRAM]), ("3", [PROGRAM]), ("3", [ARAUTO, "run", PROGRAM])):
            settings = {"ARAUTO_COUNTERS": name, "ARAUTO_NUM_IMAGES": images}
            result = run(*words, "say", **settings)
            self.assertNotEqual(result.returncode, 0)
            self.assertEqual(result.stdout, "")
            self.assertIn(f"the file {name}, which {reason}", result.stderr)
            self.assertEqual(result.stderr.count(f"the file {name}"), 1, result.stderr)

    def test_a_link_is_not_followed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for target in ("table.txt", "nothing.txt"):
                (Path(folder) / "table.txt").write_text("")
                link = Path(folder) / f"link to {target}"
                link.symlink_to(Path(folder) / target)
                self.refused(str(link), "is a symbolic link, which is not followed")
                self.assertTrue(link.is_symlink())
                self.assertEqual((Path(folder) / "table.txt").read_text(), "")
                self.assertFalse((Path(folder) / "nothing.txt").exists())

    def test_a_file_of_others_is_not_written_over(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.txt", "a.json"):
                for text in ("my notes\n", '{"processes": "mine"', "arauto", "\0" * 100):
                    file = Path(folder) / name
                    file.write_text(text)
                    self.refused(str(file), "holds something else than such a report")
                    self.assertEqual(file.read_text(), text)

    def test_one_that_appears_during_the_job_is_not_written_over(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "a.txt"
            result = run(
                ARAUTO, "run", "-n", "2", f"--counters={file}", "sh", "-c",
                f"echo mine > {file}; exec {PROGRAM}",
            )  # fmt: skip
            self.assertEqual(result.returncode, 0)
            self.assertIn("the counters are lost", result.stderr)
            self.assertEqual(file.read_text(), "mine\n")
            self.assertEqual([entry.name for entry in Path(folder).iterdir()], ["a.txt"])

    def test_an_earlier_report_and_an_empty_file_make_place(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.txt", "a.json"):
                file = Path(folder) / name
                file.write_text("")
                for images in (1, 2, 3):
                    result = run(ARAUTO, "run", f"--counters={file}", "-n", str(images), PROGRAM)
                    self.assertEqual((result.returncode, result.stderr), (0, ""))
                    self.assertIn("put", file.read_text())

    def test_into_streams(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("/dev/stdout", "/dev/stderr", "/dev/null"):
                result = run(ARAUTO, "run", f"--counters={name}", "-n", "2", PROGRAM)
                self.assertEqual(result.returncode, 0, result.stderr)
                said = {"/dev/stdout": result.stdout, "/dev/stderr": result.stderr}.get(name, "put")
                self.assertIn("put", said)
            pipe = f"{folder}/pipe.txt"
            os.mkfifo(pipe)
            result = run(ARAUTO, "run", f"--counters={pipe}", "-n", "2", PROGRAM)
            self.assertIn("the counters are lost", result.stderr)  # nobody reads
            with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
                with open(pipe, "wb"):  # which ends when the reader has opened it
                    run(ARAUTO, "run", f"--counters={pipe}", "-n", "2", PROGRAM)
                self.assertIn("put", reader.communicate(timeout=240)[0])

    def test_as_json(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "counts.json"
            for images in (1, 3):
                run(ARAUTO, "run", f"--counters={file}", "-n", str(images), PROGRAM)
                found = json.loads(file.read_text())
                self.assertEqual(found["processes"], images)
                put = found["counters"]["put"]
                self.assertEqual(put["calls"], [3] * images)
                self.assertEqual(put["bytes"], [24] * images)
            listed = json.loads(run(ARAUTO, "info", "--counters", "--json").stdout)
            self.assertEqual([line["name"] for line in listed], list(found["counters"]))

    def test_of_an_image_that_died(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "counts.json"
            result = run(ARAUTO, "run", f"--counters={file}", "-n", "3", PROGRAM, "kill")
            self.assertEqual(result.returncode, 137, result.stderr)
            self.assertEqual(json.loads(file.read_text())["counters"]["put"]["calls"][2], 3)

    def test_a_file_that_cannot_be_written_is_told_of_before_the_job(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.file").write_text("as it was")
            for name in ("/nowhere/at/all.txt", folder, f"{folder}/a.file/table.txt"):
                for images in ("1", "3"):
                    settings = {"ARAUTO_COUNTERS": name, "ARAUTO_NUM_IMAGES": images}
                    for words in ([PROGRAM], [ARAUTO, "run", PROGRAM]):
                        result = run(*words, "say", **settings)
                        self.assertNotEqual(result.returncode, 0)
                        self.assertEqual(result.stdout, "")  # no image has begun
                        self.assertEqual(result.stderr.count(f"the file {name}, which"), 1, result)
            self.assertEqual([entry.name for entry in Path(folder).iterdir()], ["a.file"])

    def test_a_word_that_is_no_file(self) -> None:
        result = run(ARAUTO, "run", "--counters=yes", "-n", "2", PROGRAM)
        self.assertEqual(result.returncode, 1)
        self.assertIn("the setting ARAUTO_COUNTERS is 'yes', but it must be on, off", result.stderr)


class Unknown(unittest.TestCase):
    """A variable that looks like a setting and is none is reported once."""

    SENTENCE = (
        "arauto: the variable ARAUTO_NUM_IMAGE is no setting and changes nothing; "
        "did you mean ARAUTO_NUM_IMAGES?\n"
    )

    def test_it_is_told_once(self) -> None:
        for words in ((PROGRAM,), (ARAUTO, "run", PROGRAM), (ARAUTO, "run", "-n", "4", PROGRAM)):
            result = run(*words, ARAUTO_NUM_IMAGE="4", ARAUTO_NUM_IMAGES="3", ARAUTO_TEST_X="1")
            self.assertEqual((result.returncode, result.stderr), (0, self.SENTENCE))

    def test_nothing_near(self) -> None:
        result = run(ARAUTO, "run", "-n", "2", PROGRAM, ARAUTO_COLOUR="red")
        self.assertIn("ARAUTO_COLOUR is no setting and changes nothing; 'arauto", result.stderr)

    def test_it_can_be_silenced(self) -> None:
        result = run(PROGRAM, ARAUTO_NUM_IMAGE="4", ARAUTO_NUM_IMAGES="2", ARAUTO_LOG="error")
        self.assertEqual(result.stderr, "")

    def test_info_lists_it(self) -> None:
        lines = json.loads(run(ARAUTO, "info", "--json", ARAUTO_HEAPSIZE="1G").stdout)
        unknown = [line for line in lines if line["group"] == "unknown"]
        self.assertEqual(
            [(line["name"], line["value"]) for line in unknown], [("ARAUTO_HEAPSIZE", "1G")]
        )
        self.assertIn("ARAUTO_HEAP_SIZE", unknown[0]["help"])
        self.assertNotIn("unknown", run(ARAUTO, "info").stdout)


class Listing(unittest.TestCase):
    """`arauto info --counters` says what each means."""

    def test_every_counter_has_its_meaning(self) -> None:
        lines = json.loads(run(ARAUTO, "info", "--json", "--counters").stdout)
        self.assertTrue(all(line["group"] == "counter" and line["help"] for line in lines))
        text = run(ARAUTO, "info", "--counters").stdout
        for line in lines:
            self.assertIn(f"\n  {line['name']} ", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 112)


if __name__ == "__main__":
    sys.exit(0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1)
