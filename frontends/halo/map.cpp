// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See map.hpp.
#include "map.hpp"

#include "check.hpp"
#include "fail.hpp"

#include "arauto/rma.h"
#include "arauto/runtime.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace arauto::halo {

arauto_status_t agree(arauto_team_h team, arauto_status_t mine, const char* call) noexcept {
    std::vector<arauto_status_t> all(static_cast<size_t>(arauto_team_size(team)));
    const arauto_status_t status = arauto_allgather(team, &mine, sizeof mine, all.data());
    if (status < 0 || mine < 0) {
        return mine < 0 ? mine : status;
    }
    for (int rank = 0; rank < arauto_team_size(team); ++rank) {
        if (all[static_cast<size_t>(rank)] < 0) {
            return fail(ARAUTO_ERR_MISMATCH, call,
                        "the arguments of %s %d are wrong; its own error says why", noun(),
                        number_of(arauto_team_to_world(team, rank)));
        }
    }
    return ARAUTO_OK;
}

namespace {

/// An entry that a rank writes into the table of another one: which of its lists is for that rank.
struct Entry {
    int64_t number_plus_one; // 0: it has none
    int64_t send_count;
    int64_t receive_count;
    int64_t first; // of the needed points that the other rank owns, in the rank's list of them
};

/// Memory in which the ranks of a team write to each other while a map is made: a table with an
/// entry for each rank, then numbers.
class Desk {
  public:
    arauto_status_t open(arauto_team_h team, size_t numbers) noexcept {
        team_ = team;
        numbers_at_ = sizeof(Entry) * static_cast<size_t>(arauto_team_size(team));
        return arauto_segment_allocate(team, numbers_at_ + numbers * sizeof(int64_t), &segment_);
    }
    arauto_status_t close() noexcept {
        return segment_ != nullptr ? arauto_segment_free(segment_) : ARAUTO_OK;
    }
    arauto_status_t write(int rank, const Entry& entry) noexcept {
        const auto own = static_cast<size_t>(arauto_team_rank(team_));
        return arauto_put(segment_, arauto_team_to_world(team_, rank), own * sizeof entry, &entry,
                          sizeof entry);
    }
    [[nodiscard]] const Entry& entry_of(int rank) const noexcept {
        return static_cast<const Entry*>(arauto_segment_base(segment_))[rank];
    }
    [[nodiscard]] int64_t* numbers() const noexcept {
        return reinterpret_cast<int64_t*>(static_cast<std::byte*>(arauto_segment_base(segment_)) +
                                          numbers_at_);
    }
    arauto_status_t read(int rank, int64_t first, std::span<int64_t> to) noexcept {
        return arauto_get(segment_, arauto_team_to_world(team_, rank),
                          numbers_at_ + static_cast<size_t>(first) * sizeof(int64_t), to.data(),
                          to.size_bytes());
    }
    arauto_status_t meet() noexcept { return arauto_team_barrier(team_); }

