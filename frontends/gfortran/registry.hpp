// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The objects behind tokens that are alive in this process, and the addresses of their memory. The
// compiler distinguishes components from coarrays only by the address of their token, so it must be
// possible to find both.
#pragma once

#include "coarray.hpp"

#include <memory>

namespace arauto::gfortran {

/// Remembers memory that other images reach; a token inside it is a component's.
void add_memory(const void* memory, size_t bytes);
void remove_memory(const void* memory);
[[nodiscard]] bool is_in_memory(const void* address);

/// The range that was added around an address: start and end; NULL, NULL when there is none.
struct MemoryRange {
    const std::byte* start;
    const std::byte* end;
};
[[nodiscard]] MemoryRange memory_around(const void* address);

/// The component whose token is at the address `token`; NULL when there is none.
[[nodiscard]] Coarray* find_component(Token* token);
[[nodiscard]] Coarray* add_component(Token* token);
void remove_component(Token* token);
/// Whether a token's value is a component's, wherever that was registered: structures are copied
/// with the tokens in them.
[[nodiscard]] bool is_of_component(const Coarray* value);

/// Keeps a token that CHANGE TEAM has made until END TEAM of that depth.
[[nodiscard]] Token keep_until_end_team(std::unique_ptr<Coarray> token, int depth);
/// To be called behind END TEAM. @param depth  that is left: how many CHANGE TEAM are still open
void drop_mapped_tokens(int depth);

/// Brings the runtime up, which may turn this process into the launcher. Ends the program when that
/// is impossible.
/// @param is_at_start  the program has done nothing yet
void start_runtime(bool is_at_start);

} // namespace arauto::gfortran
