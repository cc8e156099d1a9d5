// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Writes the counters as a table, and as JSON.
#include "boot/report.hpp"

#include "boot/report_file.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::boot {
namespace {

using Blocks = std::span<const TallyBlock>; // of the processes

// How the two forms begin, by which they are known again.
constexpr const char* kTitle = "arauto: counters of ";
constexpr const char* kJson = "{\"processes\": ";
constexpr const char* kJsonGoesOn = ", \"counters\": {";

enum Column : uint8_t { kCalls, kMessages, kBytes, kColumns };

struct Spread {
    uint64_t sum = 0;
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
};

uint64_t value_of(const TallyBlock& block, int counter, Column column) noexcept {
    const Tally& tally = block.of[counter];
    const std::atomic<uint64_t>& value = column == kCalls      ? tally.calls
                                         : column == kMessages ? tally.messages
                                                               : tally.bytes;
    return value.load(std::memory_order_relaxed); // relaxed because a count orders nothing
}

Spread spread_of(Blocks blocks, int counter, Column column) noexcept {
    Spread spread;
    for (const TallyBlock& block : blocks) {
        const uint64_t value = value_of(block, counter, column);
        spread.sum += value;
        spread.least = std::min(spread.least, value);
        spread.most = std::max(spread.most, value);
    }
    return spread;
}

/// "12 (3..4)"; the part in brackets only for several processes.
std::string text_of(const Spread& spread, size_t processes) {
    if (spread.sum == 0) {
        return "-";
    }
    std::string text = std::to_string(spread.sum);
    if (processes > 1) {
        text += " (" + std::to_string(spread.least) + ".." + std::to_string(spread.most) + ")";
    }
    return text;
}

struct Row {
    std::string cell[kColumns + 2]; // the name, the columns, messages for each call
};

Row row_of(Blocks blocks, int counter) {
    Row row;
    Spread spread[kColumns];
    row.cell[0] = counter_text(counter).name;
    for (int column = 0; column < kColumns; ++column) {
        spread[column] = spread_of(blocks, counter, static_cast<Column>(column));
        row.cell[column + 1] = text_of(spread[column], blocks.size());
    }
    char ratio[32] = "-";
    if (spread[kCalls].sum != 0 && spread[kMessages].sum != 0) {
        std::snprintf(ratio, sizeof ratio, "%.2f",
                      static_cast<double>(spread[kMessages].sum) /
                          static_cast<double>(spread[kCalls].sum));
    }
    row.cell[kColumns + 1] = ratio;
    return row;
}

/// The name on the left, numbers on the right.
std::string laid_out(const std::vector<Row>& rows) {
    size_t width[kColumns + 2] = {};
    for (const Row& row : rows) {
        for (int i = 0; i < kColumns + 2; ++i) {
            width[i] = std::max(width[i], row.cell[i].size());
        }
    }
    std::string out;
    for (const Row& row : rows) {
        out += "  " + row.cell[0] + std::string(width[0] - row.cell[0].size(), ' ');
        for (int i = 1; i < kColumns + 2; ++i) {
            out += std::string(width[i] - row.cell[i].size() + 2, ' ') + row.cell[i];
        }
        out += '\n';
    }
    return out;
}

std::string table_of(Blocks blocks, const char* noun) {
    char title[96];
    std::snprintf(title, sizeof title, "%s%zu %s%s: sum (least..most of one %s)\n", kTitle,
                  blocks.size(), noun, blocks.size() > 1 ? "s" : "", noun);
    std::vector<Row> rows{{{"", "calls", "messages", "bytes", "messages/call"}}};
    for (int counter = 0; counter < ARAUTO_COUNTERS; ++counter) {
        const Spread calls = spread_of(blocks, counter, kCalls);
        const Spread messages = spread_of(blocks, counter, kMessages);
        if (calls.sum != 0 || messages.sum != 0) {
            rows.push_back(row_of(blocks, counter));
        }
    }
    return title + laid_out(rows);
}

/// {"processes": 2, "counters": {"put": {"calls": [1, 1], "messages": ..., "bytes": ...}, ...}}
std::string json_of(Blocks blocks) {
    static constexpr const char* kNames[kColumns] = {"calls", "messages", "bytes"};
    std::string out = kJson + std::to_string(blocks.size()) + kJsonGoesOn;
    for (int counter = 0; counter < ARAUTO_COUNTERS; ++counter) {
        out += counter == 0 ? "\n  \"" : ",\n  \"";
        out += std::string(counter_text(counter).name) + "\": {";
        for (int column = 0; column < kColumns; ++column) {
            out += std::string(column == 0 ? "\"" : ", \"") + kNames[column] + "\": [";
            for (const TallyBlock& block : blocks) {
                out += &block == blocks.data() ? "" : ", ";
                out += std::to_string(value_of(block, counter, static_cast<Column>(column)));
            }
            out += "]";
        }
        out += "}";
    }
    return out + "\n}}\n";
}

/// Whether a file begins as ours do.
bool is_report(std::string_view first_bytes) {
    const auto starts_with_number = [&](std::string_view head, std::string_view behind) {
        if (!first_bytes.starts_with(head)) {
            return false;
        }
        const size_t end = first_bytes.find_first_not_of("0123456789", head.size());
        return end != std::string_view::npos && end > head.size() &&
               first_bytes.substr(end).starts_with(behind);
    };
    return starts_with_number(kTitle, " ") || starts_with_number(kJson, kJsonGoesOn);
}

constexpr ReportKind kCounters{kCountersSetting, "the counters", is_report};

} // namespace

Result<bool> counters_are_wanted() noexcept {
    return is_wanted(kCounters);
}

void report_counters(std::span<const TallyBlock> blocks, const char* noun) noexcept {
    const bool is_json = file_of(kCounters).ends_with(".json");
    deliver(kCounters, is_json ? json_of(blocks) : table_of(blocks, noun));
}

} // namespace arauto::boot