  private:
    arauto_team_h team_ = nullptr;
    arauto_segment_h segment_ = nullptr;
    size_t numbers_at_ = 0;
};

/// Opens the channels, whose numbers at the other ends the desk has.
arauto_status_t open_channels(arauto_halo_map& map, const Desk& desk, const char* call) noexcept {
    std::vector<Channel> channels;
    for (const PointList& list : map.lists) {
        // A gather goes one way, a scatter the other.
        const size_t most = std::max(list.send.size(), list.receive.size()) * map.point_bytes;
        channels.push_back({list.rank,
                            static_cast<uint32_t>(desk.entry_of(list.rank).number_plus_one - 1),
                            most, most});
    }
    return map.channels.open(map.team, channels, {0, map.point_bytes}, {}, call);
}

// ---- Points with owners ----

struct Counts {
    int64_t owned;
    int64_t needed;
};

/// Checks the needed points once it is known how many there are in all.
arauto_status_t check_needed(const arauto_halo_map& map, int64_t all, const char* call) noexcept {
    for (size_t i = 0; i < map.needed.size(); ++i) {
        const int64_t point = map.needed[i];
        if (point < 0 || point >= all) {
            return fail(ARAUTO_ERR_ARGUMENT, call,
                        "point %lld is needed; all ranks together have points 0 to %lld",
                        static_cast<long long>(point), static_cast<long long>(all - 1));
        }
        if (point >= map.first && point < map.first + map.owned) {
            return fail(ARAUTO_ERR_ARGUMENT, call, "point %lld is needed, and owned here",
                        static_cast<long long>(point));
        }
        if (i > 0 && map.needed[i - 1] >= point) {
            return fail(ARAUTO_ERR_ARGUMENT, call,
                        "the needed points are not in ascending order: %lld comes before %lld",
                        static_cast<long long>(map.needed[i - 1]), static_cast<long long>(point));
        }
    }
    return ARAUTO_OK;
}

/// The list for a rank, made when there is none. Lists are in ascending order of ranks.
PointList& list_for(arauto_halo_map& map, int rank) noexcept {
    const auto at =
        std::lower_bound(map.lists.begin(), map.lists.end(), rank,
                         [](const PointList& list, int wanted) { return list.rank < wanted; });
    if (at != map.lists.end() && at->rank == rank) {
        return *at;
    }
    PointList made;
    made.rank = rank;
    return *map.lists.insert(at, std::move(made));
}

/// Divides the needed points among their owners.
/// @param ends  the number behind the last point of each rank
void divide_needed(arauto_halo_map& map, std::span<const int64_t> ends) noexcept {
    for (size_t i = 0; i < map.needed.size(); ++i) {
        const auto owner = std::upper_bound(ends.begin(), ends.end(), map.needed[i]);
        list_for(map, static_cast<int>(owner - ends.begin()))
            .receive.push_back(map.owned + static_cast<int64_t>(i));
    }
}

/// Asks the owners for the needed points, and learns which points of this rank others need.
arauto_status_t learn_needs(arauto_halo_map& map, Desk& desk) noexcept {
    std::copy(map.needed.begin(), map.needed.end(), desk.numbers());
    arauto_status_t status = ARAUTO_OK;
    for (const PointList& list : map.lists) {
        const Entry entry{0, 0, static_cast<int64_t>(list.receive.size()),
                          list.receive.front() - map.owned};
        status = std::min(status, desk.write(list.rank, entry));
    }
    status = std::min(status, desk.meet());
    for (int rank = 0; status >= 0 && rank < arauto_team_size(map.team); ++rank) {
        const Entry& entry = desk.entry_of(rank);
        if (entry.receive_count > 0) {
            std::vector<int64_t>& send = list_for(map, rank).send;
            send.resize(static_cast<size_t>(entry.receive_count));
            status = desk.read(rank, entry.first, send);
            for (int64_t& point : send) {
                point -= map.first;
            }
        }
    }
    return std::min(status, desk.meet()); // all have read the table
}

/// Exchanges the numbers of the lists with the other ends.
arauto_status_t exchange_numbers(const arauto_halo_map& map, Desk& desk) noexcept {
    arauto_status_t status = ARAUTO_OK;
    for (size_t number = 0; number < map.lists.size(); ++number) {
        const PointList& list = map.lists[number];
        status =
            std::min(status, desk.write(list.rank, {static_cast<int64_t>(number + 1),
                                                    static_cast<int64_t>(list.send.size()),
                                                    static_cast<int64_t>(list.receive.size()), 0}));
    }
    return std::min(status, desk.meet());
}

/// Checks that each list fits the other end's.
arauto_status_t check_fit(const arauto_halo_map& map, const Desk& desk, const char* call) noexcept {
    for (const PointList& list : map.lists) {
        const Entry& other = desk.entry_of(list.rank);
        const auto send = static_cast<int64_t>(list.send.size());
        const auto receive = static_cast<int64_t>(list.receive.size());
        if (other.receive_count != send || other.send_count != receive) {
            return fail(ARAUTO_ERR_MISMATCH, call,
                        "the list for %s %d sends %lld points and receives %lld, but its list for "
                        "this one receives %lld and sends %lld",
                        noun(), number_of(arauto_team_to_world(map.team, list.rank)),
                        static_cast<long long>(send), static_cast<long long>(receive),
                        static_cast<long long>(other.receive_count),
                        static_cast<long long>(other.send_count));
        }
    }
    for (int rank = 0; rank < arauto_team_size(map.team); ++rank) {
        const bool has_list = std::any_of(map.lists.begin(), map.lists.end(),
                                          [&](const PointList& list) { return list.rank == rank; });
        if (!has_list && desk.entry_of(rank).number_plus_one != 0) {
            return fail(ARAUTO_ERR_MISMATCH, call,
                        "%s %d has a list for this one, which has none for it", noun(),
                        number_of(arauto_team_to_world(map.team, rank)));
        }
    }
    return ARAUTO_OK;
}

bool is_run(const std::vector<int64_t>& points) noexcept {
    return std::adjacent_find(points.begin(), points.end(),
                              [](int64_t a, int64_t b) { return b != a + 1; }) == points.end();
}

/// Opens the channels and gives the desk back, whatever has happened.
arauto_status_t
finish(arauto_halo_map& map, Desk& desk, arauto_status_t status, const char* call) noexcept {
    if (status >= 0) {
        status = open_channels(map, desk, call);
    }
    for (PointList& list : map.lists) {
        list.is_send_run = is_run(list.send);
        list.is_receive_run = is_run(list.receive);
    }
    return std::min(status, desk.close());
}

arauto_status_t read_lists(arauto_halo_map& map,
                           std::span<const arauto_halo_list_t> lists,
                           const char* call) noexcept {
    for (const arauto_halo_list_t& given : lists) {
        const bool is_there = given.rank >= 0 && given.rank < arauto_team_size(map.team) &&
                              given.rank != arauto_team_rank(map.team);
        if (!is_there) {
            return fail(ARAUTO_ERR_RANK, call,
                        "a list is for %s %d of the team, which is this one or does not exist",
                        noun(), number_of(given.rank));
        }
        const bool has_memory = (given.send != nullptr || given.send_count == 0) &&
                                (given.receive != nullptr || given.receive_count == 0);
        if (given.send_count < 0 || given.receive_count < 0 || !has_memory) {
            return fail(ARAUTO_ERR_ARGUMENT, call,
                        "the list for %s %d of the team has a negative count or a NULL pointer",
                        noun(), number_of(given.rank));
        }
        PointList& list = list_for(map, given.rank);
        if (!list.send.empty() || !list.receive.empty()) {
            return fail(ARAUTO_ERR_ARGUMENT, call, "there are two lists for %s %d of the team",
                        noun(), number_of(given.rank));
        }
        list.send.assign(given.send, given.send + given.send_count);
        list.receive.assign(given.receive, given.receive + given.receive_count);
    }
    std::erase_if(map.lists,
                  [](const PointList& list) { return list.send.empty() && list.receive.empty(); });
    return ARAUTO_OK;
}

} // namespace

