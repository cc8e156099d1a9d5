# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that `arauto fc --debug` has compiled: a subscript of another image's object outside
the bounds ends them with a sentence that names object, subscript and bounds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from jobs import ARAUTO, WATCHDOG_S, main
from source_lines_test import WithPrograms, line_of

# The program executes the line whose comment is its argument; no argument names a fault.
TRIES = """\
program tries
  implicit none
  type holder
    real, allocatable :: p(:)
  end type
  integer :: a(10)[*], grid(4)[2, *], i, j, calls = 0
  real, allocatable :: m(:, :)[:], late(:)[:]
  type(holder) :: o[*]
  character(len=8) :: try
  allocate (m(0:4, 3)[*], o%p(3 + 4*this_image()))
  a = 0; m = 0; o%p = 0
  i = 11
  j = num_images()
  call get_command_argument(1, try)
  sync all
  select case (try)
  case ('put')
    a(i)[j] = 4 ! put
  case ('get')
    print *, 1 + a(i)[j] ! get
  case ('below')
    a(i - 11)[j] = 4 ! below
  case ('matrix')
    m(4, j + 2)[j] = 1 ! matrix
  case ('range')
    a(3:i)[j] = 5 ! range
  case ('stride')
    a(:i + 2:2)[j] = 5 ! stride
  case ('first')
    a(given(3):i)[j] = 5 ! first
  case ('last')
    a(i - 8:given(i))[j] = 5 ! last
  case ('step')
    a(:i + 2:given(2))[j] = 5 ! step
  case ('vector')
    a([1, i, 2])[j] = [1, 2, 3] ! vector
  case ('far')
    o[j]%p(i + 1) = 3 ! far
  case ('none')
    late(1)[j] = 3 ! none
  case ('image')
    grid(1)[j + 1, 1] = 3 ! image
  case ('head')
    if (a(i)[j] > 0) print *, 'wrong' ! head
  case ('loop')
    do i = 1, 6*j
      a(i)[j] = i ! loop
    end do
  case default
    a(10:11 - 1)[j] = 7
    a(i:i - 1)[j] = [integer ::] ! of no element, so its bounds do not matter
    a(9:1:-4)[j] = a([1, 2, 10])[j]
    m(4, :)[j] = m(2:, 1)[j]
    a(given(2):10)[j] = 7
    a(2:given(10))[j] = 7
    a(1:10:given(3))[j] = 7
    a(given(11):10)[j] = [integer ::]
    if (calls /= 4) error stop 'a function was not called once'
    a(given(2):given(3))[j] = 7 ! which is not checked
  end select
  sync all
  print '(a)', 'fine'
contains
  integer function given(value)
    integer, intent(in) :: value
    calls = calls + 1
    given = value
  end function
end program
"""
SENTENCES = {
    "put": "a(11)[2]: bounds are 1:10",
    "get": "a(11)[2]: bounds are 1:10",
    "below": "a(0)[2]: bounds are 1:10",
    "matrix": "m(4, 4)[2]: bounds of dimension 2 are 1:3",
    "range": "a(3:11)[2]: bounds are 1:10",
    "stride": "a(1:13:2)[2]: bounds are 1:10",
    "first": "a(3:11)[2]: bounds are 1:10",
    "last": "a(3:11)[2]: bounds are 1:10",
    "step": "a(1:13:2)[2]: bounds are 1:10",
    "vector": "a(11)[2]: bounds are 1:10",
    "far": "o[2]%p(12): bounds are 1:11",
    "none": "late(1)[2]: the array is not allocated",
    "image": "grid(1)[3, 1]: bounds of codimension 1 are 1:2",
    "head": "a(11)[2]: bounds are 1:10",
    "loop": "a(11)[2]: bounds are 1:10",
}
IMAGES = 2
IMAGES_OF_TRANSFERS = 3  # image 1 transfers from image 3 to image 2

