// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The settings of the transports.
#pragma once

#include "base/settings.hpp"

namespace arauto::transport {

inline constexpr Setting kForeignSetting{
    "ARAUTO_FOREIGN", "auto", SettingKind::choice, "auto|cma|ring",
    "how private memory of another image is reached: cross-memory attach, or a copy ring its "
    "owner serves"};
inline constexpr Setting kShmSettings[] = {kForeignSetting};

inline constexpr Setting kProviderSetting{
    "ARAUTO_PROVIDER", "", SettingKind::text, "",
    "libfabric's provider between machines, such as 'verbs;ofi_rxm' or 'tcp;ofi_rxm' (default: "
    "the first that will do)"};
inline constexpr Setting kInterfaceSetting{
    "ARAUTO_INTERFACE", "", SettingKind::text, "",
    "the network interface to use, such as eth0 or mlx5_0 (default: the provider's choice)"};
inline constexpr Setting kNetworkProgressSetting{
    "ARAUTO_NETWORK_PROGRESS", "manual", SettingKind::choice, "manual|automatic",
    "network progress while the program computes: manual: by a thread of this library, which "
    "keeps out of the way of a program that waits; automatic: by the provider, where it can"};
inline constexpr Setting kNetworkSettings[] = {
    kProviderSetting,
    kInterfaceSetting,
    kNetworkProgressSetting,
};

inline constexpr Setting kRegistrationSetting{
    "ARAUTO_REGISTRATION", "auto", SettingKind::choice, "auto|pool|growing|allocation",
    "how memory is registered with the network: pool: each heap at once; growing: in chunks as it "
    "is used; allocation: each allocation for itself; auto: pool, or growing where registered "
    "memory is held by the kernel"};
inline constexpr Setting kRegisterForeignSetting{
    "ARAUTO_REGISTER_FOREIGN", "off", SettingKind::choice, "on|off",
    "on: private memory of the program that others access is registered, too, so that the network "
    "reaches it by itself; it must not be given back to the system then"};
inline constexpr Setting kRegistrationSettings[] = {kRegistrationSetting, kRegisterForeignSetting};

inline constexpr Setting kFaultSetting{
    "ARAUTO_FAULT", "", SettingKind::text, "",
    "for tests: faults that the network between nodes shall have, such as "
    "'delay=200us,reorder=1,again=5%,seed=7', 'fail=RANK,after=100', 'locked=65536', which is "
    "how many bytes may be registered, or 'rules=cxi': calls of libfabric that its provider cxi "
    "(or efa, verbs, psm3, shm, tcp) refuses are refused, and overtake each other as it permits, "
    "or 'refuse=data,after=9': writes with remote data (or reads) are after so many (default: "
    "none)"};
inline constexpr Setting kFaultSettings[] = {kFaultSetting};

} // namespace arauto::transport
