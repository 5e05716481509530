import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentOn } from '#test/support/content/comments.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { casesIn, myReports, onlyCase, publishText, report, withdraw } from '#test/support/trust/reports.ts';
import { testWorld } from '#test/support/world.ts';

test('a user reports a post, a moderator reads what was reported, and the author learns nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Buy now');
  const input = { reason: 'SPAM', subReason: 'REPETITION', text: '  Every day.  ' };
  const { report: filed, errors } = await report(ben, { postId }, input);
  assert.deepEqual(errors, []);
  assert.deepEqual(filed, {
    id: filed.id,
    subjectKind: 'POST',
    subjectId: postId,
    reason: 'SPAM',
    subReason: 'REPETITION',
    text: 'Every day.',
    state: 'OPEN',
    outcome: null,
    decisionId: null,
    closedAt: null,
  });
  const admin = await world.admin({ role: 'MODERATOR' });
  const [found, ...more] = await casesIn(admin);
  assert.deepEqual(more, []);
  assert.deepEqual(found, {
    id: found.id,
    subjectKind: 'POST',
    subjectId: postId,
    ownerId: ada.id,
    state: 'OPEN',
    queue: 'GENERAL',
    priority: 50,
    reportedWeight: 50,
    assigneeId: null,
    version: 1,
    isPrivate: false,
    heldAt: null,
    snapshots: [{ content: { text: 'Buy now', name: null } }],
  });
  const shown = await admin.do(
    `query ($id: ID!) { adminGetReport(reportId: $id) { reporterId reporter { username } text weight case { id } } }`,
    { id: filed.id },
  );
  assert.deepEqual(shown.adminGetReport, {
    reporterId: ben.id,
    reporter: { username: 'ben' },
    text: 'Every day.',
    weight: 50,
    case: { id: found.id },
  });
  assert.deepEqual(await myReports(ada), []);
  const { node } = await ada.do('query ($id: ID!) { node(id: $id) { id } }', { id: filed.id });
  assert.equal(node, null);
});

test('a report is made once for each reporter and subject, also when it is sent fifty times at once', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, eve] = [await world.user('ada'), await world.user('ben'), await world.user('eve')];
  const postId = await publishText(ada, 'Hi');
  const answers = await Promise.all(Array.from({ length: 25 }, () => report(ben, { postId })));
  const others = await Promise.all(
    Array.from({ length: 25 }, () => report(eve, { postId }, { reason: 'HATE', subReason: 'HATE_SPEECH' })),
  );
  assert.equal(new Set(answers.map(({ report: filed }) => filed.id)).size, 1);
  assert.equal(new Set(others.map(({ report: filed }) => filed.id)).size, 1);
  const admin = await world.admin();
  const found = await onlyCase(admin);
  assert.deepEqual([found.reportedWeight, found.priority], [100, 2_100]);
  assert.equal((await rowsOf(world, 'select from content_reports')).length, 2);
});

test('a report that is withdrawn and repeated nineteen times weighs as one', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Hi');
  const admin = await world.admin();
  let last = await report(ben, { postId });
  const once = await onlyCase(admin);
  for (let round = 0; round < 19; round += 1) {
    assert.deepEqual((await withdraw(ben, last.report.id)).report, { state: 'CLOSED', outcome: 'WITHDRAWN' });
    assert.deepEqual(await casesIn(admin), []);
    last = await report(ben, { postId });
  }
  const found = await onlyCase(admin);
  assert.deepEqual([found.reportedWeight, found.priority], [once.reportedWeight, once.priority]);
  assert.deepEqual((await withdraw(ben, last.report.id)).errors, []);
  assert.deepEqual((await withdraw(ben, last.report.id)).errors, []);
  // The twenty of the day are spent.
  assert.deepEqual((await report(ben, { postId })).errors, [{ code: 'RATE_LIMITED', path: null }]);
});

test('a withdrawn report lowers a case to what the others say', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, eve] = [await world.user('ada'), await world.user('ben'), await world.user('eve')];
  const postId = await publishText(ada, 'Hi');
  await report(ben, { postId });
  const admin = await world.admin();
  const severe = await report(eve, { postId }, { reason: 'CHILD_SAFETY' });
  assert.deepEqual(await casesIn(admin), []);
  const [urgent] = await casesIn(admin, { queue: 'CHILD_SAFETY' });
  assert.deepEqual([urgent.priority, urgent.reportedWeight], [3_100, 100]);
  await withdraw(eve, severe.report.id);
  const found = await onlyCase(admin);
  assert.deepEqual([found.priority, found.reportedWeight], [50, 50]);
});

