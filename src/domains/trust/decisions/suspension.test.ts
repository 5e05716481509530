import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { follow } from '#test/support/people/people.ts';
import { decideOnly, reverse } from '#test/support/trust/decisions.ts';
import { report } from '#test/support/trust/reports.ts';
import { grantBadge } from '#test/support/trust/verification.ts';
import { testWorld } from '#test/support/world.ts';

const SEEN = `query ($ada: ID!, $ben: ID!, $hers: ID!, $his: ID!) {
  ada: user(id: $ada) { postCount followerCount followingCount badges { kind } }
  ben: user(id: $ben) { postCount followerCount followingCount }
  hers: post(id: $hers) { commentCount reactionCounts { like } repostCount quoteCount }
  his: post(id: $his) { commentCount reactionCounts { like } repostCount quoteCount }
  postComments(postId: $his) { nodes { text replyCount } }
  userPosts(userId: $ada) { nodes { id } } }`;

/** Users whose counts are others than their rows. */
const WRONG = `select u.username from users u where
  u.post_count <> (select count(*) from posts p where p.author_id = u.id and p.deleted_at is null and p.moderation_state = 'VISIBLE')
  or u.follower_count <> (select count(*) from follows f where f.followee_id = u.id)
  or u.following_count <> (select count(*) from follows f where f.follower_id = u.id)`;

test('a suspension that is taken back gives back posts, counts and badges, as a recount has them', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const admin = await world.admin();
  await follow(ada, ben);
  await follow(ben, ada);
  const [hers, his] = [await publish(ada), await publish(ben)];
  await commentOn(ben, hers);
  const above = await commentOn(ada, his);
  await commentOn(ben, his, { parentId: above });
  for (const [who, id] of [
    [ada, his],
    [ben, hers],
  ] as const) {
    await who.do(
      `mutation ($id: ID!) { reactToPost(input: { postId: $id, type: LIKE }) { errors { code } }
        repost(input: { postId: $id }) { errors { code } } }`,
      { id },
    );
  }
  await grantBadge(admin, { userId: ada.id, displayName: 'ada', username: 'ada' });
  await report(ben, { userId: ada.id });
  await world.runJobs();
  const seen = (viewer: Actor) => viewer.do(SEEN, { ada: ada.id, ben: ben.id, hers, his });
  const before = await seen(ben);
  assert.deepEqual(before.ada.badges, [{ kind: 'NOTABLE' }]);

  const { decision, errors } = await decideOnly(admin, { actions: ['SUSPEND'] });
  assert.deepEqual(errors, []);
  await world.runJobs();
  const during = await seen(ben);
  assert.deepEqual([during.ada, during.hers, during.userPosts], [null, null, null]);
  const refused = await ada.ask('{ me { id } }');
  assert.equal(refused.errors?.[0]?.extensions['reason'], 'REVOKED');
  // Nothing is written meanwhile below content that nobody sees.
  const { errors: unseen } = await ben.ask(
    'mutation ($id: ID!) { addComment(input: { postId: $id, text: "There?" }) { errors { code } } }',
    { id: hers },
  );
  assert.equal(unseen, undefined);

  assert.deepEqual((await reverse(admin, decision.id)).errors, []);
  await world.runJobs();
  assert.deepEqual(await seen(ben), before);
  assert.deepEqual(await rowsOf(world, WRONG), []);
});
