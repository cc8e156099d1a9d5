# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Statements and what they are rewritten as. Each case is the text of a file; lines that change
are followed by one that begins with `=>` and has the result without blanks and continuations. `H(`
stands for the hint's name. Line 1 of the wrapper is the text's first line."""

from __future__ import annotations

FREE_HEAD = """program p
use, intrinsic :: iso_fortran_env, only: event_type, int64
implicit none
type(event_type) :: n[*], m(4)[*]
real :: x(10)[*], y(10), s[*], c(2,2)[2,*]
integer :: i, k, stat, count
integer(int64) :: k8
logical :: flag
character(40) :: text
type t
  real, allocatable :: b(:)[:]
end type
type(t) :: a
type u
  real :: v(3)
end type
type(u) :: r(5)[*]
"""
FREE_TAIL = "end program\n"
OPERATOR = """module operators
interface operator(.plus.)
  procedure plus
end interface
contains
integer function plus(a, b)
  integer, intent(in) :: a, b
  plus = a + b
end function
end module
"""

FREE = {
    "whole array": "x(:)[k, notify=n] = y\n=>x(:)[k+H(n)]=y",
    "section": "x(1:3)[k, notify=n] = y(2:4) * 2\n=>x(1:3)[k+H(n)]=y(2:4)*2",
    "scalar": "s[k,notify=n]=1\n=>s[k+H(n)]=1",
    "element of an array of notify variables": "s[k, notify=m(i+1)] = 1\n=>s[k+H(m(i+1))]=1",
    "upper case": "X(2)[K, NOTIFY = N] = 1\n=>X(2)[K+H(N)]=1",
    "component coarray": "a%b(2:3)[k, notify=m(i)] = y(1:2)\n=>a%b(2:3)[k+H(m(i))]=y(1:2)",
    "component after the selector": "r(2)[k, notify=n]%v(1:2) = y(1:2)\n=>r(2)[k+H(n)]%v(1:2)=y(1:2)",
    "expression as image": "s[mod(k, 4) + 1, notify=n] = 1\n=>s[mod(k,4)+1+H(n)]=1",
    "negative image": "s[-k, notify=n] = 1\n=>s[-k+H(n)]=1",
    "long integer as image": "s[k8, notify=n] = 1\n=>s[k8+H(n)]=1",
    "operator as image": "s[k .plus. 3, notify=n] = 1\n=>s[(k.plus.3)+H(n)]=1",
    "two cosubscripts": "c(1,:)[k, i, notify=n] = y(1:2)\n=>c(1,:)[k,i+H(n)]=y(1:2)",
    "notify before stat": "s[k, notify=n, stat=stat] = 1\n=>s[k+S(n,stat,int(kind(stat),4)),stat=stat]=1",
    "notify after stat": "s[k, stat=stat, notify=n] = 1\n=>s[k+S(n,stat,int(kind(stat),4)),stat=stat]=1",
    "if": "if (flag) s[k, notify=n] = 1\n=>if(flag)s[k+H(n)]=1",
    "if with a bracket": "if (any([1, k] == 2)) s[k, notify=n] = 1\n=>if(any([1,k]==2))s[k+H(n)]=1",
    "if without blanks": "if(flag)s[k,notify=n]=1\n=>if(flag)s[k+H(n)]=1",
    "label": "10 s[k, notify=n] = 1\n=>10s[k+H(n)]=1\ngo to 10",
    "after a semicolon": "i = 1; s[k, notify=n] = 1; i = 2\n=>i=1;s[k+H(n)]=1;i=2",
    "twice in a line": "s[k, notify=n] = 1; s[k, notify=m(2)] = 2\n=>s[k+H(n)]=1;s[k+H(m(2))]=2",
    "end of a loop": "do 20 i = 1, 3\n20 s[k, notify=n] = 1\n=>20s[k+H(n)]=1",
    "comment behind": "s[k, notify=n] = 1 ! notify=m\n=>s[k+H(n)]=1!notify=m",
    "string on the right": "text = 'x[k, notify=n] = 1'; s[k, notify=n] = 1\n"
    "=>text='x[k,notify=n]=1';s[k+H(n)]=1",
    "continued before the specifier": "s[k, &\n=>s[k+H(n)\n  notify=n] = 1\n=>]=1",
    "continued inside the specifier": "s[k, notify & ! here\n=>s[k+H(m(1))!here\n\n  ! a comment\n"
    "  & = m(1) &\n=>\n  & ] = 1\n=>]=1",
    "continued inside the word": "s[k, not&\n=>s[k+H(n)\n&ify=n] = 1\n=>]=1",
    "continued before the image": "s[ &\n  k + &\n  1, notify=n] = 1\n=>1+H(n)]=1",
    "string continued behind": "text = 'a'; s[k, notify=n] = len('b&\n=>text='a';s[k+H(n)]=len('b\n  &c')",
    "wait": "notify wait (n)\n=>eventwait(n)",
    "wait with everything": "Notify  Wait(m(2), until_count = 3, stat=stat, errmsg=text)\n"
    "=>eventWait(m(2),until_count=3,stat=stat,errmsg=text)",
    "wait after if": "if (flag) notify wait (n, until_count=2)\n=>if(flag)eventwait(n,until_count=2)",
    "wait with a label": "10 notify wait (n)\n=>10eventwait(n)\ngo to 10",
    "wait after a semicolon": "i = 1; notify wait (n); notify wait (m(1))\n"
    "=>i=1;eventwait(n);eventwait(m(1))",
    "wait continued": "notify &\n=>event\n  wait &\n  (n)",
    "wait continued inside the word": "noti&\n=>even\n&fy wait (n)\n=>twait(n)",
    "in a block": "block\nuse, intrinsic :: iso_c_binding\ns[k, notify=n] = 1\n=>s[k+H(n)]=1\nend block",
    "in a named if": "here: if (flag) then\ns[k, notify=n] = 1\n=>s[k+H(n)]=1\nend if here",
    "tabs": "\ts[k,\tnotify=n]\t= 1\n=>s[k+H(n)]=1",
    "carriage returns": "s[k, notify=n] = 1\r\n=>s[k+H(n)]=1\ni = 2\r",
}

# What has the word, but none of the constructs, stays as it is.
UNTOUCHED = {
    "comment": "! x[k, notify=n] = 1\ni = 1 ! notify wait (n)",
    "string": "text = 'x[k, notify=n] = 1'; text = \"notify wait (n)\"",
    "string with doubled quotes": "text = 'it''s x[k, notify=n] = 1'",
    "continued string": "text = 'a&\n  &x[k, notify=n] = 1'",
    "continued string without a second sign": "text = 'a &\nx[k, notify=n] = 1 ! no comment'",
    "string with an exclamation mark": "text = 'a ! b'; text = 'x[k, notify=n] = 1'",
    "hollerith": "write(*, 10)\n10 format(18Hx[k, notify=n] = 1)",
    "variables of such names": "block\ninteger :: notify, wait, notifywait(2), notify_type\n"
    "notify = 1; wait = notify; notifywait(notify) = 2\nnotify_type = 3\n"
    "y(:3) = [real :: notify, notify + 1, 2]\nflag = all([notify == 1])\nend block",
    "implied do": "y(:2) = [(real(notify), notify=1, 2)]",
}
UNTOUCHED_NEEDS = {"implied do": "integer :: notify\n"}

FIXED_HEAD = """      PROGRAM P
      USE, INTRINSIC :: ISO_FORTRAN_ENV, ONLY: EVENT_TYPE
      IMPLICIT NONE
      TYPE(EVENT_TYPE) N[*], M(4)[*]
      REAL X(10)[*], Y(10), S[*]
      INTEGER I, K
      LOGICAL FLAG
      CHARACTER*40 TEXT
