# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Planted globals that globals.py must find, and symbols that are no globals."""

from __future__ import annotations

import unittest

import globals as checker

LISTING = """
Name                Value           Class        Type         Size             Line  Section

arauto::os::g_count|0000000000000000|   B  |            OBJECT|0000000000000004|     |.bss
arauto::t_depth|0000000000000000|   D  |               TLS|0000000000000004|     |.tdata
place|0000000000000000|   d  |            OBJECT|0000000000000008|     |.data.rel.local
vtable for Host|0000000000000000|   V  |            OBJECT|0000000000000018|     |.data.rel.ro
kTable|0000000000000000|   r  |            OBJECT|0000000000000018|     |.rodata
guard variable for f()::x|0000000000000000|   b  |            OBJECT|0000000000000008|     |.bss
f()|0000000000000000|   T  |              FUNC|0000000000000008|     |.text
.bss|0000000000000000|   b  |           SECTION|0000000000000000|     |.bss
"""


class Globals(unittest.TestCase):
    def test_only_what_a_program_may_write_to_is_listed(self) -> None:
        names = checker.writable_names(LISTING)
        self.assertEqual(names, ["arauto::os::g_count", "arauto::t_depth", "place"])

    def test_names_lose_namespaces_and_parameters(self) -> None:
        module = "src/core/wait"
        for long, short in (
            ("arauto::core::(anonymous namespace)::g_policy", "g_policy"),
            ("arauto::core::wait(bool (*)() noexcept)::times", "wait::times"),
            ("arauto::core::(anonymous namespace)::Hold::is_held", "Hold::is_held"),
            ("calls.3", "calls"),
        ):
            self.assertEqual(checker.short_name(long, module), short)

    def test_a_global_that_the_table_does_not_name_is_a_fault(self) -> None:
        faults = list(checker.check({"src/base/log": {"g_level", "g_file"}}, {}))
        self.assertEqual(len(faults), 2)
        self.assertIn("'g_file' is a mutable global", faults[0])

    def test_a_name_of_the_table_without_a_global_is_a_fault(self) -> None:
        table = {"src/base/log": {"a reason": "g_level g_file? g_gone"}}
        faults = list(checker.check({"src/base/log": {"g_level"}}, table))
        self.assertEqual(len(faults), 1)
        self.assertIn("'g_gone' is no mutable global", faults[0])

    def test_nothing_is_said_of_modules_that_are_not_compiled(self) -> None:
        self.assertEqual(list(checker.check({}, {"src/base/log": {"a reason": "g_level"}})), [])

    def test_a_module_of_the_table_without_a_source_is_a_fault(self) -> None:
        faults = list(checker.check({}, {"src/base/gone": {"a reason": "g_level"}}))
        self.assertIn("there is no such source", faults[0])


if __name__ == "__main__":
    unittest.main()
