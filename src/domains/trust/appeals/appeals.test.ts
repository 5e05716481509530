import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { runSql } from '#test/support/test-server.ts';
import { decideOnly, reverse, seesPost } from '#test/support/trust/decisions.ts';
import { casesIn, publishText, report } from '#test/support/trust/reports.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const SHOWN = 'appeal { id state note } errors { code path }';

const appeal = (author: Actor, decisionId: string, input: object = {}): Promise<Untyped> =>
  callMutation(author, {
    name: 'token' in input ? 'appealDecisionByToken' : 'appealDecision',
    payload: SHOWN,
    input: { decisionId, text: 'It was a joke.', ...input },
  });

const judge = (admin: Actor, appealId: string, result: string): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminDecideAppeal',
    payload: 'appeal { state reviewerId decision { revertedAt } } errors { code path }',
    input: { appealId, result, note: 'We have looked again.' },
  });

async function decided(world: World, input: Readonly<Record<string, unknown>> = {}) {
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Buy now');
  await report(ben, { postId });
  const [first, second] = [
    await world.admin({ role: 'MODERATOR' }),
    await world.admin({ role: 'MODERATOR' }),
  ];
  const { decision } = await decideOnly(first, input);
  return { ada, ben, postId, first, second, decisionId: decision.id as string };
}

test('an owner appeals once, another moderator overturns, and the post is back', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, postId, first, second, decisionId } = await decided(world, {
    actions: ['REMOVE', 'RESTRICT_POSTING'],
  });
  assert.deepEqual((await appeal(ben, decisionId)).errors, [{ code: 'NOT_FOUND', path: ['decisionId'] }]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => appeal(ada, decisionId)));
  assert.equal(new Set(answers.map(({ appeal: made }) => made.id)).size, 1);
  const appealId = answers[0].appeal.id;
  const { adminGetAppeals } = await second.do(
    '{ adminGetAppeals { nodes { id authorId side text state decision { id } } } }',
  );
  assert.deepEqual(adminGetAppeals.nodes, [
    {
      id: appealId,
      authorId: ada.id,
      side: 'OWNER',
      text: 'It was a joke.',
      state: 'PENDING',
      decision: { id: decisionId },
    },
  ]);
  assert.deepEqual((await judge(first, appealId, 'OVERTURNED')).errors, [
    { code: 'FORBIDDEN', path: ['appealId'] },
  ]);
  const judged = await judge(second, appealId, 'OVERTURNED');
  assert.deepEqual([judged.errors, judged.appeal.state], [[], 'OVERTURNED']);
  assert.notEqual(judged.appeal.decision.revertedAt, null);
  assert.equal(await seesPost(ben, postId), true);
  await publishText(ada, 'Back');
  const { myModerationDecisions } = await ada.do(
    '{ myModerationDecisions { nodes { appeal { state note } } } }',
  );
  assert.deepEqual(myModerationDecisions.nodes, [
    { appeal: { state: 'OVERTURNED', note: 'We have looked again.' } },
  ]);
  assert.deepEqual((await judge(second, appealId, 'UPHELD')).errors, [
    { code: 'INVALID_STATE', path: ['appealId'] },
  ]);
  assert.deepEqual((await appeal(ada, decisionId)).errors, [{ code: 'INVALID_STATE', path: ['decisionId'] }]);
});

test('the database refuses a reviewer who has made the decision', async (t) => {
  const world = await testWorld(t);
  const { ada, decisionId } = await decided(world);
  await appeal(ada, decisionId);
  await assert.rejects(
    runSql(
      world.connectionString,
      `update appeals a set state = 'UPHELD', decided_at = now(), reviewer_id = d.decided_by
       from moderation_decisions d where d.id = a.decision_id`,
    ),
    /the reviewer of an appeal has made the decision/,
  );
});

test('a partial result lifts what was restricted and leaves the post removed', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, postId, second, decisionId } = await decided(world, {
    actions: ['REMOVE', 'RESTRICT_POSTING'],
    strikePoints: 2,
  });
  const made = await appeal(ada, decisionId);
  assert.equal((await judge(second, made.appeal.id, 'PARTIAL')).appeal.state, 'PARTIAL');
  await publishText(ada, 'Hi');
  assert.equal(await seesPost(ben, postId), false);
  const { myModerationDecisions } = await ada.do(
    '{ myModerationDecisions { nodes { strikePoints revertedAt } } }',
  );
  assert.deepEqual(myModerationDecisions.nodes, [{ strikePoints: 0, revertedAt: null }]);
});

test('a reporter appeals when nothing was done, and the case is open again with the report', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, first, second, decisionId } = await decided(world, { actions: ['NO_ACTION'] });
  assert.deepEqual((await appeal(ada, decisionId)).errors, [{ code: 'NOT_FOUND', path: ['decisionId'] }]);
  const made = await appeal(ben, decisionId);
  assert.deepEqual((await judge(second, made.appeal.id, 'PARTIAL')).errors, [
    { code: 'VALIDATION_FAILED', path: ['result'] },
  ]);
  assert.deepEqual((await judge(second, made.appeal.id, 'OVERTURNED')).errors, []);
  const [open] = await casesIn(first);
  assert.deepEqual([open.state, open.reportedWeight], ['OPEN', 50]);
  assert.deepEqual((await decideOnly(second)).errors, []);
});

test('a suspended owner appeals by the token of the mail, and by no other', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await report(ben, { userId: ada.id });
  const { decision } = await decideOnly(await world.admin(), { actions: ['SUSPEND'] });
  await world.runJobs();
  const [mail] = await rowsOf<{ text: string }>(
    world,
    `select text from recorded_mails where recipient = '${ada.email}' and text like '%Token:%'`,
  );
  const token = /Token: (\S+)/.exec(mail?.text ?? '')?.[1];
  assert.ok(token);
  const nobody = world.anonymous();
  assert.deepEqual((await appeal(nobody, decision.id, { token: `${token.slice(0, -4)}AAAA` })).errors, [
    { code: 'NOT_FOUND', path: ['decisionId'] },
  ]);
  assert.equal((await appeal(nobody, decision.id, { token })).appeal.state, 'PENDING');
  await assert.rejects(appeal(nobody, decision.id), /UNAUTHENTICATED/);
});

test('an appeal is taken back for good; one that comes too late or against a decision that is gone is refused', async (t) => {
  const world = await testWorld(t);
  const { ada, second, decisionId } = await decided(world);
  const made = await appeal(ada, decisionId);
  const withdraw = () =>
    callMutation(ada, { name: 'withdrawAppeal', payload: SHOWN, input: { appealId: made.appeal.id } });
  for (let time = 0; time < 2; time += 1) assert.equal((await withdraw()).appeal.state, 'WITHDRAWN');
  assert.deepEqual((await judge(second, made.appeal.id, 'UPHELD')).errors, [
    { code: 'INVALID_STATE', path: ['appealId'] },
  ]);
  const refusal = [{ code: 'INVALID_STATE', path: ['decisionId'] }];
  assert.deepEqual((await appeal(ada, decisionId)).errors, refusal);
  await runSql(
    world.connectionString,
    `delete from appeals; update moderation_decisions set appealable_until = '2000-01-01' where id = '${uuidOf(decisionId)}'`,
  );
  assert.deepEqual((await appeal(ada, decisionId)).errors, refusal);
  await reverse(second, decisionId);
  assert.deepEqual((await appeal(ada, decisionId)).errors, refusal);
});