"""
FIXED_TAIL = "      END\n"

FIXED = {
    "section": "      X(1:3)[K, NOTIFY=N] = Y(2:4)\n=>X(1:3)[K+H(N)]=Y(2:4)",
    "blanks everywhere": "      S [ K , N O T I F Y = M ( I ) ] = 1\n=>S[K+H(M(I))]=1",
    "no blanks": "      IF(FLAG)S[K,NOTIFY=N]=1\n=>IF(FLAG)S[K+H(N)]=1",
    "label": "   10 S[K, NOTIFY=N] = 1\n=>10S[K+H(N)]=1\n      GO TO 10",
    "up to column 72": "      X(1:3)[K, NOTIFY=N] = Y(2:4)" + " " * 38 + "IGNORED\n"
    "=>X(1:3)[K+H(N)]=Y(2:4)IGNORED",
    "continued": "      X(1:3)[K,\nC     NOTIFY=M(1)\n     1  NOTIFY=\n     2  N] = 1\n",
    "continued inside the word": "      S[K, NOTI\n     &FY=N] = 1\n",
    "string continued at column 72": "      S[K,NOTIFY=N]=1;TEXT='" + "A" * 44 + "\n     &!B'\n",
    "wait": "      NOTIFY WAIT (N)\n=>eventWAIT(N)",
    "wait without blanks": "      NOTIFYWAIT(N,UNTIL_COUNT=2)\n=>eventWAIT(N,UNTIL_COUNT=2)",
    "comment behind": "      S[K, NOTIFY=N] = 1 ! NOTIFY=M\n=>S[K+H(N)]=1!NOTIFY=M",
    "tab": "\tS[K, NOTIFY=N] = 1\n=>S[K+H(N)]=1",
    "two in a line": "      S[K,NOTIFY=N]=1; NOTIFY WAIT (N)\n=>S[K+H(N)]=1;eventWAIT(N)",
    "long variable": "      S[K, NOTIFY=M(MOD(K+I+K+I+K+I+K+I+K+I+K,4)+1)]=1\n"
    "=>S[K+H(M(MOD(K+I+K+I+K+I+K+I+K+I+K,4)+1))]=1",
}
FIXED_UNTOUCHED = {
    "comments": "C     X[K, NOTIFY=N] = 1\n*     NOTIFY WAIT (N)\n!     NOTIFY WAIT (N)",
    "string": "      TEXT = 'X[K, NOTIFY=N] = 1'",
    "hollerith": "      WRITE(*,10)\n   10 FORMAT(18HX[K, NOTIFY=N] = 1)",
    "hollerith over lines": "   10 FORMAT(1X," + "'" + "A" * 47 + "',8H NOT\n     &IFYX)",
    "behind column 72": "      I = 1" + " " * 62 + "S[K,NOTIFY=N]=1",
}
