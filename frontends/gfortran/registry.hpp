// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The objects behind tokens that are alive in this process, and where their memory lies: needed
// because the compiler tells components from coarrays only by where their token stands.
#pragma once

#include "coarray.hpp"

namespace arauto::gfortran {

/// Remembers memory that other images reach; a token inside it is a component's.
void add_memory(const void* memory, size_t bytes);
void remove_memory(const void* memory);
[[nodiscard]] bool is_in_memory(const void* address);

/// What was added around an address: its start and its end; NULL, NULL when nothing was.
struct MemoryRange {
    const std::byte* start;
    const std::byte* end;
};
[[nodiscard]] MemoryRange memory_around(const void* address);

/// The component whose token stands at `place`; NULL when there is none.
[[nodiscard]] Coarray* find_component(Token* place);
[[nodiscard]] Coarray* add_component(Token* place);
void remove_component(Token* place);

/// Brings the runtime up, which may turn this process into the launcher. Ends the program when that
/// is impossible.
void start_runtime();

} // namespace arauto::gfortran
