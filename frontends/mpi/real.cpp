// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See real.hpp.
#include "real.hpp"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

namespace arauto::mpi {
namespace {

constinit Real g_real{};

#if defined(OPEN_MPI)
constexpr char kOurs[] = "openmpi";
#elif defined(ARAUTO_MPI_STANDARD_ABI)
constexpr char kOurs[] = "abi";
#else
constexpr char kOurs[] = "mpich";
#endif

/// Which library of ours the MPI of this process needs. What a library of the standard ABI is
/// called is itself part of the standard.
const char* needed() noexcept {
    if (dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") != nullptr) {
        return "openmpi";
    }
    Dl_info found{};
    const char* path = "";
    if (dladdr(reinterpret_cast<void*>(g_real.Init), &found) != 0 && found.dli_fname != nullptr) {
        path = found.dli_fname;
    }
    return std::strstr(path, "libmpi_abi.") != nullptr ? "abi" : "mpich";
}

/// With another ABI every handle would be taken for something else. Ends the process.
void refuse_other_mpis() noexcept {
    if (g_real.Init == nullptr || std::strcmp(needed(), kOurs) == 0) {
        return;
    }
    std::fprintf(stderr,
                 "arauto: libarauto_mpi_%s.so does not fit the MPI of this program: "
                 "libarauto_mpi_%s.so does\n",
                 kOurs, needed());
    _exit(1);
}

/// Before main, so that no call pays for a look whether it is done.
[[gnu::constructor]] void find_all() noexcept {
#define ARAUTO_MPI_FIND(name)                                                                      \
    g_real.name = reinterpret_cast<decltype(g_real.name)>(dlsym(RTLD_NEXT, "PMPI_" #name));
    ARAUTO_MPI_DEFINED(ARAUTO_MPI_FIND)
#undef ARAUTO_MPI_FIND
    refuse_other_mpis();
}

} // namespace

const Real& real() noexcept {
    return g_real;
}

void* real_by_name(const char* name) noexcept {
    return dlsym(RTLD_NEXT, name);
}

} // namespace arauto::mpi
