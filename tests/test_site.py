# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Planted faults in links and menus that docs/make_site.py must find, and what it makes of pages.
Where `make docs` has installed the site's builder, also that it builds the site without a warning,
so that its own look at the links agrees."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "docs"))

import make_site  # noqa: E402

SPHINX = TOP / "build" / "venv-docs" / "bin" / "sphinx-build"


class Pages(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)

    def tree(self, files: dict[str, str]) -> Path:
        for name, text in files.items():
            make_site.write(self.top / name, text)
        return self.top

    def faults(self, files: dict[str, str]) -> list[str]:
        return [fault.text for fault in make_site.check_links(self.tree(files))]

    def test_links_that_lead_somewhere_are_no_faults(self) -> None:
        files = {
            "README.md": "[a](docs/a.md#b-c) [d](docs) [here](#top-of-it)\n# Top of it\n",
            "docs/README.md": "[up](../README.md) [web](https://example.org/none)\n",
            "docs/a.md": "## `b` [c](README.md)\n",
        }
        self.assertEqual(self.faults(files), [])

    def test_a_page_that_is_not_there_is_found(self) -> None:
        self.assertEqual(self.faults({"README.md": "[a](docs/a.md)\n"}), ["docs/a.md is not there"])

    def test_a_folder_without_a_page_is_found(self) -> None:
        files = {"README.md": "[a](docs)\n", "docs/a.md": "\n"}
        self.assertEqual(self.faults(files), ["docs/README.md is not there"])

    def test_a_heading_that_is_not_there_is_found(self) -> None:
        files = {"README.md": "[a](docs/a.md#c) [b](#d)\n", "docs/a.md": "# b\n```\n# c\n```\n"}
        wanted = ["docs/a.md has no heading #c", "README.md has no heading #d"]
        self.assertEqual(self.faults(files), wanted)

    def test_code_has_no_links(self) -> None:
        text = "`x[n](2:3)`\n\n    a[1](b)\n\n```fortran\ny = a[2](i)\n```\n"
        self.assertEqual(self.faults({"README.md": text}), [])

    def test_a_page_that_no_menu_has_is_found(self) -> None:
        top = self.tree({"README.md": "\n", "docs/a.md": "\n", "docs/b.md": "\n"})
        menu = {"Start": ["README.md", "docs/a.md", "docs/c.md"], "Again": ["docs/a*.md"]}
        found = " ".join(fault.text for fault in make_site.check_menu(top, menu))
        for words in (
            "no menu has docs/b.md",
            "docs/a.md 2 times",
            "names docs/c.md, which is not",
        ):
            self.assertIn(words, found)

    def test_sources_become_pages_and_folders_their_readme(self) -> None:
        top = self.tree(
            {
                "README.md": "# T\n[a](examples/a.f90) [d](docs) [l](LICENSE) `x[n](2:3)`\n",
                "docs/README.md": "# `D`\n",
                "docs/site.css": "",
                "examples/a.f90": "end\n",
                "LICENSE": "free\n",
            }
        )
        make_site.stage(top, top / "out", {"Start": ["README.md", "docs/*.md"]})
        pages = top / "out" / "pages"
        wanted = "# T\n[a](examples/a.f90.md) [d](docs/README.md) [l](LICENSE) `x[n](2:3)`\n"
        text = (pages / "README.md").read_text()
        self.assertTrue(text.startswith(wanted), text)
        self.assertIn(":caption: Start\n\ndocs/README.md\n```", text)
        self.assertIn("```fortran\nend\n```", (pages / "examples" / "a.f90.md").read_text())
        self.assertEqual((pages / "LICENSE").read_text(), "free\n")

    def test_pages_of_a_pattern_are_below_the_page_of_their_folder(self) -> None:
        names = (
            "README.md",
            "docs/a.md",
            "docs/a/b.md",
            "docs/a/c/d.md",
            "docs/e/f.md",
            "src/x.md",
        )
        top = self.tree({"docs/site.css": "", **{name: f"# {name}\n" for name in names}})
        menu = {"Start": ["README.md", "docs/a.md", "docs/a/*.md", "docs/a/c/*.md", "docs/e/*.md"]}
        make_site.stage(top, top / "out", menu)
        pages = top / "out" / "pages"
        home = (pages / "README.md").read_text()
        self.assertIn("\n\ndocs/a.md\ndocs/e/f.md\n```", home)
        self.assertIn("\n\na/b.md\na/c/d.md\n```", (pages / "docs" / "a.md").read_text())
        self.assertTrue((pages / "src" / "x.md").read_text().startswith("---\norphan: true\n"))

    @unittest.skipUnless(SPHINX.exists(), "`make docs` has not installed Sphinx")
    def test_the_site_builds_without_a_warning(self) -> None:
        make_site.stage(TOP, self.top, make_site.MENU)
        words = [SPHINX, "-q", "-W", "--keep-going", self.top / "pages", self.top / "html"]
        done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=240)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
        self.assertTrue((self.top / "html" / "searchindex.js").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)  # tells what was skipped
