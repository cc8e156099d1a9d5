// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The parsing of `arauto run --hosts`, and the choice of an installed launcher.
#include "../../tools/host_list.hpp"
#include "../../tools/starter.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arauto::tools {
namespace {

std::string hosts(const char* text) {
    const HostList list = parse_hosts(text);
    return list.fault.empty() ? joined(list.hosts) : "fault: " + list.fault;
}

std::string file(const char* text) {
    const HostList list = parse_hostfile(text);
    return list.fault.empty() ? joined(list.hosts) : "fault: " + list.fault;
}

std::string shared_out(const char* text, int images) {
    HostList list = parse_hosts(text);
    const std::string fault = share_out(images, list.hosts);
    return fault.empty() ? joined(list.hosts) : "fault: " + fault;
}

TEST(Hosts, are_names_with_or_without_slots) {
    EXPECT_EQ(hosts("a"), "a");
    EXPECT_EQ(hosts("a,b:4"), "a,b:4");
    EXPECT_EQ(hosts("node-1.site, user@b:2"), "node-1.site,user@b:2");
    EXPECT_EQ(hosts("a:1,b:1,a:2"), "a:3,b:1");
}

TEST(Hosts, are_refused_with_what_is_wrong) {
    EXPECT_EQ(hosts(""), "fault: '' is no name of a host");
    EXPECT_EQ(hosts("a,,b"), "fault: '' is no name of a host");
    EXPECT_EQ(hosts("-x"), "fault: '-x' is no name of a host");
    EXPECT_EQ(hosts("a b"), "fault: 'a b' is no name of a host");
    EXPECT_EQ(hosts("a;rm"), "fault: 'a;rm' is no name of a host");
    for (const char* slots : {"a:0", "a:-1", "a:", "a:x", "a:2x", "a:65537", "a:1:2"}) {
        EXPECT_NE(hosts(slots).find("the slots of a are"), std::string::npos) << slots;
    }
}

TEST(Hosts, that_are_repeated_do_not_overflow) {
    std::string many = "a:65536";
    for (int i = 0; i < 40000; ++i) {
        many += ",a:65536";
    }
    EXPECT_EQ(hosts(many.c_str()),
              "fault: the slots of a are 131072 together, but at most 65536 are allowed");
    std::string several = "h0:65536";
    for (int i = 1; i < 40000; ++i) {
        several += ",h" + std::to_string(i) + ":65536";
    }
    const HostList list = parse_hosts(several);
    EXPECT_EQ(list.fault, "");
    EXPECT_EQ(images_of(list.hosts), int64_t{40000} * 65536);
    std::vector<HostSlots> shared = list.hosts;
    EXPECT_EQ(share_out(65536, shared), "");
    std::vector<HostSlots> added = list.hosts;
    EXPECT_EQ(add_hosts(added, list.hosts).substr(0, 30), "the slots of h0 are 131072 tog");
}

TEST(HostFile, has_a_host_on_each_line) {
    EXPECT_EQ(file("a\nb:4\nc slots=2\n"), "a,b:4,c:2");
    EXPECT_EQ(file("# all\n\n  a \t slots=3  # the first\r\nb"), "a:3,b");
}

TEST(HostFile, is_refused_with_the_number_of_the_line) {
    EXPECT_EQ(file("a\nb cpu=4\n").substr(0, 32), "fault: line 2: 'cpu=4' after b m");
    EXPECT_EQ(file("a slots=0").substr(0, 37), "fault: line 1: the slots of a are '0'");
    EXPECT_EQ(file("a slots=").substr(0, 36), "fault: line 1: the slots of a are ''");
    EXPECT_EQ(file("# none\n"), "fault: it names no host");
    EXPECT_EQ(file(""), "fault: it names no host");
}

TEST(Slots, are_shared_out_among_hosts_without) {
    EXPECT_EQ(shared_out("a,b", 4), "a:2,b:2");
    EXPECT_EQ(shared_out("a,b,c", 4), "a:2,b:1,c:1");
    EXPECT_EQ(shared_out("a:3,b", 4), "a:3,b:1");
    EXPECT_EQ(shared_out("a,b", 1), "a:1,b:1");
    EXPECT_EQ(shared_out("a:8,b:8", 4), "a:8,b:8");
}

TEST(Slots, must_suffice) {
    EXPECT_EQ(shared_out("a:2,b:2", 5),
              "fault: 5 images do not fit the 4 slots of the hosts (a:2,b:2); give them more, or "
              "ask for fewer images");
}

TEST(Slots, say_how_many_images_there_are_when_nobody_does) {
    EXPECT_EQ(images_of(parse_hosts("a,b").hosts), 2);
    EXPECT_EQ(images_of(parse_hosts("a:4,b:3").hosts), 7);
}

TEST(Launcher, is_known_by_what_it_says_of_itself) {
    EXPECT_EQ(kind_of("mpirun (Open MPI) 4.1.4\n"), StarterKind::open_mpi_4);
    EXPECT_EQ(kind_of("mpirun.openmpi (OpenRTE) 4.1.4"), StarterKind::open_mpi_4);
    EXPECT_EQ(kind_of("mpirun (Open MPI) 5.0.11\n"), StarterKind::prterun);
    EXPECT_EQ(kind_of("prterun (PRRTE) 3.0.14\n"), StarterKind::prterun);
    EXPECT_EQ(kind_of("HYDRA build details:\n    Version:   4.0.2\n"), StarterKind::hydra);
    EXPECT_EQ(kind_of("slurm 22.05.8\n"), StarterKind::srun);
    EXPECT_EQ(kind_of("ls (GNU coreutils) 9.1"), std::nullopt);
    EXPECT_EQ(kind_of(""), std::nullopt);
}

TEST(Launcher, is_asked_in_its_own_words) {
    const JobRequest request{.images = 3,
                             .hosts = {{"a", 2}, {"b", 1}},
                             .variables = {"ARAUTO_LOG"},
                             .remote_shell = "/x/agent",
                             .labels = true,
                             .goes_on_after_deaths = true,
                             .is_root = false,
                             .is_here = false};
    const auto line = [&](StarterKind kind) {
        std::string text;
        for (const std::string& word : command_of({kind, "P", "V"}, request)) {
            text += (text.empty() ? "" : " ") + word;
        }
        return text;
    };
    EXPECT_EQ(line(StarterKind::open_mpi_4),
              "P --host a:2,b:1 -n 3 --bind-to none -x ARAUTO_LOG --mca plm_rsh_agent /x/agent "
              "--tag-output --enable-recovery");
    EXPECT_EQ(line(StarterKind::prterun),
              "P --host a:2,b:1 -n 3 --bind-to none -x ARAUTO_LOG --prtemca plm_ssh_agent "
              "/x/agent --output tag --runtime-options recoverable");
    EXPECT_EQ(line(StarterKind::hydra),
              "P -hosts a:2,b:1 -n 3 -launcher ssh -launcher-exec /x/agent -prepend-rank "
              "-disable-auto-cleanup");
    EXPECT_EQ(line(StarterKind::srun),
              "P --nodelist=a,b --nodes=2 --ntasks=3 --ntasks-per-node=2 --input=0 "
              "--quit-on-interrupt --label --kill-on-bad-exit=0");
}

TEST(Launcher, may_start_more_images_than_slots_on_this_machine) {
    const JobRequest request{.images = 4,
                             .hosts = {{"localhost", 2}},
                             .variables = {},
                             .remote_shell = "",
                             .labels = false,
                             .goes_on_after_deaths = false,
                             .is_root = false,
                             .is_here = true};
    const auto last = [&](StarterKind kind) {
        return command_of({kind, "P", "V"}, request).back();
    };
    EXPECT_EQ(last(StarterKind::open_mpi_4), "--oversubscribe");
    EXPECT_EQ(last(StarterKind::prterun), ":OVERSUBSCRIBE");
    EXPECT_EQ(last(StarterKind::hydra), "4");
}

} // namespace
} // namespace arauto::tools
