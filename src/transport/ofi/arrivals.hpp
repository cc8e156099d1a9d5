// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The requests of one peer that have arrived, in the order in which it has sent them, whatever the
// provider does. One that comes too early waits for those before it. The owner of the items asks
// for each whose turn it is.
#pragma once

#include "transport/ofi/items.hpp"

#include <cstdint>
#include <unordered_map>

namespace arauto::transport::ofi {

class Arrivals {
  public:
    /// @param sequence  how many requests the peer has sent before this one
    /// @return whether it is its turn; else it waits, and belongs to this object until its turn
    [[nodiscard]] bool take(uint32_t sequence, Item& item);
    /// The next one that has waited and whose turn it is now; null: none.
    [[nodiscard]] Item* take_next() noexcept;
    /// Any one that waits for requests that will not come; null: none waits.
    [[nodiscard]] Item* drop() noexcept;

  private:
    uint32_t taken_ = 0; // in their turn
    std::unordered_map<uint32_t, Item*> early_; // by sequence
};

} // namespace arauto::transport::ofi
