! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A pointer gets all of a coarray's descriptor, which is longer than its own.
program pointer_to_coarray
  implicit none
  type :: holder
    integer, pointer :: all(:)
  end type
  type :: owner
    integer, allocatable :: part(:)[:]
  end type
  integer, allocatable, target, save :: list(:)[:], one[:]
  integer, target, save :: fixed(3)[*]
  type(owner), target, save :: own
  integer :: next
  next = mod(this_image(), num_images()) + 1
  allocate (list(3)[*], one[*], own%part(3)[*])
  own%part = 0
  list = this_image()
  fixed = this_image()
  one = this_image()
  sync all
  call local
  sync all
contains
  subroutine local
    integer, pointer :: here(:), scalar
    type(holder) :: held
    held%all => list
    scalar => one
    here => fixed
    if (any(here /= this_image()) .or. scalar /= this_image()) error stop 'wrong'
    here => list !warned
    if (this_image() < 3) here(0:) => list !warned
    if (this_image() > 3) here => own%part !warned
    here(1:3) => list
    here => list(:) !right
    if (list(2)[next] == next .and. sum(here) == 3*this_image() .and. all(held%all == here)) then
      print '(a)', 'right'
    end if
  end subroutine
end program
