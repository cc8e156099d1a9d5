// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `y = a(...)[image]`: called by compiled programs. Scalars and contiguous arrays that need no
// conversion go straight to arauto_get.
#include "caller.hpp"
#include "indexed.hpp"
#include "notices.hpp"
#include "remote.hpp"

#include "arauto/rma.h"
#include "arauto/runtime.h"

namespace arauto::gfortran {
namespace {

constexpr const char* kAction = coarray::kRead;

} // namespace

[[gnu::noinline]] void
get_any(const Coindexed& from, const Descriptor& target, int target_kind, int* stat) {
    const int rank = find_image(from.token, from.image, kAction, stat);
    if (rank < 0) {
        return;
    }
    const bool is_same = from.array->type == target.type && from.kind == target_kind;
    Notices notices;
    const bool is_bound = notices.look_at(rank);
    if (from.vector != nullptr && is_same && !is_bound &&
        copy_indexed(Direction::get, from, rank, target)) {
        set_ok(stat);
        return;
    }
    IndexTables tables;
    AssignmentSide remote;
    Outcome outcome = describe_coindexed(remote, from, rank, tables);
    if (outcome.problem == Problem::none) {
        notices.set_section(remote);
        AssignmentSide local;
        describe_local(local, target, target_kind);
        outcome = assign(local, remote);
        if (outcome.problem == Problem::status) [[unlikely]] {
            outcome = name_bounds(outcome, from, rank);
        }
    }
    finish(stat, notices.post(outcome), kAction, from.image);
}

namespace {

[[gnu::always_inline]] inline void get_here(Token token,
                                            size_t offset,
                                            int image,
                                            const Descriptor* source,
                                            const Vector* vector,
                                            const Descriptor* target,
                                            int source_kind,
                                            int target_kind,
                                            int* stat) {
    if (stat != nullptr) [[unlikely]] {
        arauto_handle_failures();
    }
    const int rank = image_to_rank(image);
    const bool is_known = rank >= 0 && token != nullptr && offset < token->bytes;
    if (is_known && vector == nullptr && source_kind == target_kind) [[likely]] {
        const size_t bytes = plain_bytes(*source, *target);
        if (bytes != kNotPlain && !overlaps_itself(token, rank, offset, target->base, bytes))
            [[likely]] {
            const arauto_status_t status =
                bindings_exist() ? get_watched(token, rank, offset, target->base, bytes)
                                 : arauto_get(token->segment, rank, offset, target->base, bytes);
            if (status >= 0) [[likely]] {
                set_ok(stat);
                return;
            }
        } else if (!bindings_exist() &&
                   copy_alike(Direction::get, {token, offset, image, source, nullptr, source_kind},
                              rank, *target)) {
            set_ok(stat);
            return;
        }
    }
    get_any({token, offset, image, source, vector, source_kind}, *target, target_kind, stat);
}

} // namespace

/// @param may_require_tmp  not needed: overlaps are found by comparing addresses
CAF_EXPORT void _gfortran_caf_get(Token token,
                                  size_t offset,
                                  int image,
                                  Descriptor* source,
                                  Vector* vector,
                                  Descriptor* target,
                                  int source_kind,
                                  int target_kind,
                                  bool /*may_require_tmp*/,
                                  int* stat) {
    note_caller(__builtin_return_address(0));
    get_here(token, offset, image, source, vector, target, source_kind, target_kind, stat);
}

/// _gfortran_caf_get under another name, for programs that have their own (element_calls.c).
CAF_EXPORT void arauto_gfortran_get(Token token,
                                    size_t offset,
                                    int image,
                                    Descriptor* source,
                                    Vector* vector,
                                    Descriptor* target,
                                    int source_kind,
                                    int target_kind,
                                    int* stat) {
    note_caller(__builtin_return_address(0));
    get_here(token, offset, image, source, vector, target, source_kind, target_kind, stat);
}

/// The same for one element, called at `caller` in the program.
CAF_EXPORT void arauto_gfortran_get_element(Token token,
                                            size_t offset,
                                            int image,
                                            Descriptor* source,
                                            Descriptor* target,
                                            int source_kind,
                                            int target_kind,
                                            int* stat,
                                            const void* caller) {
    note_caller(caller);
    get_here(token, offset, image, source, nullptr, target, source_kind, target_kind, stat);
}

} // namespace arauto::gfortran
