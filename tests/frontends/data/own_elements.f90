! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Elements of this image by its number, between accesses by their names: each must find what the one before has left.
program own_elements
  implicit none
  integer, parameter :: n = 200
  real(8) :: a(n)[*]
  real(8), allocatable :: b(:)[:]
  integer :: me
  allocate(b(n)[*])
  me = this_image()
  a = 1
  b = 1
  call run(me)
  print '(a)', 'ok'

contains

  subroutine run(image)
    integer, intent(in) :: image
    real(8) :: x, y
    integer :: i
    y = 0
    do i = 1, n
      a(i) = 1
      a(i)[image] = 2*i          ! the later of two writes
      b(i)[image] = 3
      b(i) = 4*i
      x = a(i)[image]            ! before the write that follows
      a(i) = x + b(i)[image]
      x = b(i)
      b(i)[image] = -1           ! after that read
      y = y + a(i) + x + b(i)
      if (a(i) /= 6*i .or. x /= 4*i .or. b(i) /= -1) error stop 'own_elements: wrong'
    end do
    if (y /= n*(n + 1)/2*10 - n) error stop 'own_elements: the sum is wrong'
    do i = 2, n
      a(i)[image] = a(i - 1) + 1
    end do
    if (any(a /= [(6 + i - 1, i = 1, n)])) error stop 'own_elements: a value was kept'
    do i = 2, n
      b(i) = b(i - 1)[image] + 1
    end do
    if (any(b /= [(i - 2, i = 1, n)])) error stop 'own_elements: a value was kept'
  end subroutine run

end program own_elements
