// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `a(...)[image] = y`: called by compiled programs. Scalars and contiguous arrays that need no
// conversion go straight to arauto_put.
#include "caller.hpp"
#include "indexed.hpp"
#include "notices.hpp"
#include "remote.hpp"

#include "arauto/rma.h"

namespace arauto::gfortran {
namespace {

constexpr const char* kAction = coarray::kWrite;

__attribute__((noinline)) void send_any(const Coindexed& to,
                                        const Descriptor& source,
                                        int source_kind,
                                        int* stat,
                                        const void* const* team) {
    Notices notices(&stat);
    const int rank =
        notices.is_refused() ? -1 : find_image(to.token, to.image, kAction, stat, team);
    if (rank < 0) {
        return;
    }
    const bool is_same = to.array->type == source.type && to.kind == source_kind;
    const bool is_bound = notices.look_at(rank);
    if (to.vector != nullptr && is_same && !is_bound &&
        copy_indexed(Direction::put, to, rank, source)) {
        finish_write(stat, notices.post({}), {kAction, to.image});
        return;
    }
    IndexTables tables;
    AssignmentSide remote;
    Outcome outcome = describe_coindexed(remote, to, rank, tables);
    if (outcome.problem == Problem::none) {
        notices.set_section(remote);
        AssignmentSide local;
        describe_local(local, source, source_kind);
        outcome = assign(remote, local);
        if (outcome.problem == Problem::status) [[unlikely]] {
            outcome = name_bounds(outcome, to, rank);
        }
    }
    finish_write(stat, notices.post(outcome), {kAction, to.image});
}

[[gnu::always_inline]] inline void send_here(Token token,
                                             size_t offset,
                                             int image,
                                             const Descriptor* target,
                                             const Vector* vector,
                                             const Descriptor* source,
                                             int target_kind,
                                             int source_kind,
                                             int* stat,
                                             const void* const* team) {
    const int rank = team == nullptr ? image_to_rank(image) : -1;
    const bool is_known = rank >= 0 && token != nullptr && offset < token->bytes;
    if (is_known && vector == nullptr && source_kind == target_kind) [[likely]] {
        const EarlyLines lines(*token, rank, offset);
        const size_t bytes = plain_bytes(*target, *source);
        if (bytes != kNotPlain && !overlaps_itself(token, rank, offset, source->base, bytes))
            [[likely]] {
            lines.fetch_rest(bytes);
            const arauto_status_t status =
                put_is_watched() ? put_watched(token, rank, offset, source->base, bytes)
                                 : arauto_put(token->segment, rank, offset, source->base, bytes);
            if (status >= 0) [[likely]] {
                set_ok(stat);
                return;
            }
        } else if (!put_is_watched() &&
                   copy_alike(Direction::put, {token, offset, image, target, nullptr, target_kind},
                              rank, *source)) {
            set_ok(stat);
            return;
        }
    }
    send_any({token, offset, image, target, vector, target_kind}, *source, source_kind, stat, team);
}

} // namespace

/// @param may_require_tmp  not needed: overlaps are found by comparing addresses
/// @param stat  GCC 8 to 14 always pass NULL, also when the program has `stat=`
/// @param team  the variable of `team=`, or NULL; only scalars and arrays put directly come with it
CAF_EXPORT void _gfortran_caf_send(Token token,
                                   size_t offset,
                                   int image,
                                   Descriptor* target,
                                   Vector* vector,
                                   Descriptor* source,
                                   int target_kind,
                                   int source_kind,
                                   bool /*may_require_tmp*/,
                                   int* stat,
                                   const void* const* team) {
    note_caller(__builtin_return_address(0));
    send_here(token, offset, image, target, vector, source, target_kind, source_kind, stat, team);
}

/// _gfortran_caf_send under another name, for programs that have their own (element_calls.c).
CAF_EXPORT void arauto_gfortran_send(Token token,
                                     size_t offset,
                                     int image,
                                     Descriptor* target,
                                     Vector* vector,
                                     Descriptor* source,
                                     int target_kind,
                                     int source_kind,
                                     int* stat,
                                     const void* const* team) {
    note_caller(__builtin_return_address(0));
    send_here(token, offset, image, target, vector, source, target_kind, source_kind, stat, team);
}

/// The same for one element, called at `caller` in the program.
CAF_EXPORT void arauto_gfortran_send_element(Token token,
                                             size_t offset,
                                             int image,
                                             Descriptor* target,
                                             Descriptor* source,
                                             int target_kind,
                                             int source_kind,
                                             int* stat,
                                             const void* caller) {
    note_caller(caller);
    send_here(token, offset, image, target, nullptr, source, target_kind, source_kind, stat,
              nullptr);
}

} // namespace arauto::gfortran
