import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { requestAnyDeletion, runErasures } from '#test/support/people/accounts.ts';
import { decide, reverse, seesPost } from '#test/support/trust/decisions.ts';
import { publishText, report } from '#test/support/trust/reports.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ROUNDS = 50;
/** Few enough rounds for each that nobody reports, or publishes, more than a day allows. */
const PAIRS = 5;

const UPDATE = `mutation ($id: ID!) {
  updatePost(input: { postId: $id, text: "Edited" }) { post { id } errors { code } } }`;
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postId: $id }) { postId errors { code } } }';

describe('moderators and authors who act at once', () => {
  let world: World;
  let moderators: readonly [Actor, Actor];
  let people = 0;
  const ends: (() => unknown)[] = [];

  before(async () => {
    const env = { LIMIT_USER_COST_BUDGET: '1000000' };
    world = await testWorld({ after: (end) => void ends.push(end as () => unknown) }, { env });
    moderators = [await world.admin(), await world.admin()];
  });
  after(async () => {
    for (const end of ends) await end();
  });

  type Pair = { readonly author: Person; readonly reporter: Person };

  const pairs = (): Promise<readonly Pair[]> =>
    Promise.all(
      Array.from({ length: PAIRS }, async () => ({
        author: await world.user(`author.${(people += 1)}`),
        reporter: await world.user(`reporter.${(people += 1)}`),
      })),
    );

  /** A post that is reported, with its case. */
  async function reported({ author, reporter }: Pair): Promise<{ postId: string; found: Untyped }> {
    const postId = await publishText(author, 'First');
    const filed = await report(reporter, { postId });
    assert.deepEqual(filed.errors, []);
    const { adminGetReport } = await moderators[0].do(
      'query ($id: ID!) { adminGetReport(reportId: $id) { case { id version } } }',
      { id: filed.report.id },
    );
    return { postId, found: adminGetReport.case };
  }

  const stateOfCase = async (caseId: string): Promise<unknown> =>
    (
      await moderators[0].do(
        'query ($id: ID!) { adminGetNode(id: $id) { ... on AdminCase { state decisions { id } } } }',
        { id: caseId },
      )
    ).adminGetNode;

  test(`of two moderators one decides and the other gets the decision, ${ROUNDS} times`, async () => {
    const all = await pairs();
    for (let round = 0; round < ROUNDS; round += 1) {
      const pair = all[round % PAIRS]!; // as many as PAIRS
      const { postId, found } = await reported(pair);
      const answers: Untyped[] = await Promise.all(
        moderators.map((admin, index) =>
          decide(admin, found, { actions: [index === round % 2 ? 'REMOVE' : 'NO_ACTION'] }),
        ),
      );
      const [done, ...more] = answers.filter(({ errors }) => errors.length === 0);
      const [refused] = answers.filter(({ errors }) => errors.length > 0);
      const conflict = { __typename: 'ConflictError', code: 'CONFLICT', path: ['expectedVersion'] };
      assert.deepEqual(more, []);
      assert.deepEqual(refused.errors, [{ ...conflict, existingId: done.decision.id }]);
      assert.equal(await seesPost(pair.reporter, postId), done.decision.actions[0] === 'NO_ACTION');
      assert.deepEqual(await stateOfCase(found.id), {
        state: 'CLOSED',
        decisions: [{ id: done.decision.id }],
      });
    }
  });

  test(`a post that its author deletes or edits meanwhile stays gone, or is restored as it was written, ${ROUNDS} times`, async () => {
    const all = await pairs();
    for (let round = 0; round < ROUNDS; round += 1) {
      const pair = all[round % PAIRS]!; // as many as PAIRS
      const { author, reporter } = pair;
      const { postId, found } = await reported(pair);
      const isDeleted = round % 2 === 0;
      const [admin] = moderators;
      const [decided, { data }] = await Promise.all([
        decide(admin, found, { actions: [round % 4 < 2 ? 'REMOVE' : 'NO_ACTION'] }),
        author.ask(isDeleted ? DELETE : UPDATE, { id: postId }),
      ]);
      assert.deepEqual(decided.errors, []);
      const isRemoved = decided.decision.actions[0] === 'REMOVE';
      assert.equal(await seesPost(reporter, postId), !isDeleted && !isRemoved);
      assert.deepEqual((await reverse(admin, decided.decision.id)).errors, []);
      const { post } = await reporter.do('query ($id: ID!) { post(id: $id) { text } }', { id: postId });
      if (isDeleted) {
        assert.deepEqual([data.deletePost.errors, post], [[], null]);
        continue;
      }
      // An edit that was written before the removal is answered by NOT_FOUND, as its author no longer sees the post.
      const wasTold = data.updatePost.errors.length === 0;
      assert.ok(post.text === 'Edited' || (!wasTold && post.text === 'First'), JSON.stringify(post));
    }
    const wrong = await rowsOf(
      world,
      `select u.username from users u where u.post_count <>
         (select count(*) from posts p where p.author_id = u.id and p.deleted_at is null and p.moderation_state = 'VISIBLE')`,
    );
    assert.deepEqual(wrong, []);
  });

  test('a post whose author is erased meanwhile does not come back', async () => {
    const cases: { postId: string; found: Untyped }[] = [];
    for (const pair of await pairs()) {
      cases.push(await reported(pair));
      await requestAnyDeletion(world, pair.author);
    }
    world.clock.advance('30d');
    const admin = await world.admin();
    const [decided] = await Promise.all([
      Promise.all(cases.map(({ found }) => decide(admin, found, { actions: ['REMOVE'] }))),
      runErasures(world),
    ]);
    for (const [index, { postId }] of cases.entries()) {
      const { decision, errors } = decided[index];
      assert.deepEqual(errors, []);
      assert.deepEqual((await reverse(admin, decision.id)).errors, []);
      assert.equal(await seesPost(world.anonymous(), postId), false);
    }
    const left = await rowsOf(
      world,
      "select from posts p join users u on u.id = p.author_id where u.state = 'DELETED'",
    );
    assert.deepEqual(left, []);
  });
});
