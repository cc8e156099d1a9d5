! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Collectives of all images: sums, extremes, a broadcast, and a reduction by a function of the program. The function
! is in a module: for an internal procedure gfortran makes code on the stack, and the linker warns.
module products
  implicit none
  private
  public :: times

contains

  pure function times(a, b) result(c)
    integer, intent(in) :: a, b
    integer :: c
    c = a * b
  end function times

end module products

program collectives
  use products, only: times
  implicit none
  integer :: me, n, largest, product_of_all
  real :: table(3)
  character(len=8) :: word
  me = this_image()
  n = num_images()
  table = real([me, 2 * me, 3 * me])
  call co_sum(table)
  if (any(table /= real([1, 2, 3]) * (n * (n + 1) / 2))) error stop 'the sum is wrong'
  largest = me
  call co_max(largest, result_image=1)       ! only image 1 learns it
  if (me == 1 .and. largest /= n) error stop 'the maximum is wrong'
  word = merge('together', 'nothing ', me == 1)
  call co_broadcast(word, source_image=1)
  if (word /= 'together') error stop 'the broadcast is wrong'
  product_of_all = merge(me, 1, me <= 10)
  call co_reduce(product_of_all, times)
  if (me == 1) print '(a,3f7.1,a,i0,a,i0)', 'sums', table, ', largest ', largest, ', product ', product_of_all
end program collectives
