import assert from 'node:assert/strict';
import { beginPaymentFor } from '#domains/money/payments/card-payments.service.ts';
import { postCardEarnings } from '#domains/money/sales/card-earnings.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { rowsOf } from './ledger.ts';
import {
  bankOf,
  chosen,
  isDone,
  type MoneyTown,
  type Step,
  type Teller,
  unlessRefused,
} from './money-acts.ts';
import { refundSale, sell, unlock } from './paid-messages.ts';
import { changeBy, changeTier, subscribeTo } from './subscriptions.ts';
import { updateTier } from './tiers.ts';

export type SoldTier = {
  readonly creator: Teller;
  readonly id: string;
  readonly hasTrial: boolean;
  version: number;
};
export type SoldMessage = { readonly seller: Teller; readonly id: string; price: number };

/** A town in which some have tiers, and all sell messages in one conversation. */
export type SaleTown = MoneyTown & {
  readonly tiers: readonly SoldTier[];
  readonly conversationId: string;
  readonly messages: SoldMessage[];
  /** Payments by card of what was sold. */
  readonly cardPayments: string[];
  /** Coins that users were told to have paid for subscriptions without a trial and for dearer tiers, by user and key. */
  readonly paid: Map<string, number>;
  /** Users and the messages that they were told to have. */
  readonly unlocked: Set<string>;
};

type SaleAct = (town: SaleTown, self: Teller, step: Step) => Promise<boolean>;

const OFTEN = ['RATE_LIMITED'] as const;
/** By two who stand in each other's way, or by someone who has left or is blocked. */
const USUAL = ['INSUFFICIENT_COINS', 'NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', ...OFTEN] as const;
const STATES = [
  'INVALID_STATE',
  ...['SUBSCRIBED', 'ENDED', 'PAST_DUE'].map((state) => `INVALID_STATE ${state}`),
];

/** A tier of somebody else. */
function tierFor({ tiers }: SaleTown, self: Teller, number: number): SoldTier {
  return (
    chosen(
      tiers.filter(({ creator }) => creator !== self),
      number,
    ) ?? assert.fail('there are several creators')
  );
}

async function subscribe(
  { paid }: SaleTown,
  { person }: Teller,
  { tier: { id, version, hasTrial }, key }: { tier: SoldTier; key: string },
): Promise<string | null> {
  const answer = await subscribeTo(person, id, { version, idempotencyKey: key });
  if (!isDone(answer, ...USUAL, ...STATES)) return null;
  const { subscription } = answer;
  assert.ok(subscription);
  if (!hasTrial) paid.set(`${person.id} ${key}`, subscription.priceCoins);
  return subscription.id;
}

/** A live subscription of somebody, with the tiers of its creator. */
async function ownOf(
  { tiers }: SaleTown,
  { person }: Teller,
  number: number,
): Promise<{ id: string; tiers: readonly SoldTier[] } | undefined> {
  const { mySubscriptions } = await person.do('{ mySubscriptions(first: 50) { nodes { id state tierId } } }');
  const own: { id: string; tierId: string } | undefined = chosen(
    mySubscriptions.nodes.filter(({ state }: { state: string }) => state !== 'ENDED'),
    number,
  );
  const creator = tiers.find(({ id }) => id === own?.tierId)?.creator;
  return own && { id: own.id, tiers: tiers.filter((tier) => tier.creator === creator) };
}

async function change(
  { paid }: SaleTown,
  { person }: Teller,
  { subscriptionId, tier, key }: { subscriptionId: string; tier: SoldTier; key: string },
): Promise<boolean> {
  const input = { subscriptionId, tierId: tier.id, version: tier.version, idempotencyKey: key };
  const answer = await changeTier(person, input);
  if (!isDone(answer, ...USUAL, ...STATES)) return false;
  if ((answer.dueCoins ?? 0) > 0) paid.set(`${person.id} ${key}`, answer.dueCoins ?? 0);
  return true;
}

