import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { runCron } from '#test/support/jobs/cron.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { moveTo, renewAll } from '#test/support/money/subscriptions.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Untyped } from '#test/support/actor.ts';
import type { Person, World } from '#test/support/world.ts';

const CHARGE = `payment { id state declineReason amount { amountMinor currency } } nextAction { kind } clientSecret
  errors { code message path __typename ... on PaymentDeclinedError { reason } ... on StateError { current } }`;
export const SHOWN = `subscription { id state funding tierId priceCoins price { amountMinor currency } periodStartsAt periodEndsAt accessEndsAt
  endReason paymentMethod { last4 } nextTierId
  dueInvoice { reason state amount { amountMinor currency } attempts { declineReason payment { id state } } } }`;

async function payloadOf(person: Person, document: string, input: object): Promise<Untyped> {
  const { data, errors } = await person.ask(document, { input });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return Object.values(data)[0];
}

/** Subscribes by the default card, with a key of its own unless one is given. @returns the payload */
export const subscribeByCard = (person: Person, tierId: string, input: object = {}) =>
  payloadOf(
    person,
    `mutation ($input: SubscribeToTierInput!) { subscribeToTier(input: $input) { ${SHOWN} ${CHARGE} } }`,
    { tierId, version: 1, funding: 'CARD', idempotencyKey: randomUUID(), ...input },
  );

/** @returns the payload */
export const confirmDue = (person: Person, subscriptionId: string, key: string = randomUUID()) =>
  payloadOf(
    person,
    `mutation ($input: ConfirmSubscriptionPaymentInput!) { confirmSubscriptionPayment(input: $input) { ${SHOWN} ${CHARGE} } }`,
    { subscriptionId, idempotencyKey: key },
  );

/** @returns the payload */
export const setCard = (person: Person, subscriptionId: string, paymentMethodId: string) =>
  payloadOf(
    person,
    `mutation ($input: SetSubscriptionPaymentMethodInput!) { setSubscriptionPaymentMethod(input: $input) { ${SHOWN} errors { code path } } }`,
    { subscriptionId, paymentMethodId },
  );

/** @returns the payload */
export const changeByCard = (person: Person, input: object) =>
  payloadOf(
    person,
    `mutation ($input: ChangeSubscriptionTierInput!) { changeSubscriptionTier(input: $input) {
      ${SHOWN} ${CHARGE} dueCoins dueMoney { amountMinor currency } effectiveAt } }`,
    { version: 1, idempotencyKey: randomUUID(), ...input },
  );

/** Lets the bank of all saved cards answer as a test card. */
export const answerAs = (world: World, token: string) =>
  runSql(
    world.connectionString,
    `update payment_sandbox.objects set test_card = '${token}' where kind = 'payment_method'`,
  );

/** Moves to a time, renews what is due, and runs the jobs of payments and of what follows them. */
export async function renewAt(world: World, at: Date, ...people: readonly Person[]): Promise<void> {
  await moveTo(world, at, ...people);
  await renewAll(world);
  await settlePayments(world);
}

/** Runs jobs until payments and what follows them are done. */
export async function settlePayments(world: World): Promise<void> {
  for (let round = 0; round < 3; round += 1) await world.runJobs();
}

/** The payments of subscriptions in their order: their states with reasons. */
export const paymentStates = async (world: World): Promise<string[]> =>
  (
    await rowsOf<{ state: string; reason: string | null }>(
      world,
      'select state, decline_reason as reason from payments order by created_at, id',
    )
  ).map(({ state, reason }) => (reason === null ? state : `${state} ${reason}`));

/** How the subscription of a person stands, and whether they see posts. */
export const standingOf = async (world: World, person: Person): Promise<Untyped> =>
  (
    await rowsOf(
      world,
      `select s.state, s.end_reason as reason, s.attempts::integer,
         coalesce(e.valid_until > '${world.clock.now().toISOString()}', false) as sees
       from subscriptions s left join entitlements e using (subscriber_id, creator_id)
       where subscriber_id = '${uuidOf(person.id)}' order by s.id desc limit 1`,
    )
  )[0];

/** Names of the events about subscriptions, in order. */
export const toldOf = async (world: World): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      world,
      "select name from event_log where name like 'subscription.%' order by position",
    )
  ).map(({ name }) => name.replace('subscription.', ''));

/** Lets refunds that wait be made, and what follows them. */
export async function refundAll(world: World): Promise<void> {
  await runCron(world, 'billing.settle');
  await runSql(world.connectionString, 'update graphile_worker._private_jobs set run_at = now()');
  world.clock.advance('1m');
  await settlePayments(world);
  await poll(world);
  await settlePayments(world);
}
