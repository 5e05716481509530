import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCron } from '#test/support/jobs/cron.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { runSql } from '#test/support/test-server.ts';
import { decide } from '#test/support/trust/decisions.ts';
import { sendNotice } from '#test/support/trust/notices.ts';
import { casesIn, publishText, report } from '#test/support/trust/reports.ts';
import { askForStatements, exportStatements, statementsIn } from '#test/support/trust/transparency.ts';
import { testWorld } from '#test/support/world.ts';

const DAY_MS = 86_400_000;
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

test('each decision of a day against somebody is a line with its facts and without people', async (t) => {
  const world = await testWorld(t);
  // Noon, so that the day is not over before the decisions are made.
  const noon = (Math.floor(world.clock.now().getTime() / DAY_MS) + 1.5) * DAY_MS;
  world.clock.advance(noon - world.clock.now().getTime());
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [first, second] = [await publishText(ada, 'One'), await publishText(ada, 'Two')];
  await report(ben, { postId: first });
  await report(ben, { userId: ada.id }, { reason: 'SCAM' });
  await report(ben, { postId: second });
  await sendNotice(world.anonymous(), { postId: first }, { reason: 'SCAM' });
  await sendNotice(world.anonymous(), { postId: first }, { reason: 'SCAM' });
  await world.runJobs();
  const admin = await world.admin();
  const day = dayOf(world.clock.now());
  const [noticed] = await casesIn(admin, { queue: 'LEGAL' });
  const ground = 'ILLEGAL';
  await decide(admin, noticed, { ground, actions: ['REMOVE', 'WARN'], scope: 'DE, AT' });
  const open = await casesIn(admin);
  const expiresAt = new Date(noon + 30 * DAY_MS);
  for (const each of open) {
    const isUser = each.subjectKind === 'USER';
    await decide(
      admin,
      each,
      isUser
        ? { actions: ['RESTRICT_POSTING'], expiresAt, scope: 'the town of ada' }
        : { actions: ['NO_ACTION'] },
    );
  }
  world.clock.advance('1d');
  const analyst = await world.admin({ role: 'ANALYST' });
  const file = await exportStatements(world, analyst, day);
  assert.deepEqual([file.day, file.rowCount, file.sizeBytes], [day, 2, Buffer.byteLength(file.text)]);
  assert.match(file.name, new RegExp(`statements-of-reasons-${day}\\.jsonl`));
  const lines = statementsIn(file.text);
  const months = new Date(noon);
  months.setUTCMonth(months.getUTCMonth() + 6);
  const common = {
    decidedOn: day,
    policy: 'Spam and fraud',
    category: 'SCAM',
    isDetectedAutomatically: false,
    isDecidedAutomatically: false,
    isEverywhere: false,
    appealableUntil: dayOf(months),
  };
  const withoutNumber = lines.map(({ statement, ...line }) => {
    assert.match(statement, /^[\w-]{43}$/);
    return line;
  });
  assert.deepEqual(
    withoutNumber.toSorted((a, b) => (a.contentType < b.contentType ? -1 : 1)),
    [
      {
        ...common,
        contentType: 'POST',
        actions: ['REMOVE', 'WARN'],
        ground: 'ILLEGAL',
        source: 'ILLEGAL_CONTENT_NOTICE',
        countries: ['DE', 'AT'],
        endsOn: null,
      },
      {
        ...common,
        contentType: 'USER',
        actions: ['RESTRICT_POSTING'],
        ground: 'TERMS',
        source: 'NOTICE',
        countries: [],
        endsOn: dayOf(expiresAt),
      },
    ],
  );
  // Another file of the day has the same numbers, so that who has both counts each statement once.
  assert.equal((await exportStatements(world, analyst, day)).text, file.text);
  const none = await exportStatements(world, analyst, '2020-02-29');
  assert.deepEqual([none.rowCount, none.sizeBytes, none.text], [0, 0, '']);
});

test('a file is written once for many who ask, is refused for a day that is not over, and is deleted after a week', async (t) => {
  const world = await testWorld(t);
  const analyst = await world.admin({ role: 'ANALYST' });
  const asked = await Promise.all(Array.from({ length: 3 }, () => askForStatements(analyst, '2026-01-31')));
  assert.equal(new Set(asked.map(({ export: made }) => made.id)).size, 1);
  assert.deepEqual([asked[0].export.state, asked[0].export.url], ['PENDING', null]);
  const refused = [{ code: 'VALIDATION_FAILED', path: ['day'] }];
  for (const day of [dayOf(world.clock.now()), '2026-02-30', '2026-1-1', 'yesterday', '', '+02026-01-01']) {
    assert.deepEqual((await askForStatements(analyst, day)).errors, refused, day);
  }
  const file = await exportStatements(world, analyst, '2026-01-31');
  assert.equal((await fetch(file.url)).status, 200);
  world.clock.advance('11m');
  assert.notEqual((await fetch(file.url)).status, 200);
  world.clock.advance('7d');
  await runCron(world, 'statement-exports.sweep');
  await world.runJobs();
  const { adminGetStatementExports } = await (
    await world.admin()
  ).do('{ adminGetStatementExports { nodes { state url } } }');
  assert.deepEqual(adminGetStatementExports.nodes[0], { state: 'EXPIRED', url: null });
  assert.deepEqual(await rowsOf(world, `select from admin_exports where state <> 'EXPIRED'`), []);
});

test('files of many days are requested one after the other', async (t) => {
  const world = await testWorld(t);
  const analyst = await world.admin({ role: 'ANALYST' });
  // More than the executions after which the server plans a statement for all values.
  for (let day = 1; day <= 20; day += 1) {
    const date = `2026-01-${String(day).padStart(2, '0')}`;
    const { export: made, errors } = await askForStatements(analyst, date);
    assert.deepEqual([made?.day, errors], [date, []]);
  }
});

test('many statements of a moment are all in the file, in more than one batch', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await report(ben, { postId: await publishText(ada, 'One') });
  const admin = await world.admin();
  await decide(admin, (await casesIn(admin))[0]);
  await runSql(
    world.connectionString,
    `insert into moderation_decisions
     select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'decided_at', '2026-01-31T12:00:00Z'))).*
     from moderation_decisions d, generate_series(1, 1201)`,
  );
  const { rowCount, text } = await exportStatements(world, admin, '2026-01-31');
  const lines = statementsIn(text);
  assert.deepEqual([rowCount, lines.length], [1_201, 1_201]);
  assert.equal(new Set(lines.map(({ statement }) => statement)).size, 1_201);
});
