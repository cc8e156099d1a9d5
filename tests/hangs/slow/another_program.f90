! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One image waits for another program.
!
! images 2
program another_program
  if (this_image() == 1) call execute_command_line ('sleep 4')
  sync images (*)
end program