const SUBSCRIPTIONS: Readonly<Record<string, SaleAct>> = {
  subscribe: async (town, self, { key, numbers: [a] }) =>
    (await subscribe(town, self, { tier: tierFor(town, self, a), key })) !== null,
  subscribeOnceByMany: async (town, self, { key, numbers: [a] }) => {
    const tier = { ...tierFor(town, self, a) };
    const ids = await Promise.all([1, 2, 3].map(() => subscribe(town, self, { tier, key })));
    const told = ids.filter((id) => id !== null);
    assert.ok(new Set(told).size <= 1, `${key} was told two subscriptions`);
    return told.length > 0;
  },
  change: async (town, self, { key, numbers: [a, b] }) => {
    const own = await ownOf(town, self, a);
    const tier = own && chosen(own.tiers, b);
    return tier !== undefined && change(town, self, { subscriptionId: own?.id ?? '', tier, key });
  },
  changeAtOnce: async (town, self, { key, numbers: [a] }) => {
    const own = await ownOf(town, self, a);
    if (!own) return false;
    const changes = own.tiers.map((tier, index) =>
      change(town, self, { subscriptionId: own.id, tier, key: `${key}-${index}` }),
    );
    return (await Promise.all(changes)).some(Boolean);
  },
  cancelOrResume: async (town, self, { numbers: [a, b] }) => {
    const own = await ownOf(town, self, a);
    if (!own) return false;
    const name = b % 2 === 0 ? 'cancelSubscription' : 'resumeSubscription';
    return isDone(await changeBy(self.person, name, { subscriptionId: own.id }), ...USUAL, ...STATES);
  },
  agree: async (town, self, { numbers: [a, b] }) => {
    const own = await ownOf(town, self, a);
    const tier = own && chosen(own.tiers, b);
    if (!own || !tier) return false;
    const input = { subscriptionId: own.id, version: tier.version };
    return isDone(await changeBy(self.person, 'acceptSubscriptionPrice', input), ...USUAL, ...STATES);
  },
  repriceTier: async ({ tiers }, self, { numbers: [a, b] }) => {
    const tier = chosen(
      tiers.filter(({ creator }) => creator === self),
      a,
    );
    if (!tier) return false;
    const answer = await updateTier(self.person, {
      tierId: tier.id,
      expectedVersion: tier.version,
      priceCoins: 5 + (b % 60),
    });
    if (!isDone(answer, ...USUAL)) return false;
    tier.version = answer.tier.version;
    return true;
  },
  endByAdmin: async ({ world }, { admin }, { numbers: [a, b] }) => {
    const live = await rowsOf<{ id: string }>(
      world,
      "select id from subscriptions where state <> 'ENDED' order by id",
    );
    const found = chosen(live, a);
    if (!found) return false;
    const answer = await callMutation(admin, {
      name: 'adminEndSubscription',
      payload: 'errors { code ... on StateError { current } }',
      input: { subscriptionId: toGlobalId('subscription', found.id), refund: b % 4 > 0, reason: 'Chance.' },
    });
    return isDone(answer, ...USUAL, ...STATES);
  },
  blockMember: async ({ world, tellers }, self, { numbers: [a] }) => {
    const members = await rowsOf<{ id: string }>(
      world,
      `select subscriber_id as id from subscriptions where creator_id = '${uuidOf(self.person.id)}' and state <> 'ENDED' order by id`,
    );
    const member = tellers.find(({ person }) => uuidOf(person.id) === chosen(members, a)?.id);
    if (!member) return false;
    for (const name of ['blockUser', 'unblockUser']) {
      const input = { userId: member.person.id };
      const answer = await callMutation(self.person, { name, payload: 'errors { code }', input });
      if (!isDone(answer, ...USUAL)) return false;
    }
    return true;
  },
};

async function buyMessage(
  { unlocked }: SaleTown,
  { person }: Teller,
  { message, key }: { message: SoldMessage; key: string },
): Promise<boolean> {
  const answer = await unlock(person, message.id, { price: message.price, key });
  const allowed = ['SENT', 'CLOSED', 'READ_ONLY'].map((state) => `INVALID_STATE ${state}`);
  if (!isDone(answer, ...USUAL, ...allowed, 'PRICE_CHANGED', 'IDEMPOTENCY_KEY_REUSED')) return false;
  unlocked.add(`${uuidOf(person.id)} ${uuidOf(message.id)}`);
  return true;
}

const TAKEN = ['INVALID_STATE', 'INVALID_STATE TAKEN_BACK'] as const;

