// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See mpi_functions.hpp.
#include "mpi_functions.hpp"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::coarray {
namespace {

/// Whether a library has a name that MPIs give theirs: libmpi.so, libmpich.so, libmpi_abi.so.
bool is_named_like_mpi(std::string_view path) noexcept {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.starts_with("libmpi") || name.starts_with("libpmpi");
}

int note_name(dl_phdr_info* info, size_t, void* names) {
    if (info->dlpi_name != nullptr && is_named_like_mpi(info->dlpi_name)) {
        static_cast<std::vector<std::string>*>(names)->emplace_back(info->dlpi_name);
    }
    return 0;
}

bool is_of_this_library(void* symbol) noexcept {
    Dl_info theirs{};
    Dl_info ours{};
    return dladdr(symbol, &theirs) != 0 &&
           dladdr(reinterpret_cast<void*>(&note_name), &ours) != 0 &&
           theirs.dli_fbase == ours.dli_fbase;
}

/// Looks in every MPI that is loaded, also in those that were opened for their opener alone. Not in
/// other libraries: before main, dlopen runs the constructors of those that wait for theirs.
void* search_all(const char* name) noexcept {
    std::vector<std::string> names;
    dl_iterate_phdr(note_name, &names);
    for (const std::string& library : names) {
        void* const handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        void* const found = handle != nullptr ? dlsym(handle, name) : nullptr;
        if (found != nullptr && !is_of_this_library(found)) {
            return found; // its handle is kept, so that the library stays
        }
        if (handle != nullptr) {
            dlclose(handle);
        }
    }
    return nullptr;
}

template <typename Function> void fill(Function& function, const char* name) noexcept {
    function = reinterpret_cast<Function>(next_mpi_function(name));
}

/// MPI_COMM_WORLD is a variable's address in Open MPI, and a number in the two other ABIs.
void fill_world(MpiFunctions& mpi) noexcept {
    constexpr uintptr_t kWorldOfMpich = 0x44000000;
    constexpr uintptr_t kWorldOfStandard = 0x101;
    void* world = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world");
    if (world == nullptr) {
        world = next_mpi_function("ompi_mpi_comm_world");
    }
    if (world != nullptr) {
        mpi.abi = MpiAbi::open_mpi;
        mpi.world = world;
        return;
    }
    Dl_info found{};
    const bool is_known = dladdr(reinterpret_cast<void*>(mpi.initialized), &found) != 0;
    // The standard ABI prescribes the library's file name too.
    const bool is_standard = is_known && found.dli_fname != nullptr &&
                             std::strstr(found.dli_fname, "libmpi_abi.") != nullptr;
    mpi.abi = is_standard ? MpiAbi::standard : MpiAbi::mpich;
    mpi.world = reinterpret_cast<MpiHandle>(is_standard ? kWorldOfStandard : kWorldOfMpich);
}

} // namespace

void* next_mpi_function(const char* name) noexcept {
    void* const next = dlsym(RTLD_NEXT, name);
    return next != nullptr && !is_of_this_library(next) ? next : search_all(name);
}

void* outer_mpi_function(const char* name, const void* own) noexcept {
    void* const first = dlsym(RTLD_DEFAULT, name);
    return first != nullptr && first != own ? first : next_mpi_function(name);
}

std::optional<MpiFunctions> find_mpi() noexcept {
    MpiFunctions mpi{};
    fill(mpi.initialized, "PMPI_Initialized");
    if (mpi.initialized == nullptr) {
        return std::nullopt;
    }
    fill(mpi.finalized, "PMPI_Finalized");
    fill(mpi.comm_rank, "PMPI_Comm_rank");
    fill(mpi.comm_size, "PMPI_Comm_size");
    fill(mpi.comm_group, "PMPI_Comm_group");
    fill(mpi.group_incl, "PMPI_Group_incl");
    fill(mpi.group_free, "PMPI_Group_free");
    fill(mpi.comm_dup, "PMPI_Comm_dup");
    fill(mpi.comm_create_group, "PMPI_Comm_create_group");
    fill(mpi.comm_free, "PMPI_Comm_free");
    fill_world(mpi);
    if (mpi.abi != MpiAbi::mpich) {
        fill(mpi.comm_c2f, mpi.abi == MpiAbi::open_mpi ? "PMPI_Comm_c2f" : "PMPI_Comm_toint");
        if (mpi.comm_c2f == nullptr) {
            fill(mpi.comm_c2f, "MPI_Comm_c2f");
        }
    }
    return mpi;
}

bool MpiFunctions::is_up() const noexcept {
    int has_begun = 0;
    int has_ended = 0;
    initialized(&has_begun);
    finalized(&has_ended);
    return has_begun != 0 && has_ended == 0;
}

int MpiFunctions::fortran_handle(MpiHandle comm) const noexcept {
    return comm_c2f != nullptr ? comm_c2f(comm)
                               : static_cast<int>(reinterpret_cast<uintptr_t>(comm));
}

void free_communicator(MpiHandle& comm) noexcept {
    const std::optional<MpiFunctions> mpi = comm != nullptr ? find_mpi() : std::nullopt;
    if (mpi && mpi->is_up()) {
        mpi->comm_free(&comm);
    }
    comm = nullptr;
}

} // namespace arauto::coarray