# The same for a program that gfortran up to 14 compiles, without any option.
NATIVE_TRIES = """\
module other
  implicit none
  integer :: far(3)[*]
  integer, pointer :: alias(:)
end module
program tries
  use other
  implicit none
  type holder
    real, allocatable :: p(:)
  end type
  integer :: fixed(10)[*]
  type(holder) :: o[*]
  integer, allocatable, target :: twice(:)[:]
  integer, allocatable :: a(:)[:], m(:, :)[:]
  real, allocatable :: r(:)[:]
  integer :: i, j
  character(len=8) :: try
  allocate (a(10)[*], m(0:4, 3)[*], r(10)[*], o%p(3), twice(5)[*])
  a = 0; m = 0; r = 0; fixed = 0; far = 0; o%p = 0; twice = 0
  alias => twice(:)
  i = 11
  j = 2
  call get_command_argument(1, try)
  sync all
  if (this_image() == 1) then
    select case (try)
    case ('put')
      a(i)[j] = 4 ! put
    case ('get')
      print *, 1 + a(i)[j] ! get
    case ('below')
      a(i - 11)[j] = 4 ! below
    case ('range')
      a(3:i)[j] = 5 ! range
    case ('vector')
      a([1, i + 2, 2])[j] = [1, 2, 3] ! vector
    case ('matrix')
      m(4, j + 2)[j] = 1 ! matrix
    case ('columns')
      m(1:2, 3:i)[j] = 1 ! columns
    case ('before')
      m(0:1, j - 2:j)[j] = 1 ! before
    case ('to')
      a(i)[j] = a(1)[j + 1] ! to
    case ('from')
      a(1)[j] = a(i)[j + 1] ! from
    case ('both')
      a(0:i)[j] = a(0:i)[j + 1] ! both
    case ('rows')
      m(1, 1:i)[j] = a(i:1:-1)[j + 1] ! rows
    case ('list')
      a([1, 2])[j] = a([3, i + 4])[j + 1] ! list
    case ('reals')
      a(1:2)[j] = r(10:i)[j + 1] ! reals
    case ('here')
      a(1) = a(i)[j + 1] ! here
    case ('fixed')
      fixed(i - 1:i)[j] = 5 ! fixed
    case ('module')
      i = far(i - 11)[j] ! module
    case ('member')
      o[j]%p(i - 7) = 5 ! member
    case ('alias')
      twice(i - 5)[j] = 5 ! alias
    case default
      a(1:10)[j] = m(0, j)[j]
      a([1, 10])[j] = r(9:10)[j + 1]
      m(0:4, 1:3)[j] = 1
    end select
  end if
  call procedure(fixed)
  if (any(alias /= 0)) error stop 'an element was overwritten'
  sync all
  print '(a)', 'fine'
contains
  subroutine procedure(given)
    integer :: given(10)[*]
    integer, allocatable :: own(:)[:]
    allocate (own(5)[*])
    if (this_image() == 1 .and. try == 'own') own(i - 5)[j] = 5 ! own
    if (this_image() == 1 .and. try == 'dummy') given(i)[j] = 5 ! dummy
  end subroutine
end program
"""
NATIVE_SENTENCES = {
    "put": "a write to image 2: a(11) is outside the bounds (1:10)",
    "get": "a read from image 2: a(11) is outside the bounds (1:10)",
    "below": "a write to image 2: a(0) is outside the bounds (1:10)",
    "range": "a write to image 2: a(11) is outside the bounds (1:10)",
    "vector": "a write to image 2: a(13) is outside the bounds (1:10)",
    "matrix": "a write to image 2: m(4,4) is outside the bounds (0:4,1:3)",
    "columns": "a write to image 2: m(2,11) is outside the bounds (0:4,1:3)",
    "before": "a write to image 2: m(0,0) is outside the bounds (0:4,1:3)",
    # Transfers between two other images. The sentence names the target where both are outside.
    "to": "a write to image 2: a(11) is outside the bounds (1:10)",
    "from": "a read from image 3: a(11) is outside the bounds (1:10)",
    "both": "a write to image 2: a(0) is outside the bounds (1:10)",
    "rows": "a write to image 2: m(1,11) is outside the bounds (0:4,1:3)",
    "list": "a read from image 3: a(15) is outside the bounds (1:10)",
    "reals": "a read from image 3: r(11) is outside the bounds (1:10)",
    "here": "a read from image 3: a(11) is outside the bounds (1:10)",
    "fixed": "a write to image 2: 8 bytes at offset 36 reach outside fixed, which has 40 bytes",
    "module": "a read from image 2: 4 bytes at offset -4 reach outside far, which has 12 bytes",
    "member": "a write to image 2: subscript 4 of dimension 1 of a component of o is outside 1:3",
    "own": "a write to image 2: own(6) is outside the bounds (1:5)",
    # A dummy argument: the name is the actual argument's.
    "dummy": "a write to image 2: 4 bytes at offset 40 reach outside fixed, which has 40 bytes",
    # There are two names, one of which is a pointer's.
    "alias": "a write to image 2: element (6) is outside the bounds (1:5)",
}
IN_PROCEDURE = ("own", "dummy")
FIRST_WITH_ACCESSORS = 15


