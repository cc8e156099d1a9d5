// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto check` of a program that an MPI's launcher starts: the libraries that its processes load
// first, and the file by which the races come back from them.
#pragma once

#include "run.hpp"

#include <string>
#include <vector>

namespace arauto::tools {

class CheckedByMpi {
  public:
    /// Changes what is started: the program behind `env` with its libraries.
    /// @param mpi_library  of the program
    CheckedByMpi(RunOptions& options, const std::string& mpi_library);
    ~CheckedByMpi();
    CheckedByMpi(const CheckedByMpi&) = delete;
    CheckedByMpi& operator=(const CheckedByMpi&) = delete;

    /// Prints the races. @return the exit status, for that of the job
    [[nodiscard]] int report(int exit_status) const;

  private:
    RaceOutput output_;
    std::string file_; // empty: it could not be made
    std::vector<std::string> words_;
    std::vector<char*> command_;
};

} // namespace arauto::tools
