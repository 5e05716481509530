import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#test/support/content/comments.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import type { CommentSort } from './comments.types.ts';
import { listReplies, listTopLevelComments } from './threads.queries.ts';

const SIZE = 4_000;
const PAGE = 21;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const idAt = (place: number): string => `01900000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`;

/** Start of the list in each sort order. */
const STARTS: Readonly<Record<CommentSort, { score: number; id: string }>> = {
  TOP: { score: 1_000, id: LAST_ID },
  NEWEST: { score: 0, id: LAST_ID },
  OLDEST: { score: 0, id: FIRST_ID },
};

test('a page of comments reads no more rows than it returns, at the start and in the middle of a long level', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const post = uuidOf(await publish(ada));
  const parent = idAt(SIZE);
  const columns = 'id, post_id, parent_id, depth, author_id, text, created_at, like_count';
  const id = "('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";
  const row = `'${post}'::uuid, %, '${uuidOf(ada.id)}'::uuid, 'text', now(), case when n % 9 = 0 then n % 13 else 0 end`;
  const rowOf = (place: string): string => row.replace('%', place);
  await runSql(
    world.connectionString,
    `insert into comments (${columns}) select ${id}, ${rowOf('null::uuid, 1')} from generate_series(1, ${SIZE}) n;
     insert into comments (${columns})
     select ${id}, ${rowOf(`'${parent}'::uuid, 2`)} from generate_series(${SIZE + 1}, ${2 * SIZE}) n;
     insert into comments (${columns})
     select ${id}, ${rowOf(`('01900000-0000-7000-8000-' || lpad(to_hex(n - ${SIZE}), 12, '0'))::uuid, 3`)}
     from generate_series(${2 * SIZE + 1}, ${3 * SIZE}) n;
     analyze`,
  );
  const now = world.clock.now();
  const viewer = { viewerId: uuidOf(ada.id), now };
  for (const sort of ['TOP', 'NEWEST', 'OLDEST'] as const) {
    for (const half of [null, SIZE / 2]) {
      const from = (first: number) => ({
        ...(half === null ? STARTS[sort] : { score: 0, id: idAt(first + half) }),
        limit: PAGE,
      });
      const pinned = { pinnedBefore: now, pinnedBeforeId: LAST_ID };
      const roots = await rowsRead(world.app.services.db, 'comments', (db) =>
        listTopLevelComments(db, sort, { ...viewer, wanted: [{ postId: post, ...pinned, ...from(0) }] }),
      );
      const replies = await rowsRead(world.app.services.db, 'comments', (db) =>
        listReplies(db, sort, { ...viewer, wanted: [{ parentId: parent, ...from(SIZE) }] }),
      );
      // The statement for replies also reads their parent.
      assert.deepEqual([roots, replies], [PAGE, PAGE + 1], `${sort} from ${half ?? 'its beginning'}`);
    }
  }
});
