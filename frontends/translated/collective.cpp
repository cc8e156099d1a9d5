// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// CO_SUM, CO_PRODUCT, CO_MIN, CO_MAX and CO_BROADCAST.
#include "coarray/reducer.hpp"
#include "runtime.hpp"

#include <memory>

namespace arauto::translated {
namespace {

constexpr int kQuad = 16; // element_kind of REAL(16) and COMPLEX(16)
constexpr int kWide = 4; // and of characters of four bytes

coarray::Class class_of(const translated_array_t& a) noexcept {
    switch (a.element_class) {
    case TRANSLATED_INTEGER:
        return coarray::Class::integer;
    case TRANSLATED_REAL:
        return coarray::Class::real;
    case TRANSLATED_COMPLEX:
        return coarray::Class::complex;
    case TRANSLATED_CHARACTER:
        return coarray::Class::character;
    default:
        return coarray::Class::other;
    }
}

coarray::Element element_of(const translated_array_t& a) noexcept {
    const coarray::Class kind = class_of(a);
    const bool is_text = kind == coarray::Class::character;
    return {kind, a.section.element_bytes, !is_text && a.element_kind != kQuad,
            is_text && a.element_kind == kWide};
}

/// Collectives work in place on contiguous memory; sections are copied there and back.
class Contiguous {
  public:
    explicit Contiguous(const translated_array_t& a) : a_(a), packed_(a) {
        auto stride = static_cast<int64_t>(a.section.element_bytes);
        for (int i = 0; i < a.section.rank; ++i) {
            is_in_place_ =
                is_in_place_ && (a.section.dim[i].stride == stride || a.section.dim[i].extent <= 1);
            packed_.section.dim[i].stride = stride;
            stride *= a.section.dim[i].extent;
        }
        bytes = static_cast<size_t>(stride);
        if (!is_in_place_) {
            memory_.reset(new char[bytes + 1]);
            packed_.base = memory_.get();
            if (bytes > 0) {
                translated_assign(&packed_, &a_);
            }
        }
        data = packed_.base;
    }
    void copy_back() const {
        if (!is_in_place_ && bytes > 0) {
            translated_assign(&a_, &packed_);
        }
    }

    void* data = nullptr;
    size_t bytes = 0;

  private:
    const translated_array_t& a_;
    translated_array_t packed_;
    std::unique_ptr<char[]> memory_;
    bool is_in_place_ = true;
};

} // namespace
} // namespace arauto::translated

using namespace arauto::translated; // NOLINT: what translated code calls follows

void translated_reduce(const translated_array_t* a,
                       int32_t operation,
                       int32_t result_image,
                       const translated_errors_t* errors) {
    static constexpr const char* kNames[] = {"CO_SUM", "CO_PRODUCT", "CO_MIN", "CO_MAX"};
    note_stat(*errors);
    const char* name = kNames[operation];
    int root = ARAUTO_ALL_RANKS;
    if (result_image != 0) {
        root = member_of(result_image, *errors, name);
        if (root < 0) {
            return;
        }
    }
    const auto wanted = static_cast<arauto::coarray::Operation>(operation);
    arauto::coarray::Reducer reducer = arauto::coarray::choose_reducer(element_of(*a), wanted);
    if (!reducer.is_known()) {
        fail(*errors, 1, "%s: the argument is of a type that has no such operation", name);
        return;
    }
    const arauto_team_h team = current_team();
    const Contiguous packed(*a);
    const size_t element = a->section.element_bytes;
    const size_t count = element > 0 ? packed.bytes / element : 0;
    const arauto_status_t status =
        reducer.is_builtin ? arauto_reduce(team, packed.data, count, reducer.type,
                                           arauto::coarray::code_of(wanted), root)
                           : arauto_reduce_with(team, packed.data, count, element > 0 ? element : 1,
                                                reducer.combine, &reducer.context, root);
    if (status >= 0) {
        packed.copy_back();
    }
    report(*errors, status, name);
}

void translated_broadcast(const translated_array_t* a,
                          int32_t source_image,
                          const translated_errors_t* errors) {
    note_stat(*errors);
    const int root = member_of(source_image, *errors, "CO_BROADCAST");
    if (root < 0) {
        return;
    }
    const Contiguous packed(*a);
    const arauto_status_t status =
        arauto_broadcast(current_team(), packed.data, packed.bytes, root);
    if (status >= 0) {
        packed.copy_back();
    }
    report(*errors, status, "CO_BROADCAST");
}
