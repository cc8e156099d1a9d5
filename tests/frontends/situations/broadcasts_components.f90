! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! CO_BROADCAST of structures from each image in turn: components become as they are there, allocated or not.
program broadcasts_components
  implicit none
  type part
    character(:), allocatable :: name
    integer, allocatable :: sizes(:)
  end type
  type plan
    integer :: number = 0
    type(part), allocatable :: parts(:)
    real, allocatable :: weight
    integer, allocatable :: table(:, :)
  end type
  type(plan) :: p
  integer :: me, n, from, i, code
  me = this_image()
  n = num_images()
  do from = 1, n
    p%number = me
    if (allocated(p%parts)) deallocate (p%parts)
    if (allocated(p%weight)) deallocate (p%weight)
    if (me == from) then
      allocate (p%parts(from + 1))
      do i = 1, from + 1
        p%parts(i)%name = repeat('n', 2*i)
        if (mod(i, 2) == 0) p%parts(i)%sizes = [i, from]
      end do
      if (allocated(p%table)) deallocate (p%table)
      if (mod(from, 2) == 0) allocate (p%table(-1:1, 2), source=from)
    else
      allocate (p%weight, source=1.0)
      p%parts = [part('other', [1, 2, 3])]
      p%table = reshape([1, 2], [1, 2])
    end if
    code = 1
    call co_broadcast(p, from, stat=code)
    if (code /= 0 .or. p%number /= from) error stop 'another number'
    if (size(p%parts) /= from + 1 .or. allocated(p%weight)) error stop 'other parts'
    do i = 1, from + 1
      if (len(p%parts(i)%name) /= 2*i) error stop 'another name'
      if (allocated(p%parts(i)%sizes) .neqv. mod(i, 2) == 0) error stop 'another state of sizes'
      if (mod(i, 2) /= 0) cycle
      if (any(p%parts(i)%sizes /= [i, from])) error stop 'other sizes'
    end do
    if (allocated(p%table) .neqv. mod(from, 2) == 0) error stop 'another state of a table'
    if (allocated(p%table)) then
      if (lbound(p%table, 1) /= -1 .or. any(p%table /= from)) error stop 'another table'
    end if
  end do
  sync all
  if (me == 1) print '(a)', 'ok'
end program
