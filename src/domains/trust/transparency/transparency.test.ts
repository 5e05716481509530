import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSql } from '#test/support/test-server.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { decide, reverse } from '#test/support/trust/decisions.ts';
import { sendNotice } from '#test/support/trust/notices.ts';
import { casesIn, publishText, report } from '#test/support/trust/reports.ts';
import { transparencyOf } from '#test/support/trust/transparency.ts';
import { testWorld } from '#test/support/world.ts';

const DAY_MS = 86_400_000;

test('a report counts what happened in its span: notices, reports, decisions, appeals, suspensions and machines', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const from = world.clock.now();
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [first, second, third] = [
    await publishText(ada, 'One'),
    await publishText(ada, 'Two'),
    await publishText(ada, 'Three'),
  ];
  await report(ben, { postId: first });
  await report(ben, { postId: second }, { reason: 'HATE' });
  await sendNotice(world.anonymous(), { postId: third });
  await world.runJobs();
  world.clock.advance('10m');
  const admin = await world.admin();
  const [hateful, spam] = await casesIn(admin);
  const { decision } = await decide(admin, hateful, { actions: ['REMOVE', 'SUSPEND'], strikePoints: 1 });
  world.clock.advance('20m');
  const moderator = await world.admin();
  await decide(moderator, spam, { actions: ['NO_ACTION'] });
  world.clock.advance('30m');
  const judge = await world.admin();
  const [noticed] = await casesIn(judge, { queue: 'LEGAL' });
  const removed = await decide(judge, noticed);
  await reverse(judge, removed.decision.id);
  await runSql(
    world.connectionString,
    `insert into appeals (id, decision_id, author_id, side, text, state, created_at)
     select gen_random_uuid(), id, owner_id, 'OWNER', 'No', 'PENDING', decided_at from moderation_decisions
     where actions @> array['SUSPEND'];
     insert into content_scans (id, subject_kind, subject_id, version, outcome, state, at)
     select gen_random_uuid(), 'POST', gen_random_uuid(), 1, outcome, 'DONE', decided_at
     from moderation_decisions, unnest(array['HOLD', 'HOLD', 'REJECT', 'NUDGE']) outcome where actions @> array['SUSPEND']`,
  );
  const analyst = await world.admin({ role: 'ANALYST' });
  const until = new Date(world.clock.now().getTime() + 1_000);
  assert.deepEqual(await transparencyOf(analyst, { from, until }), {
    noticeCount: 1,
    noticesByReason: [{ reason: 'ILLEGAL_GOODS', count: 1 }],
    reportCount: 2,
    reportsByReason: [
      { reason: 'HATE', count: 1 },
      { reason: 'SPAM', count: 1 },
    ],
    medianNoticeSeconds: 3_600,
    medianReportSeconds: 1_200,
    decisionCount: 3,
    decisionsBySource: [{ source: 'NOTICE', count: 3 }],
    decisionsByAction: [
      { action: 'REMOVE', count: 2 },
      { action: 'NO_ACTION', count: 1 },
      { action: 'SUSPEND', count: 1 },
    ],
    automaticallyDetectedCount: 0,
    automaticallyDecidedCount: 0,
    overturnedCount: 1,
    overturnedBps: 3_333,
    appealCount: 1,
    appealsByState: [{ state: 'PENDING', count: 1 }],
    suspensionCount: 1,
    heldByMachineCount: 2,
    refusedByMachineCount: 1,
  });
  assert.equal(decision.revertedAt, null);
  const empty = await transparencyOf(analyst, { from: new Date(from.getTime() - DAY_MS), until: from });
  assert.deepEqual(
    [empty.noticeCount, empty.medianNoticeSeconds, empty.overturnedBps, empty.decisionsByAction],
    [0, null, null, []],
  );
});

test('a span has at most 366 days and an end after its beginning, and only those who may see numbers see them', async (t) => {
  const world = await testWorld(t);
  const analyst = await world.admin({ role: 'ANALYST' });
  const ask = `query ($from: DateTime!, $until: DateTime!) {
    adminGetTransparencyReport(from: $from, until: $until) { noticeCount } }`;
  const from = new Date('2026-01-01T00:00:00Z');
  const after = (ms: number) => ({ from, until: new Date(from.getTime() + ms) });
  for (const span of [after(0), after(-1), after(366 * DAY_MS + 1)]) {
    const { errors } = await analyst.ask(ask, span);
    assert.deepEqual(
      errors?.map(({ extensions: { code } }) => code),
      ['BAD_USER_INPUT'],
    );
  }
  assert.equal((await analyst.do(ask, after(366 * DAY_MS))).adminGetTransparencyReport.noticeCount, 0);
  const moderator = await world.admin({ role: 'MODERATOR' });
  const { errors } = await moderator.ask(ask, after(1));
  assert.deepEqual(
    errors?.map(({ extensions: { code } }) => code),
    ['FORBIDDEN'],
  );
  const refused = await analyst.ask('{ adminGetReports { nodes { id } } }');
  assert.equal(refused.errors?.[0]?.extensions.code, 'FORBIDDEN');
  await assert.rejects(
    callMutation(moderator, {
      name: 'adminExportStatementsOfReasons',
      payload: 'errors { code }',
      input: { day: '2026-01-01' },
    }),
    /FORBIDDEN/,
  );
});
