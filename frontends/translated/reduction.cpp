// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// CO_REDUCE. Translated code calls the program's function where the CO_REDUCE statement was, since
// only the compiler knows its calling convention: the runtime hands out pairs of elements and takes
// the results. Each image of the team reduces a slice of the elements, from the first image's to
// the last's, then reads the slices of the others.
#include "runtime.hpp"
#include "state.hpp"

#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace arauto::translated {
namespace {

/// Memory that other images read; freed after a barrier.
class Shared {
  public:
    explicit Shared(size_t bytes) : bytes_(bytes) {
        if (arauto_memory_allocate(bytes + 1, &memory_) < 0) {
            memory_ = nullptr;
            own_.reset(new char[bytes + 1]); // slower to read, but there
        }
    }
    ~Shared() { static_cast<void>(arauto_memory_free(memory_)); }
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;

    [[nodiscard]] char* data() const noexcept {
        return memory_ != nullptr ? static_cast<char*>(memory_) : own_.get();
    }
    [[nodiscard]] size_t bytes() const noexcept { return bytes_; }

  private:
    void* memory_ = nullptr;
    size_t bytes_;
    std::unique_ptr<char[]> own_;
};

/// The values that each image sends to the others.
struct Notice {
    uint64_t address;
    uint64_t count; // of elements
    uint64_t element_bytes;
};

} // namespace

/// One CO_REDUCE on its way.
class Reduction {
  public:
    Reduction(const translated_array_t& a, int root);

    int32_t next(const translated_array_t& left, const translated_array_t& right);
    arauto_status_t end(const translated_array_t& a);

  private:
    [[nodiscard]] size_t start_of(int member) const noexcept {
        return count_ * static_cast<size_t>(member) / static_cast<size_t>(size_);
    }
    /// All images exchange the addresses of their memory.
    arauto_status_t exchange(const Shared& mine, std::vector<Notice>& notices) const;
    void take_results(const char* left);
    bool fetch_next();

    arauto_team_h team_ = current_team();
    int size_ = arauto_team_size(team_);
    int self_ = arauto_team_rank(team_);
    int root_; // -1: all
    size_t count_ = 1;
    size_t element_bytes_;
    translated_array_t packed_;
    std::unique_ptr<Shared> values_;
    std::unique_ptr<Shared> slice_; // the results of this image's slice
    std::vector<Notice> notices_;
    std::vector<char> theirs_;
    int member_ = 0; // whose elements are being combined
    size_t at_ = 0; // in the slice
    size_t out_ = 0; // handed out, and not taken back yet
    arauto_status_t status_ = ARAUTO_OK;
};

Reduction::Reduction(const translated_array_t& a, int root)
    : root_(root), element_bytes_(a.section.element_bytes), packed_(a) {
    auto stride = static_cast<int64_t>(element_bytes_);
    for (int i = 0; i < a.section.rank; ++i) {
        packed_.section.dim[i].stride = stride;
        stride *= a.section.dim[i].extent;
        count_ *= static_cast<size_t>(a.section.dim[i].extent);
    }
    values_ = std::make_unique<Shared>(count_ * element_bytes_);
    packed_.base = values_->data();
    if (count_ * element_bytes_ > 0) {
        translated_assign(&packed_, &a);
    }
    status_ = exchange(*values_, notices_);
    for (size_t i = 0; status_ >= 0 && i < notices_.size(); ++i) {
        if (notices_[i].count != count_ || notices_[i].element_bytes != element_bytes_) {
            fail({},
                 "CO_REDUCE: image %d of the team has %zu elements of %zu bytes, image %zu has "
                 "%zu of %zu",
                 self_ + 1, count_, element_bytes_, i + 1, static_cast<size_t>(notices_[i].count),
                 static_cast<size_t>(notices_[i].element_bytes));
        }
    }
    const size_t bytes = (start_of(self_ + 1) - start_of(self_)) * element_bytes_;
    slice_ = std::make_unique<Shared>(bytes);
    theirs_.resize(bytes);
    if (status_ >= 0 && bytes > 0) {
        status_ = arauto_get_at(arauto_team_to_world(team_, 0),
                                notices_[0].address + start_of(self_) * element_bytes_,
                                slice_->data(), bytes);
    }
}

arauto_status_t Reduction::exchange(const Shared& mine, std::vector<Notice>& notices) const {
    const Notice notice{reinterpret_cast<uint64_t>(mine.data()), count_, element_bytes_};
    notices.resize(static_cast<size_t>(size_));
    return arauto_allgather(team_, &notice, sizeof notice, notices.data());
}

void Reduction::take_results(const char* left) {
    std::memcpy(slice_->data() + at_, left, out_);
    at_ += out_;
    out_ = 0;
}

/// False when the slices of all members are combined.
bool Reduction::fetch_next() {
    if (++member_ >= size_ || theirs_.empty()) {
        return false;
    }
    const uint64_t address =
        notices_[static_cast<size_t>(member_)].address + start_of(self_) * element_bytes_;
    status_ = arauto_get_at(arauto_team_to_world(team_, member_), address, theirs_.data(),
                            theirs_.size());
    at_ = 0;
    return status_ >= 0;
}

/// How many pairs are in `left` and `right` now; 0: that was all.
int32_t Reduction::next(const translated_array_t& left, const translated_array_t& right) {
    take_results(static_cast<const char*>(left.base));
    if (status_ < 0 || ((member_ == 0 || at_ == theirs_.size()) && !fetch_next())) {
        return 0;
    }
    const size_t room = static_cast<size_t>(left.section.dim[0].extent) * element_bytes_;
    out_ = std::min(room, theirs_.size() - at_);
    std::memcpy(left.base, slice_->data() + at_, out_);
    std::memcpy(right.base, theirs_.data() + at_, out_);
    return static_cast<int32_t>(out_ / element_bytes_);
}

arauto_status_t Reduction::end(const translated_array_t& a) {
    std::vector<Notice> slices;
    if (status_ >= 0) {
        status_ = exchange(*slice_, slices);
    }
    const bool is_wanted = root_ < 0 || root_ == self_;
    for (int member = 0; status_ >= 0 && is_wanted && member < size_; ++member) {
        const size_t start = start_of(member) * element_bytes_;
        const size_t bytes = start_of(member + 1) * element_bytes_ - start;
        if (bytes > 0) {
            status_ = arauto_get_at(arauto_team_to_world(team_, member),
                                    slices[static_cast<size_t>(member)].address,
                                    values_->data() + start, bytes);
        }
    }
    const arauto_status_t passed = arauto_team_barrier(team_);
    status_ = status_ < 0 ? status_ : passed;
    if (status_ >= 0 && is_wanted && count_ * element_bytes_ > 0) {
        translated_assign(&a, &packed_);
    }
    return status_;
}

} // namespace arauto::translated

using namespace arauto::translated;

void translated_reduction_begins(const translated_array_t* a,
                                 int32_t result_image,
                                 const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    note_stat(to);
    const int root = result_image == 0 ? -1 : member_of(result_image, to, "CO_REDUCE");
    if (result_image == 0 || root >= 0) {
        g_state.reduction = new Reduction(*a, root);
    }
}

int32_t translated_reduction_next(const translated_array_t* left, const translated_array_t* right) {
    return g_state.reduction != nullptr ? g_state.reduction->next(*left, *right) : 0;
}

void translated_reduction_ends(const translated_array_t* a, const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    if (g_state.reduction != nullptr) { // else stat= says why
        const std::unique_ptr<Reduction> reduction(g_state.reduction);
        g_state.reduction = nullptr;
        report(to, reduction->end(*a), "CO_REDUCE");
    }
}