def version_of_gfortran() -> int:
    words = ["gfortran", "-dumpversion"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=WATCHDOG_S, check=True)
    return int(done.stdout.split(".")[0])


class WithTries(WithPrograms):
    """Runs the program with each of its labels."""

    def tries(self, *words: str) -> Iterator[tuple[str, str]]:
        program = self.compile("tries.f90", TRIES, "--debug", *words)
        for label in SENTENCES:
            with self.subTest(label):
                ended = self.run_program(program, IMAGES, arguments=(label,))
                self.assertNotEqual(ended.status, 0)
                self.assertNotIn("fine", ended.out)
                yield label, ended.err
        ended = self.run_program(program, IMAGES)
        self.assertEqual((ended.status, ended.out, ended.err), (0, "fine\n" * IMAGES, ""))


class Bounds(WithTries):
    """`--debug` makes a program check its subscripts."""

    def test_a_translated_program_names_object_and_bounds(self) -> None:
        for label, err in self.tries("--translate"):
            sentence = f"{SENTENCES[label]}, tries.f90:{line_of(f'! {label}', TRIES)}\n"
            lines = [f"arauto: image {image}: {sentence}" for image in (1, 2)]
            self.assertTrue(set(err.splitlines(keepends=True)) & set(lines), err)

    def test_the_compiler_checks_what_it_compiles_itself(self) -> None:
        for label, err in self.tries():
            line = line_of(f"! {label}", TRIES)
            self.assertRegex(err, rf"tries\.f90:{line}|At line {line} of file")

    def test_gfortran_up_to_14_names_element_and_bounds_of_allocatables(self) -> None:
        if version_of_gfortran() >= FIRST_WITH_ACCESSORS:
            self.skipTest("from gfortran 15 on the program's own procedures access other images")
        program = self.compile("tries.f90", NATIVE_TRIES, "-g")
        for label, sentence in NATIVE_SENTENCES.items():
            with self.subTest(label):
                ended = self.run_program(program, IMAGES_OF_TRANSFERS, arguments=(label,))
                line = line_of(f"! {label}", NATIVE_TRIES)
                place = f"tries.f90:{line}"
                if label in IN_PROCEDURE:
                    place += " (in procedure)"
                self.assertEqual(ended.err, f"arauto: image 1: {sentence}, {place}\n")
                self.assertNotEqual(ended.status, 0)
        ended = self.run_program(program, IMAGES_OF_TRANSFERS)
        self.assertEqual(
            (ended.status, ended.out, ended.err), (0, "fine\n" * IMAGES_OF_TRANSFERS, "")
        )

    def test_without_the_option_nothing_is_checked(self) -> None:
        (self.folder / "tries.f90").write_text(TRIES)
        for option, is_checked in ((), False), (("--check-subscripts",), True):
            done = subprocess.run(
                [ARAUTO, "translate", *option, "tries.f90"],
                cwd=self.folder,
                capture_output=True,
                text=True,
                timeout=WATCHDOG_S,
            )
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual("arauto_checked" in done.stdout, is_checked)
            self.assertEqual("arauto_near" in done.stdout, not is_checked)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
