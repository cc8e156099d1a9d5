# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The manual pages of the C API: each public function has one, with all its parts."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "docs"))

import manual_api  # noqa: E402

INCLUDE = TOP / "include" / "arauto"
SECTIONS = ("NAME", "SYNOPSIS", "DESCRIPTION", "PARAMETERS", "RETURN VALUE", "ERRORS",
            "STANDARDS", "NOTES", "EXAMPLES", "SEE ALSO")  # fmt: skip


def declared() -> dict[str, tuple[str, str]]:
    """Each public function with its header and its parameters, found in another way than the
    writer finds them: after the compiler's comments are gone, by the macro or the word in front."""
    found = {}
    for header in sorted(INCLUDE.rglob("*.h")):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header.read_text(), flags=re.S)
        for name, inside in re.findall(
            r"(?:ARAUTO_EXPORT|static inline)\s[^;{(]*?(?:\(\([^;{]*?\)\)[^;{(]*?)?\b(arauto_\w+)\("
            r"((?:[^()]|\([^()]*\))*)\)",
            text,
        ):
            found[name] = (f"arauto/{header.relative_to(INCLUDE)}", inside)
    return found


class ManualPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.files = manual_api.generate("1.2.3")
        cls.functions = declared()

    def page(self, name: str) -> str:
        text = self.files[name]
        if link := re.fullmatch(r"\.so man3/(\S+)\.3\n", text):
            return self.files[link[1]]
        return text

    def test_each_public_function_has_a_page_with_its_prototype(self) -> None:
        self.assertGreater(len(self.functions), 150)
        for name, (header, inside) in self.functions.items():
            with self.subTest(name):
                page = self.page(name)
                synopsis = re.sub(r"\s+", " ", page.split(".SH SYNOPSIS")[1].split(".SH")[0])
                self.assertIn(f"#include <{header}>", synopsis)
                self.assertIn(f"{name}(", synopsis)
                self.assertRegex(page, rf"\n\.SH NAME\n{name}\b.* \\- \S")
                for parameter in inside.split(","):
                    word = re.findall(r"\w+", parameter.split(")(")[0])[-1]
                    if word != "void":
                        self.assertIn(word, synopsis)
                        self.assertRegex(page, rf"\n\.TP\n\.I {word}\n\S")

    def test_parts_of_a_page_are_in_order(self) -> None:
        for name in self.functions:
            found = re.findall(r"^\.SH (.*)$", self.page(name), re.M)
            self.assertEqual(found, [each for each in SECTIONS if each in found], name)
            self.assertLessEqual({"NAME", "SYNOPSIS", "DESCRIPTION", "RETURN VALUE"}, {*found})

    def test_statuses_and_examples_are_those_of_the_header(self) -> None:
        page = self.files["arauto_put_notify"]
        self.assertIn("\n.B ARAUTO_ERR_RANGE\nan offset, index or length outside", page)
        self.assertIn("\n.I bytes\nlength in bytes\n", page)
        self.assertIn("arauto_put_notify(inbox, right, 0, message, sizeof message, arr", page)
        self.assertIn("examples/ring.c", page)
        self.assertIn('"Arauto 1.2.3"', page)

    def test_types_lead_to_the_page_of_their_header(self) -> None:
        self.assertEqual(self.files["arauto_slot_t"], ".so man3/arauto_notify.h.3\n")
        page = self.files["arauto_notify.h"]
        self.assertIn("\n    uint64_t offset;\n} arauto_slot_t;\n", page)
        self.assertIn("\n.B arauto_notify_wait(3)\nWaits until slot", page)
        self.assertIn("\n.B arauto_notify.h(3)\ncounting notifications\n", self.files["arauto"])

    def test_references_lead_to_pages(self) -> None:
        for name, page in self.files.items():
            for other in re.findall(r"\\fB(\S+?)\\fP\(3\)", page):
                self.assertIn(other.replace("\\-", "-"), self.files, name)
        for meaning in manual_api.MEANINGS.values():
            self.assertLessEqual({*re.findall(r"arauto_\w+", meaning)}, {*self.files}, meaning)

    def test_a_parameter_of_which_nothing_is_known_is_a_fault(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.h").write_text(
                "/* SPDX\n * Copies.\n */\n#pragma once\n"
                "/** Copies. */\nARAUTO_EXPORT void arauto_copy(int riddle);\n"
            )
            with self.assertRaisesRegex(SystemExit, "arauto_copy does not say what `riddle` is"):
                manual_api.generate("1", Path(folder))

    def test_typesetters_have_no_complaints(self) -> None:
        checkers = {
            "groff": ("groff", "-man", "-ww", "-Tutf8", "-Kutf8", "-z"),
            "mandoc": ("mandoc", "-Tlint", "-Wwarning"),
        }
        there = {name: words for name, words in checkers.items() if shutil.which(name)}
        if not there:
            self.skipTest("neither groff nor mandoc is here")
        with tempfile.TemporaryDirectory() as folder:
            for name, text in self.files.items():
                if not text.startswith(".so"):
                    (Path(folder) / f"{name}.3").write_text(text)
            pages = sorted(path.name for path in Path(folder).iterdir())
            for words in there.values():
                done = subprocess.run(
                    [*words, *pages], cwd=folder, capture_output=True, text=True, check=False
                )
                said = [
                    line
                    for line in (done.stdout + done.stderr).splitlines()
                    if "missing date" not in line  # a page has the version instead
                ]
                self.assertEqual(said, [])


if __name__ == "__main__":
    unittest.main()
