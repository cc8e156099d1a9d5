// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The objects behind tokens that are alive in this process, and the addresses of their memory. The
// compiler distinguishes components from coarrays only by the address of their token, so it must be
// possible to find both.
#pragma once

#include "coarray.hpp"

#include <memory>
#include <string>

namespace arauto::gfortran {

/// Remembers memory that other images reach; a token inside it is a component's. What was
/// remembered there before is gone.
/// @param owner  the component that has this memory; NULL: it is a coarray's
void add_memory(const void* memory, size_t bytes, const Coarray* owner);
/// Forgets it where it is that owner's.
void remove_memory(const void* memory, const Coarray* owner);
[[nodiscard]] bool is_in_memory(const void* address);

/// The range that was added around an address: start and end; NULL, NULL when there is none. Memory
/// that its component no longer points to does not count.
struct MemoryRange {
    const std::byte* start;
    const std::byte* end;
};
[[nodiscard]] MemoryRange memory_around(const void* address);

/// The component whose token is at the address `token`; NULL when there is none.
[[nodiscard]] Coarray* find_component(Token* token);
[[nodiscard]] Coarray* add_component(Token* token);
void remove_component(Token* token);
/// Those whose tokens lie in memory that gets another use.
void remove_components_in(const void* start, const void* end);
/// The value of tokens of components that are not allocated: one for all of the same layout.
/// @param token_offset  see Coarray
[[nodiscard]] Token unallocated_component(ptrdiff_t token_offset);
/// The token_offset of a token's value; 0 where it is no component's. Structures are copied with
/// the tokens in them, so it may be that of a component registered elsewhere.
[[nodiscard]] ptrdiff_t token_offset_of(const Coarray* value);

/// Gives a coarray to the program's token, until end_coarray.
[[nodiscard]] Token keep_coarray(std::unique_ptr<Coarray> coarray);
void end_coarray(Token coarray);
/// Whether a token's value is a coarray's. That of a component which compiled code has allocated
/// may be anything.
[[nodiscard]] bool is_coarray(const Coarray* value);

/// The coarray's name in the program, for a sentence: "a". Empty where it is not known, as of a
/// local variable (arauto_variable_name). Takes milliseconds.
[[nodiscard, gnu::cold]] std::string name_of(const Coarray& coarray);

/// Keeps a token that CHANGE TEAM has made until END TEAM of that depth.
[[nodiscard]] Token keep_until_end_team(std::unique_ptr<Coarray> token, int depth);
/// To be called behind END TEAM. @param depth  that is left: how many CHANGE TEAM are still open
void drop_mapped_tokens(int depth);

/// Brings the runtime up, which may turn this process into the launcher. Ends the program when that
/// is impossible.
/// @param is_at_start  the program has done nothing yet
void start_runtime(bool is_at_start);

} // namespace arauto::gfortran
