! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! How an image ends: init again, callbacks, and prif_stop with a code; the unit is written out.
program ending
  use, intrinsic :: iso_c_binding
  use prif
  implicit none
  procedure(prif_stop_callback_interface), pointer :: told
  integer(c_int) :: stat
  call prif_init(stat)
  if (stat /= PRIF_STAT_ALREADY_INIT) call prif_error_stop(.false._c_bool, stop_code_char='not initialised before')
  told => tell
  call prif_register_stop_callback(told)
  write (*, '(a)', advance='no') 'text without an end of line, '
  call prif_stop(.false._c_bool, stop_code_int=7_c_int)
contains
  subroutine tell(is_error_stop, quiet, stop_code_int, stop_code_char)
    logical(c_bool), intent(in) :: is_error_stop, quiet
    integer(c_int), intent(in), optional :: stop_code_int
    character(len=*), intent(in), optional :: stop_code_char
    if (is_error_stop .or. quiet .or. .not. present(stop_code_int) .or. present(stop_code_char)) return
    if (stop_code_int == 7) print '(a)', 'told of 7'
  end subroutine tell
end program ending
