// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See real.hpp.
#include "real.hpp"

#include <dlfcn.h>

namespace arauto::mpi {
namespace {

constinit Real g_real{};

/// Before main, so that no call pays for a look whether it is done.
[[gnu::constructor]] void find_all() noexcept {
#define ARAUTO_MPI_FIND(name)                                                                      \
    g_real.name = reinterpret_cast<decltype(g_real.name)>(dlsym(RTLD_NEXT, "PMPI_" #name));
    ARAUTO_MPI_DEFINED(ARAUTO_MPI_FIND)
#undef ARAUTO_MPI_FIND
}

} // namespace

const Real& real() noexcept {
    return g_real;
}

void* real_by_name(const char* name) noexcept {
    return dlsym(RTLD_NEXT, name);
}

} // namespace arauto::mpi
