// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See page.hpp.
#include "page.hpp"

#include "markup.hpp"
#include "summary.hpp"
#include "text.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace arauto::tools::insight {
namespace {

constexpr double kPercent = 100;
constexpr size_t kMostLetters = 1000; // of a sentence

// No script runs and nothing is fetched, whatever the texts have.
constexpr const char* kHead = R"(<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
)";

constexpr const char* kStyle = R"(<style>
:root { --page: #fff; --text: #1f2328; --dim: #59636e; --card: #f6f8fa; --edge: #d1d9e0;
  --computes: #b4cdbf; --moves: #2f7fd0; --waits: #e2722e; --ended: #dfe3e8; --arrow: #1f2328;
  --heat: #d1541a; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d1117; --text: #e6edf3; --dim: #9198a1; --card: #151b23; --edge: #3d444d;
    --computes: #385a48; --moves: #4493f8; --waits: #e2722e; --ended: #262c36; --arrow: #f0f6fc;
    --heat: #f07d3a; --on: #0d1117 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 1100px; padding: 16px; background: var(--page);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif }
h1 { font-size: 24px; margin: 8px 0 } h2 { font-size: 18px; margin: 32px 0 8px }
p { margin: 6px 0; max-width: 80ch } .dim { color: var(--dim) }
ol { list-style: none; margin: 0; padding: 0 }
.cause { background: var(--card); border: 1px solid var(--edge); border-radius: 8px;
  margin: 10px 0; padding: 10px 14px; overflow-wrap: anywhere }
.cause b { font-size: 16px } .cause .sum { float: right; margin-left: 12px; font-weight: 600 }
.gauge { height: 4px; margin: 6px 0; background: var(--edge); border-radius: 2px }
.gauge i { display: block; height: 4px; background: var(--waits); border-radius: 2px }
.gauge .c { background: var(--computes) } .gauge .m { background: var(--moves) }
.path { padding: 4px 0; overflow-wrap: anywhere } .path .sum { float: right; margin-left: 12px }
.path .gauge { background: none; height: 8px; margin: 2px 0 } .path .gauge i { height: 8px }
pre, code { font: 13px ui-monospace, monospace }
pre { margin: 6px 0 0; padding: 6px 10px; background: var(--page); border: 1px solid var(--edge);
  border-radius: 6px; overflow-x: auto }
pre i { color: var(--dim); font-style: normal }
.wide { overflow-x: auto; margin: 8px 0 } svg { display: block; width: 100%; min-width: 820px }
svg text { font: 13px system-ui, sans-serif; fill: var(--text) }
svg .small { font-size: 12px; fill: var(--dim) } svg .middle { text-anchor: middle }
svg .end { text-anchor: end }
svg .cell { font-size: 11.5px; text-anchor: middle; pointer-events: none }
svg .on { fill: var(--on) }
.computes { fill: var(--computes) } .moves { fill: var(--moves) } .waits { fill: var(--waits) }
.ended { fill: var(--ended) } .heat { fill: var(--heat) }
rect.waits, rect.moves { stroke: var(--page); stroke-width: .6 }
.grid { stroke: var(--edge); fill: none } .tip { fill: var(--arrow) }
.arrow { stroke: var(--arrow); stroke-width: 1.2; fill: none }
.key { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 6px 0 }
.key i { display: inline-block; width: 12px; height: 12px; margin-right: 6px; border-radius: 2px }
.key .c { background: var(--computes) } .key .m { background: var(--moves) }
.key .w { background: var(--waits) } .key .e { background: var(--ended) }
table { border-collapse: collapse; white-space: nowrap }
th, td { text-align: right; padding: 3px 10px; border-bottom: 1px solid var(--edge) }
th { color: var(--dim); font-weight: 500 }
th:last-child, td:last-child { text-align: left }
</style>
)";

constexpr const char* kKey =
    "<div class=\"key\"><span><i class=\"c\"></i>computes</span><span><i class=\"m\"></i>moves "
    "data</span><span><i class=\"w\"></i>waits</span><span><i class=\"e\"></i>has "
    "ended</span></div>\n";

