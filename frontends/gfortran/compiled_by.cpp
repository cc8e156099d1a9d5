// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See compiled_by.hpp. The program's file names the compilers of all objects in it, those of the C
// library too. So this finds programs without any object of the right compiler; mixtures are found
// by their calls, if at all.
#include "compiled_by.hpp"

#include "coarray.hpp"

#include "arauto/spi/object_file.h"

#include <bit>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace arauto::gfortran {
namespace {

/// The compilers of the program, as arauto_gcc_versions has them; 0 where they are not known.
uint64_t versions_of_program() noexcept {
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat about{};
    uint64_t versions = 0;
    if (file >= 0 && fstat(file, &about) == 0) {
        const auto bytes = static_cast<size_t>(about.st_size);
        void* const start = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
        if (start != MAP_FAILED) {
            versions = arauto_gcc_versions(start, bytes, "_gfortran_caf_init");
            munmap(start, bytes);
        }
    }
    if (file >= 0) {
        close(file);
    }
    return versions;
}

std::string served_versions() {
    const int newest = compilers.newest;
    if (newest == compilers.oldest) {
        return std::to_string(newest);
    }
    return std::to_string(compilers.oldest) +
           (newest < kNoLimit ? " to " + std::to_string(newest) : " and later");
}

} // namespace

void check_compiler() noexcept {
    const uint64_t versions = versions_of_program();
    if (versions == 0) {
        return;
    }
    for (int version = compilers.oldest; version <= compilers.newest; ++version) {
        if ((versions >> version & 1) != 0) {
            return;
        }
    }
    const int newest = 63 - std::countl_zero(versions);
    fail({},
         "this program was compiled by gfortran %d, and %s serves the calls of gfortran %s; link "
         "the program by 'arauto fc', which takes the library for the compiler",
         newest, compilers.library, served_versions().c_str());
}

void refuse_object(const char* sign) noexcept {
    fail({},
         "%s: %s is for gfortran %s, and an object of this program was compiled by another; "
         "compile all objects by the same gfortran",
         sign, compilers.library, served_versions().c_str());
    std::abort(); // not reached
}

} // namespace arauto::gfortran