const MESSAGES: Readonly<Record<string, SaleAct>> = {
  sell: async (town, self, { numbers: [a] }) => {
    const price = 1 + (a % 40);
    const input = { conversationId: town.conversationId, text: 'The secret', lock: { priceCoins: price } };
    const answer: Untyped = await sell(self.person, input);
    if (!isDone(answer, ...USUAL)) return false;
    town.messages.push({ seller: self, id: answer.message.id, price });
    return true;
  },
  unlock: async (town, self, { key, numbers: [a] }) => {
    const message = chosen(town.messages, a);
    return message !== undefined && buyMessage(town, self, { message, key });
  },
  unlockAtOnce: async (town, self, { key, numbers: [a] }) => {
    const message = chosen(town.messages, a);
    if (!message) return false;
    const keys = [`${key}-1`, `${key}-2`, `${key}-2`, `${key}-3`];
    return (await Promise.all(keys.map((one) => buyMessage(town, self, { message, key: one })))).some(
      Boolean,
    );
  },
  repriceMessage: async (town, self, { numbers: [a, b] }) => {
    const own = chosen(
      town.messages.filter(({ seller }) => seller === self),
      a,
    );
    if (!own) return false;
    const price = 1 + (b % 40);
    const answer = await callMutation(self.person, {
      name: 'updateMessageLock',
      payload: 'errors { code }',
      input: { messageId: own.id, priceCoins: price },
    });
    if (!isDone(answer, ...USUAL)) return false;
    own.price = price;
    return true;
  },
  refundBySeller: async (_town, self, { numbers: [a] }) => {
    const { messageSales } = await self.person.do('{ messageSales(first: 50) { nodes { id } } }');
    const sale: { id: string } | undefined = chosen(messageSales.nodes, a);
    return sale !== undefined && isDone(await refundSale(self.person, sale.id), ...USUAL, ...TAKEN);
  },
  refundByAdmin: async ({ world }, { admin }, { numbers: [a] }) => {
    const all = await rowsOf<{ id: string }>(world, 'select id from message_purchases order by id');
    const sale = chosen(all, a);
    if (!sale) return false;
    const answer = await callMutation(admin, {
      name: 'adminRefundMessagePurchase',
      payload: 'errors { code ... on StateError { current } }',
      input: { purchaseId: toGlobalId('messagepurchase', sale.id), reason: 'Chance.' },
    });
    return isDone(answer, ...USUAL, ...TAKEN);
  },
};

const CARD_PRICE_MINOR = 900;

const CARDS: Readonly<Record<string, SaleAct>> = {
  earnByCard: async (town, self, { numbers: [a, b] }) => {
    const { world, cardPayments } = town;
    const { services } = world.app;
    const { creator } = tierFor(town, self, a);
    if (creator.hasLeft) return false;
    const [paymentId, userId] = [services.ids.next(), uuidOf(self.person.id)];
    const payment = { id: paymentId, userId, amountMinor: CARD_PRICE_MINOR, currency: 'EUR' } as const;
    const isBegun = await services.transaction((tx) =>
      beginPaymentFor(services, tx, { ...payment, purpose: 'SUBSCRIPTION', methodId: undefined }),
    );
    await world.runJobs();
    const paid = `select id from payments where id = '${paymentId}' and state = 'SUCCEEDED'`;
    if (!isBegun || (await rowsOf(world, paid)).length === 0) return false;
    const earned = { userId: uuidOf(creator.person.id), amountCoins: 100 + (b % 50), feeCoins: 20 };
    const post = () =>
      services.transaction((tx) =>
        postCardEarnings(services, tx, { ...earned, paymentId, counterpartyId: userId }),
      );
    assert.deepEqual((await Promise.all([post(), post()])).toSorted(), [false, true]);
    cardPayments.push(paymentId);
    return true;
  },
  refundCard: async (town, _self, { key, numbers: [a, b] }) => {
    const paymentId = await providerIdOf(town, chosen(town.cardPayments, a));
    if (paymentId === null) return false;
    const amountMinor = b % 3 === 0 ? CARD_PRICE_MINOR : 1 + (b % 400);
    const refund = { paymentId, amountMinor, currency: 'EUR', reason: 'REQUESTED_BY_CUSTOMER' } as const;
    return unlessRefused(
      bankOf(town)
        .payments.refundPayment({ ...refund, reference: key, idempotencyKey: key })
        .then(({ id }) => town.refunds.push(id)),
    );
  },
  disputeCard: async (town, _self, { numbers: [a, b, c] }) => {
    const paymentId = await providerIdOf(town, chosen(town.cardPayments, a));
    if (paymentId === null) return false;
    const amountMinor = b % 2 === 0 ? CARD_PRICE_MINOR : 300 + (b % 400);
    const opened = bankOf(town).sandbox.openDispute({ paymentId, amountMinor, isInquiry: c % 4 === 0 });
    return unlessRefused(opened.then((id) => town.disputes.push(id)));
  },
};

async function providerIdOf({ world }: SaleTown, paymentId: string | undefined): Promise<string | null> {
  if (paymentId === undefined) return null;
  const [row] = await rowsOf<{ id: string }>(
    world,
    `select provider_id as id from payments where id = '${paymentId}'`,
  );
  return row?.id ?? null;
}

/** All that is done about sales, by its name. */
export const SALE_ACTS: Readonly<Record<string, SaleAct>> = { ...SUBSCRIPTIONS, ...MESSAGES, ...CARDS };
