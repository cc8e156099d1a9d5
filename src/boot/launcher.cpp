// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The launcher: starts the images, waits until they end or die, informs the survivors, and decides
// the exit status.
#include "boot/launcher.hpp"

#include "base/clock.hpp"
#include "base/log.hpp"
#include "boot/guardian.hpp"
#include "boot/job_memory.hpp"
#include "boot/last_calls.hpp"
#include "boot/profile_report.hpp"
#include "boot/program_location.hpp"
#include "boot/report.hpp"
#include "boot/settings.hpp"
#include "boot/trace_file.hpp"
#include "boot/tracing.hpp"
#include "boot/waiting.hpp"
#include "os/futex.hpp"
#include "os/process.hpp"
#include "os/topology.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <span>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace arauto::boot {
namespace {

constexpr int64_t kGraceAfterErrorNs =
    100'000'000; // for images to flush once the job ends by an error
constexpr int64_t kGraceAfterSignalNs = 500'000'000; // for a program's own signal handlers
// A program that had threads before it became the launcher may lose a SIGCHLD to one of them.
constexpr int kLookAgainMs = 1000;
constexpr int kSignalBase = 128; // exit status of a job ended by signal n: 128 + n
constexpr int64_t kBetweenLooksNs = 500'000'000; // at whether the memory is sound
constexpr int64_t kPatienceNs = 2'000'000'000; // with processes that even SIGKILL does not end
constexpr int kNapUs = 2000;

struct Watched {
    JobHeader* header;
    pid_t guardian;
    std::span<ProfileBlock> profiles; // none, or one for each image
    Traces traces;
};

/// Whether the memory of a job holds only what Arauto writes there.
bool memory_is_sound(const JobHeader& header, std::span<const ImageBlock> blocks) noexcept {
    const auto is_flag = [](const std::atomic<uint32_t>& word) {
        return word.load(std::memory_order_relaxed) <= 1; // relaxed because each counts for itself
    };
    // PAIR job.changes: an image sets `ending` before it exits
    const bool is_ending = header.ending.load(std::memory_order_acquire) != 0;
    // relaxed because the acquire of `ending` orders it: the code is stored before that flag
    const int32_t code = header.ending_code.load(std::memory_order_relaxed);
    return is_flag(header.ending) && is_flag(header.handles_failures) &&
           is_code_of_end(is_ending ? code : 1) &&
           std::all_of(blocks.begin(), blocks.end(), [&](const ImageBlock& block) {
               // PAIR job.changes: look at states
               return block.state.load(std::memory_order_acquire) <= ImageState::failed &&
                      is_flag(block.fail_called);
           });
}

/// Decides the exit status by how the images have ended, as the system reports it. The words that
/// images write into their common memory explain an end (STOP, ERROR STOP, FAIL IMAGE), and never
/// turn a failure into a success.
class Supervisor {
  public:
    Supervisor(const Watched& job, std::vector<pid_t> pids, const Child& child) noexcept
        : header_(job.header), guardian_(job.guardian), profiles_(job.profiles),
          traces_(job.traces), blocks_(image_blocks(job.header), pids.size()),
          pids_(std::move(pids)), child_(child) {}

    int run(int signals) noexcept {
        alive_ = pids_.size();
        while (alive_ > 0) {
            wait_a_while(signals);
            take_signals(signals);
            for (os::EndedChild ended = os::next_ended_child(); ended.pid != 0;
                 ended = os::next_ended_child()) {
                // Ctrl-C reaches images too: one that died of it must not be taken for a failure.
                take_signals(signals);
                bury(ended);
            }
            end_if_it_is_time();
        }
        if (is_ending_) {
            end_orphans();
        }
        if (child_.drain != nullptr) {
            child_.drain(child_.context, -1, 0);
        }
        return exit_status_ != 0 ? exit_status_ : worst_;
    }

    /// It was ended before its images had ended by themselves, or one of them has died.
    [[nodiscard]] bool has_broken_off() const noexcept { return is_ending_ || has_death_; }

  private:
    /// Until a signal or output comes.
    void wait_a_while(int signals) noexcept {
        const int64_t rest_ms = (kill_at_ns_ - now_ns()) / kMillisecond + 1;
        const int timeout_ms = is_ending_ && !has_killed_
                                   ? static_cast<int>(std::max<int64_t>(rest_ms, 0))
                                   : kLookAgainMs;
        if (child_.drain != nullptr) {
            child_.drain(child_.context, signals, timeout_ms);
        } else {
            os::wait_readable(signals, timeout_ms);
        }
    }

    void take_signals(int signals) noexcept {
        for (int signal = os::next_signal(signals); signal != 0;
             signal = os::next_signal(signals)) {
            if (signal != SIGCHLD) {
                pass_on(signal);
            }
        }
    }

