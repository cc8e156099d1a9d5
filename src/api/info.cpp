// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// arauto/info.h: gathers each room's table of settings, and what the machine and the transports can
// do.
#include "arauto/info.h"

#include "api/settings.hpp"
#include "base/counters.hpp"
#include "base/log.hpp"
#include "boot/hosts/hosts.hpp"
#include "boot/launcher.hpp"
#include "boot/settings.hpp"
#include "epoch/epoch_wait.hpp"
#include "failure/membership.hpp"
#include "os/topology.hpp"
#include "remote/rma.hpp"
#include "runtime/rank.hpp"
#include "runtime/wait.hpp"
#include "transport/settings.hpp"

#include <cassert>
#include <cstdio>
#include <cstring>
#include <span>

using namespace arauto; // NOLINT: this file is the C face of that namespace

namespace {

// Of the MPI front-end, which asks by arauto_setting.
constexpr Setting kMpiSetting{"ARAUTO_MPI", "on", SettingKind::choice, "on|off",
                              "off: libarauto_mpi leaves everything to the MPI and counts nothing"};
constexpr Setting kMpiWindowsSetting{
    "ARAUTO_MPI_WINDOWS", "auto", SettingKind::choice, "auto|native",
    "windows of programs with libarauto_mpi: auto: ours wherever processes can reach each other; "
    "native: the MPI's own"};
constexpr Setting kMpiNodeSetting{
    "ARAUTO_MPI_NODE", "", SettingKind::integer, "1..65536",
    "so many processes with libarauto_mpi, in the order of their ranks, count as a node of their "
    "own, which others reach through the network (for testing; default: all that share memory)"};
constexpr Setting kMpiSettings[] = {kMpiSetting, kMpiWindowsSetting, kMpiNodeSetting};

// Of translated Fortran, which asks likewise.
constexpr Setting kPutSetting{
    "ARAUTO_PUT", "late", SettingKind::choice, "late|blocking",
    "translated Fortran's small puts into memory that is not mapped: late: together, by the end "
    "of the segment or the next access to that image; blocking: each at once"};
constexpr Setting kPutBufferSetting{
    "ARAUTO_PUT_BUFFER", "400K", SettingKind::bytes, "64..1G",
    "for late puts, and for sections that go through a buffer, in translated Fortran"};
constexpr Setting kPiecesSetting{
    "ARAUTO_PIECES", "auto", SettingKind::choice, "auto|direct|buffered",
    "sections in memory that is not mapped, in translated Fortran: auto: by the contiguous "
    "lengths on both sides; direct: each piece for itself; buffered: pieces of the other image's "
    "length"};
constexpr Setting kAllocationSetting{
    "ARAUTO_ALLOCATION", "compiler", SettingKind::choice, "compiler|runtime|shared",
    "how translated Fortran's allocatable coarrays get memory: compiler: from each image's own "
    "ALLOCATE, and images tell each other where; runtime: by all images together, one segment for "
    "each; shared: the same, from one segment that is made at the start"};
constexpr Setting kCoarrayPoolSetting{
    "ARAUTO_COARRAY_POOL", "256M", SettingKind::bytes, "4K..1T",
    "that segment's length on each image, with ARAUTO_ALLOCATION=shared"};
constexpr Setting kTranslatedSettings[] = {
    kPutSetting, kPutBufferSetting, kPiecesSetting, kAllocationSetting, kCoarrayPoolSetting,
};

constexpr std::span<const Setting> kTables[] = {boot::kBootSettings,
                                                boot::kRunSettings,
                                                core::kWaitSettings,
                                                core::kTeamSettings,
                                                core::kRmaSettings,
                                                core::kEpochSettings,
                                                core::kMembershipSettings,
                                                transport::kShmSettings,
                                                transport::kNetworkSettings,
                                                transport::kRegistrationSettings,
                                                transport::kFaultSettings,
                                                kCounterSettings,
                                                kLogSettings,
                                                kMpiSettings,
                                                kTranslatedSettings};

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
            char help[512];
            const bool has_range = *setting.range != '\0';
            [[maybe_unused]] const int length = std::snprintf(
                help, sizeof help, "%s [%s%sdefault %s]", setting.help, setting.range,
                has_range ? "; " : "", *setting.fallback == '\0' ? "see text" : setting.fallback);
            assert(length < static_cast<int>(sizeof help));
            const char* value = setting_text(setting);
            tell("setting", setting.name, *value == '\0' ? "(automatic)" : value, help);
        }
    }
};

/// How ranks of other nodes would be reached.
void tell_network(const Visitor& visitor) noexcept {
    const transport::NetworkWay way = transport::network_way();
    visitor.tell("transport", "ofi", way.is_there ? "libfabric" : "absent",
                 way.is_there ? "between nodes" : way.text);
    if (!way.is_there) {
        return;
    }
    visitor.tell("transport", "network", "open", way.text);
    visitor.tell("transport", "network put and get", "remote access",
                 "of the network; short puts, sections and private memory go as messages that the "
                 "target's process serves");
    visitor.tell("transport", "network notify", way.notification,
                 "of a put to a heap; else the message that carries the data");
    visitor.tell("transport", "network atomics", "target's processor",
                 "so that they are atomic also for the target's own node");
    visitor.tell("transport", "registered memory", way.registration, "setting ARAUTO_REGISTRATION");
}

/// Whose they are.
const char* mpi_windows() noexcept {
    const bool is_on = std::strcmp(setting_text(kMpiSetting), "off") != 0;
    const bool is_ours = std::strcmp(setting_text(kMpiWindowsSetting), "native") != 0;
    return is_on && is_ours ? "ours" : "the MPI's own";
}

void tell_unknown(void* context, const char* name, const char* value, const char* meant) {
    char help[128];
    std::snprintf(help, sizeof help, "no setting has this name%s%s",
                  meant != nullptr ? "; meant may be " : "", meant != nullptr ? meant : "");
    static_cast<const Visitor*>(context)->tell("unknown", name, value, help);
}

void warn_of(void*, const char* name, const char*, const char* meant) {
    if (meant != nullptr) {
        log(LogLevel::warn, "the variable %s is no setting and changes nothing; did you mean %s?",
            name, meant);
    } else {
        log(LogLevel::warn,
            "the variable %s is no setting and changes nothing; 'arauto info' lists the settings",
            name);
    }
}

} // namespace

void arauto::api::warn_of_unknown_settings() noexcept {
    visit_unknown_settings(kTables, warn_of, nullptr);
}

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
    visitor.tell("machine", "job around", boot::host_around(),
                 "the launcher that started this process as one of several, as its environment "
                 "tells: a program would join its job; ARAUTO_BOOT chooses");
    visitor.tell("transport", "self", "mapped",
                 "to this process itself; atomics of 1, 2, 4 and 8 bytes");
    visitor.tell("transport", "shm", "mapped",
                 "between processes of one node; atomics of 1, 2, 4 and 8 bytes");
    visitor.tell(
        "transport", "foreign memory", transport::foreign_way(),
        "how private memory of another image is reached; a copy ring needs the owner to call in");
    visitor.tell(
        "transport", "mpi windows", mpi_windows(),
        "with libarauto_mpi, within a node and over several where libfabric is; others are "
        "the MPI's own: ARAUTO_LOG=info names each, ARAUTO_COUNTERS=on counts them");
    tell_network(visitor);
    for (const std::span<const Setting> table : kTables) {
        visitor.tell_settings(table);
    }
    visit_unknown_settings(kTables, tell_unknown, const_cast<Visitor*>(&visitor));
}

arauto_status_t arauto_settings_check(void) noexcept {
    return check_settings(kTables);
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
