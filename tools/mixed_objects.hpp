// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds objects whose coarray calls are those of another gfortran than the one that is to link
// them, which a linker does not notice, since the calls of gfortran 15 and 16 have equal names; and
// objects of translated coarrays among others, for which a linker reports only missing names.
#pragma once

#include "compiler_words.hpp"

#include <string>

namespace arauto::tools {

/// Which of our libraries a gfortran calls, by its major version: "caf_arauto", ...
[[nodiscard]] std::string library_for(int version);

/// Looks into the objects, archives and libraries that a command names by their files.
/// @param version  of the gfortran that will link them, as a program whose coarrays it compiles
/// @return a sentence on the first that does not fit; empty when all do
[[nodiscard]] std::string find_mixed_object(const Words& words, int version);

/// The first of these files whose coarrays the compiler has compiled by itself; empty: none.
[[nodiscard]] std::string find_native_object(const Words& words);
/// The first of these files whose coarrays were translated; empty: none.
[[nodiscard]] std::string find_translated_object(const Words& words);

} // namespace arauto::tools
