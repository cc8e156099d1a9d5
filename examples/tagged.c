/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Work handed out by tag: rank 0 puts pieces of work into the others' memory and takes results in
 * whatever order they come. The tag says which piece it is; the board says who has sent it.
 *
 *   arauto cc tagged.c -o tagged && arauto run -n 4 ./tagged
 */
#include "arauto/arauto.h"

#include <stdio.h>
#include <stdlib.h>

enum { PIECES = 40, END = PIECES };

static void check(arauto_status_t status) {
    if (status < 0) {
        fprintf(stderr, "%s\n", arauto_last_error());
        exit(1);
    }
}

static void work(arauto_segment_h segment, arauto_board_h board) {
    const long* piece = arauto_segment_base(segment);
    for (;;) {
        arauto_match_t task;
        check(arauto_board_wait(board, 0, ARAUTO_ANY_TAG, 1, &task));
        if (task.tag == END) {
            return;
        }
        const long square = *piece * *piece;
        const size_t offset = (size_t)task.tag * sizeof square;
        check(arauto_put_tagged(segment, 0, offset, &square, sizeof square, board, task.tag));
    }
}

static void hand(arauto_segment_h segment, arauto_board_h board, int rank, int* next, int pieces) {
    if (*next < pieces) {
        const long piece = *next;
        check(arauto_put_tagged(segment, rank, 0, &piece, sizeof piece, board, *next));
        ++*next;
    } else {
        check(arauto_board_post(board, rank, END, 0));
    }
}

int main(void) {
    check(arauto_init());
    arauto_team_h world = arauto_team_world();
    const int ranks = arauto_team_size(world);
    arauto_segment_h segment;
    arauto_board_h board;
    check(arauto_segment_allocate(world, PIECES * sizeof(long), &segment));
    check(arauto_board_create(world, 0, &board));
    if (arauto_team_rank(world) != 0) {
        work(segment, board);
    } else {
        const int pieces = ranks > 1 ? PIECES : 0;
        int next = 0;
        for (int rank = 1; rank < ranks; ++rank) {
            hand(segment, board, rank, &next, pieces);
        }
        const long* result = arauto_segment_base(segment);
        for (int done = 0; done < pieces; ++done) {
            arauto_match_t match;
            check(arauto_board_wait(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, 1, &match));
            if (result[match.tag] != (long)match.tag * match.tag) {
                fprintf(stderr, "piece %d is wrong: %ld\n", match.tag, result[match.tag]);
                exit(1);
            }
            hand(segment, board, match.source, &next, pieces);
        }
        printf("%d pieces of work done by %d ranks\n", pieces, ranks - 1);
    }
    check(arauto_board_free(board));
    check(arauto_segment_free(segment));
    check(arauto_finalize());
    return 0;
}
