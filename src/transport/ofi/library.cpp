// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See library.hpp.
#include "transport/ofi/library.hpp"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace arauto::transport::ofi {
namespace {

constexpr const char* kFile = "libfabric.so.1";

template <typename Function>
bool find(void* handle, const char* name, Function* function) noexcept {
    *function = reinterpret_cast<Function>(dlsym(handle, name));
    return *function != nullptr;
}

struct Loaded {
    Library library{};
    const char* reason = nullptr; // why there is none
};

Loaded load() noexcept {
    Loaded loaded;
    // The provider of a network that is no longer made catches SIGSEGV in every process that asks
    // libfabric for anything, and prints a trace of its own.
    setenv("FI_PROVIDER", "^psm", 0); // unless the user has said which
    // By itself rxm takes 87 MiB in each process for 2,048 messages at once; for so many, 36.
    setenv("FI_OFI_RXM_MSG_RX_SIZE", "256", 0);
    // Without it cxi has no fi_writedata, by which alone it takes notifications along.
    setenv("FI_CXI_ENABLE_WRITEDATA", "1", 0);
    void* const handle = dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        loaded.reason = "it is not installed";
        return loaded;
    }
    Library& found = loaded.library;
    const bool is_whole =
        find(handle, "fi_getinfo", &found.getinfo) &&
        find(handle, "fi_freeinfo", &found.freeinfo) &&
        find(handle, "fi_dupinfo", &found.dupinfo) && find(handle, "fi_fabric", &found.fabric) &&
        find(handle, "fi_strerror", &found.strerror) && find(handle, "fi_version", &found.version);
    if (!is_whole) {
        loaded.reason = "it lacks functions that every version has";
    } else if (FI_VERSION_LT(found.version(), kApiVersion)) {
        loaded.reason = "it is older than 1.14";
    }
    return loaded;
}

} // namespace

Result<const Library*> library() noexcept {
    static const Loaded loaded = load();
    if (loaded.reason != nullptr) {
        return {
            fail(ARAUTO_ERR_UNSUPPORTED, "libfabric cannot be used: %s (%s)", loaded.reason, kFile),
            nullptr};
    }
    return {ARAUTO_OK, &loaded.library};
}

void name_providers(const Library& library, std::span<char> text_out) noexcept {
    fi_info* all = nullptr;
    std::string names;
    if (library.getinfo(kApiVersion, nullptr, nullptr, 0, nullptr, &all) == 0) {
        for (const fi_info* info = all; info != nullptr; info = info->next) {
            const std::string name = info->fabric_attr->prov_name;
            if ((names + ", ").find(", " + name + ", ") == std::string::npos) {
                names += ", " + name;
            }
        }
        library.freeinfo(all);
    }
    const uint32_t version = library.version();
    std::snprintf(text_out.data(), text_out.size(), "%u.%u: %s", FI_MAJOR(version),
                  FI_MINOR(version), names.empty() ? "none" : names.c_str() + 2);
}

} // namespace arauto::transport::ofi
