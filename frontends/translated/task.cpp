// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// XcalableMP's TASK. Its team is made by its members alone, so that images of disjoint tasks go on
// side by side: they meet pairwise with their first member, and pass numbers through cells of a
// segment. A team is made once and found again.
#include "runtime.hpp"
#include "segment_boundary.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace arauto::translated {
namespace {

constinit arauto_segment_h g_cells = nullptr; // one word of each image

/// The members of a task that is being made.
struct Members {
    std::vector<int> ranks; // in the job
    [[nodiscard]] bool is_first() const noexcept { return ranks.front() == arauto_rank(); }
};

/// 0 when the first member has met all others.
int meet(const Members& members) noexcept {
    const bool is_first = members.is_first();
    const auto others = static_cast<int>(members.ranks.size()) - 1;
    const int* ranks = is_first ? members.ranks.data() + 1 : members.ranks.data();
    const int count = is_first ? others : 1;
    const bool is_alone = others == 0;
    return is_alone || arauto_team_sync_ranks(arauto_team_world(), count, ranks) >= 0 ? 0 : 1;
}

int barrier(void* context) {
    const auto& members = *static_cast<const Members*>(context);
    const int came = meet(members);
    return came != 0 ? came : meet(members);
}

int maximum(void* context, uint64_t* value) {
    const auto& members = *static_cast<const Members*>(context);
    arauto_status_t status = arauto_put(g_cells, arauto_rank(), 0, value, sizeof *value);
    int failed = status < 0 ? 1 : meet(members);
    for (size_t i = 1; failed == 0 && members.is_first() && i < members.ranks.size(); ++i) {
        uint64_t other = 0;
        status = arauto_get(g_cells, members.ranks[i], 0, &other, sizeof other);
        *value = std::max(*value, other);
        failed = status < 0 ? 1 : 0;
    }
    if (failed == 0 && members.is_first()) {
        failed = arauto_put(g_cells, arauto_rank(), 0, value, sizeof *value) < 0 ? 1 : 0;
    }
    failed = failed != 0 ? failed : meet(members);
    if (failed == 0) {
        status = arauto_get(g_cells, members.ranks.front(), 0, value, sizeof *value);
        failed = status < 0 ? 1 : 0;
    }
    return failed != 0 ? failed : meet(members); // the cell may be used again
}

/// Members as ranks in the job; the program ends when there is no such image.
std::vector<int> ranks_between(int32_t first, int32_t last, int32_t step) {
    std::vector<int> ranks;
    if (step == 0) {
        fail({}, 1, "TASK: the step between its nodes is 0");
    }
    for (int32_t image = first; step > 0 ? image <= last : image >= last; image += step) {
        ranks.push_back(rank_of(image, {}, "TASK"));
    }
    return ranks;
}

int64_t make_team(std::vector<int> ranks) {
    Members members{std::move(ranks)};
    const arauto_group_t group{members.ranks.data(), static_cast<int>(members.ranks.size()),
                               &members, maximum, barrier};
    arauto_team_h team = nullptr;
    report({}, arauto_team_create_within(&group, &team), "TASK");
    return adopt_team(team);
}

} // namespace

void start_tasks() {
    report({}, arauto_segment_declare(sizeof(uint64_t), &g_cells), "start of the program");
}

} // namespace arauto::translated

using namespace arauto::translated; // NOLINT: what translated code calls follows

int32_t translated_task(int32_t first, int32_t last, int32_t step) {
    using Key = std::tuple<int64_t, int32_t, int32_t, int32_t>; // of a team and a part of it
    static auto* made = new std::map<Key, int64_t>;
    const SegmentBoundary boundary;
    std::vector<int> ranks = ranks_between(first, last, step);
    if (std::find(ranks.begin(), ranks.end(), arauto_rank()) == ranks.end()) {
        return 0;
    }
    const Key key{current_handle(), first, last, step};
    auto known = made->find(key);
    if (known == made->end()) {
        known = made->emplace(key, make_team(std::move(ranks))).first;
    }
    const translated_errors_t errors{nullptr, nullptr, 0};
    translated_change_team(&known->second, &errors);
    return 1;
}
