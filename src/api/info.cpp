// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/spi/info.h: gathers each room's table of settings, and what the machine and the
// transports can do.
#include "arauto/spi/info.h"

#include "api/settings.hpp"
#include "arauto/runtime.h"
#include "base/counters.hpp"
#include "base/log.hpp"
#include "boot/check_area.hpp"
#include "boot/launcher.hpp"
#include "boot/managers/managers.hpp"
#include "boot/settings.hpp"
#include "boot/trace_file.hpp"
#include "epoch/epoch_wait.hpp"
#include "failure/membership.hpp"
#include "os/topology.hpp"
#include "remote/rma.hpp"
#include "runtime/rank.hpp"
#include "runtime/wait.hpp"
#include "transport/make.hpp"
#include "transport/settings.hpp"

#include <cassert>
#include <cstdio>
#include <cstring>
#include <span>

using namespace arauto;

namespace {

// The MPI front-end reads this setting by arauto_setting.
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

// For programs that have coarrays and call MPI as well.
constexpr Setting kMpiInitSetting{
    "ARAUTO_MPI_INIT", "auto", SettingKind::choice, "auto|yes|no",
    "whether a program's coarrays initialise MPI at its start: auto: where the executable calls "
    "MPI and never initialises it"};
constexpr Setting kMpiThreadsSetting{"ARAUTO_MPI_THREADS", "serialized", SettingKind::choice,
                                     "single|funneled|serialized|multiple",
                                     "the level of threads that they ask MPI for then"};
constexpr Setting kMpiCheckSetting{
    "ARAUTO_MPI_CHECK", "yes", SettingKind::choice, "yes|no",
    "whether a job ends where image i is not rank i - 1 of MPI_COMM_WORLD"};
constexpr Setting kCoarraySettings[] = {kMpiInitSetting, kMpiThreadsSetting, kMpiCheckSetting};

// Translated Fortran reads this setting by arauto_setting.
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
    "ARAUTO_ALLOCATION", "compiler", SettingKind::choice, "compiler|runtime|shared|libc",
    "how translated Fortran's allocatable coarrays get memory: compiler: from each image's own "
    "ALLOCATE, and images send each other the addresses; runtime: by all images together, one "
    "segment for "
    "each; shared: the same, from one segment that is made at the start; libc: as compiler, and "
    "programs that gfortran 15 and later compile as they are keep the C library's malloc"};
constexpr Setting kCoarrayPoolSetting{
    "ARAUTO_COARRAY_POOL", "256M", SettingKind::bytes, "4K..1T",
    "that segment's length on each image, with ARAUTO_ALLOCATION=shared"};
constexpr Setting kTranslatedSettings[] = {
    kPutSetting, kPutBufferSetting, kPiecesSetting, kAllocationSetting, kCoarrayPoolSetting,
};

// The halo library reads this setting by arauto_setting.
constexpr Setting kHaloCheckSetting{
    "ARAUTO_HALO_CHECK", "off", SettingKind::choice, "on|off",
    "on: halo cells are signalling NaNs while an exchange is under way, assignments to them and "
    "damaged messages are reported, and all messages are packed"};
constexpr Setting kHaloSettings[] = {kHaloCheckSetting};

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
                                                boot::kProfileSettings,
                                                boot::kTraceSettings,
                                                boot::kCheckSettings,
                                                kLogSettings,
                                                kMpiSettings,
                                                kCoarraySettings,
                                                kTranslatedSettings,
                                                kHaloSettings};

struct Visitor {
    arauto_info_visit_t visit;
    void* context;

    void report(const char* group,
                const char* name,
                const char* value,
                const char* help) const noexcept {
        visit(context, group, name, value, help);
    }

    void report_number(const char* group,
                       const char* name,
                       unsigned long long value,
                       const char* help) const noexcept {
        char text[32];
        std::snprintf(text, sizeof text, "%llu", value);
        report(group, name, text, help);
    }

