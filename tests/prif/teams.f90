! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Teams and what depends on them: cobounds, cosubscripts, siblings, coarrays that END TEAM deallocates; aliases.
program teams
  use, intrinsic :: iso_c_binding
  use prif
  implicit none
  type(prif_coarray_handle) :: grid, alias, inner
  type(prif_team_type) :: team, initial, parent
  type(c_ptr) :: memory, other, data
  integer(c_int64_t) :: bounds(2), number, sub
  integer(c_size_t) :: sizes(2), bytes
  integer(c_int) :: me, images, members, index, first, odd, stat
  integer(c_int), target :: cleaned = 0
  integer(c_int), allocatable :: list(:)
  procedure(prif_coarray_cleanup_interface), pointer :: none
  character(len=60) :: message

  none => null()
  call prif_this_image_no_coarray(this_image=me)
  call prif_num_images(images)
  call prif_allocate_coarray([-1_c_int64_t, 3_c_int64_t], [0_c_int64_t], 80_c_size_t, none, grid, memory)
  call prif_lcobound_no_dim(grid, bounds)
  call check(all(bounds == [-1, 3]), 'lower cobounds')
  call prif_ucobound_no_dim(grid, bounds)
  call check(all(bounds == [0, 2 + (images + 1) / 2]), 'upper cobounds')
  call prif_coshape(grid, sizes)
  call check(all(sizes == [2, (images + 1) / 2]), 'coshape')
  call prif_this_image_with_coarray(grid, cosubscripts=bounds)
  call prif_image_index(grid, bounds, index)
  call check(index == me, 'the cosubscripts of this image')
  call prif_this_image_with_dim(grid, 2_c_int, cosubscript=sub)
  call check(sub == bounds(2) .and. sub == 3 + (me - 1) / 2, 'one of them')
  call prif_image_index(grid, [1_c_int64_t, 3_c_int64_t], index)
  call check(index == 0, 'no such image')
  call prif_initial_team_index(grid, [1_c_int64_t, 3_c_int64_t], index, stat)
  call check(stat /= 0, 'no such image, by STAT=')

  call prif_alias_create(grid, [7_c_int64_t], [integer(c_int64_t) ::], 16_c_size_t, alias)
  call prif_local_data_pointer(alias, other)
  call check(transfer(other, 0_c_intptr_t) == transfer(memory, 0_c_intptr_t) + 16, 'where an alias begins')
  call prif_lcobound_with_dim(alias, 1_c_int, sub)
  call check(sub == 7, 'the cobound of an alias')
  call prif_set_context_data(alias, c_loc(cleaned))
  call prif_get_context_data(grid, data)
  call check(c_associated(data, c_loc(cleaned)), 'context data belong to the coarray')
  call prif_alias_destroy(alias)
  call prif_deallocate_coarray(grid, stat)
  call check(stat == 0, 'deallocated')

  call prif_get_team(team=initial)
  odd = mod(me, 2)
  members = merge((images + 1) / 2, images / 2, odd == 1)
  call prif_form_team(int(odd + 5, c_int64_t), team, new_index=members - (me + 1) / 2 + 1) ! backwards
  call prif_allocate_coarray([1_c_int64_t], [integer(c_int64_t) ::], 8_c_size_t, none, grid, memory)
  call prif_change_team(team)
  call prif_num_images(index)
  call check(index == members, 'members')
  call prif_this_image_no_coarray(this_image=index)
  call check(index == members - (me + 1) / 2 + 1, 'NEW_INDEX=')
  call prif_num_images_with_team(initial, index)
  call check(index == images, 'images of the initial team')
  call prif_image_index_with_team(grid, [int(images, c_int64_t)], initial, index)
  call check(index == images, 'an image of the initial team')
  call prif_image_index_with_team_number(grid, [int(members + 1, c_int64_t)], int(odd + 5, c_int64_t), index)
  call check(index == 0, 'no image of this team')
  call prif_initial_team_index_with_team(grid, [1_c_int64_t], team, first)
  call check(first == 2 * members - odd, 'the first image of a team that counts backwards')
  call prif_this_image_no_coarray(initial, index)
  call check(index == me, 'this image in the initial team')
  call prif_team_number(team_number=number)
  call check(number == odd + 5, 'the number of the current team')
  call prif_get_team(PRIF_PARENT_TEAM, parent)
  call prif_team_number(parent, number)
  call check(number == -1, 'the number of the initial team')
  if (images > 1) then
    call prif_num_images_with_team_number(int(6 - odd, c_int64_t), index)
    call check(index == images - members, 'the sibling team')
    call prif_initial_team_index_with_team_number(grid, [1_c_int64_t], int(6 - odd, c_int64_t), first)
    call check(mod(first, 2) /= odd, 'the first image of the sibling team')
  end if
  call prif_ucobound_with_dim(grid, 1_c_int, sub)
  call check(sub == members, 'the upper cobound is that of the current team')
  call prif_initial_team_index(grid, [int(members, c_int64_t)], first)
  call check(first == merge(1, 2, odd == 1), 'the last image of a team that counts backwards')
  call prif_allocate_coarray([1_c_int64_t], [integer(c_int64_t) ::], 24_c_size_t, clean, inner, memory)
  call prif_size_bytes(inner, bytes)
  call check(bytes == 24, 'bytes')
  call prif_sync_team(initial)
  call prif_end_team()
  call check(cleaned == 1, 'END TEAM has deallocated what was left')

  call prif_change_team(prif_team_type(), stat, message)
  call check(stat /= 0 .and. index_of(message), 'a team that is none')
  call prif_end_team(stat)
  call check(stat /= 0, 'END TEAM without CHANGE TEAM')
  call prif_failed_images(failed_images=list)
  call check(size(list) == 0, 'no image has failed')
  call prif_stopped_images(initial, list)
  call check(size(list) == 0, 'no image has stopped')
  call prif_sync_all() ! or an image that has less to do stops meanwhile
  call prif_sync_images([integer(c_int) :: 1], stat)
  if (me == 1) then
    do first = 2, images
      call prif_sync_images([first])
    end do
    print '(a)', 'teams: done'
  end if
contains
  logical function index_of(text)
    character(len=*), intent(in) :: text
    index_of = scan(text, 'TEAM') > 0
  end function index_of

  subroutine clean(handle) bind(C)
    type(prif_coarray_handle), value, intent(in) :: handle
    integer(c_size_t) :: bytes
    call prif_size_bytes(handle, bytes)
    if (bytes == 24) cleaned = cleaned + 1
  end subroutine clean
  include 'checks.inc'
end program teams
