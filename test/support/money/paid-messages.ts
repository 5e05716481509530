import { randomUUID } from 'node:crypto';
import type { Actor, Untyped, Variables } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import type { World } from '#test/support/world.ts';

export const CONTENT = `content { __typename text ... on MediaContent { media { id url } mediaCount }
  ... on LockedContent { priceCoins mediaCount previews { url } viewer { isUnlocked canUnlock } } }`;

/** Sends a paid message, also one that is refused. */
export const sell = (actor: Actor, input: Variables): Promise<Untyped> =>
  callMutation(actor, {
    name: 'sendMessage',
    payload: `message { id ${CONTENT} lock { priceCoins version teaser saleCount } } errors { code path message ... on StateError { current } }`,
    input,
  });

/** Sells a text in a conversation. @returns the id of the message */
export async function sold(actor: Actor, conversationId: string, lock: object = {}): Promise<string> {
  const input = {
    conversationId,
    text: 'The secret is out',
    lock: { priceCoins: 100, teaser: 'A story', ...lock },
  };
  return String((await sell(actor, input)).message.id);
}

/** Unlocks a message with a key of its own, unless one is given; also one that is refused. */
export const unlock = (
  actor: Actor,
  messageId: string,
  { price = 100, key = randomUUID() }: { price?: number; key?: string } = {},
): Promise<Untyped> =>
  callMutation(actor, {
    name: 'unlockMessage',
    payload: `message { ${CONTENT} } errors { code ... on StateError { current }
      ... on PriceChangedError { currentPriceCoins } ... on InsufficientCoinsError { requiredCoins availableCoins } }`,
    input: { messageId, expectedPriceCoins: price, idempotencyKey: key },
  });

/** The content of a message by `node`; null for who does not see the message. */
export async function contentFor(actor: Actor, id: string): Promise<Untyped> {
  const { node } = await actor.do(`query ($id: ID!) { node(id: $id) { ... on Message { ${CONTENT} } } }`, {
    id,
  });
  return node?.content ?? null;
}

/** Refunds a sale of a seller, also one that cannot be. */
export const refundSale = (actor: Actor, purchaseId: string): Promise<Untyped> =>
  callMutation(actor, {
    name: 'refundMessagePurchase',
    payload: 'purchase { state refundedAt } errors { code ... on StateError { current } }',
    input: { purchaseId },
  });

export const SALES = `query ($id: ID) { messageSales(messageId: $id) { nodes {
  id messageId priceCoins feeCoins state buyer { username } seller { username } } } }`;

/** Brings what was bought to its sellers. */
export async function settleSales({ app }: World): Promise<void> {
  await app.runJobs();
  await app.runJobs();
}
