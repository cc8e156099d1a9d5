// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which pairs of images are safe, and that pointers to static data, to a stack and into a library
// of the other image of such a pair fault here. ARAUTO_TEST_PAIRS=unsafe: none is. Linked with the
// front-end's objects, to look inside.
#include "safe_pair.hpp"

#include "image_memory.hpp"
#include "native_start.hpp"
#include "program_malloc.hpp"

#include "arauto/arauto.h"
#include "arauto/spi/segment.h"

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

extern "C" {
void _gfortran_caf_init(int* count, char*** words);
void _gfortran_caf_finalize();
}
__asm__(".ident \"GCC: (a stand-in for gfortran) 16.0.0\""); // or libcaf_arauto16 refuses it

using namespace arauto::gfortran; // NOLINT: a test looks inside

namespace {

int g_static = 7;
sigjmp_buf g_fault;

void check(bool is_right, const char* what, int rank) {
    if (!is_right) {
        char sentence[128];
        std::snprintf(sentence, sizeof sentence, "%s (rank %d)", what, rank);
        arauto_error_stop(1, sentence);
    }
}

bool faults(uint64_t address) {
    struct sigaction action{};
    struct sigaction before{};
    action.sa_handler = [](int) { siglongjmp(g_fault, 1); };
    sigaction(SIGSEGV, &action, &before);
    bool has_faulted = sigsetjmp(g_fault, 1) != 0;
    if (!has_faulted) {
        static_cast<void>(*reinterpret_cast<volatile char*>(address));
    }
    sigaction(SIGSEGV, &before, nullptr);
    return has_faulted;
}

bool ranges_overlap(const ImageMemory& a, const ImageMemory& b) {
    for (size_t i = 0; i < a.range_count; ++i) {
        for (size_t j = 0; j < b.range_count; ++j) {
            if (a.ranges[i].start < b.ranges[j].end && b.ranges[j].start < a.ranges[i].end) {
                return true;
            }
        }
    }
    return false;
}

struct Pointers {
    uint64_t fixed, stack, library, heap;
};

void check_pair(int rank, const Pointers& there, bool none_is_safe) {
    const ImageMemory* const memory = image_memory_of(rank);
    const bool is_safe = is_safe_pair(rank);
    check(is_safe_pair(rank) == is_safe, "the second answer differs", rank);
    if (none_is_safe || memory == nullptr) {
        check(!is_safe, "the pair counts as safe", rank);
        return;
    }
    check(memory->range_count >= 3, "the other image tells of too few ranges", rank);
    check(there.fixed != reinterpret_cast<uint64_t>(&g_static),
          "static data lie at the same address: the program was not placed at random", rank);
    // Stacks lie so close that they overlap now and then.
    check(is_safe == !ranges_overlap(*memory, *own_image_memory()), "the answer is wrong", rank);
    if (is_safe) {
        check(faults(there.fixed) && faults(there.stack) && faults(there.library),
              "a pointer to the other's own memory does not fault", rank);
        check(*reinterpret_cast<int*>(there.heap) == 100 + rank, "what malloc has given", rank);
    }
}

/// As an accessor does where the shapes of a statement disagree.
void reallocate_what_is_on_the_stack() {
    check(has_own_realloc(), "the program has another realloc", 0);
    int array[4] = {1, 2, 3, 4};
    void* volatile given = array; // or the compiler warns
    keep_when_reallocated(array);
    void* const moved = std::realloc(given, 100000);
    keep_when_reallocated(nullptr);
    check(moved != nullptr && moved != array && array[3] == 4, "realloc of what is kept", 0);
    std::free(moved);
}

} // namespace

int main(int count, char** words) {
    // An image that executes the program again has the same words.
    check(count == 1 || (count == 3 && std::strcmp(words[1], "two words") == 0 && *words[2] == 0),
          "the words of the command have changed", 0);
    check(!is_safe_pair(0), "a pair is safe before the start", 0);
    reallocate_what_is_on_the_stack();
    _gfortran_caf_init(nullptr, nullptr);
    check(!is_safe_pair(0), "a pair is safe without coarrays of derived types", 0);
    follow_pointers(); // as the first of them does
    follow_pointers();
    const char* const wanted = std::getenv("ARAUTO_TEST_PAIRS");
    const bool none_is_safe = wanted != nullptr && std::strcmp(wanted, "unsafe") == 0;
    int on_stack = 1;
    const std::unique_ptr<int> allocated(new int(100 + arauto_rank()));
    const Pointers own{reinterpret_cast<uint64_t>(&g_static), reinterpret_cast<uint64_t>(&on_stack),
                       reinterpret_cast<uint64_t>(stdout),
                       reinterpret_cast<uint64_t>(allocated.get())};
    std::vector<Pointers> all(static_cast<size_t>(arauto_size()));
    check(arauto_allgather(arauto_team_world(), &own, sizeof own, all.data()) >= 0, "allgather", 0);
    check(is_safe_pair(arauto_rank()), "an image may read its own memory", arauto_rank());
    check(!is_safe_pair(-1) && !is_safe_pair(arauto_size()), "there is no such image", -1);
    for (int rank = 0; rank < arauto_size(); ++rank) {
        if (rank != arauto_rank()) {
            check_pair(rank, all[static_cast<size_t>(rank)], none_is_safe);
        }
    }
    check(arauto_team_barrier(arauto_team_world()) >= 0, "barrier", 0);
    _gfortran_caf_finalize();
    return 0;
}
