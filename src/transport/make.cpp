// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See make.hpp.
#include "transport/make.hpp"

#include "os/cma.hpp"

#include <cstdio>
#if defined(ARAUTO_HAS_LIBFABRIC)
#include "transport/fault/fault.hpp"
#include "transport/ofi/library.hpp"
#include "transport/ofi/ofi.hpp"
#endif
#include "transport/self/self.hpp"
#include "transport/settings.hpp"
#include "transport/shm/shm.hpp"

namespace arauto::transport {

static_assert(kBounceBytes == Shm::kBounceBytes);

const char* foreign_access_method() noexcept {
    enum { kAuto, kCma, kRing };
    const bool ring = setting_choice(kForeignSetting).value == kRing;
    return ring || !os::cma_is_allowed() ? "copy ring served by its owner" : "cross-memory attach";
}

Transport* make_self(const boot::Job& job) {
    return new Self(job);
}
#if defined(ARAUTO_HAS_LIBFABRIC)
namespace {

constexpr const char* kNameKey = "ofi";

bool look_up(void* context, int peer, Ofi::Name* name_out) {
    auto* const manager = static_cast<boot::ProcessManager*>(context);
    return manager->lookup(peer, kNameKey, std::as_writable_bytes(std::span(name_out, 1))) >= 0;
}

} // namespace

Result<Network*>
make_network(const boot::Job& job, FindExtent find_extent, NoteArrival note_arrival) {
    const Result<Faults> faults = parse_faults(setting_text(kFaultSetting));
    if (!faults.ok()) {
        return {faults.status, nullptr};
    }
    Ofi::Setup setup{job, job.header->heap_stride, find_extent, look_up, job.manager};
    setup.note_arrival = note_arrival;
    if (faults.value.locked_bytes != INT64_MAX) {
        setup.locked_bytes = static_cast<uint64_t>(faults.value.locked_bytes);
    }
    const Result<Ofi*> made = Ofi::make(setup);
    if (!made.ok()) {
        return {made.status, nullptr};
    }
    const Status status =
        job.manager->publish(kNameKey, std::as_bytes(std::span(&made.value->name(), 1)));
    return status < 0 ? Result<Network*>{status, nullptr} : with_faults(made.value, job.rank);
}

namespace {

void describe_notification(const ofi::Fabric& fabric, NetworkInfo* info) noexcept {
    const size_t bytes = fabric.info().domain_attr->cq_data_size;
    const ofi::DataWay way = fabric.data_way();
    if (way == ofi::DataWay::none) {
        std::snprintf(info->notification, sizeof info->notification, "a message after the data");
    } else {
        std::snprintf(info->notification, sizeof info->notification, "remote data of %zu bytes%s",
                      bytes, way == ofi::DataWay::call ? ", by fi_writedata" : "");
    }
    std::snprintf(info->notification_reason, sizeof info->notification_reason, "%s",
                  fabric.data_way_reason());
}

} // namespace

NetworkInfo describe_network() noexcept {
    NetworkInfo info;
    if (const Result<const ofi::Library*> library = ofi::library(); library.ok()) {
        ofi::name_providers(*library.value, info.providers);
    }
    ofi::Fabric fabric;
    const Status status = fabric.open(1);
    info.is_there = status >= 0;
    std::snprintf(info.text, sizeof info.text, "%s",
                  status >= 0 ? fabric.description() : last_error());
    if (status >= 0) {
        describe_notification(fabric, &info);
        ofi::Regions regions(fabric);
        static_cast<void>(regions.open({nullptr, 0, nullptr})); // only for its policy
        info.registration = regions.policy_name();
    }
    return info;
}

Status check_network() noexcept {
    return ofi::library().status;
}
#else
NetworkInfo describe_network() noexcept {
    NetworkInfo info;
    std::snprintf(info.text, sizeof info.text, "built without libfabric's headers");
    return info;
}

Status check_network() noexcept {
    return fail(ARAUTO_ERR_UNSUPPORTED,
                "other nodes are out of reach: this Arauto was built without libfabric's headers "
                "(Debian: libfabric-dev)");
}

Result<Network*> make_network(const boot::Job&, FindExtent, NoteArrival) {
    return {check_network(), nullptr};
}
#endif

Transport* make_shm(const boot::Job& job, uint64_t bounce_offset) {
    return new Shm(job, bounce_offset);
}

} // namespace arauto::transport
