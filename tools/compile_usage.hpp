// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The help of `arauto fc`, `cc` and `cxx`.
#pragma once

namespace arauto::tools {

inline constexpr const char* kCompileUsage =
    "usage: arauto %s [OPTIONS] ARGUMENTS OF THE COMPILER\n"
    "\n"
    "Runs the compiler with what a program of Arauto needs, and nothing else.\n"
    "\n"
    "  --show                 print the command instead of running it\n"
    "  --compiler COMMAND     the compiler to use (default: the variable %s, else %s)\n"
    "  --mpi                  for a program of MPI: its wrapper (default: %s), and libarauto_mpi,\n"
    "                         which serves the program's one-sided calls\n"
    "  --check=race           the program's own loads and stores are checked for races when "
    "'arauto\n"
    "                         check' runs it; adds -g1, and -O2 unless it is given\n";

inline constexpr const char* kFortranUsage =
    "  --keep-rewritten DIR   leave there what was compiled in place of sources that use Fortran\n"
    "                         2023's NOTIFY\n"
    "  --translate            write coarrays as plain Fortran first; automatic for\n"
    "                         compilers other than gfortran, for gfortran %d, and for what others\n"
    "                         get wrong or cannot compile\n"
    "  --native               compile coarrays with gfortran as they are, and never translate.\n"
    "                         With flang: by PRIF; what flang cannot lower is "
    "translated\n"
    "  --keep-translated DIR  leave there what was compiled then\n"
    "  --legacy-collectives   see 'arauto translate --help'\n"
    "  --debug                adds -g, for gfortran -fcheck=all,no-array-temps -fbacktrace, and\n"
    "                         for translated programs checks of subscripts of other images' "
    "objects\n"
    "\n"
    "Example: arauto fc -O2 hello.f90 -o hello && arauto run -n 4 ./hello\n";

} // namespace arauto::tools
