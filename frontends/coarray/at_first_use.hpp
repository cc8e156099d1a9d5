// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// An object that is made when it is first asked for and never destroyed: state of a front-end that
// programs use before main and until their very end, and whose constructor the compiler cannot run.
#pragma once

#include <atomic>

namespace arauto::coarray {

/// A member of a front-end's state. T may be incomplete there: the module that defines T is then
/// the only one that can ask for it.
template <class T> class AtFirstUse {
  public:
    /// @cost  a load, where a variable of a function takes two
    [[nodiscard]] T& get() {
        // PAIR at_first_use.object: look
        T* const made = object_.load(std::memory_order_acquire);
        return made != nullptr ? *made : make();
    }

  private:
    /// Several threads may be first: the object of one of them stays.
    [[gnu::noinline, gnu::cold]] T& make() {
        auto* const made = new T;
        T* other = nullptr;
        // PAIR at_first_use.object: make
        if (object_.compare_exchange_strong(other, made, std::memory_order_acq_rel)) {
            return *made;
        }
        delete made;
        return *other;
    }

    std::atomic<T*> object_{nullptr};
};

} // namespace arauto::coarray
