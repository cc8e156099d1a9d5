// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Part of arauto/coarray.hpp: events, notifications and locks. Each object is an array with the
// same number of them on every image of a team; making and destroying it is collective.
// `ready(3)[k]` is the fourth one of image k, `ready[k]` its first.
#pragma once

#include "arauto/coarray/images.hpp"
#include "arauto/spi/event.h"

namespace arauto {

namespace detail {

[[nodiscard]] inline int rank_of(arauto_team_h team, int image) noexcept {
    return team == arauto_team_world() ? image - 1 : arauto_team_to_world(team, image - 1);
}

/// The owner of a handle of the C API, which releases it with all images of its team.
template <class Handle,
          arauto_status_t (*Create)(arauto_team_h, size_t, Handle*) noexcept,
          arauto_status_t (*Free)(Handle) noexcept>
class counted {
  public:
    explicit counted(size_t count, const team& of) noexcept : team_(of.handle()) {
        require(Create(team_, count, &handle_));
    }
    counted(counted&& other) noexcept
        : team_(other.team_), handle_(std::exchange(other.handle_, nullptr)) {}
    counted(const counted&) = delete;
    counted& operator=(const counted&) = delete;
    counted& operator=(counted&&) = delete;
    ~counted() {
        if (handle_ != nullptr) {
            static_cast<void>(Free(handle_)); // no caller is left to get the status
        }
    }
    [[nodiscard]] Handle handle() const noexcept { return handle_; }

  protected:
    [[nodiscard]] arauto_team_h team_handle() const noexcept { return team_; }

  private:
    arauto_team_h team_ = nullptr;
    Handle handle_ = nullptr;
};

} // namespace detail

/// Events: posts of any image add to a count, which its owner waits for. A post makes all earlier
/// puts of the image visible first.
class event : public detail::counted<arauto_notify_h, arauto_notify_create, arauto_notify_free> {
  public:
    explicit event(size_t count = 1, const team& of = world()) noexcept : counted(count, of) {}

    /// One event of another image.
    class remote {
      public:
        remote(arauto_notify_h handle, int rank, size_t index) noexcept
            : handle_(handle), index_(index), rank_(rank) {}
        void post() const noexcept { detail::require(try_post()); }
        [[nodiscard]] arauto_status_t try_post() const noexcept {
            return arauto_event_post(handle_, rank_, index_);
        }

      private:
        arauto_notify_h handle_;
        size_t index_;
        int rank_;
    };

    /// One event of this image; with [k], of image k.
    class cell {
      public:
        cell(const event& of, size_t index) noexcept : of_(of), index_(index) {}
        void wait(uint64_t until_count = 1) const noexcept {
            detail::require(try_wait(until_count));
        }
        [[nodiscard]] arauto_status_t try_wait(uint64_t until_count = 1) const noexcept {
            return arauto_notify_wait(of_.handle(), index_, until_count);
        }
        /// Posts that no wait has taken.
        [[nodiscard]] uint64_t query() const noexcept {
            uint64_t count = 0;
            detail::require(arauto_notify_query(of_.handle(), index_, &count));
            return count;
        }
        [[nodiscard]] remote operator[](int image) const noexcept {
            return {of_.handle(), detail::rank_of(of_.team_handle(), image), index_};
        }

      private:
        const event& of_;
        size_t index_;
    };

