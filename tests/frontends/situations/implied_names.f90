! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Texts and components of other images in nested implied DOs whose bounds and steps come from other images too.
program implied_names
  implicit none
  type person
    character(8) :: name
    integer :: age
  end type
  type(person) :: people(3)[*]
  integer :: limit[*]
  integer :: me, n, j, k
  character(8), allocatable :: names(:)
  integer, allocatable :: ages(:)
  me = this_image()
  n = num_images()
  do j = 1, 3
    write (people(j)%name, '(a, i0, a, i0)') 'p', me, '.', j
    people(j)%age = 10*me + j
  end do
  limit = 3
  sync all
  names = [((people(j)[k]%name, j=limit[k], 1, -2), k=1, n)]
  if (size(names) /= 2*n) error stop 'another number of names'
  do k = 1, n
    if (names(2*k - 1) /= text(k, 3) .or. names(2*k) /= text(k, 1)) error stop 'another name'
  end do
  ages = [(people(1)[k]%age, people(3)[k]%age, k=n, 1, -1)]
  if (any(ages /= [(10*k + 1, 10*k + 3, k=n, 1, -1)])) error stop 'another age'
  if (sum([(people(2)[k]%age*k, k=1, n)]) /= sum([((10*k + 2)*k, k=1, n)])) error stop 'another sum'
  sync all
  if (me == 1) print '(a)', 'ok'
contains
  character(8) function text(k, j)
    integer, intent(in) :: k, j
    write (text, '(a, i0, a, i0)') 'p', k, '.', j
  end function
end program
