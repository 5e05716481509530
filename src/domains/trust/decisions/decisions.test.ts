import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { erase } from '#test/support/people/accounts.ts';
import { decide, decideOnly, myDecisions, reverse, seesPost } from '#test/support/trust/decisions.ts';
import { casesIn, myReports, onlyCase, publishText, report } from '#test/support/trust/reports.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

async function reportedPost(world: World) {
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Buy now');
  await report(ben, { postId });
  return { ada, ben, postId, admin: await world.admin({ role: 'MODERATOR' }) };
}

const postCountOf = async (person: Person): Promise<number> =>
  (await person.do('query ($id: ID!) { user(id: $id) { postCount } }', { id: person.id })).user.postCount;

test('a moderator removes a post; its author reads why, its reporter that something was done, and nobody else anything', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, postId, admin } = await reportedPost(world);
  const { decision, errors } = await decideOnly(admin, { actions: ['REMOVE', 'WARN'], strikePoints: 3 });
  assert.deepEqual(errors, []);
  assert.equal(await seesPost(ben, postId), false);
  assert.deepEqual(await myDecisions(ada), [
    {
      id: decision.id,
      subjectKind: 'POST',
      subjectId: postId,
      actions: ['REMOVE', 'WARN'],
      policyTitle: 'Spam and fraud',
      ground: 'TERMS',
      facts: 'It sells.',
      explanation: 'Selling is spam.',
      source: 'NOTICE',
      isDetectedAutomatically: false,
      isDecidedAutomatically: false,
      strikePoints: 3,
      revertedAt: null,
    },
  ]);
  assert.deepEqual(await myDecisions(ben), []);
  assert.deepEqual(
    (await myReports(ben)).map(({ state, outcome }) => [state, outcome]),
    [['CLOSED', 'ACTION_TAKEN']],
  );
  const { myRestrictions } = await ada.do('{ myRestrictions { nodes { kind decisionId } } }');
  assert.deepEqual(myRestrictions.nodes, [{ kind: 'WARNING', decisionId: decision.id }]);
  assert.deepEqual(await casesIn(admin), []);
  const [closed] = await casesIn(admin, { state: 'CLOSED' });
  const shown = await admin.do(
    'query ($id: ID!) { adminGetNode(id: $id) { ... on AdminCase { ownerStrikePoints decisions { id } } } }',
    { id: closed.id },
  );
  assert.deepEqual(shown.adminGetNode, { ownerStrikePoints: 3, decisions: [{ id: decision.id }] });
  await world.runJobs();
  const mails = await rowsOf<{ subject: string }>(
    world,
    `select subject from recorded_mails where recipient = '${ada.email}' order by subject`,
  );
  assert.ok(mails.some(({ subject }) => subject === 'A decision about your content or account'));
});

test('a reversal shows the post again, lifts what was restricted and takes the points, once', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, postId, admin } = await reportedPost(world);
  const { decision } = await decideOnly(admin, { actions: ['REMOVE', 'RESTRICT_POSTING'], strikePoints: 2 });
  const refused = await ada.ask('mutation { createPost(input: { text: "Hi" }) { errors { code } } }');
  assert.deepEqual(refused.data.createPost.errors, [{ code: 'RESTRICTED' }]);
  for (let time = 0; time < 2; time += 1) assert.deepEqual((await reverse(admin, decision.id)).errors, []);
  assert.equal(await seesPost(ben, postId), true);
  assert.equal(await postCountOf(ada), 1);
  await publishText(ada, 'Hi');
  assert.deepEqual(
    (await myReports(ben)).map(({ outcome }) => outcome),
    ['NO_VIOLATION'],
  );

  await report(ben, { postId }, { reason: 'SCAM' });
  const { decision: second } = await decideOnly(admin);
  await reverse(admin, second.id);
  assert.equal(await seesPost(ben, postId), true);
});

test('a decision about a post that its author has deleted meanwhile leaves it deleted', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, postId, admin } = await reportedPost(world);
  const found = await onlyCase(admin);
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: postId,
  });
  const { decision, errors } = await decide(admin, found);
  assert.deepEqual(errors, []);
  await reverse(admin, decision.id);
  assert.equal(await seesPost(ben, postId), false);
  assert.equal(await seesPost(ada, postId), false);
});

test('a report while the case is closing is decided with it or stays open in an open case', async (t) => {
  const world = await testWorld(t);
  const { ben, postId, admin } = await reportedPost(world);
  const eve = await world.user('eve');
  const found = await onlyCase(admin);
  const [decided, late] = await Promise.all([
    decide(admin, found, { actions: ['NO_ACTION'] }),
    report(eve, { postId }, { reason: 'HATE' }),
  ]);
  assert.deepEqual([decided.errors, late.errors], [[], []]);
  const strays = await rowsOf(
    world,
    `select from moderation_cases c where (c.state = 'CLOSED') =
       exists (select from content_reports r where r.case_id = c.id and r.state = 'OPEN')`,
  );
  assert.deepEqual(strays, []);
  assert.deepEqual(
    (await myReports(ben)).map(({ outcome }) => outcome),
    ['NO_VIOLATION'],
  );
});

