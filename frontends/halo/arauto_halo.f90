! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Halo exchanges for coarray programs and for MPI programs: the copies of its neighbours' cells that an image keeps around
! its own part of a domain. Interfaces only; the procedures are in libarauto_halo. Images, axes and cells count from 1; in an
! MPI program image i is rank i - 1 of MPI_COMM_WORLD.
!
! All procedures have STAT= and ERRMSG= at their end: without STAT= a failure ends the program with a sentence. STAT= gets the
! compiler's value of STAT_FAILED_IMAGE or STAT_STOPPED_IMAGE where an image has failed or stopped. Logicals may have any kind,
! which an interface with BIND(C) can only say by TYPE(*).
module arauto_halo
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int64_t, c_null_ptr, c_ptr
  implicit none (type, external)
  private
  public :: halo_grid, halo_grid_create, halo_grid_free, halo_owned, halo_neighbour
  public :: halo_plan, halo_plan_create, halo_plan_add, halo_plan_commit, halo_plan_free
  public :: halo_begin, halo_end, halo_end_side, halo_test, halo_exchange, halo_describe
  public :: halo_map, halo_map_create, halo_lists_create, halo_map_free, halo_localize
  public :: halo_gather, halo_gather_begin, halo_scatter, halo_scatter_begin, halo_share, halo_share_begin, halo_map_end
  public :: halo_sum, halo_product, halo_min, halo_max
  public :: halo_no_corners, halo_direct_corners, halo_corners_by_axes
  public :: halo_packed, halo_direct, halo_read, halo_auto

  !> A box of cells, divided among the images of the current team.
  type, bind(c) :: halo_grid
    private
    type(c_ptr) :: handle = c_null_ptr
  end type halo_grid

  !> Which arrays are exchanged together.
  type, bind(c) :: halo_plan
    private
    type(c_ptr) :: handle = c_null_ptr
  end type halo_plan

  !> Which points of an unstructured mesh travel between images.
  type, bind(c) :: halo_map
    private
    type(c_ptr) :: handle = c_null_ptr
  end type halo_map

  !> How a scatter or share combines values. The logical or of logicals is their maximum as integers, by TRANSFER.
  integer(c_int), parameter :: halo_sum = 0, halo_product = 1, halo_min = 2, halo_max = 3

  !> Which halo cells that lie beside several axes are exchanged: none; all, each from its owner, in one step; all, one axis
  !> after the other, with fewer messages.
  integer(c_int), parameter :: halo_no_corners = 0, halo_direct_corners = 1, halo_corners_by_axes = 2

  !> How cells travel: packed into memory of the library and from there to the halo; from array to array, stored by the image
  !> that owns them or loaded by the one that needs them; each strip as it is faster.
  integer(c_int), parameter :: halo_packed = 0, halo_direct = 1, halo_read = 2, halo_auto = 3

  interface
    !> Divides a domain among the images of the current team; local. Image 1 has the first cells, images along axis 1
    !> follow each other; where an extent is no multiple of the images, the first images own one cell more.
    !> @param extents  cells along each of the 1 to 4 axes, the same on all images
    !> @param periodic  logicals: where the cells behind the last are the first ones; default: nowhere
    !> @param images_along  images along each axis; 0, the default: chosen, so that the cut surfaces have the fewest cells
    subroutine halo_grid_create(grid, extents, periodic, images_along, stat, errmsg) &
        bind(c, name="arauto_fortran_halo_grid_create")
      import :: c_char, c_int, halo_grid
      type(halo_grid), intent(out) :: grid
      integer(c_int), intent(in) :: extents(:)
      type(*), intent(in), optional :: periodic(:)
      integer(c_int), intent(in), optional :: images_along(:)
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_grid_create

    !> Frees a grid; local. Its plans are freed before it.
    subroutine halo_grid_free(grid) bind(c, name="arauto_fortran_halo_grid_free")
      import :: halo_grid
      type(halo_grid), intent(inout) :: grid
    end subroutine halo_grid_free

    !> The cells that an image owns: lower(i) to upper(i) along axis i, in the whole domain.
    !> @param image  default: this image
    subroutine halo_owned(grid, lower, upper, image, stat, errmsg) bind(c, name="arauto_fortran_halo_owned")
      import :: c_char, c_int, halo_grid
      type(halo_grid), intent(in) :: grid
      integer(c_int), intent(inout) :: lower(:), upper(:)
      integer(c_int), intent(in), optional :: image
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_owned

    !> The image beside this one.
    !> @param offset  -1, 0 or 1 for each axis
    !> @param image  0 where the domain ends
    subroutine halo_neighbour(grid, offset, image, stat, errmsg) bind(c, name="arauto_fortran_halo_neighbour")
      import :: c_char, c_int, halo_grid
      type(halo_grid), intent(in) :: grid
      integer(c_int), intent(in) :: offset(:)
      integer(c_int), intent(out) :: image
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_neighbour

    !> Makes an empty plan; local.
    !> @param corners  halo_no_corners (default), halo_direct_corners or halo_corners_by_axes
    !> @param mode  halo_packed (default), or halo_direct, halo_read or halo_auto for coarrays with states that are exchanged in
    !>        turn. Then the halos of the state that will be exchanged next are not used any more when an exchange begins,
    !>        and own cells of a state are changed only after the next exchange, of another state, has ended
    subroutine halo_plan_create(plan, grid, corners, mode, stat, errmsg) bind(c, name="arauto_fortran_halo_plan_create")
      import :: c_char, c_int, halo_grid, halo_plan
      type(halo_plan), intent(out) :: plan
      type(halo_grid), intent(in) :: grid
      integer(c_int), intent(in), optional :: corners, mode
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_plan_create

    !> Adds an array of any type and kind, a coarray or not, which has the cells that this image owns and the halos around
    !> them; local. All images add arrays with the same depths, in the same order. The array must stay where it is, and be
    !> a TARGET, since the exchanges do not name it.
    !> @param field  extents along the axes: lower halo, own cells, upper halo
    !> @param lower_depth, upper_depth  how many cells are copied below and above the own ones, one number for each axis
    !> @param axes  the dimension of the array along each axis; default: 1, 2, ... Other dimensions are exchanged whole
    !> @param lower_halo  elements before the first own cell; default: lower_depth
    !> @param staggered  logicals: where the array has a value on each face between cells: one more than cells
    !> @param states  the extent of the last dimension, whose elements are whole arrays that take turns
    subroutine halo_plan_add(plan, field, lower_depth, upper_depth, axes, lower_halo, staggered, states, stat, errmsg) &
        bind(c, name="arauto_fortran_halo_plan_add")
      import :: c_char, c_int, halo_plan
      type(halo_plan), intent(in) :: plan
      type(*), intent(in), target :: field(..)
      integer(c_int), intent(in) :: lower_depth(:), upper_depth(:)
      integer(c_int), intent(in), optional :: axes(:), lower_halo(:)
      type(*), intent(in), optional :: staggered(:)
      integer(c_int), intent(in), optional :: states
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_plan_add

    !> Completes a plan; all images of the grid's team take part. Exchanges allocate nothing afterwards.
    subroutine halo_plan_commit(plan, stat, errmsg) bind(c, name="arauto_fortran_halo_plan_commit")
      import :: c_char, c_int, halo_plan
      type(halo_plan), intent(in) :: plan
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_plan_commit

    !> Frees a plan; if it is committed, all images of the grid's team take part.
    subroutine halo_plan_free(plan, stat, errmsg) bind(c, name="arauto_fortran_halo_plan_free")
      import :: c_char, c_int, halo_plan
      type(halo_plan), intent(inout) :: plan
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_plan_free

    !> Sends each neighbour its halo cells. Own cells may be changed afterwards if the plan is packed; halo cells must not be
    !> used until halo_end.
    !> @param state  which array of the fields that have several, from 1; default: 1
    subroutine halo_begin(plan, state, stat, errmsg) bind(c, name="arauto_fortran_halo_begin")
      import :: c_char, c_int, halo_plan
      type(halo_plan), intent(in) :: plan
      integer(c_int), intent(in), optional :: state
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_begin

    !> Waits for the neighbours' cells and stores them in the halos.
    subroutine halo_end(plan, stat, errmsg) bind(c, name="arauto_fortran_halo_end")
      import :: c_char, c_int, halo_plan
      type(halo_plan), intent(in) :: plan
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_end

    !> As halo_end for the halo on one side only: cells beside it can be computed while others are under way. The exchange
    !> ends with the last side that has a neighbour, or with halo_end, which may follow in any case. For plans without
    !> corners.
    !> @param side  -1 or 1
    subroutine halo_end_side(plan, axis, side, stat, errmsg) bind(c, name="arauto_fortran_halo_end_side")
      import :: c_char, c_int, halo_plan
      type(halo_plan), intent(in) :: plan
      integer(c_int), intent(in) :: axis, side
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_end_side

    !> Stores the cells that have come. Never waits.
    !> @param done  a logical: whether the exchange has ended with that
    subroutine halo_test(plan, done, stat, errmsg) bind(c, name="arauto_fortran_halo_test")
      import :: c_char, c_int, halo_plan
      type(halo_plan), intent(in) :: plan
      type(*), intent(inout) :: done(..)
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_test

    !> halo_begin and halo_end.
    subroutine halo_exchange(plan, state, stat, errmsg) bind(c, name="arauto_fortran_halo_exchange")
      import :: c_char, c_int, halo_plan
      type(halo_plan), intent(in) :: plan
      integer(c_int), intent(in), optional :: state
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_exchange

    !> A text about a committed plan, a line for each neighbour: direction, mode and why, bytes, contiguous runs, cache lines.
    subroutine halo_describe(plan, text) bind(c, name="arauto_fortran_halo_describe")
      import :: c_char, halo_plan
      type(halo_plan), intent(in) :: plan
      character(kind=c_char, len=*), intent(inout) :: text
    end subroutine halo_describe

    !> Makes a map of points that each have one owner: image 1 owns the first ones of all, and so on. All images of the current
    !> team take part. Local arrays have the own points first, then copies of the needed ones, in the order given.
    !> @param owned  how many points this image owns
    !> @param needed  numbers of the points, among those of all images, of which this image has copies: ascending, each once,
    !>        none of its own
    !> @param point_bytes  the most that an exchange moves for each point: bytes of all components; default: 8
    subroutine halo_map_create(map, owned, needed, point_bytes, stat, errmsg) bind(c, name="arauto_fortran_halo_map_create")
      import :: c_char, c_int, c_int64_t, halo_map
      type(halo_map), intent(out) :: map
      integer(c_int), intent(in) :: owned
      integer(c_int64_t), intent(in) :: needed(:)
      integer(c_int), intent(in), optional :: point_bytes
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_map_create

    !> Makes a map from lists of points, as partitioners give them; all images of the current team take part. A point may be in
    !> several lists.
    !> @param images  other images that have points in common with this one, each once
    !> @param send_counts  how many points go to each of them in a gather
    !> @param send  the subscripts of these points in local arrays, those of images(1) first
    !> @param receive_counts, receive  likewise of the points that get values from them
    subroutine halo_lists_create(map, images, send_counts, send, receive_counts, receive, point_bytes, stat, errmsg) &
        bind(c, name="arauto_fortran_halo_lists_create")
      import :: c_char, c_int, c_int64_t, halo_map
      type(halo_map), intent(out) :: map
      integer(c_int), intent(in) :: images(:), send_counts(:), receive_counts(:)
      integer(c_int64_t), intent(in) :: send(:), receive(:)
      integer(c_int), intent(in), optional :: point_bytes
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_lists_create

    !> Frees a map; all images of its team take part.
    subroutine halo_map_free(map, stat, errmsg) bind(c, name="arauto_fortran_halo_map_free")
      import :: c_char, c_int, halo_map
      type(halo_map), intent(inout) :: map
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_map_free

    !> Replaces numbers of points, among those of all images, by subscripts of local arrays; local. For maps with owners.
    !> @param points  0 stays 0, so that lists of different lengths may be padded
    subroutine halo_localize(map, points, stat, errmsg) bind(c, name="arauto_fortran_halo_localize")
      import :: c_char, c_int, c_int64_t, halo_map
      type(halo_map), intent(in) :: map
      integer(c_int64_t), intent(inout) :: points(:)
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_localize

    !> Sends the values of points to their copies and waits for those that come here.
    !> @param values  one dimension: a value for each point; two: components of a point along the other dimension
    !> @param points_along  the dimension along which points lie, if `values` has two; default: 1
    subroutine halo_gather(map, values, points_along, stat, errmsg) bind(c, name="arauto_fortran_halo_gather")
      import :: c_char, c_int, halo_map
      type(halo_map), intent(in) :: map
      type(*), intent(inout), target :: values(..)
      integer(c_int), intent(in), optional :: points_along
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_gather

    !> The first half of halo_gather; halo_map_end is the second. Points may be changed in between, copies must not be used.
    subroutine halo_gather_begin(map, values, points_along, stat, errmsg) bind(c, name="arauto_fortran_halo_gather_begin")
      import :: c_char, c_int, halo_map
      type(halo_map), intent(in) :: map
      type(*), intent(inout), target :: values(..)
      integer(c_int), intent(in), optional :: points_along
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_gather_begin

    !> Combines copies at their owners, for the images with copies in ascending order. The copies keep their values.
    !> @param values  of type integer, real or complex
    !> @param operation  halo_sum (default), halo_product, halo_min or halo_max
    subroutine halo_scatter(map, values, operation, points_along, stat, errmsg) &
        bind(c, name="arauto_fortran_halo_scatter")
      import :: c_char, c_int, halo_map
      type(halo_map), intent(in) :: map
      type(*), intent(inout), target :: values(..)
      integer(c_int), intent(in), optional :: operation, points_along
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_scatter

    !> The first half of halo_scatter; halo_map_end is the second. Copies may be changed in between.
    !> @param values  of type integer, real or complex
    !> @param operation  halo_sum (default), halo_product, halo_min or halo_max
    subroutine halo_scatter_begin(map, values, operation, points_along, stat, errmsg) &
        bind(c, name="arauto_fortran_halo_scatter_begin")
      import :: c_char, c_int, halo_map
      type(halo_map), intent(in) :: map
      type(*), intent(inout), target :: values(..)
      integer(c_int), intent(in), optional :: operation, points_along
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_scatter_begin

    !> Combines the values of points that several images have, on each of them, for the other images in ascending order.
    !> @param values  of type integer, real or complex
    !> @param operation  halo_sum (default), halo_product, halo_min or halo_max
    subroutine halo_share(map, values, operation, points_along, stat, errmsg) &
        bind(c, name="arauto_fortran_halo_share")
      import :: c_char, c_int, halo_map
      type(halo_map), intent(in) :: map
      type(*), intent(inout), target :: values(..)
      integer(c_int), intent(in), optional :: operation, points_along
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_share

    !> The first half of halo_share; halo_map_end is the second.
    !> @param values  of type integer, real or complex
    !> @param operation  halo_sum (default), halo_product, halo_min or halo_max
    subroutine halo_share_begin(map, values, operation, points_along, stat, errmsg) &
        bind(c, name="arauto_fortran_halo_share_begin")
      import :: c_char, c_int, halo_map
      type(halo_map), intent(in) :: map
      type(*), intent(inout), target :: values(..)
      integer(c_int), intent(in), optional :: operation, points_along
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_share_begin

    !> Waits for the values of the exchange that has begun, and stores or combines them.
    subroutine halo_map_end(map, stat, errmsg) bind(c, name="arauto_fortran_halo_map_end")
      import :: c_char, c_int, halo_map
      type(halo_map), intent(in) :: map
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(inout), optional :: errmsg
    end subroutine halo_map_end
  end interface
end module arauto_halo
