// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `y = p[image]%a(...)%b` and `allocated(p[image]%a)`: called by compiled programs where a type has
// allocatable or pointer components, and where `y` is to be allocated.
#include "caller.hpp"
#include "notices.hpp"
#include "reference.hpp"
#include "reference_element.hpp"

#include <cstdlib>

namespace arauto::gfortran {
namespace {

constexpr const char* kAction = coarray::kRead;

bool has_shape(const Descriptor& array, const arauto_section_t& shape) noexcept {
    for (int i = 0; i < array.rank; ++i) {
        if (extent_of(array.dim[i]) != shape.dim[i].extent) {
            return false;
        }
    }
    return array.base != nullptr;
}

/// Gives an allocatable array here the shape of what it is assigned. @return false without memory
bool reallocate(Descriptor& array, const arauto_section_t& shape) noexcept {
    if (array.rank != shape.rank || has_shape(array, shape)) {
        return true; // `assign` reports it when the ranks do not fit
    }
    const size_t bytes = element_count(shape) * array.element_bytes;
    void* const memory = std::realloc(array.base, bytes == 0 ? 1 : bytes);
    if (memory == nullptr) {
        return false;
    }
    array.base = memory;
    set_shape(array, shape);
    return true;
}

/// The target of the assignment.
struct Receiver {
    Descriptor* array;
    int kind;
    bool is_reallocatable;
};

/// Gives the compiler's temporaries bounds when nothing could be read: it uses these next.
void make_empty(const Receiver& to) noexcept {
    if (to.is_reallocatable && to.array->base == nullptr) {
        for (int i = 0; i < to.array->rank; ++i) {
            to.array->dim[i] = {1, 1, 0};
        }
    }
}

void get_referenced(const Referenced& from, const Receiver& to, int* stat) noexcept {
    const int rank = find_image(from.token, from.image, kAction, stat);
    if (rank < 0) {
        make_empty(to);
        return;
    }
    IndexTables tables;
    ReferenceWalk walk(from.token, rank, from.image);
    const Reached reached = walk.to_end(from.chain, tables);
    if (reached != Reached::end) {
        make_empty(to);
        walk.report_end(reached, stat, kAction);
        return;
    }
    AssignmentSide& remote = walk.side();
    remote.element.type = class_of(from.type);
    remote.element.kind = from.kind;
    if (to.is_reallocatable && !reallocate(*to.array, remote.section)) {
        make_empty(to);
        finish(stat, {Problem::memory}, kAction, from.image);
        return;
    }
    AssignmentSide local;
    describe_local(local, *to.array, to.kind);
    Notices notices;
    notices.look_at(rank);
    notices.set_section(remote);
    finish(stat, notices.post(assign(local, remote)), kAction, from.image);
}

} // namespace

CAF_EXPORT void _gfortran_caf_get_by_ref(Token token,
                                         int image,
                                         Descriptor* target,
                                         Reference* chain,
                                         int target_kind,
                                         int source_kind,
                                         bool /*may_require_tmp*/,
                                         bool target_reallocatable,
                                         int* stat,
                                         int source_type) {
    note_caller(__builtin_return_address(0));
    const Referenced from{token, image, chain, source_type, source_kind};
    if (stat == nullptr && get_element(from, *target, target_kind)) {
        return;
    }
    get_referenced(from, {target, target_kind, target_reallocatable && target->rank > 0}, stat);
}

/// @return 1 when the component that the chain ends with is allocated or associated
CAF_EXPORT int _gfortran_caf_is_present(Token token, int image, Reference* chain) {
    note_caller(__builtin_return_address(0));
    constexpr const char* kQuestion = "a question about a component of";
    const int rank = find_image(token, image, kQuestion, nullptr);
    ReferenceWalk walk(token, rank, image);
    const Reached reached = walk.to_last_pointer(chain);
    if (reached == Reached::failed) {
        walk.report_end(reached, nullptr, kQuestion);
    }
    return reached == Reached::end ? 1 : 0;
}

} // namespace arauto::gfortran