    [[nodiscard]] cell operator()(size_t index) const noexcept { return {*this, index}; }
    [[nodiscard]] remote operator[](int image) const noexcept { return (*this)(0)[image]; }
    void wait(uint64_t until_count = 1) const noexcept { (*this)(0).wait(until_count); }
    [[nodiscard]] uint64_t query() const noexcept { return (*this)(0).query(); }
};

/// Notifications: `a(..)[k].with(ready) = b` adds to one once the data are there. An image that has
/// seen the notification sees those data, and waits for no other.
class notification
    : public detail::counted<arauto_notify_h, arauto_notify_create, arauto_notify_free> {
  public:
    explicit notification(size_t count = 1, const team& of = world()) noexcept
        : counted(count, of) {}

    class remote {
      public:
        remote(arauto_slot_t slot, int rank) noexcept : slot_(slot), rank_(rank) {}
        void post() const noexcept { detail::require(try_post()); }
        [[nodiscard]] arauto_status_t try_post() const noexcept {
            return arauto_notify_post(rank_, slot_);
        }

      private:
        arauto_slot_t slot_;
        int rank_;
    };

    class cell {
      public:
        cell(const notification& of, size_t index) noexcept : of_(of), index_(index) {}
        void wait(uint64_t until_count = 1) const noexcept {
            detail::require(try_wait(until_count));
        }
        [[nodiscard]] arauto_status_t try_wait(uint64_t until_count = 1) const noexcept {
            return arauto_notify_wait(of_.handle(), index_, until_count);
        }
        /// Takes that many when they are there; never waits.
        [[nodiscard]] bool test(uint64_t until_count = 1) const noexcept {
            int done = 0;
            detail::require(arauto_notify_test(of_.handle(), index_, until_count, &done));
            return done != 0;
        }
        [[nodiscard]] uint64_t query() const noexcept {
            uint64_t count = 0;
            detail::require(arauto_notify_query(of_.handle(), index_, &count));
            return count;
        }
        /// Its slot in the C API, the same on all images.
        [[nodiscard]] arauto_slot_t slot() const noexcept {
            arauto_slot_t slot{};
            detail::require(arauto_notify_slot(of_.handle(), index_, &slot));
            return slot;
        }
        [[nodiscard]] remote operator[](int image) const noexcept {
            return {slot(), detail::rank_of(of_.team_handle(), image)};
        }

      private:
        const notification& of_;
        size_t index_;
    };

    [[nodiscard]] cell operator()(size_t index) const noexcept { return {*this, index}; }
    [[nodiscard]] remote operator[](int image) const noexcept { return (*this)(0)[image]; }
    void wait(uint64_t until_count = 1) const noexcept { (*this)(0).wait(until_count); }
    [[nodiscard]] bool test(uint64_t until_count = 1) const noexcept {
        return (*this)(0).test(until_count);
    }
    [[nodiscard]] uint64_t query() const noexcept { return (*this)(0).query(); }
    [[nodiscard]] arauto_slot_t slot() const noexcept { return (*this)(0).slot(); }
};

/// Locks that images, not threads, hold. `locks(i)[k]` has what std::lock_guard needs.
class lock : public detail::counted<arauto_lock_h, arauto_lock_create, arauto_lock_free> {
  public:
    explicit lock(size_t count = 1, const team& of = world()) noexcept : counted(count, of) {}

    class remote {
      public:
        remote(arauto_lock_h handle, int rank, size_t index) noexcept
            : handle_(handle), index_(index), rank_(rank) {}
        void lock() noexcept { detail::require(acquire()); }
        void unlock() noexcept { detail::require(release()); }
        [[nodiscard]] bool try_lock() noexcept {
            int taken = 0;
            detail::require(arauto_lock_try(handle_, rank_, index_, &taken));
            return taken != 0;
        }
        /// ARAUTO_LOCK_RECOVERED: its last holder had failed.
        [[nodiscard]] arauto_status_t acquire() noexcept {
            return arauto_lock_acquire(handle_, rank_, index_);
        }
        [[nodiscard]] arauto_status_t release() noexcept {
            return arauto_lock_release(handle_, rank_, index_);
        }

      private:
        arauto_lock_h handle_;
        size_t index_;
        int rank_;
    };

    class cell {
      public:
        cell(const class lock& of, size_t index) noexcept : of_(of), index_(index) {}
        [[nodiscard]] remote operator[](int image) const noexcept {
            return {of_.handle(), detail::rank_of(of_.team_handle(), image), index_};
        }

      private:
        const class lock& of_;
        size_t index_;
    };

    [[nodiscard]] cell operator()(size_t index) const noexcept { return {*this, index}; }
    [[nodiscard]] remote operator[](int image) const noexcept { return (*this)(0)[image]; }
};

} // namespace arauto
