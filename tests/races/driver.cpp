// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Runs a test program on several ranks that are threads of one process, so that the thread
// sanitizer sees races between the ranks of a job. It would watch each of several processes alone.
// Each rank has a copy of the library, with the program and Arauto in it, and hence variables of
// its own; the memory of the job is mapped once, since the sanitizer identifies memory by its
// address.
//
// race_driver LIBRARY RANKS FOLDER
#include "rank.hpp"

#include "boot/job_memory.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <pthread.h>
#include <string>
#include <thread>
#include <vector>

namespace {

using RankMain = decltype(&arauto_test_rank_main);

RankMain load_copy(const std::string& library, const std::string& copy) {
    std::error_code fault;
    std::filesystem::copy_file(library, copy, std::filesystem::copy_options::overwrite_existing,
                               fault);
    void* const handle = fault ? nullptr : dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        std::fprintf(stderr, "%s cannot be copied and loaded: %s\n", library.c_str(),
                     fault ? fault.message().c_str() : dlerror());
        return nullptr;
    }
    return reinterpret_cast<RankMain>(dlsym(handle, "arauto_test_rank_main"));
}

/// The C library keeps the stacks of threads that have ended, up to 40 MB of them. A thread that
/// ends beyond that frees the thread-local memory of earlier ones, in code in which the sanitizer
/// sees no order: it would report a race. Small stacks stay below that. @return an errno value
int keep_stacks_small() {
    constexpr size_t kStackBytes = size_t{1} << 20;
    pthread_attr_t attributes;
    int fault = pthread_attr_init(&attributes);
    if (fault == 0) {
        fault = pthread_attr_setstacksize(&attributes, kStackBytes);
        fault = fault == 0 ? pthread_setattr_default_np(&attributes) : fault;
        pthread_attr_destroy(&attributes);
    }
    return fault;
}

} // namespace

int main(int count, char** words) {
    const int ranks = count == 4 ? std::atoi(words[2]) : 0;
    if (ranks < 1) {
        std::fprintf(stderr, "usage: race_driver LIBRARY RANKS FOLDER\n");
        return 2;
    }
    if (const int fault = keep_stacks_small(); fault != 0) {
        std::fprintf(stderr, "the threads' stacks cannot be made small: %s\n",
                     std::strerror(fault));
        return 1;
    }
    const auto memory = arauto::boot::create_job_memory(ranks, false);
    if (!memory.ok()) {
        return 1;
    }
    std::vector<RankMain> mains;
    for (int rank = 0; rank < ranks; ++rank) {
        const std::string copy = std::string(words[3]) + "/" + std::to_string(rank) + ".so";
        mains.push_back(load_copy(words[1], copy));
        if (mains.back() == nullptr) {
            return 1;
        }
    }
    std::atomic<int> status{0};
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank) {
        threads.emplace_back([&, rank] {
            const RankStart start{reinterpret_cast<std::byte*>(memory.value.header),
                                  std::to_string(memory.value.fd), std::to_string(rank)};
            status.fetch_or(mains[static_cast<size_t>(rank)](start), std::memory_order_seq_cst);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::printf("%d ranks ended with status %d\n", ranks, status.load(std::memory_order_seq_cst));
    return status.load(std::memory_order_seq_cst);
}
