import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { erase } from '#test/support/people/accounts.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { decide } from '#test/support/trust/decisions.ts';
import { runSql } from '#test/support/test-server.ts';
import { legalCase, NORA, noticeFor, sendNotice, subjectsTo } from '#test/support/trust/notices.ts';
import { casesIn, myReports, publishText, report } from '#test/support/trust/reports.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { fileNoticeJob, SEALED_NOTICE } from './notices.service.ts';

test('anybody sends a notice, which opens a case of the queue LEGAL; moderators alone learn who it was', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Guns for sale');
  await report(ben, { postId });
  const admin = await world.admin({ role: 'MODERATOR' });
  assert.equal((await casesIn(admin)).length, 1);
  const { reportId, errors } = await sendNotice(world.anonymous(), { postId });
  assert.deepEqual(errors, []);
  await world.runJobs();
  assert.deepEqual(await casesIn(admin), []);
  const found = await legalCase(admin);
  assert.deepEqual(
    [found.subjectId, found.ownerId, found.priority, found.reportedWeight, found.snapshots],
    [postId, ada.id, 2_050, 50, [{ content: { text: 'Guns for sale', name: null } }]],
  );
  assert.deepEqual(await noticeFor(admin, reportId), {
    reporterId: null,
    reason: 'ILLEGAL_GOODS',
    text: 'This sells what is forbidden here.',
    weight: 0,
    state: 'OPEN',
    outcome: null,
    isIllegalNotice: true,
    noticeContact: { name: 'Nora Notifier', email: NORA },
  });
  assert.deepEqual(await myReports(ada), []);
  const { node } = await ada.do('query ($id: ID!) { node(id: $id) { id } }', { id: reportId });
  assert.equal(node, null);
  await world.runJobs();
  const [receipt] = await recordedMails(world, NORA);
  assert.equal(receipt?.subject, 'We have received your notice');
  assert.ok(receipt.text.includes(reportId));
  assert.ok(!/forbidden|Nora|Guns/.test(receipt.text + receipt.html));

  const { decision } = await decide(admin, found);
  assert.deepEqual([decision.actions, decision.source], [['REMOVE'], 'NOTICE']);
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await subjectsTo(world, NORA), [
    'We have received your notice',
    'The outcome of your notice',
  ]);
  const [, outcome] = await recordedMails(world, NORA);
  assert.match(outcome?.text ?? '', /have acted/);
  assert.ok(!outcome?.text.includes('Token'));
  const statements = (await recordedMails(world, ada.email)).map(({ text, html }) => text + html).join('');
  assert.match(statements, /Selling is spam/);
  assert.ok(!/nora|notice/i.test(statements), 'the owner learns nothing of the notice');
});

test('the answer is the same for content that is there, is private, is removed, was reported or never was', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const shown = await publishText(ada, 'Shown');
  const reported = await publishText(ada, 'Reported');
  await sendNotice(world.anonymous(), { postId: reported });
  const removed = await publishText(ada, 'Removed');
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: removed,
  });
  const messageId = await sent(ada, await startWith(ada, ben));
  await world.runJobs();
  const nowhere = toGlobalId('post', world.app.services.ids.next());
  const subjects = [
    { postId: shown },
    { postId: reported },
    { postId: removed },
    { messageId },
    { postId: nowhere },
  ];
  const statements = new Set<number>();
  for (const subject of subjects) {
    const nobody = world.anonymous();
    statements.add(
      await world.statementsOf(async () => {
        const { reportId, errors } = await sendNotice(nobody, subject);
        assert.match(reportId, /^report_/);
        assert.deepEqual(errors, []);
      }),
    );
  }
  // As many statements, so that the time tells nothing, either.
  assert.equal(statements.size, 1);
  await world.runJobs();
  const admin = await world.admin();
  const cases = await casesIn(admin, { queue: 'LEGAL' });
  assert.deepEqual(
    cases.map(({ subjectId, isPrivate, snapshots }) => [subjectId, isPrivate, snapshots]).toSorted(),
    [
      [shown, false, [{ content: { text: 'Shown', name: null } }]],
      [reported, false, [{ content: { text: 'Reported', name: null } }]],
      [removed, false, []],
      [messageId, true, null],
      [nowhere, false, []],
    ].toSorted(),
  );
  const mails = await rowsOf<{ subject: string; text: string }>(
    world,
    `select subject, regexp_replace(text, 'report_\\w+', '') as text from recorded_mails where recipient = '${NORA}'`,
  );
  assert.equal(mails.length, 6);
  assert.equal(new Set(mails.map(({ subject, text }) => subject + text)).size, 1);
  // A subject that is not there is decided about like all else, and the outcome reads the same.
  for (const { id, version } of cases) {
    assert.deepEqual((await decide(admin, { id, version }, { actions: ['NO_ACTION'] })).errors, []);
  }
  await world.runJobs();
  await world.runJobs();
  const outcomes = (await recordedMails(world, NORA)).filter(({ subject }) => subject.includes('outcome'));
  const texts = outcomes.map(({ text }) =>
    text.replaceAll(/(report|decision)_\w+/g, '').replace(/Token: \S+/, ''),
  );
  assert.equal(texts.length, 6);
  assert.equal(new Set(texts).size, 1);
});

