// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See watches.hpp. No image may change an object that another image reads before the two have been
// ordered. So a copy is as good as the original until the owner's next image control statement,
// which calls this module first. The owner reports a change by a put like the program's own, which
// arrives before later ones.
#include "watches.hpp"

#include "runtime.hpp"

#include "arauto/spi/rma.h"
#include "arauto/spi/rpc.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace arauto::translated {

namespace {

constexpr size_t kWatchesMax = 256; // each is looked at in each image control statement

struct WatchRequest {
    uint64_t address;
    uint64_t bytes;
    uint64_t valid; ///< as the origin sees it
};

struct Watch {
    int origin;
    WatchRequest what;
    std::vector<char> copy;
};

} // namespace

struct Watches {
    std::mutex guard; // never held while communicating
    std::vector<Watch> all;
    int function = 0;
};

namespace {

Watches& watches() noexcept {
    return g_state.watches.all.get();
}

bool is_as_it_was(const Watch& watch) noexcept {
    const auto* object = reinterpret_cast<const char*>(watch.what.address); // of this process
    return std::memcmp(object, watch.copy.data(), watch.copy.size()) == 0;
}

/// The origin has one object at a time for a word.
void add(Watches& all, int origin, const WatchRequest& what, const char* object) {
    const std::lock_guard lock(all.guard);
    std::erase_if(all.all, [&](const Watch& watch) {
        return watch.origin == origin && watch.what.valid == what.valid;
    });
    all.all.push_back({origin, what, {object, object + what.bytes}});
    // PAIR watches.count: count, before the origin has its copy
    g_state.watches.count.store(all.all.size(), std::memory_order_release);
}

bool has_room(Watches& all) noexcept {
    const std::lock_guard lock(all.guard);
    return all.all.size() < kWatchesMax;
}

/// At the owner, in any thread.
arauto_status_t serve(const arauto_rpc_request_t* request) {
    WatchRequest what{};
    std::memcpy(&what, request->request, sizeof what);
    if (!may_be_watched(arauto_rank(), what.address, what.bytes)) {
        return ARAUTO_ERR_RANGE;
    }
    const auto* object = reinterpret_cast<const char*>(what.address);
    char* copy = static_cast<char*>(request->reply) + sizeof(WatchReply);
    std::memcpy(copy, object, what.bytes);
    Watches& all = watches();
    const WatchReply reply{has_room(all) ? 1U : 0U, 0};
    if (reply.is_watched != 0) {
        add(all, request->origin, what, copy);
    }
    std::memcpy(request->reply, &reply, sizeof reply);
    return ARAUTO_OK;
}

} // namespace

bool may_be_watched(int rank, uint64_t address, size_t bytes) noexcept {
    return bytes <= kWatchBytesMax && arauto_is_shared_at(rank, address, nullptr) != 0 &&
           arauto_is_shared_at(rank, address + bytes - 1, nullptr) != 0;
}

void start_watches() {
    report({}, arauto_rpc_register(serve, &watches().function), "start of the program");
}

arauto_status_t ask_for_copy(int rank,
                             uint64_t address,
                             size_t bytes,
                             const std::atomic<uint64_t>& valid,
                             WatchReply* reply) noexcept {
    const WatchRequest request{address, bytes, reinterpret_cast<uint64_t>(&valid)};
    return arauto_rpc_call(rank, watches().function, &request, sizeof request, reply,
                           sizeof *reply + bytes);
}

void notify_holders() noexcept {
    Watches& all = watches();
    std::vector<Watch> changed;
    {
        const std::lock_guard lock(all.guard);
        const auto first = std::partition(all.all.begin(), all.all.end(), is_as_it_was);
        std::move(first, all.all.end(), std::back_inserter(changed));
        all.all.erase(first, all.all.end());
        // PAIR watches.count: count, behind what has changed
        g_state.watches.count.store(all.all.size(), std::memory_order_release);
    }
    for (const Watch& watch : changed) {
        const uint64_t no = 0;
        // An image that has failed need not know.
        static_cast<void>(arauto_put_at(watch.origin, watch.what.valid, &no, sizeof no));
    }
}

} // namespace arauto::translated
