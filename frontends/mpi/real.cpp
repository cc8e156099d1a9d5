// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See real.hpp. A program that is linked to its MPI has the MPI before main. All functions are then
// found once, when this library is loaded, and no call needs a check. A program that opens its MPI
// later (Python's mpi4py) has none at that time; therefore each entry of the table begins as a
// function that finds the MPI when it is called. All loaded libraries are searched, because the MPI
// may have been opened with RTLD_LOCAL.
#include "real.hpp"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <mutex>
#include <string>
#include <unistd.h>
#include <vector>

namespace arauto::mpi {
namespace {

template <auto Field, typename Function> struct FirstCall;

template <auto Field, typename Result, typename... Arguments>
struct FirstCall<Field, Result(Arguments...)> {
    static Result find_and_call(Arguments... arguments) {
        find_mpi();
        return (g_real.*Field)(arguments...);
    }
};

} // namespace

constinit Real g_real = {
#define ARAUTO_MPI_FIRST(name)                                                                     \
    .name = &FirstCall<&Real::name, std::remove_pointer_t<decltype(&PMPI_##name)>>::find_and_call,
    ARAUTO_MPI_ALL(ARAUTO_MPI_FIRST)
#undef ARAUTO_MPI_FIRST
};

#if defined(OPEN_MPI)
constinit Objects g_objects{};
#endif

namespace {

#if defined(OPEN_MPI)
constexpr char kOurs[] = "openmpi";
#elif defined(ARAUTO_MPI_STANDARD_ABI)
constexpr char kOurs[] = "abi";
#else
constexpr char kOurs[] = "mpich";
#endif

/// How the MPI was found.
struct Search {
    std::mutex mutex; // held while it is searched for; guards the next
    bool is_found = false;
    // A library that has the MPI's symbols, or depends on one that has; null: RTLD_NEXT finds them.
    void* library = nullptr;
    const MPI_Fint* const* fortran_status_ignore = nullptr; // null: the MPI has none
};
constinit Search g_search;

/// The handle by which dlsym finds the MPI's symbols.
void* source() noexcept {
    // RTLD_NEXT is no constant expression, with which the member could begin.
    return g_search.library != nullptr ? g_search.library : RTLD_NEXT;
}

int note_name(dl_phdr_info* info, size_t, void* names) {
    if (info->dlpi_name != nullptr && info->dlpi_name[0] != '\0') {
        static_cast<std::vector<std::string>*>(names)->emplace_back(info->dlpi_name);
    }
    return 0;
}

bool is_own(void* symbol) noexcept {
    Dl_info theirs{};
    Dl_info ours{};
    return dladdr(symbol, &theirs) != 0 && dladdr(&g_real, &ours) != 0 &&
           theirs.dli_fbase == ours.dli_fbase;
}

/// A loaded library by which dlsym finds a symbol of this name that is not this library's; null
/// when there is none. The library stays loaded.
void* find_source(const char* name) noexcept {
    std::vector<std::string> names;
    dl_iterate_phdr(note_name, &names);
    for (const std::string& library : names) {
        void* const handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        if (handle == nullptr) {
            continue;
        }
        if (void* const symbol = dlsym(handle, name); symbol != nullptr && !is_own(symbol)) {
            return handle;
        }
        dlclose(handle);
    }
    return nullptr;
}

/// Which libarauto_mpi fits the MPI of this process. The standard ABI prescribes the file name of
/// an MPI library too.
const char* needed() noexcept {
    if (dlsym(source(), "ompi_mpi_comm_world") != nullptr) {
        return "openmpi";
    }
    Dl_info found{};
    const char* path = "";
    if (dladdr(dlsym(source(), "PMPI_Init"), &found) != 0 && found.dli_fname != nullptr) {
        path = found.dli_fname;
    }
    return std::strstr(path, "libmpi_abi.") != nullptr ? "abi" : "mpich";
}

/// Ends the process when the MPI has another ABI, in which handles have other values.
void refuse_other_mpis() noexcept {
    if (std::strcmp(needed(), kOurs) == 0) {
        return;
    }
    std::fprintf(stderr,
                 "arauto: libarauto_mpi_%s.so does not fit the MPI of this program: "
                 "libarauto_mpi_%s.so does\n",
                 kOurs, needed());
    _exit(1);
}

/// Finds a variable of the MPI. The program's own copy comes first: where the linker has made one
/// (a copy relocation), the MPI uses it too.
[[maybe_unused]] void* find_object(const char* name) noexcept {
    void* const object = dlsym(RTLD_DEFAULT, name);
    return object != nullptr ? object : dlsym(source(), name);
}

/// Fills in the MPI's functions and objects, which `source()` has.
void fill_tables() noexcept {
    refuse_other_mpis();
#define ARAUTO_MPI_FIND(name)                                                                      \
    g_real.name = reinterpret_cast<decltype(g_real.name)>(dlsym(source(), "PMPI_" #name));
    ARAUTO_MPI_ALL(ARAUTO_MPI_FIND)
#undef ARAUTO_MPI_FIND
#if defined(OPEN_MPI)
#define ARAUTO_MPI_FIND(name) g_objects.name = find_object(#name);
    ARAUTO_MPI_OBJECTS(ARAUTO_MPI_FIND)
#undef ARAUTO_MPI_FIND
#endif
#if !defined(ARAUTO_MPI_STANDARD_ABI)
    g_search.fortran_status_ignore =
        static_cast<const MPI_Fint* const*>(find_object("MPI_F_STATUS_IGNORE"));
#endif
    g_search.is_found = true;
}

/// Runs when this library is loaded.
[[gnu::constructor]] void find_linked_mpi() noexcept {
    const std::lock_guard<std::mutex> guard(g_search.mutex);
    if (dlsym(RTLD_NEXT, "PMPI_Init") != nullptr) {
        fill_tables();
    }
}

} // namespace

void find_mpi() noexcept {
    const std::lock_guard<std::mutex> guard(g_search.mutex);
    if (g_search.is_found) {
        return;
    }
    g_search.library = find_source("PMPI_Init");
    if (g_search.library == nullptr) {
        std::fprintf(stderr,
                     "arauto: libarauto_mpi_%s.so was called, but this process has loaded "
                     "no MPI: the program must be linked to its MPI, or open it first\n",
                     kOurs);
        _exit(1);
    }
    fill_tables();
}

void* real_by_name(const char* name) noexcept {
    if (void* const symbol = dlsym(source(), name); symbol != nullptr && !is_own(symbol)) {
        return symbol;
    }
    if (g_search.library == nullptr) {
        return nullptr;
    }
    void* const library = find_source(name); // Fortran's functions are in a library of their own
    return library != nullptr ? dlsym(library, name) : nullptr;
}

const MPI_Fint* fortran_status_ignore() noexcept {
    const MPI_Fint* const* const variable = g_search.fortran_status_ignore;
    return variable != nullptr ? *variable : nullptr;
}

} // namespace arauto::mpi
