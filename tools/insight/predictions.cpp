// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See predictions.hpp.
#include "predictions.hpp"

#include "summary.hpp"

#include <map>
#include <optional>
#include <utility>

namespace arauto::tools::insight {
namespace {

std::optional<Edit> edit_for(const Finding& finding) {
    using Kind = Edit::Kind;
    switch (finding.pattern) {
    case Pattern::late_post:
        return Edit{.kind = Kind::early_post, .line = finding.culprit_line};
    case Pattern::late_receiver:
        return Edit{.kind = Kind::second_buffer, .line = finding.line};
    case Pattern::all_meet:
    case Pattern::needless:
        return Edit{.kind = Kind::pairs, .line = finding.line};
    case Pattern::imbalance:
    case Pattern::late_root:
        return Edit{.kind = Kind::even};
    case Pattern::contention:
        return finding.is_of_updates()
                   ? std::optional(Edit{.kind = Kind::none, .line = finding.line})
                   : std::nullopt;
    case Pattern::late_notified:
    case Pattern::late_partner:
    case Pattern::early_root:
    case Pattern::unmatched:
    case Pattern::open:
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<Edit> edit_for(const Operations& sum) {
    switch (sum.habit) {
    case Habit::put_then_post:
        return Edit{.kind = Edit::Kind::no_posts, .line = sum.post_line};
    case Habit::element_by_element:
    case Habit::serialised_gets:
        return Edit{.kind = Edit::Kind::one_section, .line = sum.line};
    case Habit::private_memory:
        return std::nullopt;
    }
    return std::nullopt;
}

class Predictor {
  public:
    explicit Predictor(const Schedule& schedule) : schedule_(schedule) {}

    /// Several findings may suggest the same.
    Prediction predict(const Edit& edit) {
        constexpr size_t kMostReplays = 24; // a long trace takes long
        const std::pair key(edit.kind, edit.line);
        const auto known = seconds_.find(key);
        if (known != seconds_.end()) {
            return {true, edit.kind, known->second};
        }
        if (seconds_.size() == kMostReplays) {
            return {};
        }
        const double seconds = replay(schedule_, {edit}).seconds;
        seconds_.emplace(key, seconds);
        return {true, edit.kind, seconds};
    }

  private:
    const Schedule& schedule_;
    std::map<std::pair<Edit::Kind, uint32_t>, double> seconds_; // by line
};

} // namespace

Prediction
predict(const Schedule& schedule, std::vector<Finding>& findings, std::vector<Operations>& sums) {
    const double least = kLeastShare * sum_up(schedule.trace, schedule.lines, -1).all().all;
    Predictor predictor(schedule);
    for (Finding& finding : findings) {
        if (finding.seconds < least || finding.seconds <= 0) {
            break; // those that took longest come first
        }
        if (const std::optional<Edit> edit = edit_for(finding); edit) {
            finding.prediction = predictor.predict(*edit);
        }
    }
    for (Operations& sum : sums) {
        const std::optional<Edit> edit = edit_for(sum);
        if (edit && sum.seconds >= least && sum.seconds > 0) {
            sum.prediction = predictor.predict(*edit);
        }
    }
    return predictor.predict({.kind = Edit::Kind::even});
}

} // namespace arauto::tools::insight