    void report_settings(std::span<const Setting> table) const noexcept {
        for (const Setting& setting : table) {
            char help[512];
            const bool has_range = *setting.range != '\0';
            [[maybe_unused]] const int length = std::snprintf(
                help, sizeof help, "%s [%s%sdefault %s]", setting.help, setting.range,
                has_range ? "; " : "", *setting.fallback == '\0' ? "see text" : setting.fallback);
            assert(length < static_cast<int>(sizeof help));
            const char* value = setting_text(setting);
            report("setting", setting.name, *value == '\0' ? "(automatic)" : value, help);
        }
    }
};

/// How ranks of other nodes would be reached.
void report_network(const Visitor& visitor) noexcept {
    const transport::NetworkInfo info = transport::describe_network();
    visitor.report("transport", "ofi", info.is_there ? "libfabric" : "absent",
                   info.is_there ? "between nodes" : info.text);
    if (info.providers[0] != '\0') {
        visitor.report("transport", "providers", info.providers,
                       "of libfabric, after its version; setting ARAUTO_PROVIDER");
    }
    if (!info.is_there) {
        return;
    }
    visitor.report("transport", "network", "open", info.text);
    visitor.report(
        "transport", "network put and get", "remote access",
        "of the network; short puts, sections and private memory go as messages that the "
        "target's process serves");
    visitor.report("transport", "network notify", info.notification,
                   info.notification_reason[0] != '\0'
                       ? info.notification_reason
                       : "of a put to a heap; else the message that carries the data");
    visitor.report("transport", "network atomics", "target's processor",
                   "so that they are atomic also for the target's own node");
    visitor.report("transport", "registered memory", info.registration,
                   "setting ARAUTO_REGISTRATION");
}

/// Whether MPI's windows are Arauto's or the MPI's own.
const char* mpi_windows() noexcept {
    const bool is_on = std::strcmp(setting_text(kMpiSetting), "off") != 0;
    const bool is_ours = std::strcmp(setting_text(kMpiWindowsSetting), "native") != 0;
    return is_on && is_ours ? "ours" : "the MPI's own";
}

void report_unknown(void* context, const char* name, const char* value, const char* meant) {
    char help[128];
    std::snprintf(help, sizeof help, "no setting has this name%s%s",
                  meant != nullptr ? "; meant may be " : "", meant != nullptr ? meant : "");
    static_cast<const Visitor*>(context)->report("unknown", name, value, help);
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
    visitor.report("build", "version", ARAUTO_VERSION, "");
    visitor.report("build", "compiler", __VERSION__, "");
    visitor.report_number("machine", "cores", static_cast<unsigned long long>(os::usable_cores()),
                          "that this process may use");
    visitor.report_number("machine", "memory", os::usable_memory(),
                          "bytes that this process may use");
    visitor.report("machine", "job around", boot::manager_around(),
                   "the launcher that started this process as one of several, as its environment "
                   "shows: a program would join its job; ARAUTO_BOOT chooses");
    visitor.report("machine", "threads", "where needed",
                   "beside the program's own, asleep until there is work: one for messages of "
                   "other nodes; one for full boards, for ARAUTO_PROGRESS=thread and for a look "
                   "whether the job stands still; one for gfortran's coarrays with pointers");
    visitor.report("transport", "self", "mapped",
                   "to this process itself; atomics of 1, 2, 4 and 8 bytes");
    visitor.report("transport", "shm", "mapped",
                   "between processes of one node; atomics of 1, 2, 4 and 8 bytes");
    visitor.report(
        "transport", "foreign memory", transport::foreign_access_method(),
        "how private memory of another image is reached; a copy ring needs the owner to call in");
    visitor.report(
        "transport", "mpi windows", mpi_windows(),
        "with libarauto_mpi, within a node and over several where libfabric is; others are "
        "the MPI's own: ARAUTO_LOG=info names each, ARAUTO_COUNTERS=on counts them");
    report_network(visitor);
    for (const std::span<const Setting> table : kTables) {
        visitor.report_settings(table);
    }
    visit_unknown_settings(kTables, report_unknown, const_cast<Visitor*>(&visitor));
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
