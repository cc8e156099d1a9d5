// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Maps of unstructured meshes: how ranks find out which points travel, and an exchange of them.
#pragma once

#include "channels.hpp"
#include "combine.hpp"

#include "arauto/halo_map.h"

#include <vector>

namespace arauto::halo {

/// The points that travel between this rank and another one.
struct PointList {
    int rank = 0; // in the team
    std::vector<int64_t> send;
    std::vector<int64_t> receive;
    bool is_send_run = false; // each point follows the one before
    bool is_receive_run = false;
};

enum class Traffic : uint8_t { none, gather, scatter, share };

} // namespace arauto::halo

struct arauto_halo_map {
    arauto_team_h team = nullptr;
    std::vector<arauto::halo::PointList> lists{}; // by rank, ascending; list i is channel i
    arauto::halo::Channels channels{};
    size_t point_bytes = 0; // at most
    // The next four are for maps whose points have owners; they are empty otherwise.
    int64_t first = 0; // the first own point among those of all ranks
    int64_t owned = 0;
    std::vector<int64_t> needed{};
    bool has_owners = false;
    // The exchange that has begun.
    arauto::halo::Traffic traffic = arauto::halo::Traffic::none;
    arauto::halo::Points points{};
    arauto::halo::Combine combine = nullptr;
    bool is_lost = false;
};

namespace arauto::halo {

/// Makes the status of this rank known to all: where one rank's arguments are wrong, no rank waits
/// for it in what follows. Collective.
/// @return `mine` if that is a failure; ARAUTO_ERR_MISMATCH if another rank's is
arauto_status_t agree(arauto_team_h team, arauto_status_t mine, const char* call) noexcept;

/// Fills in a map whose points have owners; collective.
arauto_status_t make_by_owners(arauto_halo_map& map,
                               int64_t owned,
                               std::span<const int64_t> needed,
                               const char* call) noexcept;

/// Fills in a map from lists; collective.
arauto_status_t make_by_lists(arauto_halo_map& map,
                              std::span<const arauto_halo_list_t> lists,
                              const char* call) noexcept;

/// The index of a point in local arrays; -1: it is not here.
[[nodiscard]] int64_t localize(const arauto_halo_map& map, int64_t point) noexcept;

/// Sends what `map.traffic` says.
arauto_status_t begin(arauto_halo_map& map, const char* call) noexcept;
arauto_status_t end(arauto_halo_map& map, const char* call) noexcept;

} // namespace arauto::halo
