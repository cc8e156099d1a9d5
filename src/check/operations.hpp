// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Operations of epochs that are under way: puts, gets, accumulates. Until such an operation is
// complete nothing is ordered behind it, not even what its own image does; then its accesses become
// those of the program, or of its carrier. One that its target has not admitted yet has accessed
// nothing there.
#pragma once

#include "check/order.hpp"
#include "check/private_uses.hpp"
#include "check/shadow.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace arauto::check {

/// How much of an operation is complete: its own image's memory may be used again, or all.
enum class Completion : uint8_t { origin, all };

/// Memory that an operation uses.
struct Piece {
    uint64_t first; // counts from the heap of rank 0; of private memory an address
    uint64_t bytes;
    uint32_t site;
    Access access;
    uint32_t width; // of an element; 0: not known
    bool is_private;
    bool is_at_target;
};

struct Operation {
    uint64_t stamp = 0; // of its accesses now
    uint64_t object = 0; // whose epoch it is in
    int member = 0; // its target, as the object counts
    bool is_begun = false; // all pieces are known
    bool is_admitted = false; // by its target
    bool is_closed = false; // its epoch is, by a call that has not waited
    bool is_origin_free = false;
    bool fetches = false; // complete at the origin, it is complete at all
    std::vector<Piece> pieces;
};

/// Not for several threads at a time.
class Operations {
  public:
    Operations(Order& order, Shadow& shadow, PrivateUses& uses) noexcept
        : order_(order), shadow_(shadow), uses_(uses) {}

    /// @return its number, never 0
    [[nodiscard]] uint64_t begin(uint64_t object, int member);
    void use(uint64_t number, const Piece& piece);
    /// All pieces are known: it accesses the memory of its origin.
    void accesses_origin(Operation& operation);
    void accesses_target(Operation& operation) noexcept;
    /// The accesses get the stamp of what completes them; of one that was not admitted no conflict
    /// is found. With Completion::all it is forgotten.
    void complete(uint64_t number, Completion how, uint64_t stamp) noexcept;
    /// Its epoch is closed: its accesses are those of the carrier now.
    void close(uint64_t number, uint64_t stamp) noexcept;
    /// The same once more, when that is complete.
    void forget(uint64_t number) noexcept;

    [[nodiscard]] std::map<uint64_t, Operation>& all() noexcept { return all_; }

  private:
    void finish_origin(Operation& operation, uint64_t stamp) noexcept;
    void finish_target(const Operation& operation, uint64_t stamp) noexcept;

    Order& order_;
    Shadow& shadow_;
    PrivateUses& uses_;
    std::map<uint64_t, Operation> all_; // by their numbers
    uint64_t last_ = 0;
};

} // namespace arauto::check
