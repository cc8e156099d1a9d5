// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// arauto/info.h: gathers each room's table of settings, and what the machine and the transports can
// do.
#include "arauto/info.h"

#include "base/log.hpp"
#include "core/rma.hpp"
#include "core/runtime.hpp"
#include "core/wait.hpp"
#include "os/topology.hpp"
#include "transport/settings.hpp"

#include <cstdio>
#include <cstring>
#include <span>

using namespace arauto; // NOLINT: this file is the C face of that namespace

namespace {

constexpr std::span<const Setting> kTables[] = {boot::kBootSettings, core::kWaitSettings,
                                                core::kRmaSettings, transport::kShmSettings,
                                                kLogSettings};

struct Visitor {
    arauto_info_visit_t visit;
    void* context;

    void
    tell(const char* group, const char* name, const char* value, const char* help) const noexcept {
        visit(context, group, name, value, help);
    }

    void tell_number(const char* group,
                     const char* name,
                     unsigned long long value,
                     const char* help) const noexcept {
        char text[32];
        std::snprintf(text, sizeof text, "%llu", value);
        tell(group, name, text, help);
    }

    void tell_settings(std::span<const Setting> table) const noexcept {
        for (const Setting& setting : table) {
            char help[256];
            std::snprintf(help, sizeof help, "%s [%s; default %s]", setting.help, setting.range,
                          *setting.fallback == '\0' ? "see text" : setting.fallback);
            const char* value = setting_text(setting);
            tell("setting", setting.name, *value == '\0' ? "(automatic)" : value, help);
        }
    }
};

} // namespace

const char* arauto_version(void) noexcept {
    return ARAUTO_VERSION;
}

void arauto_info_visit(arauto_info_visit_t visit, void* context) noexcept {
    const Visitor visitor{visit, context};
    visitor.tell("build", "version", ARAUTO_VERSION, "");
    visitor.tell("build", "compiler", __VERSION__, "");
    visitor.tell_number("machine", "cores", static_cast<unsigned long long>(os::usable_cores()),
                        "that this process may use");
    visitor.tell_number("machine", "memory", os::usable_memory(),
                        "bytes that this process may use");
    visitor.tell("transport", "self", "mapped",
                 "to this process itself; atomics of 1, 2, 4 and 8 bytes");
    visitor.tell("transport", "shm", "mapped",
                 "between processes of one node; atomics of 1, 2, 4 and 8 bytes");
    visitor.tell(
        "transport", "foreign memory", transport::foreign_way(),
        "how private memory of another image is reached; a copy ring needs the owner to call in");
    visitor.tell("transport", "ofi", "absent", "between nodes; comes with a later version");
    for (const std::span<const Setting> table : kTables) {
        visitor.tell_settings(table);
    }
}

const char* arauto_setting(const char* name) noexcept {
    for (const std::span<const Setting> table : kTables) {
        for (const Setting& setting : table) {
            if (name != nullptr && std::strcmp(setting.name, name) == 0) {
                return setting_text(setting);
            }
        }
    }
    return nullptr;
}
