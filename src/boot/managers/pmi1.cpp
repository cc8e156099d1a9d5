// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Jobs of launchers that speak PMI-1 over a socket that this process has inherited as PMI_FD:
// MPICH's mpiexec and its relatives, and srun --mpi=pmi2. Each request and each reply is one line.
// The launcher is not asked which ranks have died: the reply would come from the launcher's node,
// and may never come when that node is cut off.
#include "boot/managers/kvs_manager.hpp"
#include "boot/managers/managers.hpp"
#include "boot/managers/pmi_wire.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

namespace arauto::boot {
namespace {

constexpr long kReadingNs = 50'000'000;
constexpr int kLeaveNaps = 100; // at most, and how long each is
constexpr long kLeaveNapNs = 10'000'000;

int variable(const char* name) noexcept {
    const char* text = std::getenv(name);
    return text != nullptr ? std::atoi(text) : -1;
}

class Pmi1 final : public KvsManager {
  public:
    [[nodiscard]] Status open();

    const char* name() const noexcept override { return "PMI-1"; }
    void end_job(int status) noexcept override;
    void share(bool is_shared) noexcept override { is_shared_ = is_shared; }
    void leave() noexcept override;

  private:
    bool put(const std::string& key, const std::string& text) noexcept override {
        return !ask("cmd=put kvsname=" + space_ + " key=" + key + " value=" + text, "put_result")
                    .empty();
    }
    bool barrier() noexcept override { return !ask("cmd=barrier_in", "barrier_out").empty(); }
    bool get(int rank, const std::string& key, std::string& text_out) noexcept override;

    [[nodiscard]] bool send_line(const std::string& line) noexcept;
    [[nodiscard]] std::string read_line() noexcept;
    /// The answer; empty when it is not the one expected.
    [[nodiscard]] std::string ask(const std::string& line, const char* answer) noexcept;

    int socket_ = -1;
    std::string space_; // the name of the job's texts
    std::string received_;
    bool is_shared_ =
        false; // the launcher closes the connection once the end has been reported to it
};

bool Pmi1::send_line(const std::string& line) noexcept {
    const std::string whole = line + "\n";
    for (size_t done = 0; done < whole.size();) {
        const ssize_t sent = send(socket_, whole.data() + done, whole.size() - done, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        done += static_cast<size_t>(std::max<ssize_t>(sent, 0));
    }
    return true;
}

std::string Pmi1::read_line() noexcept {
    for (;;) {
        if (std::optional<std::string> line = cut_line(received_)) {
            return std::move(*line);
        }
        char part[2048];
        const ssize_t bytes = read(socket_, part, sizeof part);
        if (bytes == 0 || (bytes < 0 && errno != EINTR)) { // EAGAIN: the limit set by leave()
            return "";
        }
        received_.append(part, static_cast<size_t>(std::max<ssize_t>(bytes, 0)));
    }
}

std::string Pmi1::ask(const std::string& line, const char* answer) noexcept {
    std::string got = send_line(line) ? read_line() : "";
    return is_pmi_answer(got, answer) ? got : "";
}

bool Pmi1::get(int, const std::string& key, std::string& text_out) noexcept {
    const std::string answer = ask("cmd=get kvsname=" + space_ + " key=" + key, "get_result");
    const std::optional<std::string_view> value = pmi_word(answer, "value");
    text_out = value.value_or("");
    return value.has_value();
}

Status Pmi1::open() {
    socket_ = variable("PMI_FD");
    rank_ = variable("PMI_RANK");
    size_ = variable("PMI_SIZE");
    if (rank_ < 0 || size_ <= rank_ ||
        ask("cmd=init pmi_version=1 pmi_subversion=1", "response_to_init").empty()) {
        return fail(ARAUTO_ERR_SYSTEM,
                    "PMI_FD=%d, PMI_RANK=%d and PMI_SIZE=%d say that a launcher has started this "
                    "process, but it does not answer there; was that descriptor closed on the way? "
                    "With ARAUTO_BOOT=none this process starts a job of its own",
                    socket_, rank_, size_);
    }
    const std::string maxima = ask("cmd=get_maxes", "maxes");
    const std::string longest(pmi_word(maxima, "vallen_max").value_or("0"));
    space_ = pmi_word(ask("cmd=get_my_kvsname", "my_kvsname"), "kvsname").value_or("");
    if (space_.empty() || std::atoi(longest.c_str()) < static_cast<int>(2 * kBlobBytesMax)) {
        return fail(ARAUTO_ERR_SYSTEM,
                    "the launcher's PMI-1 keeps texts of %s bytes for its processes, but %zu are "
                    "needed",
                    longest.c_str(), 2 * kBlobBytesMax);
    }
    // A launcher that goes on after deaths reports them by this signal too, which would end this
    // process.
    struct sigaction now{};
    if (sigaction(SIGUSR1, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
        std::signal(SIGUSR1, SIG_IGN);
    }
    std::string mapping;
    if (!get(rank_, "PMI_process_mapping", mapping)) {
        mapping.clear();
    }
    return find_nodes(mapping, static_cast<int>(gethostid()));
}

void Pmi1::end_job(int status) noexcept {
    // The launcher drops what it has not read of our output when it hears this.
    const timespec while_it_reads{0, kReadingNs};
    nanosleep(&while_it_reads, nullptr);
    [[maybe_unused]] const bool sent = send_line("cmd=abort exitcode=" + std::to_string(status));
}

void Pmi1::leave() noexcept {
    if (is_shared_) {
        return;
    }
    std::unique_lock lock(mutex_, std::try_to_lock);
    for (int naps = 0; naps < kLeaveNaps && !lock.owns_lock(); ++naps) {
        const timespec nap{0, kLeaveNapNs};
        nanosleep(&nap, nullptr);
        static_cast<void>(lock.try_lock());
    }
    if (!lock.owns_lock()) { // an earlier request has no reply
        return;
    }
    const timeval limit{1, 0}; // the launcher may be gone
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    [[maybe_unused]] const std::string answer = ask("cmd=finalize", "finalize_ack");
}

} // namespace

Result<ProcessManager*> join_pmi1_wire() noexcept {
    auto* const pmi = new Pmi1;
    if (const Status status = pmi->open(); status < 0) {
        return {status, nullptr};
    }
    return {ARAUTO_OK, pmi};
}

} // namespace arauto::boot
