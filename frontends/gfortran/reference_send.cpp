// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `p[image]%a(...)%b = y` and `p[to]%a = q[from]%b`: called by compiled programs where a type has
// allocatable or pointer components.
#include "caller.hpp"
#include "notices.hpp"
#include "reference_element.hpp"
#include "reference_target.hpp"

#include <cstdlib>

namespace arauto::gfortran {
namespace {

void send_referenced(const Referenced& to,
                     const Descriptor& source,
                     int source_kind,
                     bool may_allocate,
                     int* stat) noexcept {
    constexpr const char* kAction = coarray::kWrite;
    Notices notices(&stat);
    const int rank = notices.is_refused() ? -1 : find_image(to.token, to.image, kAction, stat);
    if (rank < 0) {
        return;
    }
    AssignmentSide local;
    describe_local(local, source, source_kind);
    const Value value = {&local.section, source.element_bytes, false};
    IndexTables tables;
    ReferenceWalk walk(to.token, rank, to.image);
    if (reach_target(walk, to, may_allocate ? &value : nullptr, tables, stat)) {
        notices.look_at(rank);
        notices.set_section(walk.side());
        finish_write(stat, notices.post(assign(walk.side(), local)), {kAction, to.image});
    }
}

/// A copy of what a side has, which the side names afterwards: when target and source are of one
/// image, reallocating the target can take the source's memory away.
class Staged {
  public:
    Staged(AssignmentSide& side, bool is_needed) noexcept {
        const size_t bytes = element_count(side.section) * side.element.bytes;
        if (!is_needed || bytes == 0) {
            return;
        }
        copy_ = std::malloc(bytes);
        if (copy_ == nullptr) {
            outcome_ = {Problem::memory};
            return;
        }
        AssignmentSide here = {.kind = SideKind::local,
                               .rank = images.own_rank,
                               .segment = nullptr,
                               .base = reinterpret_cast<uintptr_t>(copy_),
                               .section = {},
                               .element = side.element};
        describe_packed(here.section, side.section, side.element.bytes);
        outcome_ = assign(here, side);
        side = here;
    }
    ~Staged() { std::free(copy_); }
    Staged(const Staged&) = delete;
    Staged& operator=(const Staged&) = delete;
    [[nodiscard]] const Outcome& outcome() const noexcept { return outcome_; }

  private:
    void* copy_ = nullptr;
    Outcome outcome_;
};

void send_got_referenced(const Referenced& to,
                         const Referenced& from,
                         int* to_stat,
                         int* from_stat) noexcept {
    Notices puts(&to_stat);
    Notices gets;
    const int from_rank =
        puts.is_refused() ? -1 : find_image(from.token, from.image, coarray::kRead, from_stat);
    if (from_rank < 0) {
        return;
    }
    const int to_rank = find_image(to.token, to.image, coarray::kWrite, to_stat);
    if (to_rank < 0) {
        return;
    }
    IndexTables tables;
    ReferenceWalk source(from.token, from_rank, from.image);
    const Reached reached = source.to_end(from.chain, tables);
    if (reached != Reached::end) {
        source.report_end(reached, from_stat, coarray::kRead);
        return;
    }
    set_ok(from_stat);
    AssignmentSide& value_side = source.side();
    value_side.element.type = class_of(from.type);
    value_side.element.kind = from.kind;
    gets.look_at(from_rank);
    gets.set_section(value_side);
    const Staged staged(value_side, to_rank == from_rank);
    if (staged.outcome().problem != Problem::none) {
        finish(from_stat, staged.outcome(), coarray::kRead, from.image);
        return;
    }
    const Value value = {&value_side.section, value_side.element.bytes, true};
    ReferenceWalk target(to.token, to_rank, to.image);
    if (reach_target(target, to, &value, tables, to_stat)) {
        puts.look_at(to_rank);
        puts.set_section(target.side());
        const Outcome outcome = puts.post(gets.post(assign(target.side(), value_side)));
        finish_write(to_stat, outcome, {"a transfer from another image to", to.image});
    }
}

} // namespace

/// @param stat  GCC 8 to 14 always pass NULL
CAF_EXPORT void _gfortran_caf_send_by_ref(Token token,
                                          int image,
                                          Descriptor* source,
                                          Reference* chain,
                                          int target_kind,
                                          int source_kind,
                                          bool /*may_require_tmp*/,
                                          bool target_reallocatable,
                                          int* stat,
                                          int target_type) {
    note_caller(__builtin_return_address(0));
    const Referenced to{token, image, chain, target_type, target_kind};
    if (stat == nullptr && send_element(to, *source, source_kind)) {
        return;
    }
    send_referenced(to, *source, source_kind, target_reallocatable, stat);
}

CAF_EXPORT void _gfortran_caf_sendget_by_ref(Token target_token,
                                             int target_image,
                                             Reference* target_chain,
                                             Token source_token,
                                             int source_image,
                                             Reference* source_chain,
                                             int target_kind,
                                             int source_kind,
                                             bool /*may_require_tmp*/,
                                             int* target_stat,
                                             int* source_stat,
                                             int target_type,
                                             int source_type) {
    note_caller(__builtin_return_address(0));
    send_got_referenced({target_token, target_image, target_chain, target_type, target_kind},
                        {source_token, source_image, source_chain, source_type, source_kind},
                        target_stat, source_stat);
}

} // namespace arauto::gfortran
