// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See control.hpp.
#include "control.hpp"

#include "coarray/members.hpp"
#include "coarray/program.hpp"
#include "coarray/sync.hpp"
#include "state.hpp"

#include "arauto/spi/event.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/segment.h"
#include "arauto/spi/team.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace arauto::prif {

/// The program as a whole.
struct Program {
    bool is_up = false;
    bool is_ending = false;
    void (*exit)(int) = nullptr;
    std::vector<StopCallback> callbacks{};
};

namespace {

Program& program() {
    return g_state.program.get();
}

/// One CO_REDUCE: the program's operation writes into its second argument.
struct Reduction {
    Operation operation;
    size_t element_bytes;
    std::vector<std::byte> result{};
};

void combine(void* context, void* inout, const void* in, size_t count) {
    auto& reduction = *static_cast<Reduction*>(context);
    const size_t bytes = count * reduction.element_bytes;
    reduction.result.resize(std::max(reduction.result.size(), bytes));
    std::memcpy(reduction.result.data(), in, bytes);
    reduction.operation.wrapper(inout, reduction.result.data(), count, reduction.operation.data);
    std::memcpy(inout, reduction.result.data(), bytes);
}

/// Inside exit(), which another exit() takes up where it was.
void stop_at_exit(int status, void* /*unused*/) {
    if (status != 0) {
        arauto_stop(status & 0xff);
    }
}

/// Ends a statement on a lock; `stat` reports it when its last holder has failed.
void report_lock(const Errors& errors, arauto_status_t status, const char* statement) noexcept {
    coarray::report(errors, status, statement);
    if (status > 0 && errors.stat != nullptr) {
        *errors.stat = coarray::stat_of(status);
    }
}

} // namespace

void event_post(const Reference& event, const Errors& errors) {
    Variable variable;
    if (find_variable(event, variable, errors, "EVENT POST")) {
        coarray::report(errors, arauto_event_post(counts(), variable.rank, variable.slot),
                        "EVENT POST");
    }
}

void wait_for_count(const void* address,
                    int64_t until_count,
                    const Errors& errors,
                    const char* call) {
    Variable variable;
    if (find_own_variable(address, variable, errors, call)) {
        const uint64_t wanted = coarray::wanted_count(until_count);
        coarray::report(errors, arauto_notify_wait(counts(), variable.slot, wanted), call);
    }
}

int64_t event_query(const void* event, const Errors& errors) {
    Variable variable;
    uint64_t count = 0;
    if (find_own_variable(event, variable, errors, "EVENT_QUERY")) {
        coarray::report(errors, arauto_notify_query(counts(), variable.slot, &count),
                        "EVENT_QUERY");
    }
    return static_cast<int64_t>(count);
}

void lock(const Reference& reference, bool* acquired, const Errors& errors) {
    Variable variable;
    if (!find_variable(reference, variable, errors, "LOCK") ||
        coarray::report_if_failed(variable.rank, errors, "LOCK")) {
        return;
    }
    int32_t is_acquired = 0;
    report_lock(errors,
                coarray::acquire(locks(), variable.rank, variable.slot,
                                 acquired != nullptr ? &is_acquired : nullptr),
                "LOCK");
    if (acquired != nullptr) {
        *acquired = is_acquired != 0;
    }
}

void unlock(const Reference& reference, const Errors& errors) {
    Variable variable;
    if (find_variable(reference, variable, errors, "UNLOCK") &&
        !coarray::report_if_failed(variable.rank, errors, "UNLOCK")) {
        coarray::report(errors, arauto_lock_release(locks(), variable.rank, variable.slot),
                        "UNLOCK");
    }
}

/// The lock of a construct is that of the first image of the team that has allocated its coarray.
void critical(const Coarray* construct, const Errors& errors) {
    const Allocation& memory = *checked(construct, "CRITICAL").allocation;
    Variable variable;
    if (find_variable({memory.keeper + 1, construct, 0}, variable, errors, "CRITICAL")) {
        coarray::enter_critical(locks(), variable.rank, variable.slot, errors);
    }
}

void end_critical(const Coarray* construct) {
    const Allocation& memory = *checked(construct, "END CRITICAL").allocation;
    Variable variable;
    if (find_variable({memory.keeper + 1, construct, 0}, variable, {}, "END CRITICAL")) {
        coarray::report({}, arauto_lock_release(locks(), variable.rank, variable.slot),
                        "END CRITICAL");
    }
}

void co_reduce(void* base,
               const arauto_section_t& section,
               const Operation& operation,
               int result_image,
               const Errors& errors) {
    int root = 0;
    if (!coarray::find_root(result_image, &root, errors, "CO_REDUCE")) {
        return;
    }
    coarray::Contiguous argument(base, section);
    Reduction reduction{operation, section.element_bytes};
    const arauto_status_t status = arauto_reduce_with(
        coarray::current_team(), argument.data(), section.element_bytes == 0 ? 0 : argument.count(),
        std::max<size_t>(section.element_bytes, 1), combine, &reduction, root);
    if (status >= 0) {
        argument.write_back();
    }
    coarray::report(errors, status, "CO_REDUCE");
}

Start init(void (*flush)(), void (*exit)(int)) {
    if (program().is_up) {
        return Start::already;
    }
    program().is_up = true;
    program().exit = exit;
    coarray::start_runtime(flush);
    on_exit(stop_at_exit, nullptr);
    start_slots();
    coarray::share_run_seed();
    coarray::report_start(arauto_segment_verify());
    return Start::done;
}

void add_stop_callback(StopCallback callback) {
    program().callbacks.push_back(callback);
}

void stop(const Ending& ending) {
    const int code = ending.code != nullptr ? *ending.code & 0xff : 0;
    if (program().is_ending && !ending.is_error) { // by the compiler's exit, which calls us again
        arauto_stop(code);
    }
    program().is_ending = true;
    for (const StopCallback callback : program().callbacks) {
        callback(&ending.is_error, &ending.is_quiet, ending.code, ending.text, ending.text_bytes);
    }
    const std::string_view text =
        ending.text != nullptr ? std::string_view(ending.text, ending.text_bytes) : "";
    if (ending.is_error) {
        if (!ending.is_quiet && ending.code != nullptr) {
            coarray::print_error_stop(*ending.code);
        } else if (!ending.is_quiet) {
            coarray::print_error_stop(text);
        }
        arauto_error_stop(ending.code != nullptr ? *ending.code : 1, nullptr);
    }
    if (!ending.is_quiet && ending.code != nullptr) {
        coarray::print_stop(*ending.code);
    } else if (!ending.is_quiet) {
        coarray::print_stop(text);
    }
    if (program().exit != nullptr) {
        program().exit(code); // which closes the program's files, and comes to stop_at_exit
    }
    arauto_stop(code);
}

std::vector<int> images_of_state(const coarray::Team* team, arauto_rank_state_t state) {
    return coarray::images_in_state(team != nullptr ? team->team : coarray::current_team(), state);
}

int this_image_in(const coarray::Team& team) noexcept {
    return arauto_team_from_world(team.team, coarray::images.own_rank) + 1;
}

} // namespace arauto::prif
