// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shared by the entries of entries_*.inc: a table of names includes the header of its convention,
// this one, and then the entries.
#pragma once

#include "allocation.hpp"
#include "coarray/sync.hpp"
#include "control.hpp"
#include "targets.hpp"

#include <algorithm>
#include <span>

namespace arauto::prif {

/// The elements of a short array, side by side.
template <class Type> class Few {
  public:
    template <class Array> explicit Few(const Array& array) noexcept : size_(array.size()) {
        for (size_t i = 0; i < std::min(size_, kMost); ++i) {
            values_[i] = array[i];
        }
    }
    /// The values of the array, or one more than is ever allowed if it is longer.
    [[nodiscard]] std::span<const Type> get() const noexcept {
        return {values_, std::min(size_, kMost)};
    }

  private:
    static constexpr size_t kMost = kCorankMax + 1;
    Type values_[kMost];
    size_t size_;
};

/// How many images the current team has.
[[nodiscard]] inline int team_size() noexcept {
    return coarray::images.size;
}

/// The team of a call, or the current one where none is given.
template <class Variable>
[[nodiscard]] const coarray::Team& team_or_current(const Variable& team, const char* call) {
    return team.is_given() ? coarray::named_team(team.get(), call) : coarray::current();
}

inline void put_plain(const Reference& reference,
                      void* buffer,
                      size_t bytes,
                      const Errors& errors,
                      const char* call) {
    Transfer transfer{.local = buffer, .bytes = bytes};
    if (find_target(reference, transfer.target, errors, call)) {
        put(transfer, {}, errors, call);
    }
}

/// @param notify  at the same image
inline void put_notifying(const Reference& reference,
                          Transfer transfer,
                          const Reference& notify,
                          const Errors& errors,
                          const char* call) {
    Variable variable;
    if (find_target(reference, transfer.target, errors, call) &&
        find_variable(notify, variable, errors, call)) {
        put(transfer, name_of(variable), errors, call);
    }
}

inline void get_plain(const Reference& reference,
                      void* buffer,
                      size_t bytes,
                      const Errors& errors,
                      const char* call) {
    Transfer transfer{.local = buffer, .bytes = bytes};
    if (find_target(reference, transfer.target, errors, call)) {
        get(transfer, errors, call);
    }
}

/// The strides of a call, kept as long as the call needs them.
template <class StrideArray, class ExtentArray> class Selection {
  public:
    Selection(const StrideArray& remote,
              const StrideArray& local,
              const ExtentArray& extent,
              size_t element_bytes)
        : remote_(remote), local_(local), extent_(extent), element_bytes_(element_bytes) {}
    /// False, with the failure reported.
    [[nodiscard]] bool
    describe(void* buffer, Transfer& transfer, const Errors& errors, const char* call) noexcept {
        transfer = {
            .target = {}, .local = buffer, .bytes = 0, .shape = {&sections_[0], &sections_[1]}};
        return make_sections({remote_.get(), local_.get(), extent_.get(), element_bytes_},
                             sections_, errors, call);
    }

  private:
    Few<std::ptrdiff_t> remote_;
    Few<std::ptrdiff_t> local_;
    Few<size_t> extent_;
    size_t element_bytes_;
    arauto_section_t sections_[2];
};

/// Image of the team, by cosubscripts; then, of the initial team.
template <class Subscripts>
[[nodiscard]] int index_in(const Coarray* handle, const Subscripts& sub, size_t images) {
    const Few<int64_t> cosubscripts(sub);
    const Coarray& coarray = checked(handle, "prif_image_index");
    return cosubscripts.get().size() == static_cast<size_t>(coarray.corank)
               ? coarray.cobounds().image_of(cosubscripts.get().data(), static_cast<int>(images))
               : 0;
}
template <class Subscripts>
[[nodiscard]] int initial_index(const Coarray* handle,
                                const Subscripts& sub,
                                const std::vector<int>& ranks,
                                int32_t* stat) {
    const int image = index_in(handle, sub, ranks.size());
    coarray::set_ok(stat);
    if (image == 0) {
        coarray::fail({stat},
                      "prif_initial_team_index: the cosubscripts name no image of the "
                      "team, which has %zu images",
                      ranks.size());
        return 0;
    }
    return ranks[static_cast<size_t>(image) - 1] + 1;
}

/// An operation of ATOMIC_ADD and its like.
[[nodiscard]] inline Atomic fetching(arauto_atomic_op_t how, int64_t value, int64_t* old) noexcept {
    return {.kind = ARAUTO_OP_FETCH,
            .how = how,
            .operand = static_cast<uint64_t>(value),
            .expected = 0,
            .old = reinterpret_cast<uint64_t*>(old)};
}
[[nodiscard]] inline Atomic storing(int64_t value) noexcept {
    return {.kind = ARAUTO_OP_STORE, .operand = static_cast<uint64_t>(value)};
}
[[nodiscard]] inline Atomic loading(int64_t* value) noexcept {
    return {.kind = ARAUTO_OP_LOAD, .old = reinterpret_cast<uint64_t*>(value)};
}
[[nodiscard]] inline Atomic swapping(int64_t compare, int64_t desired, int64_t* old) noexcept {
    return {.kind = ARAUTO_OP_COMPARE_SWAP,
            .operand = static_cast<uint64_t>(desired),
            .expected = static_cast<uint64_t>(compare),
            .old = reinterpret_cast<uint64_t*>(old)};
}

} // namespace arauto::prif
