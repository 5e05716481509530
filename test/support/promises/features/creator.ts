import assert from 'node:assert/strict';
import { smallPicture } from '#test/support/content/media-files.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { give } from '#test/support/money/ledger.ts';
import { sold, unlock } from '#test/support/money/paid-messages.ts';
import { subscribed } from '#test/support/money/subscriptions.ts';
import { createTier } from '#test/support/money/tiers.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import type { Person, World } from '#test/support/world.ts';
import { wordOf, type Company } from './company.ts';

/** Tips between the user and the friend. */
export async function tipEachOther(person: Person, friend: Person): Promise<void> {
  for (const [from, to] of [
    [person, friend],
    [friend, person],
  ] as const) {
    await from.do('mutation ($input: SendTipInput!) { sendTip(input: $input) { errors { code } } }', {
      input: {
        target: { userId: to.id },
        amountCoins: 5,
        message: `Tip ${wordOf(from)}`,
        idempotencyKey: `tip-${person.id}`,
      },
    });
  }
}

/** A paid subscription of the user, and a trial of another one to the user. */
export async function subscribeEachOther(
  world: World,
  person: Person,
  { friend, suitor }: Company,
): Promise<void> {
  await give(world, person, 5);
  const tierOf = async (creator: Person, input: object): Promise<string> =>
    (await createTier(creator, { title: `Tier ${wordOf(creator)}`, priceCoins: 5, ...input })).id;
  await subscribed(person, await tierOf(friend, {}));
  await subscribed(suitor, await tierOf(person, { trialDays: 7 }));
}

/** Each sells a message to the other, one of them with a preview, and one sells another that they delete. */
export async function tradeMessages(person: Person, friend: Person): Promise<void> {
  const conversationId = await startWith(person, friend);
  const previewMediaIds = [(await uploaded(person, await smallPicture())).id];
  const lock = { priceCoins: 1, teaser: `Teaser ${wordOf(person)}`, previewMediaIds };
  const own = await sold(person, conversationId, lock);
  const deleted = await sold(person, conversationId, { priceCoins: 1 });
  for (const id of [own, deleted]) assert.deepEqual((await unlock(friend, id, { price: 1 })).errors, []);
  const input = { messageId: deleted, scope: 'EVERYONE' };
  await callMutation(person, { name: 'deleteMessage', payload: 'errors { code }', input });
  const other = await sold(friend, conversationId, { priceCoins: 1 });
  assert.deepEqual((await unlock(person, other, { price: 1 })).errors, []);
}
