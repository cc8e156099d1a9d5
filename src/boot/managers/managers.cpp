// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See managers.hpp.
#include "boot/managers/managers.hpp"

#include "base/log.hpp"
#include "boot/settings.hpp"

#include <cstdlib>

namespace arauto::boot {
namespace {

enum class LauncherKind : uint8_t { none, pmix, pmi1_wire, pmi2, pmi1 };

bool has(const char* variable) noexcept {
    return std::getenv(variable) != nullptr;
}

/// The kind of launcher that the environment shows. PMIx first: a process manager that offers
/// several ways has made it the best.
LauncherKind kind_around() noexcept {
    if (has("PMIX_NAMESPACE") && has("PMIX_RANK")) {
        return LauncherKind::pmix;
    }
    if (has("PMI_FD") && has("PMI_RANK") && has("PMI_SIZE")) {
        return LauncherKind::pmi1_wire;
    }
    if (has("PMI_RANK") && has("PMI_SIZE")) {
        return LauncherKind::pmi2;
    }
    const char* const tasks = std::getenv("SLURM_STEP_NUM_TASKS"); // of srun, not of a batch script
    return tasks != nullptr && std::atoi(tasks) > 1 ? LauncherKind::pmi1 : LauncherKind::none;
}

/// The launcher that the setting ARAUTO_BOOT names; kind_around() unless it names one.
Result<LauncherKind> chosen_kind() noexcept {
    enum { kAuto, kPmix, kPmi2, kPmi1, kNone };
    const Result<int> choice = setting_choice(kBootSetting);
    if (!choice.ok()) { // others, whose setting may be right, wait for this process
        const LauncherKind around = kind_around();
        return {around != LauncherKind::none ? ARAUTO_OK : choice.status, around};
    }
    switch (choice.value) {
    case kPmix:
        return {ARAUTO_OK, LauncherKind::pmix};
    case kPmi2:
        return {ARAUTO_OK, LauncherKind::pmi2};
    case kPmi1:
        return {ARAUTO_OK, has("PMI_FD") ? LauncherKind::pmi1_wire : LauncherKind::pmi1};
    case kNone:
        return {ARAUTO_OK, LauncherKind::none};
    default:
        return {ARAUTO_OK, kind_around()};
    }
}

} // namespace

Result<ProcessManager*> join_manager_around() noexcept {
    const Result<LauncherKind> kind = chosen_kind();
    if (!kind.ok()) {
        return {kind.status, nullptr};
    }
    switch (kind.value) {
    case LauncherKind::pmix:
        return join_pmix();
    case LauncherKind::pmi1_wire:
        return join_pmi1_wire();
    case LauncherKind::pmi2:
        return join_pmi2_library();
    case LauncherKind::pmi1:
        return join_pmi1_library();
    default:
        return {ARAUTO_OK, nullptr};
    }
}

bool is_host_around() noexcept {
    return chosen_kind().value != LauncherKind::none;
}

const char* manager_around() noexcept {
    switch (chosen_kind().value) {
    case LauncherKind::pmix:
        return "PMIx";
    case LauncherKind::pmi1_wire:
        return "PMI-1";
    case LauncherKind::pmi2:
        return "PMI-2 by libpmi2.so";
    case LauncherKind::pmi1:
        return "PMI-1 by libpmi.so";
    default:
        return "none";
    }
}

} // namespace arauto::boot