test('a network sends five notices in an hour, refused ones not counted', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const nobody = world.anonymous();
  const send = (sender: Actor) => sendNotice(sender, { userId: ada.id });
  const refusals = [
    [{ explanation: '' }, 'explanation'],
    [{ explanation: 'x'.repeat(3_001) }, 'explanation'],
    [{ name: null }, 'name'],
    [{ email: null }, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ subReason: 'GORE' }, 'subReason'],
    [{ isInGoodFaith: false }, 'isInGoodFaith'],
  ] as const;
  for (const [input, path] of refusals) {
    const { errors } = await sendNotice(nobody, { userId: ada.id }, input);
    assert.deepEqual(errors, [{ code: 'VALIDATION_FAILED', path: [path] }]);
  }
  for (let time = 0; time < 5; time += 1) assert.deepEqual((await send(nobody)).errors, []);
  const refused = { reportId: null, errors: [{ code: 'RATE_LIMITED', path: null }] };
  assert.deepEqual(await send(nobody), refused);
  assert.deepEqual((await send(world.anonymous())).errors, []);
  assert.equal((await rowsOf(world, 'select from notice_contacts')).length, 6);
  world.clock.advance('61m');
  assert.deepEqual((await send(nobody)).errors, []);
});

test('an address gets ten receipts a day, and further notices are taken without one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  for (let time = 0; time < 12; time += 1) {
    assert.deepEqual((await sendNotice(world.anonymous(), { userId: ada.id })).errors, []);
    await world.runJobs();
  }
  await world.runJobs();
  assert.equal((await recordedMails(world, NORA)).length, 10);
  assert.equal((await rowsOf(world, 'select from content_reports')).length, 12);
});

test('many notices hold no content and take no report its weight; who protects children need not say who they are', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Hi');
  await report(ben, { postId });
  for (let time = 0; time < 10; time += 1) await sendNotice(world.anonymous(), { postId });
  await world.runJobs();
  const admin = await world.admin();
  const found = await legalCase(admin);
  assert.deepEqual([found.reportedWeight, found.heldAt], [50, null]);
  const anonymous = { reason: 'CHILD_SAFETY', name: null, email: null };
  const { reportId } = await sendNotice(world.anonymous(), { postId }, anonymous);
  await world.runJobs();
  const [urgent] = await casesIn(admin, { queue: 'CHILD_SAFETY' });
  assert.deepEqual([urgent.id, urgent.priority], [found.id, 3_050]);
  assert.deepEqual((await noticeFor(admin, reportId)).noticeContact, { name: null, email: null });
  const analyst = await world.admin({ role: 'ANALYST' });
  await assert.rejects(noticeFor(analyst, reportId), /FORBIDDEN/);
});

