# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Whole files: what USE statements become, and where the hint is declared. `=>` as in
golden_cases.py; `I` stands for the interface that declares it, which must stand there and nowhere
else."""

from __future__ import annotations

USE = {
    "only": "program p\nuse, intrinsic :: iso_fortran_env, only: notify_type\n"
    "=>use,intrinsic::iso_fortran_env,only:notify_type=>event_type\n"
    "type(notify_type) :: n[*]\nend program\n",
    "only, among others": "program p\nuse iso_fortran_env, only: int64, notify_type, event_type ! c\n"
    "=>useiso_fortran_env,only:int64,notify_type=>event_type,event_type!c\n"
    "type(notify_type) :: n[*]\ntype(event_type) :: e[*]\nend program\n",
    "only, renamed": "program p\nuse iso_fortran_env, only: nt => notify_type, et => event_type\n"
    "=>useiso_fortran_env,only:nt=>event_type,et=>event_type\n"
    "type(nt) :: n[*]\ntype(et) :: e[*]\nend program\n",
    "only, then a semicolon": "program p\nuse iso_fortran_env, only: notify_type; implicit none\n"
    "=>useiso_fortran_env,only:notify_type=>event_type;implicitnone\n"
    "type(notify_type) :: n[*]\nend program\n",
    "only, continued": "program p\nuse iso_fortran_env, &\n  only: notify_type, &\n"
    "=>only:notify_type=>event_type,\n  int64\ntype(notify_type) :: n[*]\nend program\n",
    "everything": "program p\nuse, intrinsic :: iso_fortran_env\n"
    "=>use,intrinsic::iso_fortran_envuse,intrinsic::iso_fortran_env,"
    "only:event_type,notify_type=>event_type\n"
    "implicit none\ntype(notify_type) :: n[*]\ntype(event_type) :: e[*]\n"
    "integer(int64) :: i\nend program\n",
    "everything, one renamed": "program p\nuse iso_fortran_env, nt => notify_type\n"
    "=>useiso_fortran_envuse,intrinsic::iso_fortran_env,only:event_type,nt=>event_type\n"
    "type(nt) :: n[*]\ntype(event_type) :: e[*]\ninteger(int64) :: i\nend program\n",
    "everything, event_type renamed": "program p\nuse iso_fortran_env, et => event_type\n"
    "=>useiso_fortran_env,et=>event_typeuse,intrinsic::iso_fortran_env,only:notify_type=>event_type\n"
    "type(notify_type) :: n[*]\ntype(et) :: e[*]\nend program\n",
    "from a module that has it": "module m\nuse iso_fortran_env, only: notify_type\n"
    "=>useiso_fortran_env,only:notify_type=>event_type\n"
    "type(notify_type) :: n[*]\nend module\nprogram p\nuse m, only: notify_type, n\n"
    "type(notify_type) :: o[*]\nend program\n",
}

_DECLARED = "use iso_fortran_env, only: event_type\n"
_DECLARED_THEN = "=>useiso_fortran_env,only:event_typeI\n"
_VARIABLES = "type(event_type), save :: n[*]\nreal, save :: x[*]\n"
_PUT = "x[1, notify=n] = 1\n=>x[1+H(n)]=1\n"
_BODY = _DECLARED + _DECLARED_THEN + _VARIABLES + _PUT

UNITS = {
    "program": "program p\n" + _BODY + "end program\n",
    "program without a header": _BODY + "end\n",
    "program without a header and USE": "x[1, notify=n] = 1\n=>Ix[1+H(n)]=1\nend\n",
    "after implicit none": "program p\n" + _DECLARED + "implicit none\n=>implicitnoneI\n"
    "integer, parameter :: i = 3\n" + _VARIABLES + _PUT + "end program p\n",
    "after parameter and implicit": "program p\n" + _DECLARED + "parameter (i = 3)\n"
    "implicit real (a-h)\n=>implicitreal(a-h)I\n" + _VARIABLES + _PUT + "end program p\n",
    "subroutine": "subroutine s\n" + _BODY + "end subroutine\n",
    "subroutine with arguments": "recursive subroutine s(i, j)\n" + _BODY + "end\n",
    "function": "function f(i)\n" + _BODY + "f = i\nend function f\n",
    "function with a type": "impure elemental real(8) function f(i)\n=>impureelementalreal(8)functionf(i)I\n"
    "integer, intent(in) :: i\nf = i\nx[1, notify=n] = 1\n=>x[1+H(n)]=1\nend function f\n",
    "function with a long type": "character(len=3) function f(i) result(r)\n" + _BODY + "r = 'a'\nend\n",
    "function with bind": "integer(c_int) function f(i) bind(c, name='g')\n"
    "use iso_c_binding\n" + _BODY + "f = i\nend\n",
    "module procedures": "module m\n" + _DECLARED + "implicit none\n" + _VARIABLES + "contains\n"
    "subroutine a\nend subroutine\n"
    "subroutine b\n=>subroutinebI\n" + _PUT + "end subroutine\n"
    "integer function c()\nc = 1\nend function\nend module\n",
    "internal procedure": "program p\n" + _DECLARED + _VARIABLES + "call s\ncontains\n"
    "subroutine s\n=>subroutinesI\ninteger :: i\n" + _PUT + "end subroutine\nend program\n",
    "program with an internal procedure": "program p\n" + _BODY + "contains\n"
    "subroutine s\nend subroutine\nend program\n",
    "interface block ahead": "program p\n" + _DECLARED + "implicit none\n=>implicitnoneI\n"
    "interface\nsubroutine s(a)\nuse iso_fortran_env\nimport\nimplicit none\nreal :: a\n"
    "end subroutine\nend interface\n" + _VARIABLES + _PUT + "end program\n",
    "abstract interface ahead": "program p\n" + _DECLARED + _DECLARED_THEN +
    "abstract interface\nreal function s(a)\nreal :: a\nend\nend interface\n" + _VARIABLES + _PUT + "end\n",
    "generic interface in a module": "module m\n" + _DECLARED + _VARIABLES +
    "interface g\nmodule procedure b\nend interface g\ncontains\n"
    "subroutine b\n=>subroutinebI\n" + _PUT + "end subroutine\nend module\n",
    "submodule": "module m\n" + _DECLARED + _VARIABLES + "interface\nmodule subroutine b\n"
    "end subroutine\nmodule subroutine c\nend subroutine\nend interface\nend module\n"
    "submodule (m) sub\ncontains\nmodule procedure b\n=>moduleprocedurebI\n" + _PUT +
    "end procedure\nmodule subroutine c\n=>modulesubroutinecI\n" + _PUT + "end subroutine\nend submodule\n",
    "use in a block": "program p\n" + _DECLARED + _DECLARED_THEN + _VARIABLES +
    "i = 1\nblock\nuse iso_c_binding\n" + _PUT + "end block\nend program\n",
    "several on a line": "subroutine s; use iso_fortran_env, only: event_type; implicit none; integer i\n"
    "=>subroutines;useiso_fortran_env,only:event_type;implicitnoneIintegeri\n" + _VARIABLES + _PUT + "end\n",
    "two units": "subroutine a\n" + _BODY + "end\nsubroutine b\n" + _BODY + "end\n",
    "variables like keywords": "program p\n" + _DECLARED + _DECLARED_THEN + _VARIABLES +
    "integer :: end, use(2), module, function, interface, contains\nend = 1\nuse(1) = 2\n"
    "module = 3\nfunction = 4\ninterface = 5\nend = use(1)\n" + _PUT + "end program\n",
    "declarations like headers": "program p\n" + _DECLARED + _DECLARED_THEN +
    "real functions(3), subroutines(2)\n" + _VARIABLES + _PUT + "end program\n",
}

PREPROCESSED = {
    "lines stay": "#define K 1\nprogram p\n" + _DECLARED + _DECLARED_THEN + _VARIABLES +
    "#if K == 1\nx[K, notify=n] = 1\n=>x[K+H(n)]=1\n#else\nx[2, notify=n] = \"a\"\n=>x[2+H(n)]=\"a\"\n"
    "#endif\nend program\n",
    "use on a branch": "subroutine s\n#ifdef NO\nuse nothing\n#else\n" + _DECLARED +
    "#endif\n=>#endifI\n" + _VARIABLES + _PUT + "end\n",
    "declarations on a branch": "subroutine s\n" + _DECLARED + _DECLARED_THEN +
    "#ifndef NO\n" + _VARIABLES + "#endif\n" + _PUT + "end\n",
    "two headers": "#ifdef NO\nsubroutine s(a)\n#else\nsubroutine s\n#endif\n" + _BODY +
    "end\nsubroutine t\n" + _BODY + "end\n",
    "unit on a branch": "#ifdef NO\nsubroutine s\n" + _BODY + "end\n#else\nsubroutine t\n" + _BODY +
    "end\n#endif\n",
    "quotes in a macro": "#define TEXT 'don''t'\n#define APOSTROPHE '\nprogram p\n" + _BODY +
    "print *, TEXT\nend program\n",
    "macro over lines": "#define TWICE(a) a; \\\n  a ; call notify(\nprogram p\n" + _BODY + "end program\n",
}