arauto_status_t make_by_owners(arauto_halo_map& map,
                               int64_t owned,
                               std::span<const int64_t> needed,
                               const char* call) noexcept {
    const auto size = static_cast<size_t>(arauto_team_size(map.team));
    const auto rank = static_cast<size_t>(arauto_team_rank(map.team));
    const Counts mine{owned, static_cast<int64_t>(needed.size())};
    std::vector<Counts> counts(size);
    if (const arauto_status_t status =
            arauto_allgather(map.team, &mine, sizeof mine, counts.data());
        status < 0) {
        return status;
    }
    std::vector<int64_t> ends;
    int64_t most_needed = 0;
    int64_t all = 0;
    for (const Counts& each : counts) {
        all += each.owned;
        ends.push_back(all);
        most_needed = std::max(most_needed, each.needed);
    }
    map.has_owners = true;
    map.owned = owned;
    map.first = ends[rank] - owned;
    map.needed.assign(needed.begin(), needed.end());
    if (const arauto_status_t status = agree(map.team, check_needed(map, all, call), call);
        status < 0) {
        return status;
    }
    divide_needed(map, ends);
    Desk desk;
    arauto_status_t status = desk.open(map.team, static_cast<size_t>(most_needed));
    if (status >= 0) {
        status = learn_needs(map, desk);
    }
    if (status >= 0) {
        status = exchange_numbers(map, desk);
    }
    return finish(map, desk, status, call);
}