    /// Checks for reasons to end that come without a signal and without a death.
    void end_if_it_is_time() noexcept {
        if (!is_ending_ && getppid() != guardian_) {
            end_all(kSignalBase + SIGKILL, 0, SIGKILL);
        }
        look_at_memory();
        // PAIR job.changes: an image sets `ending` before it exits
        if (!is_ending_ && header_->ending.load(std::memory_order_acquire) != 0) {
            end_all(status_of_end(*header_), kGraceAfterErrorNs, SIGTERM);
        }
        if (is_ending_ && !has_killed_ && now_ns() >= kill_at_ns_) {
            has_killed_ = true;
            signal_all(SIGKILL);
        }
    }

    /// Now and then, and at the end: that takes a time that grows with the number of images.
    void look_at_memory() noexcept {
        const int64_t now = now_ns();
        if (is_ending_ || (alive_ > 0 && now - looked_ns_ < kBetweenLooksNs)) {
            return;
        }
        looked_ns_ = now;
        if (!memory_is_sound(*header_, blocks_)) {
            log(LogLevel::error,
                "the memory that the images of this job share has been overwritten, and the job "
                "ends: the program writes outside its arrays");
            end_all(std::max(worst_, 1), kGraceAfterErrorNs, SIGTERM);
        }
    }

    void signal_all(int signal) noexcept {
        for (const pid_t pid : pids_) {
            if (pid != 0) {
                kill(pid, signal);
            }
        }
    }

    void pass_on(int signal) noexcept {
        const bool ends =
            signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
        if (!ends) {
            signal_all(signal);
            return;
        }
        const std::string waits = is_ending_ ? "" : describe_waiting(blocks_);
        const std::vector<ImagesInState> states = look_at_states(blocks_); // before they end
        if (!waits.empty()) {
            log(LogLevel::error, "signal %d (%s) ends the job: %s", signal, os::signal_text(signal),
                waits.c_str());
        }
        end_all(kSignalBase + signal, kGraceAfterSignalNs, signal);
        if (!waits.empty()) {
            print_states(states);
        }
    }

    static void print_states(const std::vector<ImagesInState>& states) {
        for (const std::string& line : lines_of(states)) {
            log(LogLevel::error, "  %s", line.c_str());
        }
    }

    /// Ends every image: with `signal` now, with SIGKILL after the grace.
    void end_all(int exit_status, int64_t grace_ns, int signal) noexcept {
        if (is_ending_) {
            return;
        }
        is_ending_ = true;
        exit_status_ = exit_status;
        kill_at_ns_ = now_ns() + grace_ns;
        decide_end(*header_, exit_status);
        header_->ending.store(1, std::memory_order_seq_cst); // PAIR job.changes: set `ending`
        wake_all();
        signal_all(signal);
    }

    /// Ends the orphans of the images: they get as long to end as the images had.
    void end_orphans() noexcept {
        std::vector<pid_t> signalled;
        const int64_t until = kill_at_ns_ + kPatienceNs;
        for (std::vector<pid_t> left = os::living_children(); !left.empty() && now_ns() < until;
             left = os::living_children()) {
            for (const pid_t pid : left) {
                if (now_ns() >= kill_at_ns_) {
                    kill(pid, SIGKILL);
                } else if (std::find(signalled.begin(), signalled.end(), pid) == signalled.end()) {
                    signalled.push_back(pid);
                    kill(pid, SIGTERM);
                }
            }
            usleep(kNapUs);
        }
    }

    /// Every wait of every image looks at the states again.
    void wake_all() noexcept {
        header_->changes.fetch_add(1, std::memory_order_seq_cst); // PAIR job.changes: announce
        for (ImageBlock& block : blocks_) {
            block.doorbell.fetch_add(1, std::memory_order_seq_cst); // PAIR wait.doorbell: ring
            os::futex_wake_all(block.doorbell);
        }
        os::futex_wake_all(header_->changes);
    }

    void bury(const os::EndedChild& ended) noexcept {
        const auto found = std::find(pids_.begin(), pids_.end(), ended.pid);
        if (found == pids_.end()) {
            return; // what an image had started and left behind
        }
        *found = 0;
        --alive_;
        const auto rank = static_cast<size_t>(found - pids_.begin());
        ImageBlock& block = blocks_[rank];
        if (!profiles_.empty()) {
            note_end(profiles_[rank]);
        }
        if (traces_.first != nullptr) {
            note_end_of_trace(*header_, traces_.area(static_cast<int>(rank)));
        }
        const int image = static_cast<int>(rank) + 1;
        const ImageState state =
            block.state.load(std::memory_order_acquire); // PAIR job.changes: look at states
        if (!is_ending_) {
            worst_ = std::max(worst_, status_of(ended));
        }
        if (state == ImageState::stopped) {
            if (!is_ending_) {
                report_death_after_stop(image, ended);
            }
            note_gone(block);
            return;
        }
        const bool is_news = !is_ending_ && !is_explained(block, ended);
        if (is_news && (ended.signal == 0 || !continues_after_death(*header_))) {
            end_all(std::max(status_of(ended), 1), kGraceAfterErrorNs, SIGTERM);
        }
        mark_failed(block,
                    ended); // after `ending`, or survivors would act on it in a job that ends
        has_death_ = has_death_ || is_news;
        if (is_news) { // last: to find the source lines may take seconds
            report_death(image, block, ended, state == ImageState::absent);
        }
    }

