import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { SEND, startWith } from '#test/support/messaging/messaging.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { runSql } from '#test/support/test-server.ts';
import { decideOnly, seesPost } from '#test/support/trust/decisions.ts';
import { onlyCase, publishText, report, withdraw } from '#test/support/trust/reports.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const NUDGED = 'You are such an idiot';
const THREAT = 'I will kill you';
const CREATED = 'errors { code ... on ModerationNudgeError { retryToken } }';

/** Does an act on which the author insists after a nudge: a machine holds what it writes. */
async function insist(author: Person, name: string, { payload, input }: { payload: string; input: object }) {
  const call = (more: object): Promise<Untyped> =>
    callMutation(author, {
      name,
      payload: `${payload} { id } ${CREATED}`,
      input: { ...input, text: NUDGED, ...more },
    });
  const [{ retryToken }] = (await call({})).errors;
  return (await call({ retryToken }))[payload].id as string;
}

const insistOnPost = (author: Person): Promise<string> =>
  insist(author, 'createPost', { payload: 'post', input: {} });

/** An author, two times three ordinary reporters, and an admin. */
async function reporters(world: World) {
  const ada = await world.user('ada');
  const three = [await world.user('ben'), await world.user('eve'), await world.user('kim')] as const;
  const others = [await world.user('lea'), await world.user('max'), await world.user('nia')] as const;
  await runSql(world.connectionString, "update users set created_at = created_at - interval '8 days'");
  const admin = await world.admin();
  const act = (name: string, input: object): Promise<Untyped> =>
    callMutation(admin, { name, payload: 'errors { code }', input: { reason: 'A test', ...input } });
  const reportAll = async (subject: object, by: readonly Person[] = three): Promise<string[]> => {
    const ids: string[] = [];
    for (const reporter of by) {
      const reason = by === three ? 'SPAM' : 'HATE';
      ids.push((await report(reporter, subject, { reason })).report.id);
    }
    return ids;
  };
  const withdrawAll = async (ids: readonly string[]): Promise<void> => {
    for (const [index, reporter] of three.entries()) {
      const { errors } = await withdraw(reporter, ids[index] ?? '');
      assert.deepEqual(errors, []);
    }
  };
  return { ada, three, others, admin, act, reportAll, withdrawAll };
}

test('a post is held when three reporters and the machine agree, and not again once moderators have decided', async (t) => {
  const world = await testWorld(t);
  const { ada, three, others, admin, act, reportAll } = await reporters(world);
  const [ben, eve, kim] = three;
  const postId = await insistOnPost(ada);
  assert.equal(await seesPost(ben, postId), false);
  await act('adminRestorePost', { postId });
  await report(ben, { postId });
  await report(eve, { postId });
  assert.equal(await seesPost(ben, postId), true);
  await report(kim, { postId });
  assert.equal(await seesPost(ben, postId), false);
  assert.equal(await seesPost(ada, postId), true);
  const { heldAt, reportedWeight } = await onlyCase(admin);
  assert.notEqual(heldAt, null);
  assert.equal(reportedWeight, 300);
  assert.deepEqual((await decideOnly(admin, { actions: ['NO_ACTION'] })).errors, []);
  assert.equal(await seesPost(ben, postId), true);
  await reportAll({ postId }, others);
  const again = await onlyCase(admin);
  assert.deepEqual([again.reportedWeight, again.heldAt], [300, null]);
  assert.equal(await seesPost(ben, postId), true);
});

test('three reporters alone hide nothing, neither a post that no machine objects to nor one that was edited since', async (t) => {
  const world = await testWorld(t);
  const { ada, three, act, reportAll } = await reporters(world);
  const plain = await publishText(ada, 'Hello');
  const edited = await insistOnPost(ada);
  await act('adminRestorePost', { postId: edited });
  const { errors } = await callMutation(ada, {
    name: 'updatePost',
    payload: 'errors { code }',
    input: { postId: edited, text: 'You are such a friend' },
  });
  assert.deepEqual(errors, []);
  for (const postId of [plain, edited]) {
    await reportAll({ postId });
    assert.equal(await seesPost(three[0], postId), true);
  }
});

test('a post and a comment that were held with reports are shown once all are withdrawn, unless an admin has removed them', async (t) => {
  const world = await testWorld(t);
  const { ada, three, act, reportAll, withdrawAll } = await reporters(world);
  const [ben] = three;
  const sees = async (id: string): Promise<boolean> =>
    (await ben.do('query ($id: ID!) { node(id: $id) { id } }', { id })).node !== null;
  const onPost = { postId: await publishText(ada, 'Hello') };
  for (const isRemoved of [false, true]) {
    const postId = await insistOnPost(ada);
    const commentId = await insist(ada, 'addComment', { payload: 'comment', input: onPost });
    await act('adminRestorePost', { postId });
    await act('adminRestoreComment', { commentId });
    for (const [subject, id, remove] of [
      [{ postId }, postId, 'adminRemovePost'],
      [{ commentId }, commentId, 'adminRemoveComment'],
    ] as const) {
      assert.equal(await sees(id), true);
      const ids = await reportAll(subject);
      assert.equal(await sees(id), false);
      if (isRemoved) await act(remove, subject);
      await withdrawAll(ids);
      assert.equal(await sees(id), !isRemoved);
    }
  }
});

test('a private message is read by a machine once somebody reports it, and held when reporters and the machine agree', async (t) => {
  const world = await testWorld(t);
  const { ada, three, admin, reportAll, withdrawAll } = await reporters(world);
  const [ben, eve, kim] = three;
  const conversationId = await startWith(ada, ben, eve, kim);
  const send = async (text: string): Promise<string> =>
    (await ada.do(SEND, { input: { conversationId, text } })).sendMessage.message.id;
  const texts = async (person: Person): Promise<string[]> => {
    const { conversation } = await person.do(
      'query ($id: ID!) { conversation(id: $id) { messages(first: 9) { nodes { content { ... on TextContent { text } } } } } }',
      { id: conversationId },
    );
    return conversation.messages.nodes.flatMap(({ content }: Untyped) => content.text ?? []).toSorted();
  };
  const scans = async (): Promise<Untyped[]> =>
    (
      await admin.do(
        '{ adminGetModerationScans { nodes { subjectKind subjectId subjectVersion state outcome } } }',
      )
    ).adminGetModerationScans.nodes;
  const [threat, greeting] = [await send(THREAT), await send('Good morning')];
  await world.runJobs();
  assert.deepEqual(await scans(), []);
  const ids = await reportAll({ messageId: threat });
  await reportAll({ messageId: greeting });
  assert.deepEqual(await texts(ben), ['Good morning', THREAT]);
  world.clock.advance('5s');
  await world.runJobs();
  assert.deepEqual(
    (await scans()).toSorted((one, other) => (one.outcome < other.outcome ? -1 : 1)),
    [
      { outcome: 'ALLOW', subjectId: greeting },
      { outcome: 'HOLD', subjectId: threat },
    ].map((scan) => ({ subjectKind: 'MESSAGE', subjectVersion: 1, state: 'DONE', ...scan })),
  );
  assert.deepEqual(await texts(ben), ['Good morning']);
  await withdrawAll(ids);
  assert.deepEqual(await texts(ben), ['Good morning', THREAT]);
  // The machine has judged this text: it holds at the third report.
  await reportAll({ messageId: threat });
  assert.deepEqual(await texts(kim), ['Good morning']);
});
