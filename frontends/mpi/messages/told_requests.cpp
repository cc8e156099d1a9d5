// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See told_requests.hpp.
#include "told_requests.hpp"

#include "arauto/spi/race.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <unordered_map>

namespace arauto::mpi {
namespace {

struct Table {
    std::mutex mutex;
    std::unordered_map<uint64_t, ToldRequest> all; // by the keys of their handles
};

Table& table() noexcept {
    static Table* const kTable = new Table; // calls may come until the process ends
    return *kTable;
}

void tell(const ToldRequest& what, const MPI_Status& status) noexcept {
    using Kind = ToldRequest::Kind;
    switch (what.kind) {
    case Kind::send:
        break; // told when it began
    case Kind::receive:
        tell_receive(what.comm, status.MPI_SOURCE, status.MPI_TAG);
        break;
    case Kind::meeting:
        arauto_race_leave(what.meeting, what.count);
        break;
    case Kind::from_root:
        tell_receive(what.comm, what.rank, what.tag);
        break;
    case Kind::to_root: {
        const Peers& peers = peers_of(what.comm);
        for (int rank = 0; static_cast<size_t>(rank) < peers.ranks.size(); ++rank) {
            if (rank != peers.rank) {
                tell_receive(what.comm, rank, what.tag);
            }
        }
        break;
    }
    }
}

} // namespace

void tell_later(MPI_Request request, const ToldRequest& what) noexcept {
    if (arauto_race_is_on() != 0 && request != MPI_REQUEST_NULL) {
        Table& told = table();
        const std::lock_guard<std::mutex> guard(told.mutex);
        told.all.insert_or_assign(key_of(request), what);
    }
}

void tell_start(MPI_Request request) noexcept {
    Table& told = table();
    ToldRequest what{};
    {
        const std::lock_guard<std::mutex> guard(told.mutex);
        const auto found = told.all.find(key_of(request));
        if (found == told.all.end() || !found->second.is_persistent) {
            return;
        }
        found->second.is_active = true;
        what = found->second;
    }
    if (what.kind == ToldRequest::Kind::send) {
        tell_send(what.comm, what.rank, what.tag);
    }
}

void forget_told(MPI_Request request) noexcept {
    Table& told = table();
    const std::lock_guard<std::mutex> guard(told.mutex);
    told.all.erase(key_of(request));
}

Completions::Completions(int count, const MPI_Request* requests) noexcept {
    Table& told = table();
    const std::lock_guard<std::mutex> guard(told.mutex);
    if (told.all.empty() || count <= 0 || requests == nullptr) {
        return;
    }
    keys_.reserve(static_cast<size_t>(count));
    std::transform(requests, requests + count, std::back_inserter(keys_),
                   [](MPI_Request request) { return key_of(request); });
    is_any_ = std::any_of(keys_.begin(), keys_.end(),
                          [&](uint64_t key) { return told.all.count(key) != 0; });
}

void Completions::tell(int index, const MPI_Status& status) const noexcept {
    if (!is_any_ || index < 0 || static_cast<size_t>(index) >= keys_.size()) {
        return;
    }
    Table& told = table();
    ToldRequest what{};
    {
        const std::lock_guard<std::mutex> guard(told.mutex);
        const auto found = told.all.find(keys_[static_cast<size_t>(index)]);
        if (found == told.all.end() || !found->second.is_active) {
            return;
        }
        what = found->second;
        if (what.is_persistent) {
            found->second.is_active = false;
        } else {
            told.all.erase(found);
        }
    }
    arauto::mpi::tell(what, status);
}

} // namespace arauto::mpi
