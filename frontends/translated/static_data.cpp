// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Static coarrays: the pages of the initialised and zero data of the program and of its translated
// shared libraries are replaced by pages of a segment, at the same addresses and with the same
// contents. So other images can access them, and loops over them compile as before.
#include "runtime.hpp"

#include <algorithm>
#include <cstring>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace arauto::translated {
namespace {

constexpr char kLibrary[] = "libarauto_translated.so";

/// Static data of one object, without what the loader protects; no bytes when it has none.
StaticData data_of(const dl_phdr_info& info) noexcept {
    const uintptr_t page = page_bytes();
    uintptr_t start = 0;
    uintptr_t end = 0;
    uintptr_t read_only_end = 0;
    for (int i = 0; i < info.dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = info.dlpi_phdr[i];
        const uintptr_t from = info.dlpi_addr + part.p_vaddr;
        if (part.p_type == PT_LOAD && (part.p_flags & PF_W) != 0) {
            start = start == 0 ? from : start; // some linkers make two parts of it
            end = from + part.p_memsz;
        } else if (part.p_type == PT_GNU_RELRO) {
            read_only_end = (from + part.p_memsz) & ~(page - 1); // what the loader protects
        }
    }
    start = std::max(start & ~(page - 1), read_only_end);
    end = page_from(end);
    return end > start ? StaticData{start, end - start, 0} : StaticData{};
}

/// Whether `arauto fc` has linked the object: it names this library among those it needs.
bool is_translated(const dl_phdr_info& info) noexcept {
    const ElfW(Dyn)* dynamic = nullptr;
    for (int i = 0; i < info.dlpi_phnum; ++i) {
        if (info.dlpi_phdr[i].p_type == PT_DYNAMIC) {
            dynamic = reinterpret_cast<const ElfW(Dyn)*>( // an address of the loader
                info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
        }
    }
    uintptr_t names = 0;
    for (const ElfW(Dyn)* entry = dynamic; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
        names = entry->d_tag == DT_STRTAB ? entry->d_un.d_ptr : names;
    }
    names += names < info.dlpi_addr ? info.dlpi_addr : 0; // not every loader has added it
    for (const ElfW(Dyn)* entry = dynamic; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
        const auto* name = reinterpret_cast<const char*>(names + entry->d_un.d_val);
        if (entry->d_tag == DT_NEEDED && std::strncmp(name, kLibrary, sizeof kLibrary - 1) == 0) {
            return true;
        }
    }
    return false;
}

/// The first object is the program itself.
int visit(dl_phdr_info* info, size_t, void* context) {
    auto& all = *static_cast<std::vector<StaticData>*>(context);
    if (all.empty() || is_translated(*info)) {
        all.push_back(data_of(*info));
    }
    return 0;
}

bool is_zero(const char* page, size_t bytes) noexcept {
    return page[0] == 0 && std::memcmp(page, page + 1, bytes - 1) == 0;
}

} // namespace

size_t page_bytes() noexcept {
    return static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

uintptr_t page_from(uintptr_t address) noexcept {
    return (address + page_bytes() - 1) & ~(page_bytes() - 1);
}

std::vector<StaticData> find_static_data() {
    std::vector<StaticData> all;
    dl_iterate_phdr(visit, &all);
    return all;
}

StaticData find_static_data_around(uintptr_t address) noexcept {
    StaticData wanted{address, 0, 0};
    const auto visit_each = [](dl_phdr_info* info, size_t, void* context) {
        auto& found = *static_cast<StaticData*>(context);
        const StaticData data = data_of(*info);
        const bool is_it = found.start - data.start < data.bytes;
        found = is_it ? data : found;
        return is_it ? 1 : 0;
    };
    return dl_iterate_phdr(visit_each, &wanted) != 0 ? wanted : StaticData{};
}

bool share_static_data(const StaticData& data) noexcept {
    const size_t page = page_bytes();
    const auto* from = reinterpret_cast<const char*>(data.start); // an address of the loader
    auto* to = reinterpret_cast<char*>(data.memory);
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
