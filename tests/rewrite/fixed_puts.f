C     SPDX-FileCopyrightText: the Arauto authors
C     SPDX-License-Identifier: BSD-3-Clause
C     NOTIFY in fixed form: blanks in and between the words or none.
      PROGRAM FIXED
      USE, INTRINSIC :: ISO_FORTRAN_ENV
      IMPLICIT NONE
      TYPE(NOTIFY_TYPE) CAME[*]
      REAL X(10)[*], Y(10)
      INTEGER I, NEXT
      CHARACTER*20 TEXT
      NEXT = MOD(THIS_IMAGE(), NUM_IMAGES()) + 1
      DO 20 I = 1, 10
   20 Y(I) = 100*THIS_IMAGE() + I
      X(1:3)[NEXT,                                                  NOTIBEYOND72
     1FY=CAME] = Y(1:3)
      IF (NEXT .GT. 0) X(4)[NEXT,N O T I F Y = CAME] = Y(4); X(5)
     & [NEXT,
C     a comment
     &  NOTIFY=CAME] = Y(5)
      DO 30 I = 6, 10
   30 X(I)[NEXT,NOTIFY=CAME]=Y(I);TEXT='A B C D E F G H I J K L M N O P
     & Q'
      NOTIFYWAIT(CAME,UNTIL_COUNT=4)
      N O T I F Y W A I T (CAME, UNTIL_COUNT=4)
      NEXT = MOD(THIS_IMAGE() + NUM_IMAGES() - 2, NUM_IMAGES()) + 1
      DO 40 I = 1, 10
   40 IF (X(I) .NE. 100*NEXT + I) ERROR STOP 'DATA'
      CALL EVENT_QUERY(CAME, I)
      IF (I .NE. 0) ERROR STOP 'COUNT'
      IF (TEXT(1:19) .NE. 'A B C D E F G H I J') ERROR STOP 'TEXT'
      PRINT *, 'all came'
      END
