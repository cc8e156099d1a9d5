// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// XcalableMP's TASK. Only the members of its team take part in making it, so that disjoint tasks
// run side by side: they synchronise pairwise with their first member, and pass numbers through
// cells of a segment. A team is made once and then found again.
#include "coarray/teams.hpp"
#include "runtime.hpp"
#include "segment.hpp"
#include "state.hpp"

#include "arauto/spi/segment.h"
#include "arauto/spi/team.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace arauto::translated {

struct Tasks {
    using Key = std::tuple<int64_t, int32_t, int32_t, int32_t>; // of a team and a part of it

    arauto_segment_h cells = nullptr; // one word of each image
    std::map<Key, int64_t> made; // the teams, by what names them
};

namespace {

Tasks& tasks() noexcept {
    return g_state.tasks.get();
}

/// The members of a task that is being made.
struct Members {
    std::vector<int> ranks; // in the job
    [[nodiscard]] bool is_first() const noexcept { return ranks.front() == arauto_rank(); }
};

/// 0 when the first member has heard from all others.
int sync_with_first(const Members& members) noexcept {
    const bool is_first = members.is_first();
    const auto others = static_cast<int>(members.ranks.size()) - 1;
    const int* ranks = is_first ? members.ranks.data() + 1 : members.ranks.data();
    const int count = is_first ? others : 1;
    const bool is_alone = others == 0;
    return is_alone || arauto_team_sync_ranks(arauto_team_world(), count, ranks) >= 0 ? 0 : 1;
}

int barrier(void* context) {
    const auto& members = *static_cast<const Members*>(context);
    const int came = sync_with_first(members);
    return came != 0 ? came : sync_with_first(members);
}

int maximum(void* context, uint64_t* value) {
    const auto& members = *static_cast<const Members*>(context);
    const arauto_segment_h cells = tasks().cells;
    arauto_status_t status = arauto_put(cells, arauto_rank(), 0, value, sizeof *value);
    int failed = status < 0 ? 1 : sync_with_first(members);
    for (size_t i = 1; failed == 0 && members.is_first() && i < members.ranks.size(); ++i) {
        uint64_t other = 0;
        status = arauto_get(cells, members.ranks[i], 0, &other, sizeof other);
        *value = std::max(*value, other);
        failed = status < 0 ? 1 : 0;
    }
    if (failed == 0 && members.is_first()) {
        failed = arauto_put(cells, arauto_rank(), 0, value, sizeof *value) < 0 ? 1 : 0;
    }
    failed = failed != 0 ? failed : sync_with_first(members);
    if (failed == 0) {
        status = arauto_get(cells, members.ranks.front(), 0, value, sizeof *value);
        failed = status < 0 ? 1 : 0;
    }
    return failed != 0 ? failed : sync_with_first(members); // the cell may be used again
}

/// Members as ranks in the job; the program ends when there is no such image.
std::vector<int> ranks_between(int32_t first, int32_t last, int32_t step) {
    std::vector<int> ranks;
    if (step == 0) {
        fail({}, "TASK: the step between its nodes is 0");
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
    return coarray::adopt_team(team);
}

} // namespace

void start_tasks() {
    report({}, arauto_segment_declare(sizeof(uint64_t), &tasks().cells), "start of the program");
}

} // namespace arauto::translated

using namespace arauto::translated;

int32_t translated_task(int32_t first, int32_t last, int32_t step) {
    const SegmentBoundary boundary;
    std::vector<int> ranks = ranks_between(first, last, step);
    if (std::find(ranks.begin(), ranks.end(), arauto_rank()) == ranks.end()) {
        return 0;
    }
    auto& made = tasks().made;
    const Tasks::Key key{arauto::coarray::current().value, first, last, step};
    auto known = made.find(key);
    if (known == made.end()) {
        known = made.emplace(key, make_team(std::move(ranks))).first;
    }
    arauto::coarray::change_team(&known->second, {});
    return 1;
}
