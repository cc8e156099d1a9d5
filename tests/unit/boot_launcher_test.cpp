// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The launcher's decisions: the exit status, and the states that survivors see. Images here are
// plain functions; tests/multi runs whole programs.
#include "in_child.hpp"

#include "boot/launcher.hpp"
#include "os/futex.hpp"
#include "os/shared_memory.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/resource.h>

namespace arauto::boot {
namespace {

constexpr int64_t kLongNs = 1'000'000'000;
constexpr int kImages = 4;
constexpr uid_t kNobody = 65534;

void do_nothing(void*, const Job&, int) {}

/// Runs a job whose images run `body`; its exit status. Sentences go nowhere.
template <typename Body> int job_status(Body body) {
    return test::status_of([&] {
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        const Child child{do_nothing, nullptr, "test", false, nullptr};
        const Launched launched = launch(kImages, child);
        if (launched.is_image) {
            alarm(test::kWatchdogSeconds);
            _exit(body(launched.job));
        }
        return launched.status < 0 ? 99 : launched.exit_status;
    });
}

int stop(const Job& job, int code) {
    job.self().state.store(ImageState::stopped, std::memory_order_release);
    return code;
}

/// Until `condition`, sleeping on the own doorbell as images do.
template <typename Condition> void wait_at_bell(const Job& job, Condition condition) {
    for (;;) {
        const uint32_t seen = job.self().doorbell.load(std::memory_order_seq_cst);
        if (condition()) {
            return;
        }
        os::futex_wait(job.self().doorbell, seen, kLongNs * test::kWatchdogSeconds);
    }
}

TEST(Launcher, every_image_has_its_place) {
    EXPECT_EQ(job_status([](const Job& job) {
                  const bool is_right =
                      job.size == kImages && job.header->images == kImages &&
                      job.self().state.load() == ImageState::running &&
                      job.self().pid.load() == static_cast<uint64_t>(getpid()) &&
                      job.header->launcher_pid == static_cast<uint64_t>(getppid());
                  return stop(job, is_right ? job.rank : 50);
              }),
              kImages - 1);
}

TEST(Launcher, survivors_are_told_and_woken) {
    setenv("ARAUTO_ON_FAILURE", "continue", 1);
    const int status = job_status([](const Job& job) {
        if (job.rank == 1) {
            raise(SIGKILL);
        }
        wait_at_bell(job, [&] {
            return job.images[1].state.load(std::memory_order_acquire) == ImageState::failed;
        });
        const bool is_told = job.images[1].death_signal.load() == SIGKILL &&
                             job.header->failed.load() == 1 && job.header->changes.load() >= 1;
        return stop(job, is_told ? 0 : 200);
    });
    unsetenv("ARAUTO_ON_FAILURE");
    EXPECT_EQ(status, 128 + SIGKILL);
}

TEST(Launcher, a_failed_image_is_flushed) {
    EXPECT_EQ(job_status([](const Job& job) {
                  if (job.rank == 2) {
                      job.self().fail_called.store(1, std::memory_order_release);
                      return 0;
                  }
                  wait_at_bell(job, [&] {
                      return job.images[2].state.load(std::memory_order_acquire) ==
                             ImageState::failed;
                  });
                  return stop(job, 0);
              }),
              0);
}

TEST(Launcher, an_ending_that_an_image_asked_for_ends_all) {
    EXPECT_EQ(job_status([](const Job& job) {
                  if (job.rank == 3) {
                      job.header->ending_code.store(77);
                      job.header->ending.store(1);
                      return 77;
                  }
                  for (;;) {
                      pause();
                  }
              }),
              77);
}

TEST(Launcher, a_death_counts_whatever_the_memory_says) {
    const auto lie = [](const Job& job) {
        job.self().fail_called.store(1);
        job.header->ending_code.store(0);
        job.header->ending.store(1);
    };
    const int status = job_status([&](const Job& job) {
        if (job.rank == 1) {
            lie(job);
            raise(SIGKILL); // which a sanitizer does not take for itself
        }
        return stop(job, 0);
    });
    // The launcher may see the ending before the death, and that it has not come to its end.
    EXPECT_TRUE(status == 128 + SIGKILL || status == 1) << status;
    EXPECT_EQ(job_status([&](const Job& job) {
                  lie(job);
                  return stop(job, 0);
              }),
              1)
        << "a job that ends at once has not come to its end";
}

TEST(Launcher, an_exit_status_counts_whatever_the_memory_says) {
    EXPECT_EQ(job_status([](const Job& job) {
                  if (job.rank == 2) {
                      job.self().fail_called.store(1);
                      return 5;
                  }
                  return stop(job, 0);
              }),
              5);
}

TEST(Launcher, overwritten_memory_ends_the_job) {
    for (const int byte : {0x41, 0x02, 0xff}) {
        EXPECT_NE(job_status([byte](const Job& job) -> int {
                      if (job.rank == 0) {
                          std::memset(static_cast<void*>(job.images), byte,
                                      kImages * sizeof(ImageBlock));
                          std::memset(static_cast<void*>(&job.header->changes), byte, 64);
                      }
                      for (;;) {
                          pause();
                      }
                  }),
                  0)
            << byte;
    }
}

TEST(Launcher, a_death_sets_ending_before_anyone_hears_of_it) {
    const Result<os::SharedMemory> notes = os::create_shared_memory(kHeaderBytes, true);
    ASSERT_TRUE(notes.ok());
    auto* too_early = new (notes.value.address) std::atomic<int>{0};
    const int status = job_status([too_early](const Job& job) {
        signal(SIGTERM, SIG_IGN);
        if (job.rank == 0) {
            raise(SIGKILL);
        }
        wait_at_bell(job, [&] {
            return job.images[0].state.load(std::memory_order_acquire) == ImageState::failed;
        });
        const bool ends =
            job.header->ending.load() == 1 && job.header->ending_code.load() == 128 + SIGKILL;
        too_early->fetch_add(ends ? 0 : 1);
        pause();
        return 0;
    });
    EXPECT_EQ(status, 128 + SIGKILL);
    EXPECT_EQ(too_early->load(), 0);
    os::unmap(notes.value.address, kHeaderBytes);
    close(notes.value.fd);
}

TEST(Launcher, policies_of_the_user_win) {
    const auto one_dies = [](const Job& job) {
        if (job.rank == 0) {
            raise(SIGKILL);
        }
        job.header->handles_failures.store(1);
        wait_at_bell(job, [&] { return job.header->failed.load() == 1; });
        // An image that goes on has time to say so; one that is ended has not.
        if (job.header->ending.load() == 0) {
            return stop(job, 200);
        }
        pause();
        return 0;
    };
    setenv("ARAUTO_ON_FAILURE", "continue", 1);
    EXPECT_EQ(job_status(one_dies), 200);
    setenv("ARAUTO_ON_FAILURE", "end", 1);
    EXPECT_EQ(job_status(one_dies), 128 + SIGKILL);
    setenv("ARAUTO_ON_FAILURE", "now and then", 1);
    EXPECT_EQ(job_status(one_dies), 99);
    unsetenv("ARAUTO_ON_FAILURE");
}

TEST(Launcher, too_few_processes_are_told_and_the_signals_given_back) {
    EXPECT_EQ(test::status_of([] {
                  if (geteuid() == 0 && setuid(kNobody) != 0) {
                      return 0; // the number of root's processes is not limited
                  }
                  const rlimit one{1, 1};
                  setrlimit(RLIMIT_NPROC, &one);
                  const Child child{do_nothing, nullptr, "test", false, nullptr};
                  const Launched launched = launch(kImages, child);
                  if (launched.is_image) {
                      _exit(1);
                  }
                  sigset_t blocked;
                  sigprocmask(SIG_BLOCK, nullptr, &blocked);
                  const bool is_told =
                      launched.status == ARAUTO_ERR_SYSTEM &&
                      std::strstr(last_error(), "of 4 images could be started") != nullptr;
                  return is_told && sigismember(&blocked, SIGINT) == 0 ? 0 : 2;
              }),
              0);
}

} // namespace
} // namespace arauto::boot
