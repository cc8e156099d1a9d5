// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A program started by any launcher, over any nodes, that tests the exchange of data at start: each
// rank publishes blobs of several sizes, all meet at a barrier, each looks up those of all others,
// and rank 0 prints the node of each rank: "nodes 0,0,1,1".
#include "boot/identity.hpp"
#include "boot/join.hpp"
#include "boot/managers/managers.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

using namespace arauto; // NOLINT: a test looks inside

namespace {

constexpr size_t kSizes[] = {1, 24, boot::ProcessManager::kBlobBytesMax};

void check(bool is_right, const char* what) {
    if (!is_right) {
        std::fprintf(stderr, "wrong: %s: %s\n", what, last_error());
        std::exit(9);
    }
}

std::byte content(int rank, size_t size, size_t at) {
    return static_cast<std::byte>((static_cast<size_t>(rank) * 31 + size * 7 + at * 13) & 255);
}

std::string key_of(size_t size) {
    return "b" + std::to_string(size);
}

void publish(boot::ProcessManager& manager) {
    for (const size_t size : kSizes) {
        std::byte blob[boot::ProcessManager::kBlobBytesMax];
        for (size_t at = 0; at < size; ++at) {
            blob[at] = content(manager.rank(), size, at);
        }
        check(manager.publish(key_of(size).c_str(), std::span(blob).first(size)) >= 0, "publish");
    }
}

void look_up(boot::ProcessManager& manager, int rank) {
    for (const size_t size : kSizes) {
        std::byte blob[boot::ProcessManager::kBlobBytesMax];
        check(manager.lookup(rank, key_of(size).c_str(), std::span(blob).first(size)) >= 0,
              "lookup");
        for (size_t at = 0; at < size; ++at) {
            check(blob[at] == content(rank, size, at), "content of a blob");
        }
    }
}

void check_near(const boot::Job& job) {
    boot::ProcessManager& manager = *job.manager;
    const int node = manager.node_of(job.rank);
    check(manager.first_of(node) == manager.near().front(), "the lowest rank of this node");
    int near = 0;
    for (int rank = 0; rank < job.size; ++rank) {
        const bool is_near = manager.node_of(rank) == node;
        check(job.near.has(rank) == is_near, "which ranks are near");
        near += is_near ? 1 : 0;
        if (is_near) {
            check(job.images[rank].state.load(std::memory_order_acquire) ==
                      boot::ImageState::running,
                  "the state of the near ranks");
            *job.heap(rank) = std::byte{1};
        }
    }
    check(static_cast<size_t>(near) == manager.near().size(), "how many are near");
    check(job.is_spread() == (near != job.size), "whether the job is spread");
}

/// A process of another version, or of ours but built with a sanitizer.
int play_other(const char* what) {
    const Result<boot::ProcessManager*> manager = boot::join_manager_around();
    check(manager.ok() && manager.value != nullptr, "joining a host's job");
    boot::Identity identity{};
    if (std::strcmp(what, "built") == 0) {
        identity = boot::own_identity();
        std::strcpy(identity.build, "thread, little-endian");
    }
    check(manager.value->publish("id", std::as_bytes(std::span(&identity, 1))) >= 0 &&
              manager.value->synchronise() >= 0,
          "publish");
    pause();
    return 0;
}

} // namespace

int main(int count, char** words) {
    if (count > 1) {
        return play_other(words[1]);
    }
    const Result<boot::Job> joined = boot::join_or_start();
    check(joined.ok() && joined.value.manager != nullptr, "joining a host's job");
    const boot::Job& job = joined.value;
    boot::ProcessManager& manager = *job.manager;
    check(job.rank == manager.rank() && job.size == manager.size(), "the size of the job");
    check((job.secret[0] | job.secret[1]) != 0, "the secret");
    check_near(job);
    publish(manager);
    uint64_t common[3] = {job.secret[0], job.secret[1], job.header->heap_stride};
    check(manager.publish("common", std::as_bytes(std::span(common))) >= 0, "publish");
    check(manager.synchronise() >= 0, "synchronise");
    for (int rank = 0; rank < job.size; ++rank) {
        look_up(manager, rank);
        uint64_t theirs[3];
        check(manager.lookup(rank, "common", std::as_writable_bytes(std::span(theirs))) >= 0 &&
                  std::memcmp(common, theirs, sizeof theirs) == 0,
              "secret and stride of others");
    }
    std::string nodes;
    for (int rank = 0; rank < job.size; ++rank) {
        nodes += (rank == 0 ? "nodes " : ",") + std::to_string(manager.node_of(rank));
    }
    if (job.rank == 0) {
        std::printf("%s by %s\n", nodes.c_str(), manager.name());
    }
    check(manager.synchronise() >= 0, "the last synchronisation");
    return 0;
}