    [[nodiscard]] static int status_of(const os::EndedChild& ended) noexcept {
        return ended.signal != 0 ? kSignalBase + ended.signal : ended.exit_code;
    }

    /// A rank that waits for the end of all need not wait for this one.
    void note_gone(ImageBlock& block) noexcept {
        static_cast<void>(note_departure(*header_, block, Departure::gone));
        header_->changes.fetch_add(1, std::memory_order_seq_cst); // PAIR job.changes: announce
        os::futex_wake_all(header_->changes);
    }

    /// An image that said STOP is done; a death after that is reported, but needs no reaction.
    static void report_death_after_stop(int image, const os::EndedChild& ended) noexcept {
        if (ended.signal != 0) {
            log(LogLevel::error, "image %d was killed by signal %d (%s) after it had stopped",
                image, ended.signal, os::signal_text(ended.signal));
        }
    }

    void mark_failed(ImageBlock& block, const os::EndedChild& ended) noexcept {
        block.death_signal.store(ended.signal,
                                 std::memory_order_relaxed); // relaxed because `state` orders it
        // PAIR job.changes: set state. Another image may have lost it and said so.
        if (block.state.exchange(ImageState::failed, std::memory_order_acq_rel) !=
            ImageState::failed) {
            header_->failed.fetch_add(1, std::memory_order_seq_cst); // PAIR job.counts: count
        }
        static_cast<void>(note_departure(*header_, block, Departure::gone));
        wake_all();
    }

    /// Whether the image has explained its end before it ended by itself: it has ended the
    /// job, or called FAIL IMAGE, which ends with status 0.
    [[nodiscard]] bool is_explained(const ImageBlock& block,
                                    const os::EndedChild& ended) const noexcept {
        if (ended.signal != 0) {
            return false;
        }
        // PAIR job.changes: it ended the job itself
        if (header_->ending.load(std::memory_order_acquire) != 0) {
            return true; // and the status is not 0 then
        }
        // PAIR job.fail_called: look, after its death
        return ended.exit_code == 0 && block.fail_called.load(std::memory_order_acquire) == 1;
    }

    void report_death(int image,
                      const ImageBlock& block,
                      const os::EndedChild& ended,
                      bool never_joined) const noexcept {
        if (ended.signal == SIGPIPE) {
            return; // the reader of its output wants no more (./a.out | head -1): no fault
        }
        if (ended.signal != 0) {
            const std::string calls = calls_at_fault(block, ended.signal);
            log(LogLevel::error, "image %d was killed by signal %d (%s%s)%s%s", image, ended.signal,
                os::signal_text(ended.signal), ended.dumped_core ? ", core dumped" : "",
                calls.empty() ? "" : ", ", calls.c_str());
        } else if (never_joined) {
            log(LogLevel::error,
                "image %d (%s) ended without ever starting Arauto (exit status %d): a program in C "
                "or C++ must call arauto_init first; was one in Fortran linked with 'arauto fc', "
                "or "
                "-fcoarray=lib and libcaf_arauto?",
                image, child_.program, ended.exit_code);
        } else {
            log(LogLevel::error, "image %d ended with exit status %d without STOP", image,
                ended.exit_code);
        }
        print_last_calls(image);
    }

    /// Where the job has records of them.
    void print_last_calls(int image) const noexcept {
        constexpr size_t kCalls = 5;
        const std::vector<std::string> calls =
            traces_.first != nullptr ? last_calls(*header_, traces_, image - 1, kCalls)
                                     : std::vector<std::string>();
        if (!calls.empty()) {
            log(LogLevel::error, "the last calls of image %d, before its end:", image);
        }
        for (const std::string& call : calls) {
            log(LogLevel::error, "  %s", call.c_str());
        }
    }

