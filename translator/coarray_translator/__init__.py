# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Translates coarray Fortran into plain Fortran: statements that name coarrays are rewritten as
text, all others stay as they are."""
