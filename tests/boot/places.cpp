// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What a job's processes know of each other before anything is sent: run by any launcher, over any
// nodes. Each rank publishes blobs of several sizes, all meet, each looks up everybody's, and rank
// 0 prints how the ranks lie on the nodes: "places 0,0,1,1".
#include "boot/hosts/hosts.hpp"
#include "boot/identity.hpp"
#include "boot/join.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

using namespace arauto; // NOLINT: a test looks inside

namespace {

constexpr size_t kSizes[] = {1, 24, boot::Host::kBlobBytesMax};

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

void publish(boot::Host& host) {
    for (const size_t size : kSizes) {
        std::byte blob[boot::Host::kBlobBytesMax];
        for (size_t at = 0; at < size; ++at) {
            blob[at] = content(host.rank(), size, at);
        }
        check(host.publish(key_of(size).c_str(), std::span(blob).first(size)) >= 0, "publish");
    }
}

void look_up(boot::Host& host, int rank) {
    for (const size_t size : kSizes) {
        std::byte blob[boot::Host::kBlobBytesMax];
        check(host.lookup(rank, key_of(size).c_str(), std::span(blob).first(size)) >= 0, "lookup");
        for (size_t at = 0; at < size; ++at) {
            check(blob[at] == content(rank, size, at), "content of a blob");
        }
    }
}

void check_near(const boot::Job& job) {
    boot::Host& host = *job.host;
    const int node = host.node_of(job.rank);
    check(host.first_of(node) == host.near().front(), "the lowest rank of this node");
    int near = 0;
    for (int rank = 0; rank < job.size; ++rank) {
        const bool is_near = host.node_of(rank) == node;
        check(job.near.has(rank) == is_near, "who is near");
        near += is_near ? 1 : 0;
        if (is_near) {
            check(job.images[rank].state.load(std::memory_order_acquire) ==
                      boot::ImageState::running,
                  "the state of who is near");
            *job.heap(rank) = std::byte{1};
        }
    }
    check(static_cast<size_t>(near) == host.near().size(), "how many are near");
    check(job.is_spread() == (near != job.size), "whether the job is spread");
}

/// A process of another version, or of ours but built with a sanitizer.
int play_other(const char* what) {
    const Result<boot::Host*> host = boot::join_host_around();
    check(host.ok() && host.value != nullptr, "joining a host's job");
    boot::Identity identity{};
    if (std::strcmp(what, "built") == 0) {
        identity = boot::own_identity();
        std::strcpy(identity.build, "thread, little-endian");
    }
    check(host.value->publish("id", std::as_bytes(std::span(&identity, 1))) >= 0 &&
              host.value->meet() >= 0,
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
    check(joined.ok() && joined.value.host != nullptr, "joining a host's job");
    const boot::Job& job = joined.value;
    boot::Host& host = *job.host;
    check(job.rank == host.rank() && job.size == host.size(), "the size of the job");
    check((job.secret[0] | job.secret[1]) != 0, "the secret");
    check_near(job);
    publish(host);
    uint64_t common[3] = {job.secret[0], job.secret[1], job.header->heap_stride};
    check(host.publish("common", std::as_bytes(std::span(common))) >= 0, "publish");
    check(host.meet() >= 0, "meet");
    for (int rank = 0; rank < job.size; ++rank) {
        look_up(host, rank);
        uint64_t theirs[3];
        check(host.lookup(rank, "common", std::as_writable_bytes(std::span(theirs))) >= 0 &&
                  std::memcmp(common, theirs, sizeof theirs) == 0,
              "secret and stride of others");
    }
    std::string places;
    for (int rank = 0; rank < job.size; ++rank) {
        places += (rank == 0 ? "places " : ",") + std::to_string(host.node_of(rank));
    }
    if (job.rank == 0) {
        std::printf("%s by %s\n", places.c_str(), host.name());
    }
    check(host.meet() >= 0, "the last meeting");
    return 0;
}
