// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Waits for events and notifications: the post with the last ticket that a wait takes has ended it.
#include "matching.hpp"

#include <tuple>

namespace arauto::tools::insight {
namespace {

constexpr uint32_t kTicketMask = (1 << 24) - 1;

/// A post, found by what its waiter knows.
struct Post {
    uint64_t slot; // its offset, and the rank that has it
    uint32_t ticket;
    double time;
    Where where;

    [[nodiscard]] auto key() const { return std::tuple(slot, ticket); }
};

/// A post or a wait of an image, among others of the same slot.
struct Use {
    uint64_t slot;
    uint32_t image; // its index
    double time;

    [[nodiscard]] auto key() const { return std::tuple(slot, image); }
};

class PostMatcher {
  public:
    explicit PostMatcher(const Matching& matching) : matching_(matching) {
        matching.trace.visit_events([&](const Where& where, const Event& event, bool is_open) {
            if (event.op == ARAUTO_RECORDED_POST || event.op == ARAUTO_RECORDED_EVENT_POST) {
                const uint64_t slot = place_in_heap(event.peer, event.offset());
                if (event.has_ticket()) {
                    posts_.push_back({slot, event.above(), event.begin, where});
                }
                uses_.push_back({slot, where.image, event.begin});
            } else if (event.op == ARAUTO_RECORDED_WAIT) {
                if (!is_open) {
                    waits_.push_back(where);
                }
                uses_.push_back({slot_of_wait(where), where.image, event.begin});
            }
        });
        sort_by_key(posts_);
        sort_by_key(uses_);
    }

    void match() const {
        size_t most = posts_.size() + waits_.size(); // each post is taken once
        for (const Where& waiter : waits_) {
            note_posts(waiter, most);
            if (matching_.trace.at(waiter).has_waited()) {
                match(waiter);
            }
        }
    }

  private:
    [[nodiscard]] uint64_t slot_of_wait(const Where& where) const {
        return place_in_heap(matching_.trace.images[where.image].rank,
                             matching_.trace.at(where).offset());
    }

    /// Notes the posts that a wait takes, the last one first.
    /// @param most  of them that are still to be looked for, whatever the file says
    void note_posts(const Where& waiter, size_t& most) const {
        const Event& wait = matching_.trace.at(waiter);
        const uint64_t slot = slot_of_wait(waiter);
        const uint32_t count = std::max(wait.peer, 1U);
        for (uint32_t i = 0; i < count && most > 0; ++i, --most) {
            const Post* const post =
                find_latest(posts_, std::tuple(slot, (wait.above() - i) & kTicketMask), wait.end);
            if (post == nullptr) {
                return;
            }
            matching_.found.dependencies.push_back({waiter, post->where});
        }
    }

    void match(const Where& waiter) const {
        const Event& wait = matching_.trace.at(waiter);
        const uint64_t slot = slot_of_wait(waiter);
        const Post* const post =
            find_latest(posts_, std::tuple(slot, wait.above() & kTicketMask), wait.end);
        if (post == nullptr) {
            matching_.add_unmatched(waiter, wait.begin, wait.end);
            return;
        }
        const bool is_notified = matching_.trace.at(post->where).is_behind();
        matching_.add({.pattern = is_notified                  ? Pattern::late_notified
                                  : is_for_room(waiter, *post) ? Pattern::late_receiver
                                                               : Pattern::late_post,
                       .waiter = waiter,
                       .releaser = post->where,
                       .from = wait.begin,
                       .until = std::min(post->time, wait.end)});
    }

    /// Whether the waiter only needs room for its next put: from its wait to the next one at the
    /// slot it puts to the poster and gets nothing from it, and since its post before the poster
    /// has put nothing to the waiter.
    [[nodiscard]] bool is_for_room(const Where& waiter, const Post& post) const {
        const Accesses& accesses = matching_.accesses;
        const std::vector<Image>& images = matching_.trace.images;
        const uint32_t poster = post.where.image;
        const double begin = matching_.trace.at(waiter).begin;
        const Use* const before = neighbour(post.slot, poster, post.time, false);
        if (poster == waiter.image || (before == nullptr && !accesses.is_whole(poster))) {
            return false;
        }
        const Use* const next = neighbour(post.slot, waiter.image, begin, true);
        const auto after = accesses.in(
            {waiter.image, begin, next != nullptr ? next->time : matching_.trace.seconds},
            images[poster].rank);
        const bool puts_only = std::all_of(after.begin(), after.end(),
                                           [](const Access& each) { return each.is_write; });
        const auto came = accesses.in({poster, before != nullptr ? before->time : 0, post.time},
                                      images[waiter.image].rank);
        const bool has_come =
            std::any_of(came.begin(), came.end(), [](const Access& each) { return each.is_write; });
        return !after.empty() && puts_only && !has_come;
    }

    /// The use of a slot by an image before or after a time; null: there is none.
    [[nodiscard]] const Use*
    neighbour(uint64_t slot, uint32_t image, double time, bool is_after) const {
        const auto key = std::tuple(slot, image, time);
        const auto [first, last] = std::equal_range(
            uses_.begin(), uses_.end(), Use{slot, image, time}, [](const Use& a, const Use& b) {
                return std::tuple_cat(a.key(), std::tuple(a.time)) <
                       std::tuple_cat(b.key(), std::tuple(b.time));
            });
        const auto at = is_after ? last : first;
        if (is_after ? at == uses_.end() : at == uses_.begin()) {
            return nullptr;
        }
        const Use& use = is_after ? *at : *(at - 1);
        return use.key() == std::tuple(std::get<0>(key), std::get<1>(key)) ? &use : nullptr;
    }

    const Matching& matching_;
    std::vector<Post> posts_;
    std::vector<Where> waits_;
    std::vector<Use> uses_; // of slots
};

} // namespace

void match_posts(const Matching& matching) {
    PostMatcher(matching).match();
}

} // namespace arauto::tools::insight