std::string title_of(const Trace& trace) {
    const std::string path = trace.modules.empty() ? "" : trace.modules.front().path;
    const std::string program = path.substr(path.rfind('/') + 1); // npos + 1 is 0
    return escaped(program.empty() ? "a program" : program) +
           text(" on %zu ", trace.images.size()) + escaped(trace.noun) +
           (trace.images.size() == 1 ? "" : "s");
}

std::string head(const Trace& trace, const Summary& summary) {
    const Times all = summary.all();
    const auto share = [&all](double part) {
        return text("%.1f %%", all.all > 0 ? kPercent * part / all.all : 0);
    };
    return "<title>" + title_of(trace) + "</title>\n" + kStyle + "</head>\n<body>\n<h1>" +
           title_of(trace) + "</h1>\n<p>" + duration(trace.seconds) + ": computed " +
           share(all.computed()) + ", moved data " + share(all.moved) + ", waited " +
           share(all.waited) + ".</p>\n";
}

std::string with_capital(std::string sentence) {
    if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z') {
        sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
    }
    return sentence;
}

/// A bar as long as a part of the whole.
/// @param kind  "c", "m" or "w": computes, moves or waits
std::string gauge(double share, const char* kind) {
    return text("<div class=\"gauge\"><i class=\"%s\" style=\"width:%.1f%%\"></i></div>", kind,
                std::clamp(kPercent * share, 0.0, kPercent));
}

std::string source_of(const Line& line) {
    return line.source.empty() ? ""
                               : "<pre><i>" + std::to_string(line.number) + "</i>  " +
                                     escaped(line.source) + "</pre>";
}

/// The start of a finding: its time, its place, and a bar.
std::string start_of_card(double seconds,
                          double share,
                          const std::string& place,
                          const std::string& statement) {
    return "<li class=\"cause\"><span class=\"sum\">" + duration(seconds) +
           text(" (%.1f %%)", kPercent * share) + "</span><b>" + escaped(place) + "</b> " +
           escaped(statement);
}

std::string cause(const FindingText& words, const Analysis& analysis) {
    const Line& line = analysis.lines.at(words.finding->line);
    std::string out = start_of_card(words.seconds, words.share, words.place, words.statement) +
                      gauge(words.share, "w");
    out += "Waiting: " + escaped(words.waiters) + ". " +
           escaped(with_capital(words.sentence), kMostLetters);
    return out + (words.statement.empty() ? "" : source_of(line)) + "</li>\n";
}

std::string causes(const Analysis& analysis, size_t most) {
    ReportOptions options;
    options.top = most;
    std::string out = "<h2>Causes of waits</h2>\n";
    const std::vector<FindingText> texts = texts_of(analysis, options);
    if (texts.empty()) {
        return out + "<p>No wait with a known cause takes 1 % of the time.</p>\n";
    }
    out += "<ol>\n";
    for (const FindingText& each : texts) {
        out += cause(each, analysis);
    }
    return out + "</ol>\n";
}

/// Calls that could be fewer.
std::string operations(const Analysis& analysis, size_t most) {
    ReportOptions options;
    options.top = most;
    std::string out;
    for (const OperationText& each : operation_texts_of(analysis, options)) {
        out += start_of_card(each.sum->seconds, each.share, each.place, each.statement) +
               gauge(each.share, "m") + escaped(with_capital(each.sentence), kMostLetters) +
               source_of(analysis.lines.at(each.sum->line)) + "</li>\n";
    }
    return out.empty() ? out : "<h2>Calls that could be fewer</h2>\n<ol>\n" + out + "</ol>\n";
}

