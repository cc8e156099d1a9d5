// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A coindexed object and its value, as programs of GCC 15 and later name them.
#pragma once

#include "coarray.hpp"

namespace arauto::gfortran {

/// The image that a statement names. At most one of `team` and `team_number` is not null.
struct NamedImage {
    int image;
    const void* const* team; // the variable of `team=`
    const int* team_number; // of `team_number=`
};

/// A coindexed object as the compiler passes it.
struct Accessed {
    Token token;
    const Descriptor* array; // the user's, of this image's part; null: no descriptor
    const size_t* length; // of a character, in characters; null: no character
    NamedImage image;
    int accessor;
    void* captured; // values of subscripts, for the accessor
    size_t captured_bytes;
    int* stat;
};

/// Where the value of a coindexed object comes to, or comes from.
struct LocalValue {
    void* data; // of a read of a scalar: where a pointer to the value is stored
    const size_t* length; // of a character, in characters; null: no character
    Descriptor* array; // null: a scalar
    size_t bytes; // of a scalar; of a character, of one of its characters
    bool is_size_unknown = false; // a scalar has `bytes` at most
};

} // namespace arauto::gfortran
