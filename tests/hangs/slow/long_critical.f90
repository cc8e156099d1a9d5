! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Each image needs a second in a critical section.
!
! images 4
program long_critical
  critical
    call sleep (1)
  end critical
  sync all
end program
