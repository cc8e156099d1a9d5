# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The part of the Fortran module `arauto_translated` for teams, failed images and the values of
STAT_FAILED_IMAGE and its relatives."""

from __future__ import annotations

STATS = (
    "stat_stopped_image",
    "stat_failed_image",
    "stat_locked",
    "stat_locked_other_image",
    "stat_unlocked",
)
# Constants of ISO_FORTRAN_ENV that not all compilers have, or have right: programs are given ours.
CONSTANTS = {
    "current_team": "1",
    "parent_team": "2",
    "initial_team": "3",
    "stat_unlocked_failed_image": "6002",
    # gfortran's is 0, which also says that all went well; libcaf_arauto gives this one.
    "stat_unlocked": "merge(7002, own_stat_unlocked, own_stat_unlocked == 0)",
}

TYPES = """\
  type, bind(c) :: arauto_team_type
    integer(c_int64_t) :: handle = 0
  end type
"""

GENERICS = """\
  interface arauto_this_image
    procedure shim_this_image, shim_team_image
  end interface
  interface arauto_num_images
    procedure shim_num_images, shim_team_size, sibling_size_4, sibling_size_8
  end interface
  interface arauto_image_of
    procedure shim_image_of_team, image_of_sibling_4, image_of_sibling_8
  end interface
"""

OF_EACH_KIND = """\
  pure function sibling_size_{kind}(number) result(images)
    integer({kind}), intent(in) :: number
    integer(c_int) :: images
    images = shim_sibling_size(int(number, c_int64_t))
  end function
  pure function image_of_sibling_{kind}(image, number) result(there)
    integer(c_int), intent(in) :: image
    integer({kind}), intent(in) :: number
    integer(c_int) :: there
    there = shim_image_of_sibling(image, int(number, c_int64_t))
  end function
"""

PROCEDURES = (
    """\
  function arauto_get_team(level) result(team)
    integer, intent(in), optional :: level
    type(arauto_team_type) :: team
    integer(c_int) :: wanted
    wanted = arauto_current_team
    if (present(level)) wanted = int(level, c_int)
    team%handle = shim_get_team(wanted)
  end function
  pure function arauto_image_among(at, lower, upper, images) result(image)
    integer(c_int), intent(in) :: at(:), lower(:), upper(:), images
    integer(c_int) :: image, i
    integer(c_int64_t) :: place, stride
    place = 0
    stride = 1
    image = 0
    do i = 1, size(at)
      if (at(i) < lower(i) .or. (i < size(at) .and. at(i) > upper(i))) return
      place = place + (at(i) - lower(i))*stride
      stride = stride*(upper(i) - lower(i) + 1)
    end do
    if (place < images) image = int(place, c_int) + 1
  end function
  pure function arauto_image_among_in(a, at, images) result(image)
    type(*), intent(in) :: a(..)
    integer(c_int), intent(in) :: at(:), images
    integer(c_int) :: image, lower(size(at)), upper(size(at))
    call shim_cobounds(a, size(at), lower, upper)
    image = arauto_image_among(at, lower, upper, images)
  end function
  impure elemental function arauto_image_status(image, team) result(status)
    integer(c_int), intent(in) :: image
    type(arauto_team_type), intent(in), optional :: team
    integer(c_int) :: status
    status = shim_image_status(image, team)
  end function
  function images_in_state(is_failed, team) result(images)
    integer(c_int), intent(in) :: is_failed
    type(arauto_team_type), intent(in), optional :: team
    integer(c_int), allocatable :: images(:)
    integer(c_int) :: none(1)
    integer :: count
    count = shim_images_in_state(team, is_failed, none, 0)
    allocate (images(count))
    if (shim_images_in_state(team, is_failed, images, count) < count) images = 0
  end function
  function arauto_failed_images(team) result(images)
    type(arauto_team_type), intent(in), optional :: team
    integer(c_int), allocatable :: images(:)
    images = images_in_state(1, team)
  end function
  function arauto_stopped_images(team) result(images)
    type(arauto_team_type), intent(in), optional :: team
    integer(c_int), allocatable :: images(:)
    images = images_in_state(0, team)
  end function
  subroutine arauto_random_init(repeatable, image_distinct)
    logical(4), intent(in) :: repeatable, image_distinct
    integer, allocatable :: seed(:)
    integer(c_int64_t), save :: calls = 0
    integer(c_int64_t) :: state
    integer :: i, words
    call random_seed(size=words)
    allocate (seed(words))
    state = 20250131
    if (.not. repeatable) then
      calls = calls + 1
      state = ieor(shim_run_seed(), calls*1000003)
    end if
    if (image_distinct) state = state + 7919_c_int64_t*(shim_this_image() + 4294967296_c_int64_t)
    do i = 1, 8*words ! a linear congruential generator forgets how near its starts were
      state = iand(state, 140737488355327_c_int64_t)
      state = iand(state*32621_c_int64_t + 11_c_int64_t, 140737488355327_c_int64_t)
      if (mod(i, 8) == 0) seed(i/8) = int(ishft(state, -16))
    end do
    call random_seed(put=seed)
  end subroutine
  subroutine arauto_event_detach(event, coarray, is_component, stat)
    type(*), intent(in) :: event
    type(*), intent(in), target, optional :: coarray(..)
    integer(c_int), intent(in), optional :: is_component
    integer(c_int), intent(inout), optional :: stat
    integer(c_int) :: kind
    kind = 0
    if (present(is_component)) kind = is_component
    call shim_event_detach(event, coarray, kind, stat)
  end subroutine
  function arauto_task(first, last, step) result(takes_part)
    integer(c_int), intent(in) :: first, last, step
    logical :: takes_part
    takes_part = shim_task(first, last, step) /= 0
  end function
  function arauto_must_free(a) result(must)
    type(*), intent(in) :: a(..)
    logical :: must
    must = shim_must_free(a) /= 0
  end function