/// The parts of the run that its end has waited for.
std::string critical_path(const Analysis& analysis, size_t most) {
    static constexpr const char* kKinds[] = {"c", "m", "w"};
    const Trace& trace = analysis.trace;
    std::string out;
    for (const PathPart& part : analysis.critical_path) {
        const double share = trace.seconds > 0 ? part.seconds / trace.seconds : 0;
        if (most == 0 || share < kLeastShare) {
            break;
        }
        --most;
        out += "<li class=\"path\"><span class=\"sum\">" + duration(part.seconds) +
               text(" (%.1f %%)", kPercent * share) + "</span>" + escaped(trace.noun) +
               text(" %u ", trace.number_of(trace.images[part.image])) +
               escaped(activity_of(part, analysis.lines), kMostLetters) +
               gauge(share, kKinds[static_cast<size_t>(part.kind)]) + "</li>\n";
    }
    return out.empty() ? out
                       : "<h2>Critical path</h2>\n<p>The end of the program has waited for these: "
                         "what makes one of them shorter makes the run shorter.</p>\n<ol>\n" +
                             out + "</ol>\n";
}

std::string table(const Analysis& analysis, const Summary& summary, size_t most) {
    std::string out = "<h2>Calls by line</h2>\n<div class=\"wide\"><table><tr><th>time</th>"
                      "<th>calls</th><th>bytes</th><th>waits</th><th>" +
                      escaped(analysis.trace.noun) + "s</th><th>operation and line</th></tr>\n";
    const size_t shown = std::min(most, summary.lines.size());
    for (size_t i = 0; i < shown; ++i) {
        const LineSum& sum = summary.lines[i];
        out += "<tr><td>" + (sum.seconds > 0 ? duration(sum.seconds) : "-") + "</td>" +
               text("<td>%llu</td><td>%llu</td><td>%llu</td><td>%u</td><td>",
                    static_cast<unsigned long long>(sum.calls),
                    static_cast<unsigned long long>(sum.bytes),
                    static_cast<unsigned long long>(sum.waits), sum.images) +
               escaped(analysis.lines.statement(sum.line, sum.op)) + ", " +
               escaped(analysis.lines.at(sum.line).place()) + "</td></tr>\n";
    }
    out += "</table></div>\n";
    if (shown < summary.lines.size()) {
        out += text("<p class=\"dim\">%zu more are left out; --top N shows more of them.</p>\n",
                    summary.lines.size() - shown);
    }
    return out;
}

std::string remarks(const Analysis& analysis) {
    const std::string lines = remarks_on(analysis);
    std::string out;
    constexpr size_t kMostRemarks = 20;
    size_t count = 0;
    for (size_t at = 0; at < lines.size() && count < kMostRemarks; ++count) {
        const size_t end = std::min(lines.find('\n', at), lines.size());
        out += "<p class=\"dim\">" + escaped(lines.substr(at, end - at), 400) + "</p>\n";
        at = end + 1;
    }
    return out.empty() ? out : "<h2>Limits of this trace</h2>\n" + out;
}

std::vector<ThreadRow> rows_of(const Trace& trace) {
    std::vector<ThreadRow> rows;
    for (uint32_t i = 0; i < trace.images.size(); ++i) {
        const Image& image = trace.images[i];
        for (uint32_t k = 0; k < image.threads.size(); ++k) {
            const Thread& thread = image.threads[k];
            rows.push_back(
                {i, k, stretches_of(trace, image, thread, times_of_calls(trace, thread))});
        }
    }
    return rows;
}

} // namespace

std::string page_of(const Analysis& analysis, size_t most) {
    constexpr size_t kMostCauses = 100; // so that the page has a bound
    const size_t shown = std::min(most, kMostCauses);
    const Summary summary = sum_up(analysis.trace, analysis.lines, -1);
    return std::string(kPageStart) + kHead + head(analysis.trace, summary) + kKey +
           images_part(analysis, summary) + causes(analysis, shown) + operations(analysis, shown) +
           critical_path(analysis, 2 * kMostPathParts) + "<h2>The worst part</h2>\n" + kKey +
           timeline_part(analysis, rows_of(analysis.trace)) + "<h2>Where images wait</h2>\n" +
           waiting_part(analysis) + "<h2>Partners</h2>\n" + partners_part(analysis, summary) +
           table(analysis, summary, shown) + remarks(analysis) + "</body>\n</html>\n";
}

} // namespace arauto::tools::insight
