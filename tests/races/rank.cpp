// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A rank that is a thread: linked with the program and Arauto into one library, in which the linker
// redirects some calls to the functions below (--wrap). A rank gets from the driver what a process
// would read from its environment and map itself.
#include "rank.hpp"

#include "arauto/runtime.h"
#include "base/status.hpp"
#include "boot/launcher.hpp"

#include <cstring>

namespace {

RankStart g_start;

} // namespace

extern "C" {

int program_main(int count, char** words);
char* __real_getenv(const char* name);
int __real_close(int descriptor);

char* __wrap_getenv(const char* name) {
    if (std::strcmp(name, arauto::boot::kJobDescriptorVariable) == 0) {
        return g_start.descriptor.data();
    }
    return std::strcmp(name, arauto::boot::kRankVariable) == 0 ? g_start.rank.data()
                                                               : __real_getenv(name);
}

int __wrap_unsetenv(const char*) {
    return 0; // the other ranks read the same environment
}

int __wrap_close(int descriptor) {
    const bool is_shared = std::to_string(descriptor) == g_start.descriptor;
    return is_shared ? 0 : __real_close(descriptor);
}

// arauto::os::map_shared_memory(int, size_t, std::byte*)
arauto::Result<std::byte*>
__wrap__ZN6arauto2os17map_shared_memoryEimPSt4byte(int, size_t, std::byte*) {
    return {ARAUTO_OK, g_start.memory};
}

// arauto::os::unmap(std::byte*, size_t)
void __wrap__ZN6arauto2os5unmapEPSt4bytem(std::byte*, size_t) {}

// arauto::os::forbid(std::byte*, size_t): other ranks have in use what a process forbids to itself
void __wrap__ZN6arauto2os6forbidEPSt4bytem(std::byte*, size_t) {}

int arauto_test_rank_main(const RankStart& start) {
    g_start = start;
    char name[] = "rank";
    char* words[] = {name, nullptr};
    const int status = program_main(1, words);
    static_cast<void>(arauto_finalize()); // if the program has left that to its end
    return status;
}
}