test('every kind of subject is reported; what the caller does not see, or owns, is refused and leaves no row', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, eve] = [await world.user('ada'), await world.user('ben'), await world.user('eve')];
  const postId = await publishText(ada, 'Hi #reported');
  const commentId = await commentOn(ada, postId, { text: 'There' });
  const conversationId = await startWith(ada, ben);
  const messageId = await sent(ada, conversationId);
  await world.runJobs();
  const { hashtag } = await ben.do('{ hashtag(name: "reported") { id } }');
  const subjects = [
    { userId: ada.id },
    { postId },
    { commentId },
    { messageId },
    { conversationId },
    { hashtagId: hashtag.id },
  ];
  for (const subject of [{ messageId }, { conversationId }]) {
    assert.deepEqual((await report(eve, subject)).errors, [{ code: 'NOT_FOUND', path: ['subject'] }]);
  }
  for (const subject of [{ userId: ada.id }, { postId }, { commentId }, { messageId }]) {
    assert.deepEqual((await report(ada, subject)).errors, [{ code: 'VALIDATION_FAILED', path: ['subject'] }]);
  }
  assert.equal((await rowsOf(world, 'select from moderation_cases')).length, 0);
  for (const subject of subjects)
    assert.deepEqual((await report(ben, subject)).errors, [], JSON.stringify(subject));
  const kinds = (await myReports(ben)).map(({ subjectKind }) => subjectKind);
  assert.deepEqual(kinds, ['HASHTAG', 'CONVERSATION', 'MESSAGE', 'COMMENT', 'POST', 'USER']);
  const admin = await world.admin();
  const hidden = (await casesIn(admin)).filter(({ isPrivate }) => isPrivate);
  assert.deepEqual(hidden.map(({ subjectKind, snapshots }) => [subjectKind, snapshots]).toSorted(), [
    ['CONVERSATION', null],
    ['MESSAGE', null],
  ]);
});

test('a report is refused for a text that is too long and a second-level reason of another one, and blocks when it is asked to', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Hi');
  assert.deepEqual((await report(ben, { postId }, { text: 'x'.repeat(1_001) })).errors, [
    { code: 'VALIDATION_FAILED', path: ['text'] },
  ]);
  assert.deepEqual((await report(ben, { postId }, { subReason: 'GORE' })).errors, [
    { code: 'VALIDATION_FAILED', path: ['subReason'] },
  ]);
  assert.deepEqual((await report(ben, { postId }, { alsoBlock: true })).errors, []);
  const { post } = await ada.do('query ($id: ID!) { post(id: $id) { id } }', { id: postId });
  assert.equal(post.id, postId);
  assert.equal((await ben.do('query ($id: ID!) { post(id: $id) { id } }', { id: postId })).post, null);
});

test('accounts that are restricted in everything but signing in still report', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Hi');
  for (const kind of ['POSTING', 'COMMENTING', 'MESSAGING', 'FOLLOWING'] as const)
    await restrict(world, ben, { kind });
  assert.deepEqual((await report(ben, { postId })).errors, []);
});

test('a muted reporter weighs nothing and is not told', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Hi');
  const admin = await world.admin({ role: 'MODERATOR' });
  const mute = (name: string) =>
    admin.do(
      `mutation ($id: ID!) { ${name}(input: { userId: $id, reason: "Noise" }) { userId errors { code } } }`,
      {
        id: ben.id,
      },
    );
  assert.deepEqual((await mute('adminMuteReporter')).adminMuteReporter, { userId: ben.id, errors: [] });
  assert.equal((await report(ben, { postId }, { reason: 'TERRORISM' })).report.state, 'OPEN');
  const found = await onlyCase(admin);
  assert.deepEqual([found.priority, found.reportedWeight], [0, 0]);
  await mute('adminUnmuteReporter');
  await runSql(world.connectionString, "update users set created_at = created_at - interval '8 days'");
  assert.deepEqual((await report(ben, { userId: ada.id })).errors, []);
  assert.deepEqual(
    (await casesIn(admin)).map(({ subjectKind, reportedWeight }) => [subjectKind, reportedWeight]),
    [
      ['USER', 100],
      ['POST', 0],
    ],
  );
});
