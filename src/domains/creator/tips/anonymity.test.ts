import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { leave, startWith } from '#test/support/messaging/messaging.ts';
import { balanceOf, differencesOf, give } from '#test/support/money/ledger.ts';
import { send } from '#test/support/money/tips.ts';
import { follow, setPrivacy, subscribe } from '#test/support/people/people.ts';
import { refused } from '#test/support/unchanged.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const SEND = `mutation ($input: SendTipInput!) { sendTip(input: $input) { tip { id }
  errors { code path ... on ValidationError { constraint } } } }`;
const TOLD = [{ code: 'VALIDATION_FAILED', path: ['isAnonymous'], constraint: 'anonymity' }];

let keys = 0;

/** An anonymous tip of one coin that would tell its sender is refused, without a change; one with the name is sent. */
async function assertTold(world: World, sender: Person, target: object, name: string): Promise<void> {
  const input = { target, amountCoins: 1, idempotencyKey: `told-${(keys += 1)}` };
  const errors = await refused(world, sender, SEND, { input: { ...input, isAnonymous: true } });
  assert.deepEqual(errors, TOLD, name);
  assert.deepEqual((await send(sender, input)).errors, [], name);
}

async function assertHidden(sender: Person, target: object, name: string): Promise<void> {
  const { tip, errors } = await send(sender, { target, amountCoins: 1, isAnonymous: true });
  assert.deepEqual([errors, tip?.isAnonymous], [[], true], name);
}

async function scene(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await give(world, ada, 100);
  return { world, ada, ben, cleo };
}

test('a message that two people see takes no anonymous tip, and one that three see does', async (t) => {
  const { world, ada, ben, cleo } = await scene(t);
  await assertTold(world, ada, { messageId: await sent(ben, await startWith(ada, ben)) }, 'direct');
  const group = await startWith(ada, ben, cleo);
  const messageId = await sent(ben, group);
  await assertHidden(ada, { messageId }, 'group of three');
  await leave(world, cleo, group);
  await assertTold(world, ada, { messageId }, 'group of two who are left');
  assert.deepEqual(await differencesOf(world), []);
});

test('a post for one reader and its comments take no anonymous tips, and one for two does', async (t) => {
  const { world, ada, ben, cleo } = await scene(t);
  const named = (people: readonly Person[]) =>
    publish(ben, { text: 'Us', visibility: 'PRIVATE', audienceUserIds: people.map(({ id }) => id) });
  const own = await named([ada]);
  await assertTold(world, ada, { postId: own }, 'private');
  await assertTold(world, ada, { commentId: await commentOn(ben, own) }, 'comment on it');
  await assertHidden(ada, { postId: await named([ada, cleo]) }, 'private of two');

  await follow(ada, ben);
  const followed = await publish(ben, { text: 'Followers', visibility: 'FOLLOWERS' });
  await assertTold(world, ada, { postId: followed }, 'the only follower');
  await follow(cleo, ben);
  await assertHidden(ada, { postId: followed }, 'two followers');

  await subscribe(world, ada, ben, 2);
  await subscribe(world, cleo, ben, 1);
  const tier = await publish(ben, { text: 'Second', visibility: 'SUBSCRIBERS', tierLevel: 2 });
  await assertTold(world, ada, { postId: tier }, 'the only subscriber of the tier');
  await assertHidden(
    ada,
    { postId: await publish(ben, { text: 'First', visibility: 'SUBSCRIBERS' }) },
    'two subscribers',
  );
});

test('whoever takes tips of one person alone takes no anonymous ones; a profile that is open does', async (t) => {
  const { world, ada, ben, cleo } = await scene(t);
  await assertHidden(ada, { userId: ben.id }, 'open');
  await setPrivacy(ben, { tipAudience: 'FOLLOWERS' });
  await follow(ada, ben);
  await assertTold(world, ada, { userId: ben.id }, 'the only follower');
  const postId = await publish(ben);
  await assertTold(world, ada, { postId }, 'their open post');
  await follow(cleo, ben);
  await assertHidden(ada, { postId }, 'two followers');
  assert.equal((await balanceOf(ada)).totalCoins, 96);
});
