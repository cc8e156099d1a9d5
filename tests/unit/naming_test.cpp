// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Messages call ranks as the front-end has chosen; numbers do not change.
#include "arauto/runtime.h"
#include "arauto/spi/runtime.h"
#include "base/naming.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

class Naming : public testing::Test {
  protected:
    void TearDown() override { arauto_set_naming(nullptr, 0); }
};

TEST_F(Naming, callers_of_the_c_api_read_ranks_from_0) {
    EXPECT_STREQ(arauto::name_of(0).text, "rank 0");
    EXPECT_STREQ(arauto::noun(), "rank");
    EXPECT_EQ(arauto::number_of(size_t{7}), 7U);
    EXPECT_EQ(arauto::fail_outside("call", 4, "team", 4), ARAUTO_ERR_RANK);
    EXPECT_STREQ(arauto_last_error(), "call: rank 4 is outside this team of 4 ranks (0 to 3)");
}

TEST_F(Naming, a_front_end_chooses_the_noun_and_the_first_number) {
    arauto_set_naming("image", 1);
    EXPECT_STREQ(arauto::name_of(0).text, "image 1");
    EXPECT_STREQ(arauto::noun(), "image");
    EXPECT_EQ(arauto::number_of(6), 7);
    EXPECT_EQ(arauto::number_of(size_t{6}), 7U);
    EXPECT_EQ(arauto::fail_outside("CALL", 4, "job", 4), ARAUTO_ERR_RANK);
    EXPECT_STREQ(arauto_last_error(), "CALL: image 5 is outside this job of 4 images (1 to 4)");
}

TEST_F(Naming, a_rank_before_the_first_is_named_too) {
    EXPECT_STREQ(arauto::name_of(-1).text, "rank -1");
    arauto_set_naming("image", 1);
    EXPECT_STREQ(arauto::name_of(-1).text, "image 0");
}

TEST_F(Naming, a_long_noun_is_cut_and_not_written_further) {
    const std::string noun(100, 'x');
    arauto_set_naming(noun.c_str(), 1);
    const arauto::RankName name = arauto::name_of(3);
    EXPECT_EQ(std::string(name.text).size(), sizeof name.text - 1);
}

TEST_F(Naming, null_brings_the_ranks_back) {
    arauto_set_naming("image", 1);
    arauto_set_naming(nullptr, 5);
    EXPECT_STREQ(arauto::name_of(2).text, "rank 2");
}

} // namespace
