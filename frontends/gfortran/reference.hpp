// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Chains of references, such as `p(2)[k]%list(1:n)%x`: follows the pointers and descriptors in the
// memory of the other image, with one read for each.
#pragma once

#include "section.hpp"
#include "transfer.hpp"

#include <string>

namespace arauto::gfortran {

/// A coindexed object as the compiler passes it by reference.
struct Referenced {
    Token token;
    int image;
    const Reference* chain;
    int type; // BasicType
    int kind;
};

enum class Reached {
    end, // `side` is what the chain names
    unallocated, // a component on the way, see `followed`
    failed, // nothing; `failure` and `status` say why
};

/// A walk along one chain.
class ReferenceWalk {
  public:
    ReferenceWalk(Token token, int rank, int image) noexcept;

    /// @param tables  owns the tables of vector subscripts in `side()`
    [[nodiscard]] Reached to_end(const Reference* chain, IndexTables& tables) noexcept;

    /// Stops at the last component that is allocatable or a pointer. @return end when it has a
    /// target
    [[nodiscard]] Reached to_last_pointer(const Reference* chain) noexcept;

    [[nodiscard]] AssignmentSide& side() noexcept { return side_; }

    /// The last allocatable or pointer component on the way, and where its parent lies in that
    /// image.
    [[nodiscard]] const Reference* followed() const noexcept { return followed_; }
    [[nodiscard]] uintptr_t parent() const noexcept { return parent_; }

    /// The status of a read that has failed.
    [[nodiscard]] arauto_status_t status() const noexcept { return status_; }

    /// Ends the statement with why the walk has not reached the end.
    void report_end(Reached reached, int* stat, const char* action) const noexcept;

  private:
    [[nodiscard]] Reached step(const Reference& link, IndexTables& tables) noexcept;
    [[nodiscard]] Reached enter_component(const Reference& link) noexcept;
    [[nodiscard]] Reached follow(const Reference& link) noexcept;
    [[nodiscard]] Reached select(const Reference& link, IndexTables& tables) noexcept;
    [[nodiscard]] bool has_coarray_descriptor() noexcept;
    [[nodiscard, gnu::cold]] std::string of_variable() const;
    [[nodiscard]] Reached fail(const char* format, ...) noexcept
        __attribute__((format(printf, 2, 3)));

    Token token_;
    int image_;
    AssignmentSide side_;
    Descriptor array_; // of the array that the next link subscripts
    bool has_array_ = false;
    bool is_at_start_ = true;
    const Reference* followed_ = nullptr;
    uintptr_t parent_ = 0;
    arauto_status_t status_ = ARAUTO_OK;
    char failure_[160];
};

} // namespace arauto::gfortran
