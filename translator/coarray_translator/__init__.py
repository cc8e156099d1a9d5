# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Coarray Fortran in, plain Fortran out: statements that name coarrays are rewritten as text, all
others stay as they are."""
