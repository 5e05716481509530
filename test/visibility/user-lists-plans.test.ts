import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listUserTimelines } from '#domains/content/user-posts/user-posts.queries.ts';
import { listUserReplies } from '#domains/content/user-posts/user-replies.queries.ts';
import { listFollowers, listFollowing } from '#domains/graph/follow-lists/follow-lists.queries.ts';
import type { Db } from '#platform/db/database.ts';
import { LAST_ID } from '#platform/db/keyset.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const SIZE = 4_000;
const PAGE = 21;

test('a page of a list of a user reads no more rows than it returns, however much the user has', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [adaId, benId] = [uuidOf(ada.id), uuidOf(ben.id)];
  const id = (kind: number) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const each = `from generate_series(1, ${SIZE}) n`;
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, created_at, updated_at)
       select ${id(0)}, 'test', n::text, 'user.' || n, 'User', now(), now() ${each};
     insert into follows (follower_id, followee_id, created_at)
       select ${id(0)}, '${adaId}', now() - n * interval '1 second' ${each};
     insert into follows (follower_id, followee_id, created_at)
       select '${adaId}', ${id(0)}, now() - n * interval '1 second' ${each};
     insert into follows (follower_id, followee_id, created_at)
       select ${id(0)}, ('01900000-0000-7000-8000-' || lpad(to_hex(n % ${SIZE} + 1), 12, '0'))::uuid, now() ${each};
     insert into posts (id, author_id, text, visibility, created_at, media_ids)
       select ${id(1)}, '${adaId}', 'text', 'PUBLIC', now(), case when n % 40 = 0 then array[${id(1)}] else '{}' end ${each};
     insert into posts (id, author_id, text, visibility, created_at)
       select ${id(2)}, ${id(0)}, 'text', 'PUBLIC', now() ${each};
     insert into reposts (id, user_id, post_id, created_at) select ${id(3)}, '${adaId}', ${id(2)}, now() ${each};
     insert into comments (id, post_id, author_id, depth, text, created_at)
       select ${id(4)}, ${id(2)}, '${adaId}', 1, 'text', now() ${each};
     analyze`,
  );
  const now = world.clock.now();
  const pages = { parentIds: [adaId], befores: [now], beforeIds: [LAST_ID], sizes: [PAGE] };
  const values = { viewerId: benId, now, ...pages };
  const rows = (table: string, list: (db: Db, given: typeof values) => Promise<unknown>) =>
    rowsRead(world.app.services.db, table, (db) => list(db, values));
  assert.deepEqual(
    {
      posts: await rows('posts', listUserTimelines.POSTS),
      media: await rows('posts', listUserTimelines.MEDIA),
      reposts: await rows('reposts', listUserTimelines.REPOSTS),
      timeline: await rows('reposts', listUserTimelines.ALL),
      replies: await rows('comments', listUserReplies),
      followers: await rows('follows', listFollowers),
      following: await rows('follows', listFollowing),
    },
    {
      posts: PAGE,
      media: PAGE,
      reposts: PAGE,
      timeline: PAGE,
      replies: PAGE,
      followers: PAGE,
      following: PAGE,
    },
  );
});
