! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! All but one image have ended.
!
! images 3
program last_alone
  if (this_image() == 2) call sleep (4)
end program
