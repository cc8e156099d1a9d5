// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See real_messages.hpp.
#include "real_messages.hpp"

#include <cstdio>
#include <dlfcn.h>
#include <unistd.h>

namespace arauto::mpi {

#if defined(OPEN_MPI)
void* object_of_mpi(const char* name) noexcept {
    void* const object = dlsym(RTLD_DEFAULT, name);
    return object != nullptr ? object : dlsym(RTLD_NEXT, name);
}
#endif

RealMessages find_messages() noexcept {
    RealMessages found{};
#define ARAUTO_MPI_FIND(name)                                                                      \
    found.name = reinterpret_cast<decltype(found.name)>(dlsym(RTLD_NEXT, "PMPI_" #name));
    ARAUTO_MPI_MESSAGES(ARAUTO_MPI_FIND)
#undef ARAUTO_MPI_FIND
    if (found.Send == nullptr) {
        std::fputs("arauto: libarauto_mpi_race was called, but this program is not linked to an "
                   "MPI: 'arauto check' cannot follow the messages of an MPI that is opened "
                   "later\n",
                   stderr);
        _exit(1);
    }
    return found;
}

} // namespace arauto::mpi
