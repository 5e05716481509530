import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { balanceOf, differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { block, startWith } from '#test/support/messaging/messaging.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { moderateComment, moderatePost } from '#test/support/people/moderate.ts';
import { follow, setPrivacy, subscribe } from '#test/support/people/people.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { SEND, send, settle } from '#test/support/money/tips.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const codesOf = async (person: Person, input: object): Promise<string[]> =>
  (await send(person, input)).errors.map(({ code }: { code: string }) => code);

const tipsIn = async (world: World): Promise<number> =>
  (await rowsOf<{ count: number }>(world, 'select count(*)::integer as count from coin_tips'))[0]?.count ?? 0;

const VIEWER = `query ($user: ID!, $post: ID!, $comment: ID!, $message: ID!) {
  user(id: $user) { viewer { canTip } } post(id: $post) { viewer { canTip } } comment(id: $comment) { viewer { canTip } }
  message: node(id: $message) { ... on Message { viewer { canTip } } } }`;

test('who may give a tip for what: each target by each caller', async (t) => {
  const world = await testWorld(t);
  const names = ['author', 'follower', 'subscriber', 'stranger', 'blocked', 'blocker', 'member'] as const;
  const people: Partial<Record<(typeof names)[number], Person>> = {};
  for (const name of names) people[name] = await world.user(name);
  const all = people as Record<(typeof names)[number], Person>; // each was just registered
  const { author, follower, subscriber, blocked, blocker, member } = all;
  await follow(follower, author);
  await subscribe(world, subscriber, author);
  const conversationId = await startWith(member, author);
  const targets = {
    public: { postId: await publish(author) },
    followers: { postId: await publish(author, { text: 'Hi', visibility: 'FOLLOWERS' }) },
    subscribers: { postId: await publish(author, { text: 'Hi', visibility: 'SUBSCRIBERS' }) },
    held: { postId: await publish(author) },
    comment: { commentId: await commentOn(author, await publish(author)) },
    removed: { commentId: await commentOn(author, await publish(author)) },
    user: { userId: author.id },
    message: { messageId: await sent(author, conversationId) },
  };
  await moderatePost(world, targets.held.postId, 'HELD');
  await moderateComment(world, targets.removed.commentId, 'REMOVED');
  await block(world, author, blocked);
  await block(world, blocker, author);
  for (const name of names) await give(world, all[name], 1_000);
  const allowed: Record<string, readonly string[]> = {
    public: ['follower', 'subscriber', 'stranger', 'member'],
    followers: ['follower'],
    subscribers: ['subscriber'],
    held: [],
    comment: ['follower', 'subscriber', 'stranger', 'member'],
    removed: [],
    user: ['follower', 'subscriber', 'stranger', 'member'],
    message: ['member'],
  };
  for (const [kind, target] of Object.entries(targets)) {
    const given: string[] = [];
    for (const name of names) {
      const codes = await codesOf(all[name], { target, amountCoins: 1 });
      if (codes.length === 0) given.push(name);
      else {
        const isSelf = name === 'author' && kind !== 'removed';
        assert.deepEqual(codes, [isSelf ? 'VALIDATION_FAILED' : 'NOT_FOUND'], `${kind} by ${name}`);
      }
    }
    assert.deepEqual(given, allowed[kind], kind);
  }
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
});

test('privacy settings, restrictions and states refuse tips, and canTip predicts them', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100);
  const post = await publish(ben);
  const comment = await commentOn(ben, post);
  const message = await sent(ben, await startWith(ada, ben));
  const target = { userId: ben.id };
  const canTip = async (who: Person) => {
    const found = await who.do(VIEWER, { user: ben.id, post, comment, message });
    return [found.user, found.post, found.comment, found.message].map(({ viewer }) => viewer.canTip);
  };
  assert.deepEqual(
    [await canTip(ada), await canTip(ben)],
    [
      [true, true, true, true],
      [false, false, false, false],
    ],
  );
  await setPrivacy(ben, { tipAudience: 'FOLLOWERS' });
  assert.deepEqual(await canTip(ada), [false, false, false, false]);
  assert.deepEqual(await codesOf(ada, { target, amountCoins: 1 }), ['FORBIDDEN']);
  await follow(ada, ben);
  assert.deepEqual(await canTip(ada), [true, true, true, true]);
  for (const [amountCoins, code] of [
    [0, 'VALIDATION_FAILED'],
    [-5, 'VALIDATION_FAILED'],
    [10_001, 'VALIDATION_FAILED'],
    [101, 'INSUFFICIENT_COINS'],
  ] as const) {
    assert.deepEqual(await codesOf(ada, { target, amountCoins }), [code], String(amountCoins));
  }
  for (const none of [{}, { ...target, postId: post }, { ...target, postId: null }]) {
    const input = { target: none, amountCoins: 1, idempotencyKey: randomUUID() };
    const { errors } = await ada.ask(SEND, { input });
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT', JSON.stringify(none));
  }
  assert.deepEqual(await codesOf(ada, { target, amountCoins: 1, message: 'x'.repeat(201) }), [
    'VALIDATION_FAILED',
  ]);
  const unknown = { postId: toGlobalId('post', '0190a3b0-0000-7000-8000-000000000000') };
  assert.deepEqual(await codesOf(ada, { target: unknown, amountCoins: 1 }), ['NOT_FOUND']);
  await restrict(world, ada, { kind: 'TIPPING' });
  assert.deepEqual(await codesOf(ada, { target, amountCoins: 1 }), ['RESTRICTED']);
  assert.equal(await tipsIn(world), 0);
  assert.equal((await balanceOf(ada)).totalCoins, 100);
});

test('a repetition gets its first answer, also after a block, a restriction and a spent budget', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 1_000);
  const input = { target: { userId: ben.id }, amountCoins: 10, idempotencyKey: 'first' };
  const first = await send(ada, input);
  assert.deepEqual(first.errors, []);
  for (let count = 1; count < 300; count += 1)
    await send(ada, { target: { userId: ben.id }, amountCoins: 1 });
  assert.deepEqual(await codesOf(ada, { target: { userId: ben.id }, amountCoins: 1 }), ['RATE_LIMITED']);
  await restrict(world, ada, { kind: 'TIPPING' });
  await block(world, ben, ada);
  const again = await send(ada, input);
  assert.deepEqual([again.errors, again.tip.id, again.tip.receiver], [[], first.tip.id, null]);
  assert.deepEqual(await codesOf(ada, { ...input, amountCoins: 11 }), ['IDEMPOTENCY_KEY_REUSED']);
  assert.equal((await balanceOf(ada)).totalCoins, 1_000 - 10 - 299);
  assert.deepEqual(await differencesOf(world), []);
});

test('a key that the platform has lost is refused by the books', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100);
  const input = { target: { userId: ben.id }, amountCoins: 10, idempotencyKey: 'first' };
  assert.deepEqual((await send(ada, input)).errors, []);
  await rowsOf(world, 'delete from idempotency_keys');
  assert.deepEqual(await codesOf(ada, input), ['IDEMPOTENCY_KEY_REUSED']);
  assert.equal((await balanceOf(ada)).totalCoins, 90);
  assert.deepEqual(await rowsOf(world, 'select 1 from idempotency_keys'), []);
});
