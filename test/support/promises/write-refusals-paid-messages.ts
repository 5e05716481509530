import { block, startWith } from '#test/support/messaging/messaging.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { give } from '#test/support/money/ledger.ts';
import { sold, unlock } from '#test/support/money/paid-messages.ts';
import { runSql } from '#test/support/test-server.ts';
import { accountCases, notFoundError, type RefusalCases, type RefusalScene } from './write-refusals.ts';
import { type CallToMessage, pair, sendCases } from './write-refusals-messaging.ts';

const KEY = 'unlock';
const inputOf = (messageId: string) => ({ messageId, expectedPriceCoins: 10, idempotencyKey: KEY });

/** A message for 10 coins, to somebody who has 100. */
async function accepted(scene: RefusalScene): Promise<CallToMessage> {
  const between = await pair(scene);
  await give(scene.world, between.actor, 100, { kind: 'COINS' });
  const messageId = await sold(between.other, between.conversationId, { priceCoins: 10 });
  return { ...between, messageId, mutation: 'unlockMessage', input: inputOf(messageId) };
}

const notForSale = (message: string, current: string) => ({
  code: 'INVALID_STATE',
  message,
  path: ['messageId'],
  current,
  allowed: ['LOCKED'],
});

const writeUnlock: RefusalCases = {
  ...accountCases('PURCHASING', accepted),
  ...sendCases('messageId', accepted),
  async MESSAGE_NOT_FOUND(scene) {
    const call = await accepted(scene);
    const { messageId } = await accepted(scene);
    return { ...call, input: inputOf(messageId), error: notFoundError('Message', 'messageId') };
  },
  async NOT_LOCKED(scene) {
    const call = await accepted(scene);
    const messageId = await sent(call.other, call.conversationId);
    return { ...call, input: inputOf(messageId), error: notForSale('Choose a paid message.', 'OTHER') };
  },
  async OWN_MESSAGE(scene) {
    const call = await accepted(scene);
    const messageId = await sold(call.actor, call.conversationId, { priceCoins: 10 });
    const error = notForSale('Choose a paid message of somebody else.', 'SENT');
    return { ...call, input: inputOf(messageId), error };
  },
  async CLOSED(scene) {
    const call = await accepted(scene);
    const group = await startWith(call.other, call.actor, await scene.person());
    const messageId = await sold(call.other, group, { priceCoins: 10 });
    await block(scene.world, call.other, call.actor);
    const message = 'Choose a message whose content is available.';
    const state = { path: ['messageId'], current: 'CLOSED', allowed: ['OPEN'] };
    return { ...call, input: inputOf(messageId), error: { code: 'INVALID_STATE', message, ...state } };
  },
  async PRICE_CHANGED(scene) {
    const call = await accepted(scene);
    return {
      ...call,
      input: { ...call.input, expectedPriceCoins: 9 },
      error: {
        code: 'PRICE_CHANGED',
        message: 'The price is 10 coins: ask the caller whether they agree.',
        path: ['expectedPriceCoins'],
        currentPriceCoins: 10,
      },
    };
  },
  async INSUFFICIENT_COINS(scene) {
    const call = await accepted(scene);
    const messageId = await sold(call.other, call.conversationId, { priceCoins: 101 });
    return {
      ...call,
      input: { ...inputOf(messageId), expectedPriceCoins: 101 },
      error: {
        code: 'INSUFFICIENT_COINS',
        message: 'This needs 101 coins, and 100 are there.',
        requiredCoins: 101,
        availableCoins: 100,
      },
    };
  },
  async KEY_IN_BOOKS(scene) {
    const call = await accepted(scene);
    await unlock(call.actor, call.messageId, { price: 10, key: KEY });
    await runSql(scene.world.connectionString, 'delete from idempotency_keys');
    const messageId = await sold(call.other, call.conversationId, { priceCoins: 10 });
    const message = 'This idempotency key is in the books already: use a new key.';
    const error = { code: 'IDEMPOTENCY_KEY_REUSED', message, path: ['idempotencyKey'] };
    return { ...call, input: inputOf(messageId), error };
  },
  async OWN_LIMIT(scene) {
    const call = await accepted(scene);
    await call.actor.do(
      'mutation { setSpendingLimit(input: { period: WEEK, limitCoins: 9 }) { errors { code } } }',
    );
    const message = 'This passes the limit that you have set for your own spending.';
    return { ...call, error: { code: 'LIMIT_REACHED', message, path: ['expectedPriceCoins'] } };
  },
};

export const PAID_MESSAGE_REFUSALS: Readonly<Record<string, RefusalCases>> = {
  'paid-messages/writeUnlock': writeUnlock,
};
