! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Objects of other images in implied DO, in array constructors and in lists of output, where the image, the subscripts
! and the bounds depend on the variables of the loops.
module implied_m
  use, intrinsic :: iso_fortran_env, only: int8, real64
  implicit none
  type colour
    integer :: red = 0, green = 0
  end type
  type node
    integer :: id = 0
    integer, pointer :: at => null()
    real(real64), allocatable :: list(:), grid(:, :)
    character(len=:), allocatable :: name
    type(colour), allocatable :: paint(:)
  end type
  type, extends(colour) :: named_colour
    character(len=4) :: name = ''
  contains
    procedure :: bright
  end type
contains
  elemental integer function bright(self)
    class(named_colour), intent(in) :: self
    bright = self%red + self%green
  end function
  integer function total_of(c)
    type(colour), intent(in) :: c(:)
    total_of = sum(c%red) + 100*sum(c%green)
  end function
end module

program implied_alone
  use implied_m
  implicit none
  type(colour) :: c[*], row(4)[*]
  type(node) :: s[*], few(2)[*]
  type(named_colour) :: d[*]
  type(named_colour), allocatable :: bound(:)
  class(colour), allocatable :: poly[:]
  type(colour), allocatable :: got(:)
  type(node), allocatable :: copies(:)
  character(len=5) :: word[*], labels(2)[*]
  character(len=5), allocatable :: words(:)
  character(len=600) :: line
  integer, target :: mine
  integer, allocatable :: line_of(:)[:]
  integer :: me, n, i, j, k, m, faults[*] = 0
  integer(int8) :: small
  integer :: numbers(200)
  me = this_image(); n = num_images()
  c = colour(me, 10*me)
  row = [(colour(me, i), i=1, 4)]
  d = named_colour(me, 5*me, 'abcd')
  write (word, '(a, i0)') 'im', me
  labels = [character(len=5) :: 'a'//achar(48 + me), 'b'//achar(48 + me)]
  allocate (line_of(max(n, 2))[*])
  line_of = [(i*me, i=1, max(n, 2))]
  mine = 7*me
  s%id = me
  s%at => mine
  allocate (s%list(me), s%grid(2, me))
  s%list = [(100*me + i, i=1, me)]
  s%grid(1, :) = me
  s%grid(2, :) = [(i, i=1, me)]
  s%name = repeat('x', me)
  allocate (s%paint(me))
  s%paint = [(colour(i, me), i=1, me)]
  allocate (few(1)%list(2), few(2)%list(3))
  few(1)%list = me
  few(2)%list = -me
  allocate (poly[*])
  poly%red = 3*me
  sync all
  call constructors()
  call pointers_and_allocatables()
  call output()
  call heads()
  call surroundings()
  sync all
  if (me == 1) then
    do i = 2, n
      faults = faults + faults[i]
    end do
    if (faults == 0) print '(a)', 'all as it should be'
  end if
  sync all
  if (faults > 0) error stop 1

contains

  subroutine constructors()
    k = 77
    got = [(c[k], k=1, n)]
    call check('objects', size(got) == n .and. all(got%red == [(i, i=1, n)]) .and. all(got%green == [(10*i, i=1, n)]))
    call check('the variable stays', k == 77)
    got = [(row(2:3)[k], c[k], k=n, 1, -1)]
    call check('sections and objects', size(got) == 3*n .and. all(got(1::3)%green == 2) .and. &
      all(got(3::3)%red == [(i, i=n, 1, -1)]))
    got = [((row(j)[k], j=1, k), k=1, min(n, 4))]
    call check('nested', size(got) == sum([(k, k=1, min(n, 4))]) .and. got(size(got))%red == min(n, 4) .and. &
      got(size(got))%green == min(n, 4))
    got = (/ (c[small], small=1_int8, int(n, int8)) /)
    call check('another kind of variable', all(got%red == [(i, i=1, n)]))
    got = [colour :: (c[k], k=n + 1, n)]
    call check('no iteration', size(got) == 0)
    got = [c[n], (c[k], k=1, n, 2), c[1]]
    call check('with steps among others', size(got) == 2 + (n + 1)/2 .and. got(size(got))%red == 1 .and. got(2)%red == 1)
    call check('argument', total_of([(c[k], k=1, n)]) == 1001*n*(n + 1)/2)
    bound = [(d[k], k=1, n)]
    call check('bound procedures', all(bound%bright() == [(6*k, k=1, n)]))
    words = [(word[k], k=1, n)]
    call check('texts', all(words == [('im'//achar(48 + k)//'  ', k=1, n)]))
    words = [character(len=5) :: (word(1:2)[k], word[k](3:3), k=1, n)]
    call check('parts of texts', size(words) == 2*n .and. words(2*n) == achar(48 + n))
    call check('arrays', size([(line_of(1:k)[k], k=1, n)]) == n*(n + 1)/2 .and. &
      sum([(line_of(1:k)[k], k=1, n)]) == sum([(k*k*(k + 1)/2, k=1, n)]))
    call check('vector subscripts', all([(line_of([k, 1])[k], k=1, n)] == [(k*k, k, k=1, n)]))
    call check('parts of elements', all([(row([2, 1])[k]%green, row(3:4)[k]%red, k=1, n)] == [(2, 1, k, k, k=1, n)]))
    words = [(labels(2:1:-1)[k], labels([2, 1, 2])[k], k=1, n)]
    call check('arrays of texts', size(words) == 5*n .and. words(5*n) == 'b'//achar(48 + n) .and. words(2) == 'a1')
    words = [character(len=5) :: (labels(1:2)[k](2:2), k=1, n)]
    call check('parts of arrays of texts', all(words == [(achar(48 + k), achar(48 + k), k=1, n)]))
    call check('loop inside a loop', sum([(sum([(c[j]%red, j=1, k)]), k=1, n)]) == n*(n + 1)*(n + 2)/6)
  end subroutine

  subroutine pointers_and_allocatables()
    call check('pointer', sum([(s[k]%at, k=1, n)]) == 7*n*(n + 1)/2)
    call check('elements', all(nint([(s[k]%list(k), k=1, n)]) == [(101*k, k=1, n)]))
    call check('arrays of different sizes', size([(s[k]%list, k=1, n)]) == n*(n + 1)/2)
    call check('sizes', all([(size(s[k]%list), k=1, n)] == [(k, k=1, n)]))
    call check('shapes', all([(shape(s[k]%grid), k=1, n)] == [(2, k, k=1, n)]))
    call check('states', all([(allocated(s[k]%grid), k=1, n)]) .and. .not. any([(allocated(few(1)[k]%grid), k=1, n)]))
    call check('bounds of the inner loop', &
      sum([((nint(s[k]%grid(2, j)), j=1, size(s[k]%grid, 2)), k=1, n)]) == n*(n + 1)*(n + 2)/6)
    call check('sections', nint(sum([(s[k]%grid(1, :), k=1, n)])) == n*(n + 1)*(2*n + 1)/6)
    got = [(s[k]%paint, k=1, n)]
    call check('objects that are allocated', size(got) == n*(n + 1)/2 .and. got(size(got))%green == n)
    call check('parts of objects', sum([(s[k]%paint(k)%red, k=1, n)]) == n*(n + 1)/2)
    call check('several elements', all([(nint(few(i)[n]%list(1)), i=1, 2)] == [n, -n]))
    copies = [(s[k], k=1, n)]
    call check('deep copies', all([(size(copies(k)%list), k=1, n)] == [(k, k=1, n)]) .and. copies(n)%name == repeat('x', n))
    call check('the image is of another image', sum([(s[s[k]%at/7]%at, k=1, n)]) == 7*n*(n + 1)/2)
    words = [character(len=5) :: (s[k]%name, k=1, n)]
    call check('lengths', all(len_trim(words) == [(k, k=1, n)]))
  end subroutine

  subroutine output()
    k = 1
    write (line, *) (c[k], k=1, n)
    call read_back(2*n)
    call check('output', all(numbers(1:2*n:2) == [(i, i=1, n)]) .and. all(numbers(2:2*n:2) == [(10*i, i=1, n)]))
    call check('the variable is defined', k == n + 1)
    k = 1
    write (line, *) 5, (k, c[k], s[k]%at, k=k, n), 6
    call read_back(4*n + 2)
    call check('the bound is the variable', numbers(1) == 5 .and. numbers(4*n + 2) == 6 .and. numbers(4*n + 1) == 7*n &
      .and. numbers(4*n - 2) == n)
    write (line, *) ((nint(s[k]%list(j)), j=1, k), s[k]%at, k=1, n)
    call read_back(n + n*(n + 1)/2)
    m = n + n*(n + 1)/2
    call check('nested output', numbers(m) == 7*n .and. numbers(m - 1) == 101*n)
    write (line, '(99(a, 1x))') (s[k]%name, word[k], k=1, n)
    call check('texts in output', index(line, repeat('x', n)//' im'//achar(48 + n)) > 0)
    write (line, *) (row(1:2)[k], k=1, n)
    call read_back(4*n)
    call check('arrays in output', all(numbers(1:4*n:2) == [(i, i, i=1, n)]))
    inquire (iolength=m) (c[k], k=1, n)
    call check('length', m > 0)
  end subroutine

  subroutine heads()
    integer :: rounds
    rounds = 0
    if (sum([(s[k]%at, k=1, n)]) == 7*n*(n + 1)/2) then
      rounds = 1
    else if (total_of([(c[k], k=1, n)]) > 0) then
      rounds = 100
    end if
    do while (rounds < sum([(s[k]%at, k=1, n)]))
      rounds = rounds + 1
    end do
    call check('heads', rounds == 7*n*(n + 1)/2)
    if (any([(s[k]%at, k=1, n)] /= [(7*k, k=1, n)])) call check('one line', .false.)
    do i = 1, 3
      rounds = total_of([(c[k], k=1, i*0 + n)])
    end do
    call check('in a loop', rounds == 1001*n*(n + 1)/2)
  end subroutine

  subroutine surroundings()
    type(colour) :: here(4)
    integer :: values(n)
    here = colour(-1, -1)
    here(1:min(n, 4)) = [(c[k], k=1, min(n, 4))]
    call check('section defined', here(1)%red == 1 .and. (n >= 4 .or. here(4)%red == -1))
    values = [(poly[k]%red, k=1, n)]
    call check('polymorphic', all(values == [(3*k, k=1, n)]))
    sync all
    row(1:2)[me] = [(c[k], k=n, n), (c[k], k=1, 1)]
    call check('assigned to an image', row(1)%red == n .and. row(2)%red == 1)
    do concurrent (i=1:n)
      values(i) = total_of_pure([(c[k], k=1, i)])
    end do
    call check('do concurrent', all(values == [(i*(i + 1)/2, i=1, n)]))
    k = 5
    associate (all_of => [(s[k]%at, k=1, n)])
      call check('associate', sum(all_of) == 7*n*(n + 1)/2 .and. k == 5)
    end associate
    sync all
  end subroutine

  pure integer function total_of_pure(of)
    type(colour), intent(in) :: of(:)
    total_of_pure = sum(of%red)
  end function

  subroutine read_back(amount)
    integer, intent(in) :: amount
    numbers = 0
    read (line, *) numbers(1:amount)
  end subroutine

  subroutine check(what, is_right)
    character(len=*), intent(in) :: what
    logical, intent(in) :: is_right
    if (is_right) return
    faults = faults + 1
    print '(3a, i0)', 'wrong: ', what, ' on image ', me
  end subroutine
end program