"""
    + OF_EACH_KIND.format(kind=4)
    + OF_EACH_KIND.format(kind=8)
)

PRIVATE = (
    "shim_get_team",
    "shim_team_size",
    "shim_team_image",
    "shim_sibling_size",
    "shim_image_of_team",
    "shim_image_of_sibling",
    "shim_image_status",
    "shim_images_in_state",
    "shim_must_free",
    "shim_run_seed",
    "shim_task",
    "shim_event_detach",
    "images_in_state",
    "sibling_size_4",
    "sibling_size_8",
    "image_of_sibling_4",
    "image_of_sibling_8",
)


def listed(names: list[str]) -> str:
    return ", &\n    ".join(names)


def declarations(has_unlocked_failed: bool) -> tuple[str, str]:
    """The USE statement of what the compiler's ISO_FORTRAN_ENV must have, and declarations.

    Parameters
    ----------
    has_unlocked_failed
        whether the compiler knows STAT_UNLOCKED_FAILED_IMAGE
    """
    names = [*STATS, *(["stat_unlocked_failed_image"] if has_unlocked_failed else [])]
    own = [f"own_{name}" for name in names]
    ours = dict(CONSTANTS)
    if has_unlocked_failed:
        ours["stat_unlocked_failed_image"] = own[-1]
    renamed = [f"own_{name} => {name}" for name in names]
    constants = "".join(
        f"  integer, parameter :: arauto_{name} = {value}\n" for name, value in ours.items()
    )
    values = listed([*own[:4], "arauto_stat_unlocked", "arauto_stat_unlocked_failed_image"])
    return f"  use, intrinsic :: iso_fortran_env, only: &\n    {listed(renamed)}\n", (
        f"  private :: {listed([*own, *PRIVATE, 'stat_values'])}\n"
        f"{constants}{TYPES}"
        '  integer(c_int), bind(c, name="arauto_stat_values") :: &\n'
        f"    stat_values({len(STATS) + 1}) = [integer(c_int) :: {values}]\n"
    )
