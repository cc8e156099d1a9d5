// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Changes of a program that a replay assumes.
#pragma once

#include <cstdint>

namespace arauto::tools::insight {

struct Edit {
    enum class Kind : uint8_t {
        none, // the synchronisation of a line is taken away
        pairs, // a meeting waits for those alone with which data is exchanged
        early_post, // the posts of a line come right behind the put before them
        second_buffer, // a wait takes the post before its own, since there is a second buffer
        one_section, // of calls of a line in a row the first alone takes time
        no_posts, // the posts of a line take no time: puts have them
        scaled, // an image computes `factor` times as long
        even, // all images compute equally long
    };
    Kind kind = Kind::none;
    uint32_t line = 0; // for all but the last two
    uint32_t image = 0; // its index, for `scaled`
    double factor = 1;
};

/// How long the run would have been with the change that a finding suggests.
struct Prediction {
    bool is_made = false; // else the change cannot be replayed, or was not
    Edit::Kind edit = Edit::Kind::none;
    double seconds = 0; // of the whole run
};

} // namespace arauto::tools::insight
