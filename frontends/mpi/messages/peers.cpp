// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See peers.hpp.
#include "peers.hpp"

#include "arauto/spi/race.h"

#include <memory>
#include <mutex>
#include <numeric>

namespace arauto::mpi {
namespace {

std::vector<int> ranks_in_world(MPI_Group group) noexcept {
    const RealMessages real = real_messages();
    MPI_Group world = MPI_GROUP_NULL;
    int count = 0;
    real.Comm_group(MPI_COMM_WORLD, &world);
    real.Group_size(group, &count);
    std::vector<int> numbers(static_cast<size_t>(count));
    std::vector<int> ranks(numbers.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    real.Group_translate_ranks(group, count, numbers.data(), world, ranks.data());
    real.Group_free(&world);
    return ranks;
}

uint64_t mixed(uint64_t id, uint64_t with) noexcept {
    constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
    id = (id ^ (with + 1)) * kGolden;
    return id ^ id >> 29;
}

std::unique_ptr<Peers> find_peers(MPI_Comm comm) noexcept {
    const RealMessages real = real_messages();
    auto peers = std::make_unique<Peers>();
    int is_inter = 0;
    real.Comm_test_inter(comm, &is_inter);
    real.Comm_rank(comm, &peers->rank);
    MPI_Group group = MPI_GROUP_NULL;
    real.Comm_group(comm, &group);
    const std::vector<int> own = ranks_in_world(group);
    real.Group_free(&group);
    peers->is_inter = is_inter != 0;
    peers->ranks = own;
    if (peers->is_inter) {
        real.Comm_remote_group(comm, &group);
        peers->ranks = ranks_in_world(group);
        real.Group_free(&group);
    }
    // Alike from both sides of an intercommunicator.
    const auto id_of = [](const std::vector<int>& ranks) {
        uint64_t id = 0;
        for (const int rank : ranks) {
            id = mixed(id, static_cast<uint64_t>(rank));
        }
        return id;
    };
    peers->id = peers->is_inter ? id_of(own) ^ id_of(peers->ranks) : id_of(own);
    return peers;
}

} // namespace

Peers& peers_of(MPI_Comm comm) noexcept {
    Messages& all = *messages();
    const std::lock_guard<std::mutex> guard(all.mutex);
    std::unique_ptr<Peers>& known = all.communicators[key_of(comm)];
    if (known == nullptr) {
        known = find_peers(comm);
    }
    return *known;
}

void forget_peers(MPI_Comm comm) noexcept {
    if (Messages* const all = messages()) {
        const std::lock_guard<std::mutex> guard(all->mutex);
        all->communicators.erase(key_of(comm));
    }
}

int job_rank(const Peers& peers, int rank) noexcept {
    return rank >= 0 && static_cast<size_t>(rank) < peers.ranks.size()
               ? peers.ranks[static_cast<size_t>(rank)]
               : -1;
}

uint64_t channel_of(const Peers& peers, int tag) noexcept {
    return mixed(peers.id, static_cast<uint64_t>(int64_t{tag}));
}

void tell_send(MPI_Comm comm, int rank, int tag) noexcept {
    if (arauto_race_is_on() == 0 || rank == MPI_PROC_NULL) {
        return;
    }
    const Peers& peers = peers_of(comm);
    if (const int to = job_rank(peers, rank); to >= 0) {
        arauto_race_send(to, channel_of(peers, tag));
    }
}

void tell_receive(MPI_Comm comm, int rank, int tag) noexcept {
    if (arauto_race_is_on() == 0 || rank == MPI_PROC_NULL) {
        return;
    }
    const Peers& peers = peers_of(comm);
    if (const int from = job_rank(peers, rank); from >= 0) {
        arauto_race_receive(from, channel_of(peers, tag));
    }
}

} // namespace arauto::mpi
