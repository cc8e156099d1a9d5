# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The generator of the reference. house.reference checks that its pages are fresh."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "docs"))

import reference  # noqa: E402

HEAD = "/* SPDX-License-Identifier: BSD-3-Clause\n * {}\n */\n#pragma once\n"
PLAIN = (
    HEAD.format(
        """Copies. Two kinds:
 *
 *   near   by load
 *          and store
 *   far    by message"""
    )
    + """
#include "arauto/status.h"
#if defined(__cplusplus)
extern "C" {
#endif

#define ARAUTO_ANY (-1) /**< whichever is there */

/** How far. */
typedef enum arauto_scope {
    ARAUTO_HERE = 0, /**< here */
    ARAUTO_THERE = 1 /**< there, as
                        arauto_copy says */
} arauto_scope_t;

/** Copies `bytes`. Never waits.
 *  @param bytes  may be
 * 0
 *  @order  none
 *  @return, @error  a status
 *  @example
 *      if (arauto_copy(to, 8)) {
 *          return 1;
 *      } */
ARAUTO_EXPORT arauto_status_t arauto_copy(void* to,
                                          size_t bytes) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_move(void* to, size_t bytes) ARAUTO_NOEXCEPT;

ARAUTO_EXPORT int arauto_alone(void) ARAUTO_NOEXCEPT;

static inline int arauto_short(int a) ARAUTO_NOEXCEPT {
    return a;
}

struct arauto_pair {
    int first ARAUTO_ABSENT; /**< of two; MPI_INT */
};

#if defined(__cplusplus)
}
#endif
"""
)
CLASSES = (
    "// SPDX-License-Identifier: BSD-3-Clause\n// Boxes, over arauto/a.h.\n#pragma once\n"
    """namespace arauto {
namespace detail {
struct hidden {};
} // namespace detail

/// A box.
template <class T> class box : public detail::hidden {
  public:
    /// Takes a value.
    explicit box(T value) noexcept : value_{value}, is_full_(true) { check(); }
    box(const box&) = delete;
    [[nodiscard]] T value() const noexcept { return value_; }

  private:
    void check();
    T value_;
};
} // namespace arauto
"""
)


class Reference(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.include = Path(folder.name)
        (self.include / "spi").mkdir()
        (self.include / "a.h").write_text(PLAIN)
        (self.include / "box.hpp").write_text(CLASSES)
        (self.include / "spi" / "inner.h").write_text(
            HEAD.format("Inside.") + "/** As arauto_copy. */\nvoid arauto_inner(void);\n"
        )
        files = reference.generate(self.include)
        self.pages = {
            path.relative_to(reference.API).as_posix(): text for path, text in files.items()
        }

    def test_each_header_has_a_page(self) -> None:
        self.assertEqual(set(self.pages), {"README.md", "a.md", "box.md", "spi/inner.md"})

    def test_a_comment_becomes_prose_code_and_a_list(self) -> None:
        page = self.pages["a.md"]
        self.assertIn(
            "## `arauto_copy`\n\n## `arauto_move`\n\n```c\n"
            "arauto_status_t arauto_copy(void* to, size_t bytes);\n"
            "arauto_status_t arauto_move(void* to, size_t bytes);\n```\n\n"
            "Copies `bytes`. Never waits.\n\n- `bytes`: may be 0\n- **Order**: none\n"
            "- **Returns, errors**: a status\n\n"
            "```c\nif (arauto_copy(to, 8)) {\n    return 1;\n}\n```\n",
            page,
        )
        self.assertIn("- near: by load and store\n- far: by message\n", page)
        self.assertIn("```c\nint arauto_alone(void);\n```\n", page)
        self.assertIn("```c\nint arauto_short(int a);\n```\n", page)
        self.assertIn("    int first;\n};\n```\n\n- `int first`: of two; `MPI_INT`\n", page)
        self.assertIn("#define ARAUTO_ANY (-1)\n```\n\nwhichever is there\n", page)

    def test_members_keep_their_comments(self) -> None:
        self.assertIn(
            "    ARAUTO_THERE = 1\n} arauto_scope_t;\n```\n\nHow far.\n\n"
            "- `ARAUTO_HERE = 0`: here\n"
            "- `ARAUTO_THERE = 1`: there, as [`arauto_copy`](#arauto_copy) says\n",
            self.pages["a.md"],
        )

    def test_of_a_class_the_interface_is_shown(self) -> None:
        self.assertIn(
            "template <class T> class box {\n    /// Takes a value.\n"
            "    explicit box(T value) noexcept;\n    T value() const noexcept;\n};\n",
            self.pages["box.md"],
        )
        self.assertNotIn("hidden", self.pages["box.md"])

    def test_names_are_links_and_implementers_come_last(self) -> None:
        self.assertIn("[`arauto_copy`](../a.md#arauto_copy)", self.pages["spi/inner.md"])
        self.assertIn("over [arauto/a.h](a.md).", self.pages["box.md"])
        index = self.pages["README.md"]
        self.assertIn("[`arauto_move`](a.md#arauto_move): Copies `bytes`.\n", index)
        self.assertLess(index.index("(box.md)"), index.index("(spi/inner.md)"))

    def test_a_declaration_has_the_name_that_it_declares(self) -> None:
        (self.include / "spi" / "words.hpp").write_text(
            "// SPDX\n// Words.\n#pragma once\n"
            "namespace arauto::spi {\n"
            "/// Two.\nstruct alignas(64) Words {\n    int first;\n};\n\n"
            "/// None.\ninline constexpr int kNone = sizeof(Words);\n\n"
            "/// A number.\nusing Number = int;\n\n"
            "/// Called.\ntemplate <typename T>\nconcept Called = requires(T t) { t(); };\n\n"
            "} // namespace arauto::spi\n"
        )
        (self.include / "spi" / "weak.h").write_text(
            HEAD.format("Weak.") + "/** Maybe there. */\n"
            "ARAUTO_EXPORT __attribute__((weak)) int arauto_maybe(void) ARAUTO_NOEXCEPT;\n"
        )
        pages = reference.generate(self.include)
        words = pages[reference.API / "spi" / "words.md"]
        self.assertEqual(
            [line[4:-1] for line in words.splitlines() if line.startswith("## ")],
            ["Words", "kNone", "Number", "Called"],
        )
        self.assertIn("struct alignas(64) Words {\n    int first;\n};\n", words)
        self.assertIn("## `arauto_maybe`\n", pages[reference.API / "spi" / "weak.md"])

    def test_an_unknown_tag_is_a_fault(self) -> None:
        (self.include / "a.h").write_text(PLAIN.replace("@order", "@ordre"))
        with self.assertRaisesRegex(SystemExit, "@ordre is no tag"):
            reference.generate(self.include)


if __name__ == "__main__":
    unittest.main()
