# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# ruff: noqa: F403, F405 -- a recipe takes its words from Spack so
"""A recipe for Spack. UNTESTED: no Spack has built it yet.

Put it into a repository of your own as packages/arauto/package.py, and name the folder of the
sources: `spack dev-build --source-path $PWD arauto@main`.
"""

from spack.package import *


class Arauto(CMakePackage):
    """One-sided communication for coarray Fortran, MPI, C and C++."""

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("mpi", default=True, description="the one-sided calls of MPI programs")
    variant("network", default=True, description="jobs over several machines")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("python@3.10:", type=("build", "run"))
    depends_on("libfabric@1.14:", when="+network")
    depends_on("mpi", when="+mpi")

    conflicts("%gcc@:11")

    def cmake_args(self):
        args = [self.define("ARAUTO_BUILD_TESTS", False)]
        if self.spec.satisfies("+network"):
            include = self.spec["libfabric"].prefix.include
            args.append(self.define("ARAUTO_LIBFABRIC_INCLUDE", include))
        if self.spec.satisfies("+mpi"):
            args.append(self.define("ARAUTO_MPI_COMPILERS", self.spec["mpi"].mpicc))
        return args