test('a notice of what was decided is decided again, not closed at once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const postId = await publishText(ada, 'Hi');
  const admin = await world.admin();
  for (let round = 0; round < 2; round += 1) {
    const { reportId } = await sendNotice(world.anonymous(), { postId });
    await world.runJobs();
    assert.equal((await noticeFor(admin, reportId)).state, 'OPEN');
    await decide(admin, await legalCase(admin), { actions: ['NO_ACTION'] });
    assert.equal((await noticeFor(admin, reportId)).outcome, 'NO_VIOLATION');
  }
});

test('a notice of a user goes with the account, its text too', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Hi');
  const filed = await sendNotice(ben, { postId }, { email: ben.email });
  await world.runJobs();
  assert.deepEqual(await myReports(ben), []);
  await erase(world, await world.signIn(ben));
  const admin = await world.admin();
  const { text, noticeContact, state } = await noticeFor(admin, filed.reportId);
  assert.deepEqual([text, noticeContact, state], ['', null, 'OPEN']);
});

test('a notice whose sender is erased before it is filed keeps neither text nor receipt', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { reportId } = await sendNotice(world.anonymous(), { userId: ada.id });
  // As the erasure of an account does.
  await runSql(world.connectionString, 'delete from notice_contacts');
  await world.runJobs();
  await world.runJobs();
  const admin = await world.admin();
  const { text, state, noticeContact } = await noticeFor(admin, reportId);
  assert.deepEqual([text, state, noticeContact], ['', 'OPEN', null]);
  assert.deepEqual(await subjectsTo(world, NORA), []);
});

test('a notice is filed once, however often its job runs', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { clock, ids, sealer, transaction } = world.app.services;
  const notice = {
    id: ids.next(),
    subject: { kind: 'USER', id: uuidOf(ada.id) },
    reason: 'SCAM',
    subReason: null,
    text: 'A fraud.',
    sentAt: clock.now().toISOString(),
  };
  for (let time = 0; time < 3; time += 1) {
    const sealed = sealer.seal(SEALED_NOTICE, JSON.stringify(notice));
    await transaction(async (tx) => tx.enqueue(fileNoticeJob, { sealed }));
    await world.runJobs();
  }
  const admin = await world.admin();
  assert.equal((await legalCase(admin)).version, 1);
  assert.deepEqual(await rowsOf(world, 'select id::text as id from content_reports'), [{ id: notice.id }]);
});

test('a removal of what is not there changes nothing, and its notice is closed', async (t) => {
  const world = await testWorld(t);
  const { ids } = world.app.services;
  const admin = await world.admin();
  const kinds = [
    { postId: toGlobalId('post', ids.next()) },
    { commentId: toGlobalId('comment', ids.next()) },
    { messageId: toGlobalId('message', ids.next()) },
    { hashtagId: toGlobalId('hashtag', ids.next()) },
  ];
  for (const subject of kinds) {
    const { reportId } = await sendNotice(world.anonymous(), subject);
    await world.runJobs();
    const found = await legalCase(admin);
    assert.equal(found.ownerId, null);
    assert.deepEqual((await decide(admin, found)).errors, []);
    assert.equal((await noticeFor(admin, reportId)).outcome, 'ACTION_TAKEN');
  }
});

test('a notice that is filed while its case is decided is closed with it, or opens it again', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const admin = await world.admin();
  for (let round = 0; round < 6; round += 1) {
    const postId = await publishText(ada, `Hi ${round}`);
    await sendNotice(world.anonymous(), { postId });
    await world.runJobs();
    const found = await legalCase(admin);
    await sendNotice(world.anonymous(), { postId });
    const [{ errors }] = await Promise.all([
      decide(admin, found, { actions: ['NO_ACTION'] }),
      world.runJobs(),
    ]);
    assert.deepEqual(errors, []);
    const wrong = await rowsOf(
      world,
      `select c.state from moderation_cases c where (c.state <> 'CLOSED') <>
         exists (select from content_reports r where r.case_id = c.id and r.state = 'OPEN')`,
    );
    assert.deepEqual(wrong, []);
    for (const open of await casesIn(admin, { queue: 'LEGAL' })) {
      await decide(admin, open, { actions: ['NO_ACTION'] });
    }
  }
  const rows = await rowsOf(world, `select from content_reports where outcome = 'NO_VIOLATION'`);
  assert.equal(rows.length, 12);
});
