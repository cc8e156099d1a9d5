// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The memory of allocatable and pointer components of coarrays. It is the program's malloc's, since
// compiled code reallocates and frees it wherever it does not see the coarray. So a component is
// what its pointer in the structure leads to, not what was registered; see coarray.hpp for what the
// compiler tells of that pointer.
#pragma once

#include "coarray.hpp"

namespace arauto::gfortran {

/// The token of a component that the compiler registers without memory.
void register_component(Token* token, Descriptor* descriptor);

/// @return false when there is no memory; that has been reported
bool allocate_component(size_t size,
                        Token* token,
                        Descriptor* descriptor,
                        const Errors& errors) noexcept;

/// For a structure that has been copied with its pointers, to become a copy of all that they lead
/// to. GCC 12 to 14 then copy arrays with a size that they have not set, mostly 0, and leave the
/// pointers of scalars as they are. So this copies, by the descriptor, and sets these pointers.
void copy_component(size_t size,
                    Token* token,
                    Descriptor* descriptor,
                    const Errors& errors) noexcept;

/// Frees what the component points to. That of a scalar which this library has never allocated at
/// this place stays, since nothing says where its pointer is.
/// @param component  of this token; NULL: none was registered for it
void free_component(Token* token, Coarray* component) noexcept;

/// Memory that others reached gets another use: events and components in it are gone.
void forget_contents(const void* memory, size_t bytes) noexcept;

/// Looks where the pointer is of the scalar that this thread has allocated last: the compiled code
/// stores it after the call. To be called where the program goes on to something else.
void place_last_scalar() noexcept;

} // namespace arauto::gfortran
