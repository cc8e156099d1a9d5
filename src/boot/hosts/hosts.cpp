// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See hosts.hpp.
#include "boot/hosts/hosts.hpp"

#include "base/log.hpp"
#include "boot/settings.hpp"

#include <cstdlib>

namespace arauto::boot {
namespace {

enum class Kind : uint8_t { none, pmix, pmi1_wire, pmi2, pmi1 };

bool has(const char* variable) noexcept {
    return std::getenv(variable) != nullptr;
}

/// As the environment tells. PMIx first: a starter that offers several ways has made it the best.
Kind kind_around() noexcept {
    if (has("PMIX_NAMESPACE") && has("PMIX_RANK")) {
        return Kind::pmix;
    }
    if (has("PMI_FD") && has("PMI_RANK") && has("PMI_SIZE")) {
        return Kind::pmi1_wire;
    }
    if (has("PMI_RANK") && has("PMI_SIZE")) {
        return Kind::pmi2;
    }
    const char* const tasks = std::getenv("SLURM_STEP_NUM_TASKS"); // of srun, not of a batch script
    return tasks != nullptr && std::atoi(tasks) > 1 ? Kind::pmi1 : Kind::none;
}

/// The same, unless the setting ARAUTO_BOOT chooses.
Result<Kind> chosen_kind() noexcept {
    enum { kAuto, kPmix, kPmi2, kPmi1, kNone };
    const Result<int> choice = setting_choice(kBootSetting);
    if (!choice.ok()) { // others, whose setting may be right, wait for this process
        const Kind around = kind_around();
        return {around != Kind::none ? ARAUTO_OK : choice.status, around};
    }
    switch (choice.value) {
    case kPmix:
        return {ARAUTO_OK, Kind::pmix};
    case kPmi2:
        return {ARAUTO_OK, Kind::pmi2};
    case kPmi1:
        return {ARAUTO_OK, has("PMI_FD") ? Kind::pmi1_wire : Kind::pmi1};
    case kNone:
        return {ARAUTO_OK, Kind::none};
    default:
        return {ARAUTO_OK, kind_around()};
    }
}

} // namespace

Result<Host*> join_host_around() noexcept {
    const Result<Kind> kind = chosen_kind();
    if (!kind.ok()) {
        return {kind.status, nullptr};
    }
    switch (kind.value) {
    case Kind::pmix:
        return join_pmix();
    case Kind::pmi1_wire:
        return join_pmi1_wire();
    case Kind::pmi2:
        return join_pmi2_library();
    case Kind::pmi1:
        return join_pmi1_library();
    default:
        return {ARAUTO_OK, nullptr};
    }
}

bool is_host_around() noexcept {
    return chosen_kind().value != Kind::none;
}

const char* host_around() noexcept {
    switch (chosen_kind().value) {
    case Kind::pmix:
        return "PMIx";
    case Kind::pmi1_wire:
        return "PMI-1";
    case Kind::pmi2:
        return "PMI-2 by libpmi2.so";
    case Kind::pmi1:
        return "PMI-1 by libpmi.so";
    default:
        return "none";
    }
}

} // namespace arauto::boot
