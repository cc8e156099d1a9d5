! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Critical constructs: one image at a time, in the initial team and in each child team by itself.
program critical_constructs
  use, intrinsic :: iso_c_binding
  use prif
  implicit none
  integer, parameter :: rounds = 100
  type(prif_coarray_handle) :: construct, counter
  type(prif_team_type) :: team
  type(c_ptr) :: memory
  integer(c_int), pointer :: count
  integer(c_int) :: me, images, stat

  call prif_this_image_no_coarray(this_image=me)
  call allocate_bytes(8_c_size_t, construct, memory)
  call run(rounds)
  call prif_form_team(int(mod(me, 2) + 1, c_int64_t), team)
  call prif_change_team(team)
  call allocate_bytes(8_c_size_t, construct, memory)
  call run(rounds)
  call prif_end_team()
  if (me == 1) print '(a)', 'critical: done'
contains
  subroutine run(rounds)
    integer, intent(in) :: rounds
    integer(c_int), target :: value
    integer(c_int) :: first, i
    type(prif_coarray_handle) :: here
    here = construct
    call prif_num_images(images)
    call allocate_bytes(4_c_size_t, counter, memory)
    call c_f_pointer(memory, count)
    count = 0
    call prif_sync_all()
    call prif_initial_team_index(counter, [1_c_int64_t], first)
    do i = 1, rounds
      call prif_critical(here, stat)
      call check(stat == 0, 'the construct is entered')
      call prif_get(first, counter, 0_c_size_t, c_loc(value), 4_c_size_t)
      value = value + 1
      call prif_put(first, counter, 0_c_size_t, c_loc(value), 4_c_size_t)
      call prif_end_critical(here)
    end do
    call prif_sync_all()
    call prif_this_image_no_coarray(this_image=first)
    if (first == 1) call check(count == rounds * images, 'all increments of the team are there')
    call prif_deallocate_coarrays([here, counter])
  end subroutine run
  include 'checks.inc'
end program critical_constructs
