// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Allocation and deallocation of coarrays and their aliases, and of memory that one image has for
// itself and others reach by its address.
#pragma once

#include "coarrays.hpp"

#include <cstddef>
#include <span>

namespace arauto::prif {

struct Request {
    DeclaredCobounds cobounds;
    size_t bytes;
    Cleanup cleanup;
};
/// Collective over the current team. @return null, with the failure reported
[[nodiscard]] Coarray* allocate_coarray(const Request& request, const Errors& errors);

/// Collective over the team that has allocated them.
void deallocate_coarrays(std::span<Coarray* const> coarrays, const Errors& errors);
/// Deallocates the coarrays that are left of the current team, as END TEAM does.
void deallocate_of_team(const Errors& errors);

[[nodiscard]] Coarray*
create_alias(const Coarray* source, const DeclaredCobounds& cobounds, size_t offset);
void destroy_alias(Coarray* alias);

/// Memory of this image alone, which others reach by its address. @return null, with the failure
/// reported
[[nodiscard]] void* allocate_local(size_t bytes, const Errors& errors);
void deallocate_local(void* memory, const Errors& errors);

} // namespace arauto::prif
