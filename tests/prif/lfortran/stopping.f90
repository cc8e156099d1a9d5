! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! STOP with a code.
program stopping
  implicit none
  sync all
  stop 7
end program stopping
