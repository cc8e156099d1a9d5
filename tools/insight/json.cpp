// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The findings and sums of a trace for programs; docs/commands/doctor.md names the fields.
#include "report.hpp"
#include "text.hpp"

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace arauto::tools::insight {
namespace {

const char* name_of(Pattern pattern) {
    switch (pattern) {
    case Pattern::late_post:
        return "late post";
    case Pattern::late_notified:
        return "late notified put";
    case Pattern::late_receiver:
        return "late receiver";
    case Pattern::imbalance:
        return "imbalance";
    case Pattern::all_meet:
        return "all meet";
    case Pattern::late_partner:
        return "late partner";
    case Pattern::needless:
        return "needless rendezvous";
    case Pattern::contention:
        return "contention";
    case Pattern::late_root:
        return "late root";
    case Pattern::early_root:
        return "early root";
    case Pattern::unmatched:
        return "not known";
    case Pattern::open:
        return "never ended";
    }
    return "";
}

/// The run time with the change that a finding suggests.
std::string prediction_fields(const Prediction& prediction) {
    static constexpr const char* kNames[] = {
        "no synchronisation", "pairs",  "early post", "second buffer",
        "one section",        "notify", "scaled",     "even work"};
    return prediction.is_made
               ? text(", \"edit\": \"%s\", \"replayed\": %.9f",
                      kNames[static_cast<size_t>(prediction.edit)], prediction.seconds)
               : "";
}

/// Elements of an array or object, with commas between.
class List {
  public:
    void add(const std::string& element) {
        text_ += (text_.empty() ? "\n    " : ",\n    ") + element;
    }
    [[nodiscard]] std::string in(const char* open, const char* close) const {
        return open + text_ + close;
    }

  private:
    std::string text_;
};

std::string place_fields(const Lines& lines, uint32_t line) {
    const Line& at = lines.at(line);
    return "\"file\": " + quoted(at.path) + text(", \"line\": %d", at.number) +
           ", \"procedure\": " + quoted(at.procedure);
}

std::string json_of(const Operations& sum, const Analysis& analysis) {
    static constexpr const char* kNames[] = {"element by element", "serialised gets",
                                             "put then post", "private memory"};
    return "{\"habit\": " + quoted(kNames[static_cast<size_t>(sum.habit)]) + ", " +
           place_fields(analysis.lines, sum.line) +
           text(", \"kind\": \"%s\", \"calls\": %llu, \"bytes\": %llu, \"stride\": %lld, "
                "\"seconds\": %.9f",
                recorded_text(sum.op).name, static_cast<unsigned long long>(sum.calls),
                static_cast<unsigned long long>(sum.bytes), static_cast<long long>(sum.stride),
                sum.seconds) +
           ", \"post_at\": {" + place_fields(analysis.lines, sum.post_line) + "}" +
           prediction_fields(sum.prediction) + "}";
}

std::string json_of(const PathPart& part, const Analysis& analysis) {
    static constexpr const char* kDoes[] = {"computes", "moves", "waits"};
    const Trace& trace = analysis.trace;
    return text("{\"image\": %u, \"does\": \"%s\", \"seconds\": %.9f, ",
                trace.number_of(trace.images[part.image]), kDoes[static_cast<size_t>(part.kind)],
                part.seconds) +
           "\"from\": {" + place_fields(analysis.lines, part.from) + "}, \"to\": {" +
           place_fields(analysis.lines, part.to) + "}}";
}

std::string json_of(const Finding& finding, const Analysis& analysis) {
    const Trace& trace = analysis.trace;
    std::string out = "{\"pattern\": " + quoted(name_of(finding.pattern)) + ", " +
                      place_fields(analysis.lines, finding.line) + ", \"operation\": " +
                      quoted(finding.op == ARAUTO_RECORDED_NONE
                                 ? "end of the program"
                                 : analysis.lines.statement(finding.line, finding.op)) +
                      text(", \"seconds\": %.9f, \"waits\": %llu, \"ended\": %llu", finding.seconds,
                           static_cast<unsigned long long>(finding.waits),
                           static_cast<unsigned long long>(finding.ended));
    out += ", \"waiters\": {";
    bool is_first = true;
    for (size_t i = 0; i < finding.by_image.size(); ++i) {
        if (finding.by_image[i] > 0) {
            out += text("%s\"%u\": %.9f", is_first ? "" : ", ", trace.number_of(trace.images[i]),
                        finding.by_image[i]);
            is_first = false;
        }
    }
    out += "}";
    if (finding.culprit != UINT32_MAX) {
        const Meanwhile& meanwhile = finding.meanwhile;
        out += text(", \"culprit\": %u", finding.culprit + trace.first_number) +
               ", \"culprit_at\": {" + place_fields(analysis.lines, finding.culprit_line) + "}" +
               text(", \"meanwhile\": {\"computed\": %.9f, \"moved\": %.9f, \"waited\": %.9f}",
                    meanwhile.computed, meanwhile.moved, meanwhile.waited);
        out += ", \"computes_from\": {" + place_fields(analysis.lines, meanwhile.from) +
               "}, \"computes_to\": {" + place_fields(analysis.lines, meanwhile.to) + "}";
    }
    return out + prediction_fields(finding.prediction) + "}";
}

} // namespace

std::string quoted(std::string_view words) {
    std::string out = "\"";
    for (const char c : words) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < ' ') {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
            out += code;
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string json_of(const Analysis& analysis) {
    const Trace& trace = analysis.trace;
    const Summary summary = sum_up(trace, analysis.lines, -1);
    List images;
    for (size_t i = 0; i < trace.images.size(); ++i) {
        const Times& times = summary.images[i];
        images.add(text("{\"number\": %u, \"signal\": %d, \"seconds\": %.9f, \"computed\": %.9f, "
                        "\"moved\": %.9f, \"waited\": %.9f}",
                        trace.number_of(trace.images[i]), trace.images[i].signal, times.all,
                        times.computed(), times.moved, times.waited));
    }
    List calls;
    for (const LineSum& sum : summary.lines) {
        calls.add("{" + place_fields(analysis.lines, sum.line) +
                  ", \"operation\": " + quoted(analysis.lines.statement(sum.line, sum.op)) +
                  text(", \"kind\": \"%s\", \"calls\": %llu, \"bytes\": %llu, \"seconds\": %.9f, "
                       "\"waits\": %llu, \"far_calls\": %llu, \"images\": %u}",
                       recorded_text(sum.op).name, static_cast<unsigned long long>(sum.calls),
                       static_cast<unsigned long long>(sum.bytes), sum.seconds,
                       static_cast<unsigned long long>(sum.waits),
                       static_cast<unsigned long long>(sum.far_calls), sum.images));
    }
    List causes;
    for (const Finding& finding : analysis.findings) {
        causes.add(json_of(finding, analysis));
    }
    List operations;
    for (const Operations& sum : analysis.operations) {
        operations.add(json_of(sum, analysis));
    }
    List path;
    for (const PathPart& part : analysis.critical_path) {
        path.add(json_of(part, analysis));
    }
    return std::string(kJsonStart) + quoted(trace.noun) +
           text(", \"images_of_job\": %u, \"seconds\": %.9f", trace.images_of_job, trace.seconds) +
           text(", \"records\": %llu, \"overwritten\": %llu, \"lost\": %llu, "
                "\"unplaced\": %llu",
                static_cast<unsigned long long>(summary.records),
                static_cast<unsigned long long>(summary.overwritten),
                static_cast<unsigned long long>(summary.lost),
                static_cast<unsigned long long>(summary.unplaced)) +
           text(",\n  \"clocks\": {\"nodes\": %u, \"unknown\": %u, \"uncertainty\": %.9f, "
                "\"shifts\": %llu, \"longest_shift\": %.9f, \"late\": %llu}",
                trace.clocks.nodes, trace.clocks.unknown, trace.clocks.uncertainty,
                static_cast<unsigned long long>(trace.clocks.shifts), trace.clocks.longest_shift,
                static_cast<unsigned long long>(trace.clocks.late)) +
           ",\n  \"images\": " + images.in("[", "]") + ",\n  \"calls\": " + calls.in("[", "]") +
           ",\n  \"causes\": " + causes.in("[", "]") +
           ",\n  \"operations\": " + operations.in("[", "]") +
           ",\n  \"critical_path\": " + path.in("[", "]") + "}\n";
}

} // namespace arauto::tools::insight
