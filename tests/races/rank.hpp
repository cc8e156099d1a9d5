// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The data that the driver gives to a rank that is one of its threads.
#pragma once

#include <cstddef>
#include <string>

struct RankStart {
    std::byte* memory; // of the job, already mapped
    std::string descriptor; // of that memory
    std::string rank;
};

/// Runs the program as this rank. @return its exit status
extern "C" [[gnu::visibility("default")]] int arauto_test_rank_main(const RankStart& start);
