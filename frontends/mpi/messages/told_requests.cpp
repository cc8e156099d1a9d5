// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See told_requests.hpp.
#include "told_requests.hpp"

#include "arauto/spi/race.h"

#include <algorithm>
#include <iterator>
#include <mutex>

namespace arauto::mpi {
namespace {

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
    Messages* const all = messages();
    if (all != nullptr && request != MPI_REQUEST_NULL) {
        const std::lock_guard<std::mutex> guard(all->mutex);
        all->requests.insert_or_assign(key_of(request), what);
    }
}

void tell_start(MPI_Request request) noexcept {
    Messages* const all = messages();
    if (all == nullptr) {
        return;
    }
    ToldRequest what{};
    {
        const std::lock_guard<std::mutex> guard(all->mutex);
        const auto found = all->requests.find(key_of(request));
        if (found == all->requests.end() || !found->second.is_persistent) {
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
    if (Messages* const all = messages()) {
        const std::lock_guard<std::mutex> guard(all->mutex);
        all->requests.erase(key_of(request));
    }
}

Completions::Completions(int count, const MPI_Request* requests) noexcept {
    Messages* const all = messages();
    if (all == nullptr || count <= 0 || requests == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> guard(all->mutex);
    keys_.reserve(static_cast<size_t>(count));
    std::transform(requests, requests + count, std::back_inserter(keys_),
                   [](MPI_Request request) { return key_of(request); });
    is_any_ = std::any_of(keys_.begin(), keys_.end(),
                          [&](uint64_t key) { return all->requests.count(key) != 0; });
}

void Completions::tell(int index, const MPI_Status& status) const noexcept {
    if (!is_any_ || index < 0 || static_cast<size_t>(index) >= keys_.size()) {
        return;
    }
    Messages* const all = messages(); // there is one, since some are known
    ToldRequest what{};
    {
        const std::lock_guard<std::mutex> guard(all->mutex);
        const auto found = all->requests.find(keys_[static_cast<size_t>(index)]);
        if (found == all->requests.end() || !found->second.is_active) {
            return;
        }
        what = found->second;
        if (what.is_persistent) {
            found->second.is_active = false;
        } else {
            all->requests.erase(found);
        }
    }
    arauto::mpi::tell(what, status);
}

} // namespace arauto::mpi
