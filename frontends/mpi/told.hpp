// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tells the race checker of accesses to windows, in a job that is checked: all of them come to the
// general case of their calls then.
#pragma once

#include "record.hpp"

#include "arauto/spi/race.h"

namespace arauto::mpi {

/// An access, from when its arguments have been checked to the end of the block.
class Told {
  public:
    Told(const Window& window, int member, arauto_recorded_op_t op) noexcept
        : operation_(arauto_race_begin(window.epochs, member, op)) {}
    Told(const Told&) = delete;
    Told& operator=(const Told&) = delete;
    ~Told();

    /// A buffer of the program; without a layout it is not used.
    void use(const Origin& buffer, arauto_race_access_t access) noexcept;
    void use(const void* memory, int64_t bytes, arauto_race_access_t access) noexcept;
    /// @param kind  0, or of an accumulate
    void use(const Target& target, arauto_race_access_t access, unsigned kind = 0) noexcept;
    /// Nothing more is used, and the bytes move next.
    void carries_out(const Target& target) noexcept;
    /// The access has been made or recorded. Its request completes it as far as `scope` says; one
    /// with a notification is complete.
    void made(Deferral& deferral, arauto_flush_scope_t scope) noexcept;

  private:
    void use_layout(const void* base,
                    const LayoutInstances& side,
                    bool is_target,
                    arauto_race_access_t access,
                    unsigned kind) noexcept;

    arauto_race_operation_t operation_;
    bool has_ended_ = false;
};

/// As arauto_race_accumulate_kind.
[[nodiscard]] unsigned kind_of(Operation operation, Basic basic) noexcept;
[[nodiscard]] unsigned kind_of_swap(Basic basic) noexcept;

} // namespace arauto::mpi
