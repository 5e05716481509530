import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSql } from '#test/support/test-server.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { testWorld } from '#test/support/world.ts';
import { countModeration } from './transparency.queries.ts';

test('a report reads the rows of its span alone, of as many others as there are', async (t) => {
  const world = await testWorld(t);
  await runSql(
    world.connectionString,
    `insert into admins (id, email, display_name, password_hash, role, created_at)
     values ('019abf00-0000-7000-8000-00000000000a', 'a@example.org', 'A', '', 'MODERATOR', now());
     insert into moderation_cases (id, subject_kind, subject_id, state, queue, priority, reported_weight, version, snapshot_version,
       is_private, opened_at)
     values ('019abf00-0000-7000-8000-00000000000b', 'POST', gen_random_uuid(), 'OPEN', 'GENERAL', 0, 0, 1, '', false, now());
     insert into content_reports (id, subject_kind, subject_id, case_id, snapshot_version, reason, text, weight, state, created_at)
     select gen_random_uuid(), 'POST', gen_random_uuid(), '019abf00-0000-7000-8000-00000000000b', '', 'SPAM', '', 0, 'OPEN',
       '2026-01-01'::timestamptz + make_interval(mins => minute) from generate_series(1, 20000) minute;
     insert into moderation_decisions (id, case_id, actions, facts, explanation, source, automated_detection, automated_decision,
       strike_points, restriction_ids, decided_by, decided_at, appealable_until)
     select gen_random_uuid(), '019abf00-0000-7000-8000-00000000000b', array['WARN'], '', '', 'NOTICE', false, false, 0, '{}',
       '019abf00-0000-7000-8000-00000000000a', '2026-01-01'::timestamptz + make_interval(mins => minute), '2030-01-01'
     from generate_series(1, 20000) minute;
     analyze`,
  );
  const { db } = world.app.services;
  const span = { startsAt: new Date('2026-01-02T00:00:00Z'), endsAt: new Date('2026-01-02T01:00:00Z') };
  const counted = await countModeration(db, span);
  assert.deepEqual([counted.reportCount, counted.decisionCount], [60, 60]);
  for (const table of ['content_reports', 'moderation_decisions']) {
    const rows = await rowsRead(db, table, (read) => countModeration(read, span));
    assert.ok(rows <= 200, `${table}: ${rows}`);
  }
});
