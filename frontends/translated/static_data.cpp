// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Static coarrays stay static: the pages of the program's initialised and zero data are replaced by
// pages of a segment, at the same addresses and with the same contents, so that other images reach
// them and no loop notices.
#include "runtime.hpp"

#include <algorithm>
#include <cstring>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace arauto::translated {
namespace {

size_t page_bytes() noexcept {
    return static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

/// The first object is the program itself.
int visit(dl_phdr_info* info, size_t, void* context) {
    auto& data = *static_cast<StaticData*>(context);
    const uintptr_t page = page_bytes();
    uintptr_t start = 0;
    uintptr_t end = 0;
    uintptr_t read_only_end = 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = info->dlpi_phdr[i];
        const uintptr_t from = info->dlpi_addr + part.p_vaddr;
        if (part.p_type == PT_LOAD && (part.p_flags & PF_W) != 0) {
            start = from;
            end = from + part.p_memsz;
        } else if (part.p_type == PT_GNU_RELRO) {
            read_only_end = (from + part.p_memsz) & ~(page - 1); // what the loader protects
        }
    }
    start = std::max(start & ~(page - 1), read_only_end);
    end = (end + page - 1) & ~(page - 1);
    if (end > start) {
        data.start = start;
        data.bytes = end - start;
    }
    return 1;
}

bool is_zero(const char* page, size_t bytes) noexcept {
    return page[0] == 0 && std::memcmp(page, page + 1, bytes - 1) == 0;
}

} // namespace

StaticData find_static_data() noexcept {
    StaticData data;
    dl_iterate_phdr(visit, &data);
    return data;
}

bool share_static_data(const StaticData& data) noexcept {
    const size_t page = page_bytes();
    const auto* from =
        reinterpret_cast<const char*>(data.start); // NOLINT: an address of the loader
    auto* to = reinterpret_cast<char*>(data.memory); // NOLINT: likewise
    for (size_t at = 0; at < data.bytes; at += page) {
        if (!is_zero(from + at, page)) {
            std::memcpy(to + at, from + at, page);
        }
    }
    // An old size of 0 makes a second mapping of shared pages and leaves the first.
    void* mapped = mremap(to, 0, data.bytes, MREMAP_MAYMOVE | MREMAP_FIXED, from);
    return mapped != MAP_FAILED;
}

} // namespace arauto::translated
