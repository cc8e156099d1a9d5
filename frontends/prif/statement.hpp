// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a failure of a call reaches its stat, errmsg and errmsg_alloc. The text for an allocatable
// errmsg is kept here until the call ends, since only the compiler's convention knows how to
// allocate it.
#pragma once

#include "coarray/errors.hpp"

#include "arauto/runtime.h"

#include <cstddef>
#include <cstdint>

namespace arauto::prif {

using coarray::Errors;

/// Where a call wants its failure. All are null where the caller has left them out.
struct Reports {
    int32_t* stat = nullptr;
    char* errmsg = nullptr;
    size_t errmsg_bytes = 0;
    void* allocatable = nullptr; // errmsg_alloc
    /// Gives `allocatable` a text of this length.
    void (*assign)(void* allocatable, const char* text, size_t bytes) = nullptr;
};

/// One call, from its first line to its end.
class Statement {
  public:
    explicit Statement(const Reports& reports) noexcept : reports_(reports) {
        if (reports.stat != nullptr) {
            arauto_handle_failures();
        }
    }
    ~Statement() {
        if (reports_.allocatable != nullptr && reports_.stat != nullptr && *reports_.stat != 0)
            [[unlikely]] {
            assign();
        }
    }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    [[nodiscard]] Errors errors() noexcept {
        if (reports_.allocatable != nullptr) [[unlikely]] {
            return {reports_.stat, text_, sizeof text_};
        }
        return {reports_.stat, reports_.errmsg, reports_.errmsg_bytes};
    }

  private:
    void assign() noexcept {
        size_t bytes = sizeof text_;
        while (bytes > 0 && text_[bytes - 1] == ' ') {
            --bytes;
        }
        reports_.assign(reports_.allocatable, text_, bytes);
        if (reports_.errmsg != nullptr) {
            for (size_t i = 0; i < reports_.errmsg_bytes; ++i) {
                reports_.errmsg[i] = i < bytes ? text_[i] : ' ';
            }
        }
    }

    const Reports& reports_;
    char text_[512];
};

/// Reports the failure of an operation on another image. Without `stat` the failure of an image is
/// kept for the next SYNC statement, for otherwise none could handle it.
inline void
report_operation(const Errors& errors, arauto_status_t status, const char* call) noexcept {
    if (status == ARAUTO_ERR_FAILED && errors.stat == nullptr) [[unlikely]] {
        coarray::postpone_failure(call);
        return;
    }
    coarray::report(errors, status, call);
}

} // namespace arauto::prif
