// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The table of counters, and its form for programs.
#include "boot/report.hpp"

#include "base/log.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace arauto::boot {
namespace {

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

Spread spread_of(const TallyBlock* blocks, int processes, int counter, Column column) noexcept {
    Spread spread;
    for (int i = 0; i < processes; ++i) {
        const uint64_t value = value_of(blocks[i], counter, column);
        spread.sum += value;
        spread.least = std::min(spread.least, value);
        spread.most = std::max(spread.most, value);
    }
    return spread;
}

/// "12 (3..4)"; the part in brackets only when it tells something.
std::string text_of(const Spread& spread, int processes) {
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

Row row_of(const TallyBlock* blocks, int processes, int counter) {
    Row row;
    Spread spread[kColumns];
    row.cell[0] = counter_text(counter).name;
    for (int column = 0; column < kColumns; ++column) {
        spread[column] = spread_of(blocks, processes, counter, static_cast<Column>(column));
        row.cell[column + 1] = text_of(spread[column], processes);
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

std::string table_of(const TallyBlock* blocks, int processes, const char* noun) {
    char title[96];
    std::snprintf(title, sizeof title, "arauto: what %d %s%s did: sum (least..most of one %s)\n",
                  processes, noun, processes > 1 ? "s" : "", noun);
    std::vector<Row> rows{{{"", "calls", "messages", "bytes", "messages/call"}}};
    for (int counter = 0; counter < ARAUTO_COUNTERS; ++counter) {
        const Spread calls = spread_of(blocks, processes, counter, kCalls);
        const Spread messages = spread_of(blocks, processes, counter, kMessages);
        if (calls.sum != 0 || messages.sum != 0) {
            rows.push_back(row_of(blocks, processes, counter));
        }
    }
    return title + laid_out(rows);
}

/// {"processes": 2, "counters": {"put": {"calls": [1, 1], "messages": ..., "bytes": ...}, ...}}
std::string json_of(const TallyBlock* blocks, int processes) {
    static constexpr const char* kNames[kColumns] = {"calls", "messages", "bytes"};
    std::string out = "{\"processes\": " + std::to_string(processes) + ", \"counters\": {";
    for (int counter = 0; counter < ARAUTO_COUNTERS; ++counter) {
        out += counter == 0 ? "\n  \"" : ",\n  \"";
        out += std::string(counter_text(counter).name) + "\": {";
        for (int column = 0; column < kColumns; ++column) {
            out += std::string(column == 0 ? "\"" : ", \"") + kNames[column] + "\": [";
            for (int i = 0; i < processes; ++i) {
                out += i == 0 ? "" : ", ";
                out += std::to_string(value_of(blocks[i], counter, static_cast<Column>(column)));
            }
            out += "]";
        }
        out += "}";
    }
    return out + "\n}}\n";
}

bool is_file_name(const std::string& text) {
    return text.find_first_of("./") != std::string::npos;
}

/// With %h replaced.
std::string file_named(std::string name) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    for (size_t at = name.find("%h"); at != std::string::npos; at = name.find("%h", at)) {
        name.replace(at, 2, host);
        at += std::strlen(host);
    }
    return name;
}

/// In as few writes as the system makes of it, so that the tables of two nodes do not mix.
bool write_all(int fd, const std::string& text) noexcept {
    for (size_t done = 0; done < text.size();) {
        const ssize_t written = write(fd, text.data() + done, text.size() - done);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        done += static_cast<size_t>(std::max<ssize_t>(written, 0));
    }
    return true;
}

/// A device or a pipe, or what a link leads to, is written to; nothing may take its place.
bool is_to_be_kept(const std::string& name) noexcept {
    struct stat facts {};
    return lstat(name.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode);
}

bool write_in_place(const std::string& name, const std::string& text) noexcept {
    const int fd = open(name.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    const bool is_written = fd >= 0 && write_all(fd, text);
    if (fd >= 0) {
        close(fd);
    }
    return is_written;
}

/// All of it or nothing: the nodes of one job may write the same file at the same time.
bool write_file(const std::string& name, const std::string& text) noexcept {
    if (is_to_be_kept(name)) {
        return write_in_place(name, text);
    }
    const std::string draft = name + "." + std::to_string(getpid());
    const int fd = open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        return false;
    }
    const bool is_written = write_all(fd, text);
    close(fd);
    if (is_written && std::rename(draft.c_str(), name.c_str()) == 0) {
        return true;
    }
    const int reason = errno;
    unlink(draft.c_str());
    errno = reason;
    return false;
}

/// Told before the job: at its end it would be too late. What is there is left as it is.
Status check_can_be_written(const std::string& name) noexcept {
    const size_t slash = name.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : name.substr(0, slash + 1);
    const bool is_kept = is_to_be_kept(name);
    const std::string& target = is_kept ? name : folder;
    struct stat facts {};
    const bool is_folder = stat(name.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
    if (!is_folder && access(target.c_str(), is_kept ? W_OK : W_OK | X_OK) == 0) {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT,
                "the setting ARAUTO_COUNTERS names the file %s, which cannot be written: %s",
                name.c_str(), std::strerror(is_folder ? EISDIR : errno));
}

} // namespace

Result<bool> counters_are_wanted() noexcept {
    const std::string text = setting_text(kCounterSettings[0]);
    if (text == "off" || text == "0") {
        return {ARAUTO_OK, false};
    }
    if (text == "on" || text == "1") {
        return {ARAUTO_OK, true};
    }
    if (is_file_name(text)) {
        return {check_can_be_written(file_named(text)), true};
    }
    return {fail(ARAUTO_ERR_ARGUMENT,
                 "the setting ARAUTO_COUNTERS is '%s', but it must be on, off, or a file with a "
                 "dot or a slash in its name",
                 text.c_str()),
            false};
}

void report_counters(JobHeader* header, const char* noun) noexcept {
    const TallyBlock* const blocks = tally_blocks(header);
    if (blocks == nullptr) {
        return;
    }
    const auto processes = static_cast<int>(header->images);
    const std::string given = setting_text(kCounterSettings[0]);
    if (!is_file_name(given)) {
        write_all(STDERR_FILENO, table_of(blocks, processes, noun));
        return;
    }
    const std::string name = file_named(given);
    const std::string text =
        name.ends_with(".json") ? json_of(blocks, processes) : table_of(blocks, processes, noun);
    if (!write_file(name, text)) {
        log(LogLevel::error, "the counters cannot be written to %s: %s", name.c_str(),
            std::strerror(errno));
    }
}

} // namespace arauto::boot
