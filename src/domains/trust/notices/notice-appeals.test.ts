import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { decide } from '#test/support/trust/decisions.ts';
import {
  appealToken,
  legalCase,
  NORA,
  noticeFor,
  sendNotice,
  subjectsTo,
} from '#test/support/trust/notices.ts';
import { myReports, publishText } from '#test/support/trust/reports.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const appealBy = (actor: Actor, decisionId: string, token: string): Promise<Untyped> =>
  callMutation(actor, {
    name: 'appealDecisionByToken',
    payload: 'appeal { id state } errors { code path }',
    input: { decisionId, token, text: 'Look again.' },
  });

const review = (admin: Actor, appealId: string, result: string): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminDecideAppeal',
    payload: 'appeal { state side authorId reportId } errors { code path }',
    input: { appealId, result, note: 'We have looked again.' },
  });

/** A notice to which nothing was done, with the token of its mail. */
async function refusedNotice(world: World) {
  const ada = await world.user('ada');
  const postId = await publishText(ada, 'Hi');
  const [first, second] = [await world.admin(), await world.admin()];
  const { reportId } = await sendNotice(world.anonymous(), { postId });
  await world.runJobs();
  const { decision } = await decide(first, await legalCase(first), { actions: ['NO_ACTION'] });
  await world.runJobs();
  await world.runJobs();
  return { ada, first, second, reportId, decisionId: decision.id, token: await appealToken(world, NORA) };
}

test('the sender of a notice without effect appeals by the token of the mail, and the case is decided anew', async (t) => {
  const world = await testWorld(t);
  const { ada, first, second, reportId, decisionId, token } = await refusedNotice(world);
  const nobody = world.anonymous();
  const notFound = [{ code: 'NOT_FOUND', path: ['decisionId'] }];
  const other = toGlobalId('decision', world.app.services.ids.next());
  assert.deepEqual((await appealBy(nobody, decisionId, `${token.slice(0, -4)}AAAA`)).errors, notFound);
  assert.deepEqual((await appealBy(nobody, other, token)).errors, notFound);
  const answers = await Promise.all(Array.from({ length: 4 }, () => appealBy(nobody, decisionId, token)));
  const [appealId, ...others] = new Set<string>(answers.map(({ appeal }) => appeal.id));
  assert.deepEqual(others, []);
  assert.ok(appealId);
  assert.deepEqual((await review(first, appealId, 'UPHELD')).errors, [
    { code: 'FORBIDDEN', path: ['appealId'] },
  ]);
  assert.deepEqual(await review(second, appealId, 'OVERTURNED'), {
    appeal: { state: 'OVERTURNED', side: 'REPORTER', authorId: null, reportId },
    errors: [],
  });
  const open = await legalCase(second);
  assert.equal(open.state, 'OPEN');
  assert.deepEqual((await appealBy(nobody, decisionId, token)).errors, notFound);
  await decide(second, open);
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await subjectsTo(world, NORA), [
    'We have received your notice',
    'The outcome of your notice',
    'The outcome of your appeal',
    'The outcome of your notice',
  ]);
  const [, , answered, last] = await recordedMails(world, NORA);
  assert.match(answered?.text ?? '', /taken the decision about your notice back[^]*We have looked again\./);
  assert.match(last?.text ?? '', /have acted/);
  assert.deepEqual(await myReports(ada), []);
});

test('the contact is deleted some months after the outcome, later while an appeal waits', async (t) => {
  const world = await testWorld(t);
  const { reportId, decisionId, token } = await refusedNotice(world);
  const contacts = () => rowsOf(world, 'select report_id from notice_contacts');
  const sweep = () => runCron(world, 'notices.eraseContacts');
  world.clock.advance('170d');
  const { appeal } = await appealBy(world.anonymous(), decisionId, token);
  world.clock.advance('100d');
  await sweep();
  assert.deepEqual(await contacts(), [{ report_id: uuidOf(reportId) }]);
  const third = await world.admin();
  await review(third, appeal.id, 'UPHELD');
  await sweep();
  assert.deepEqual(await contacts(), []);
  assert.equal((await noticeFor(third, reportId)).noticeContact, null);
});