    JobHeader* header_;
    pid_t guardian_;
    std::span<ProfileBlock> profiles_;
    Traces traces_;
    std::span<ImageBlock> blocks_;
    std::vector<pid_t> pids_; // by rank; 0 once it has ended
    const Child& child_;
    size_t alive_ = 0;
    int worst_ = 0; // of the images that have ended before the job was being ended
    int exit_status_ = 0; // of a job that is being ended
    bool is_ending_ = false;
    bool has_death_ = false;
    bool has_killed_ = false;
    int64_t kill_at_ns_ = 0;
    int64_t looked_ns_ = 0; // at the memory
};

/// Ends and buries children that were made before one could not be.
Launched give_up(const std::vector<pid_t>& pids, int images, int signals) noexcept {
    const Status status = fail(ARAUTO_ERR_SYSTEM,
                               "only %zu of %d images could be started: the system allows no more "
                               "processes (%s; see ulimit -u)",
                               pids.size(), images, std::strerror(errno));
    for (const pid_t pid : pids) {
        kill(pid, SIGKILL);
        os::wait_for_end(pid);
    }
    os::close_launcher_signals(signals);
    return {.status = status, .is_image = false, .job = {}, .exit_status = 1};
}

/// The rest of launch() in a child. Returns only where the child goes on in this very program.
Launched begin_image(const Job& job, const Child& child, int memory_fd) noexcept {
    os::bind_to_parent(static_cast<pid_t>(job.header->launcher_pid));
    if (job.rank != 0) {
        os::detach_standard_input();
    }
    child.start(child.context, job, memory_fd);
    if (memory_fd >= 0) {
        close(memory_fd);
    }
    mark_running(job);
    return {.status = ARAUTO_OK, .is_image = true, .job = job, .exit_status = 0};
}

} // namespace

Result<int64_t> default_images() noexcept {
    if (setting_is_given(kNumImagesSetting)) {
        return setting_integer(kNumImagesSetting, 0);
    }
    return setting_integer(kGfortranImagesSetting, os::usable_cores());
}

Launched launch(int images, const Child& child) noexcept {
    const Launched refused{
        .status = ARAUTO_ERR_SYSTEM, .is_image = false, .job = {}, .exit_status = 1};
    if (!setting_choice(kOnFailureSetting).ok()) {
        return refused; // now and not when the first image has died
    }
    const Result<JobMemory> memory = create_job_memory(images, !child.shares_by_descriptor);
    if (!memory.ok()) {
        return refused;
    }
    // An image needs a descriptor as well, while it is loaded: that of `signals`, which it closes.
    const int signals = os::open_launcher_signals();
    if (signals < 0) {
        static_cast<void>(fail(ARAUTO_ERR_SYSTEM,
                               "the launcher cannot take signals: no descriptor is left for them "
                               "(%s; see ulimit -n)",
                               std::strerror(errno)));
        os::close_launcher_signals(signals);
        return refused;
    }
    const pid_t guardian = leave_guardian(signals);
    if (guardian < 0) {
        return give_up({}, images, signals);
    }
    JobHeader* header = memory.value.header;
    header->launcher_pid = static_cast<uint64_t>(getpid());
    const Traces traces = traces_of(header);
    if (continues_after_death(*header)) { // as the setting says, whatever the program does
        // relaxed because no image has begun
        header->handles_failures.store(1, std::memory_order_relaxed);
    }
    std::vector<pid_t> pids;
    pids.reserve(static_cast<size_t>(images));
    for (int rank = 0; rank < images; ++rank) {
        const pid_t pid = fork();
        if (pid < 0) {
            return give_up(pids, images, signals);
        }
        if (pid == 0) {
            close(signals);
            return begin_image(view_of_job(header, rank), child, memory.value.fd);
        }
        pids.push_back(pid);
    }
    const Layout& layout = memory.value.layout;
    const auto count = static_cast<uint32_t>(images);
    // Found by the launcher's own data, not by those of the header.
    const std::span tallies(blocks_at<const TallyBlock>(header, tally_offset_for(count)),
                            layout.counts ? pids.size() : 0);
    const std::span profiles(blocks_at<ProfileBlock>(header, profile_offset_for(count)),
                             layout.profile ? pids.size() : 0);
    const Watched job{header, guardian, profiles, traces};
    Supervisor supervisor(job, std::move(pids), child);
    const int exit_status = supervisor.run(signals);
    if (!tallies.empty()) {
        report_counters(tallies, "image");
    }
    if (!profiles.empty()) {
        report_profile(profiles, {"image", 1});
    }
    auto* const checked =
        layout.checks ? blocks_at<CheckArea>(header, check_offset_for(layout)) : nullptr;
    if (supervisor.has_broken_off()) {
        write_flight(header, traces, images);
    }
    const bool is_traced =
        traces.first != nullptr && trace_is_wanted() && write_trace(header, traces, {"image", 1});
    return {.status = ARAUTO_OK,
            .is_image = false,
            .job = {},
            .exit_status = exit_status,
            .is_traced = is_traced,
            .checked = checked,
            .has_broken_off = supervisor.has_broken_off()};
}

} // namespace arauto::boot
