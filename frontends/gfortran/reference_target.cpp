// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See reference_target.hpp. Components are allocated as the compiler itself would do it: by
// register and deregister.
#include "reference_target.hpp"

#include <algorithm>

namespace arauto::gfortran {

CAF_EXPORT void _gfortran_caf_register(size_t size,
                                       int type,
                                       Token* token,
                                       Descriptor* descriptor,
                                       int* stat,
                                       char* errmsg,
                                       size_t errmsg_bytes);
CAF_EXPORT void
_gfortran_caf_deregister(Token* token, int type, int* stat, char* errmsg, size_t errmsg_bytes);

namespace {

constexpr const char* kAction = coarray::kWrite;
constexpr int kRegisterAllocateOnly = 8;
constexpr int kDeregisterDeallocateOnly = 1;

bool is_full(const Reference& link) noexcept {
    for (int i = 0; i < kRankMax && link.array.mode[i] != kModeNone; ++i) {
        const ptrdiff_t stride = link.array.dim[i].range.stride;
        if (link.array.mode[i] != kModeFull || (stride != 1 && stride != 0)) {
            return false;
        }
    }
    return true;
}

/// Whether the chain ends with the whole component that `link` is.
bool is_whole_component(const Reference* link) noexcept {
    if (link == nullptr || link->next == nullptr) {
        return link != nullptr;
    }
    const Reference& subscript = *link->next;
    return subscript.type == kReferenceArray && subscript.next == nullptr && is_full(subscript);
}

/// A component of this image, by its link and its parent.
class OwnComponent {
  public:
    OwnComponent(const Reference& link, uintptr_t parent) noexcept
        : link_(link), parent_(parent), is_array_(link.next != nullptr) {}

    [[nodiscard]] bool has_other_shape(const arauto_section_t& shape) const noexcept {
        if (!is_array_ || shape.rank == 0) {
            return false;
        }
        const Descriptor& array = *descriptor();
        for (int i = 0; i < std::min<int>(array.rank, shape.rank); ++i) {
            if (extent_of(array.dim[i]) != shape.dim[i].extent) {
                return true;
            }
        }
        return false;
    }

    void free(int* stat) const noexcept {
        _gfortran_caf_deregister(token(), kDeregisterDeallocateOnly, stat, nullptr, 0);
        at<void*>(link_.component.offset)[0] = nullptr;
    }

    /// @return false when there is no memory; `stat` is set then
    [[nodiscard]] bool allocate(const Referenced& to, const Value& value, int* stat) const {
        Descriptor scalar = {};
        Descriptor& array = is_array_ ? *descriptor() : scalar;
        array.element_bytes = link_.item_bytes != 0 ? link_.item_bytes : value.element_bytes;
        array.type = static_cast<int8_t>(to.type);
        array.rank = static_cast<int8_t>(is_array_ ? value.shape->rank : 0);
        array.base = nullptr;
        size_t bytes = array.element_bytes;
        if (is_array_) {
            set_shape(array, *value.shape);
            bytes *= element_count(*value.shape);
        }
        _gfortran_caf_register(std::max<size_t>(bytes, 1), kRegisterAllocateOnly, token(), &array,
                               stat, nullptr, 0);
        if (!is_array_) {
            at<void*>(link_.component.offset)[0] = array.base;
        }
        return array.base != nullptr;
    }

  private:
    template <class T> [[nodiscard]] T* at(ptrdiff_t offset) const noexcept {
        return reinterpret_cast<T*>(parent_ + static_cast<uintptr_t>(offset));
    }
    [[nodiscard]] Descriptor* descriptor() const noexcept {
        return at<Descriptor>(link_.component.offset);
    }
    [[nodiscard]] Token* token() const noexcept { return at<Token>(link_.component.token_offset); }

    const Reference& link_;
    uintptr_t parent_;
    bool is_array_;
};

} // namespace

bool reach_target(ReferenceWalk& walk,
                  const Referenced& to,
                  const Value* value,
                  IndexTables& tables,
                  int* stat) noexcept {
    const int rank = walk.side().rank;
    Reached reached = walk.to_end(to.chain, tables);
    const Reference* const link = walk.followed();
    const bool is_own = value != nullptr && rank == images.own_rank && reached != Reached::failed &&
                        is_whole_component(link) &&
                        (link->next == nullptr || value->shape->rank > 0);
    if (is_own) {
        const OwnComponent component(*link, walk.parent());
        const bool is_allocated = reached == Reached::end;
        const bool must_change =
            !is_allocated || (value->may_reallocate && component.has_other_shape(*value->shape));
        if (must_change && is_allocated) {
            component.free(stat);
        }
        if (must_change && !component.allocate(to, *value, stat)) {
            return false;
        }
        if (must_change) {
            walk = ReferenceWalk(to.token, rank, to.image);
            reached = walk.to_end(to.chain, tables);
        }
    }
    if (reached != Reached::end) {
        if (!drop_write(stat, walk.status(), {kAction, to.image})) {
            walk.report_end(reached, stat, kAction);
        }
        return false;
    }
    walk.side().element.type = class_of(to.type);
    walk.side().element.kind = to.kind;
    return true;
}

} // namespace arauto::gfortran