test('what was decided is not asked again until it is edited or reported for another reason', async (t) => {
  const world = await testWorld(t);
  const { ada, postId, admin } = await reportedPost(world);
  await decideOnly(admin, { actions: ['NO_ACTION'] });
  assert.deepEqual(await myDecisions(ada), []);
  const [eve, kim] = [await world.user('eve'), await world.user('kim')];
  const again = await report(eve, { postId });
  assert.deepEqual([again.report.state, again.report.outcome], ['CLOSED', 'NO_VIOLATION']);
  assert.deepEqual(await casesIn(admin), []);
  await ada.do(
    'mutation ($id: ID!) { updatePost(input: { postId: $id, text: "Buy it now" }) { errors { code } } }',
    { id: postId },
  );
  assert.equal((await report(eve, { postId })).report.state, 'OPEN');
  const before = await onlyCase(admin);
  assert.deepEqual(before.snapshots[0].content.text, 'Buy it now');
  await ada.do(
    'mutation ($id: ID!) { updatePost(input: { postId: $id, text: "Worse" }) { errors { code } } }',
    {
      id: postId,
    },
  );
  await report(kim, { postId });
  // The moderator has not read what kim reports.
  assert.deepEqual((await decide(admin, before)).errors[0].code, 'CONFLICT');
  assert.deepEqual((await decideOnly(admin)).errors, []);
});

test('an edit after a report changes nothing of what was reported', async (t) => {
  const world = await testWorld(t);
  const { ada, postId, admin } = await reportedPost(world);
  await ada.do(
    'mutation ($id: ID!) { updatePost(input: { postId: $id, text: "Nice" }) { errors { code } } }',
    {
      id: postId,
    },
  );
  const found = await onlyCase(admin);
  assert.deepEqual(found.snapshots, [{ content: { text: 'Buy now', name: null } }]);
});

test('a user is suspended by a decision, and given back by its reversal', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await report(ben, { userId: ada.id }, { reason: 'HARASSMENT' });
  const admin = await world.admin({ role: 'MODERATOR' });
  assert.deepEqual((await decideOnly(admin, { actions: ['REMOVE'] })).errors[0].path, ['actions']);
  const { decision } = await decideOnly(admin, { actions: ['SUSPEND'] });
  const { errors } = await ada.ask('{ me { id } }');
  assert.equal(errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
  await reverse(admin, decision.id);
  assert.equal((await (await world.signIn(ada)).do('{ me { user { id } } }')).me.user.id, ada.id);
});

test('a message is read by an entry in the audit log, removed, and restored', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const conversationId = await startWith(ada, ben);
  await sent(ben, conversationId, 'Before');
  const messageId = await sent(ada, conversationId, 'Psst');
  await report(ben, { messageId }, { reason: 'HARASSMENT' });
  const admin = await world.admin({ role: 'MODERATOR' });
  const found = await onlyCase(admin);
  const open = (actor: Actor) =>
    actor.ask(
      `mutation ($id: ID!) { adminOpenPrivateContent(input: { caseId: $id, reason: "Reported" }) {
        current { text } snapshots { content { text } } messages { senderId text } errors { code } } }`,
      { id: found.id },
    );
  const { data } = await open(admin);
  assert.deepEqual(data.adminOpenPrivateContent, {
    current: { text: 'Psst' },
    snapshots: [{ content: { text: 'Psst' } }],
    messages: [
      { senderId: ben.id, text: 'Before' },
      { senderId: ada.id, text: 'Psst' },
    ],
    errors: [],
  });
  assert.equal(
    (await open(await world.admin({ role: 'SUPPORT' }))).errors?.[0]?.extensions?.code,
    'FORBIDDEN',
  );
  const looks = await rowsOf(world, `select from audit_entries where action = 'adminOpenPrivateContent'`);
  assert.equal(looks.length, 1);
  const sees = async () =>
    (await ben.do('query ($id: ID!) { node(id: $id) { id } }', { id: messageId })).node !== null;
  const { decision } = await decideOnly(admin);
  assert.equal(await sees(), false);
  await reverse(admin, decision.id);
  assert.equal(await sees(), true);
});

test('a decision about an erased user is made and does nothing; its texts and the snapshots go with the user', async (t) => {
  const world = await testWorld(t);
  const { ada, admin: former } = await reportedPost(world);
  const found = await onlyCase(former);
  await erase(world, ada);
  const admin = await world.admin();
  const { errors } = await decide(admin, found, { actions: ['REMOVE', 'SUSPEND'] });
  assert.deepEqual(errors, []);
  assert.deepEqual(await rowsOf(world, 'select from case_snapshots'), []);
  assert.deepEqual(await rowsOf(world, 'select from restrictions'), []);
});

test('a decision without a statement, with nothing, or with nothing and something is refused', async (t) => {
  const world = await testWorld(t);
  const { admin } = await reportedPost(world);
  const found = await onlyCase(admin);
  const refusals: readonly (readonly [object, string])[] = [
    [{ actions: [] }, 'actions'],
    [{ actions: ['NO_ACTION', 'WARN'] }, 'actions'],
    [{ policyId: null }, 'policyId'],
    [{ ground: null }, 'ground'],
    [{ facts: ' ' }, 'facts'],
    [{ explanation: '' }, 'explanation'],
    [{ strikePoints: 11 }, 'strikePoints'],
    [{ actions: ['NO_ACTION'], strikePoints: 1 }, 'strikePoints'],
    [{ expiresAt: '2000-01-01T00:00:00.000Z' }, 'expiresAt'],
  ];
  for (const [input, path] of refusals) {
    const { errors } = await decide(admin, found, { ...input });
    assert.deepEqual(
      errors.map((error: Untyped) => [error.code, error.path]),
      [['VALIDATION_FAILED', [path]]],
    );
  }
  assert.deepEqual(await rowsOf(world, 'select from moderation_decisions'), []);
});
