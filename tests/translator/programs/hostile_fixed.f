C     SPDX-FileCopyrightText: the Arauto authors
C     SPDX-License-Identifier: BSD-3-Clause
C     Fixed form as hostile as it may be: columns, tabs, comments amid
C     statements, constants with brackets, and words run together.
c$omp is no directive here [ ' (
* another comment ' [
      PROGRAM HOST                                                      SEQ[0010
      INTEGER A(4)[*], B, C [ * ], K, ENDIF                             'unbal[
      CHARACTER*72 S, T[*]
      REAL X(3)
      DATA X /3*1.0/
      S = 'a string that goes on to the next line, and is longer than a [
     1line has, (with "quotes" in it! no comment'
      T = S
      A = (/ (10*THIS_IMAGE() + K, K = 1, 4) /)
      C = THIS_IMAGE()
      SYNCALL
      IF (THIS_IMAGE() .EQ. 1) A(1:2)[NUM_IMAGES(
     !)] = A(3:4)[1
     &] ! a comment (
C     a comment amid [

     2 + 1
      SYNC
     & ALL
 10   B = A(1)[1] + C[1]; ENDIF = 3
   20 FORMAT (5H'a[b(, I3, 3H! c)
      IF (THIS_IMAGE() .EQ. 1) WRITE (*,20) A(1)[NUM_IMAGES()]
      IF (THIS_IMAGE() .EQ. NUM_IMAGES()) THEN
          PRINT '(5I4,3F4.1)', [1,2], (/ A(2)[1], B, ENDIF /), X
          PRINT '(A)', T[1]
      END IF
      SYNC ALL
      C = 0
      SYNC ALL
      CRITICAL
	C[1] = C[1]
	1 + 2
      ENDCRITICAL
      SYNC ALL
      PRINT '(2I4)', THIS_IMAGE(), C[1]
      GO TO 30
   30 CONTINUE
      DO 40 K = 1, 4
   40 IF (THIS_IMAGE() .EQ. 1) A(K)[NUM_IMAGES()] = X(1)*K
      DO 50 K = 1, 2
   50 SYNC ALL
      IF (THIS_IMAGE() .EQ. 1) PRINT '(4I4)', A(:)[NUM_IMAGES()]
      END