arauto_status_t make_by_lists(arauto_halo_map& map,
                              std::span<const arauto_halo_list_t> lists,
                              const char* call) noexcept {
    if (const arauto_status_t status = agree(map.team, read_lists(map, lists, call), call);
        status < 0) {
        return status;
    }
    Desk desk;
    arauto_status_t status = desk.open(map.team, 0);
    if (status >= 0) {
        status = exchange_numbers(map, desk);
    }
    if (status >= 0) {
        status = agree(map.team, check_fit(map, desk, call), call);
    }
    return finish(map, desk, status, call);
}

int64_t localize(const arauto_halo_map& map, int64_t point) noexcept {
    if (point >= map.first && point < map.first + map.owned) {
        return point - map.first;
    }
    const auto found = std::lower_bound(map.needed.begin(), map.needed.end(), point);
    return found != map.needed.end() && *found == point ? map.owned + (found - map.needed.begin())
                                                        : -1;
}

namespace {

/// The points of a list whose values this rank sends.
Listed sent(const arauto_halo_map& map, const PointList& list) noexcept {
    return map.traffic == Traffic::scatter ? Listed{list.receive, list.is_receive_run}
                                           : Listed{list.send, list.is_send_run};
}

void give_up(arauto_halo_map& map) noexcept {
    map.is_lost = true;
    map.traffic = Traffic::none;
}

/// The points of all lists whose values come from their owners.
std::vector<int64_t> copies(const arauto_halo_map& map) noexcept {
    std::vector<int64_t> all;
    for (const PointList& list : map.lists) {
        all.insert(all.end(), list.receive.begin(), list.receive.end());
    }
    return all;
}

/// Marks the copies that a gather will fill, with ARAUTO_HALO_CHECK=on.
void mark(const arauto_halo_map& map) noexcept {
    const std::vector<int64_t> all = copies(map);
    unpack(map.points, {all},
           marks(map.points.element_bytes, all.size() * map.points.bytes()).data());
}

/// Whether they are still marked.
arauto_status_t check_marks(const arauto_halo_map& map, const char* call) noexcept {
    const std::vector<int64_t> all = copies(map);
    std::vector<std::byte> found(all.size() * map.points.bytes());
    pack(map.points, {all}, found.data());
    return found == marks(map.points.element_bytes, found.size())
               ? ARAUTO_OK
               : fail(ARAUTO_ERR_STATE, call,
                      "the program has assigned to copies of other %ss' points while they were "
                      "gathered",
                      noun());
}

/// The points of a list for which values come.
Listed received(const arauto_halo_map& map, const PointList& list) noexcept {
    return map.traffic == Traffic::scatter ? Listed{list.send, list.is_send_run}
                                           : Listed{list.receive, list.is_receive_run};
}

} // namespace

arauto_status_t begin(arauto_halo_map& map, const char* call) noexcept {
    arauto_status_t status = map.channels.begin(call);
    for (size_t number = 0; status >= 0 && number < map.lists.size(); ++number) {
        const PointList& list = map.lists[number];
        const Listed out = sent(map, list);
        if (!out.points.empty()) {
            pack(map.points, out, map.channels.send_buffer(number));
        }
        status = map.channels.send(number, out.points.size() * map.points.bytes());
        if (received(map, list).points.empty()) {
            map.channels.expect_nothing(number);
        }
    }
    if (status < 0) {
        give_up(map);
    } else if (map.channels.is_checking() && map.traffic == Traffic::gather) {
        mark(map);
    }
    return status;
}

arauto_status_t end(arauto_halo_map& map, const char* call) noexcept {
    if (map.channels.is_checking() && map.traffic == Traffic::gather) {
        if (const arauto_status_t status = check_marks(map, call); status < 0) {
            give_up(map);
            return status;
        }
    }
    for (size_t number = 0; number < map.lists.size(); ++number) {
        const Listed in = received(map, map.lists[number]);
        if (in.points.empty()) {
            continue;
        }
        arauto_status_t status = map.channels.await(number, call);
        if (status >= 0) {
            status = map.channels.check(number, in.points.size() * map.points.bytes(), call);
        }
        if (status < 0) {
            give_up(map);
            return status;
        }
        const std::byte* const values = map.channels.received(number);
        if (map.combine != nullptr) {
            map.combine(map.points, in.points, values);
        } else {
            unpack(map.points, in, values);
        }
    }
    map.traffic = Traffic::none;
    return ARAUTO_OK;
}

} // namespace arauto::halo
