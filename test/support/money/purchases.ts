import assert from 'node:assert/strict';
import { give } from './ledger.ts';
import { saveCard } from './saved-cards.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import type { Untyped } from '#test/support/actor.ts';
import type { Person, World } from '#test/support/world.ts';

const PURCHASE = `purchase { id state coins bonusCoins totalCoins price { amountMinor currency } expiresAt
    payment { id state purpose amount { amountMinor currency } declineReason cardBrand cardLast4 receiptUrl } }`;
const ERRORS = `errors { code message path __typename ... on PaymentDeclinedError { reason } ... on StateError { current allowed }
    ... on RateLimitedError { retryAfterSeconds } }`;

async function payloadOf(person: Person, document: string, input: object): Promise<Untyped> {
  const { data, errors } = await person.ask(document, { input });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return Object.values(data)[0];
}

type Offer = { readonly coins?: number; readonly bonusCoins?: number; readonly maxPerUser?: number | null };

/** Puts a package on offer, at 4.49 EUR. @returns its id */
export async function offer(world: World, { coins = 500, bonusCoins = 25, maxPerUser = null }: Offer = {}) {
  const admin = await world.admin();
  const { adminCreateCoinPackage } = await admin.do(
    'mutation ($input: AdminCreateCoinPackageInput!) { adminCreateCoinPackage(input: $input) { package { id } errors { code message } } }',
    { input: { coins, bonusCoins, priceMinor: 449, currency: 'EUR', maxPerUser } },
  );
  assert.deepEqual(adminCreateCoinPackage.errors, []);
  return adminCreateCoinPackage.package.id as string;
}

type Order = {
  readonly key?: string;
  readonly version?: number;
  readonly paymentMethodId?: string | null;
  readonly allowSecond?: boolean;
};

export const PURCHASE_COINS = `mutation ($input: PurchaseCoinsInput!) { purchaseCoins(input: $input) {
  ${PURCHASE} nextAction { kind url } clientSecret ${ERRORS} } }`;

let keys = 0;

/** Buys a package, by default also beside a live purchase of the same one. @returns the payload */
export const purchase = (
  person: Person,
  packageId: string,
  { key, version = 1, allowSecond = true, ...method }: Order = {},
) =>
  payloadOf(person, PURCHASE_COINS, {
    packageId,
    version,
    idempotencyKey: key ?? `key-${(keys += 1)}`,
    allowSecond,
    ...method,
  });

/** Asks the provider how a purchase stands. @returns the payload */
export const refreshPurchase = (person: Person, purchaseId: string) =>
  payloadOf(
    person,
    `mutation ($input: RefreshCoinPurchaseInput!) { refreshCoinPurchase(input: $input) {
      ${PURCHASE} nextAction { kind url } clientSecret ${ERRORS} } }`,
    { purchaseId },
  );

type Card = { readonly paymentMethodId?: string; readonly providerMethodId?: string };

/** The input of a purchase that the default card pays, by a person who has coins already. */
export async function orderOf(world: World, person: Person) {
  await saveCard(person);
  await give(world, person, 1);
  return { packageId: await offer(world), version: 1 };
}

/** The input of a purchase that a named card pays. */
export const orderByCard = async (world: World, person: Person) => ({
  packageId: await offer(world),
  version: 1,
  paymentMethodId: await saveCard(person, 'pm_card_mastercard'),
});

/** Confirms a purchase, with a card where one is named. @returns the payload */
export const confirmPurchase = (person: Person, purchaseId: string, card: Card = {}) =>
  payloadOf(
    person,
    `mutation ($input: ConfirmCoinPurchaseInput!) { confirmCoinPurchase(input: $input) {
      ${PURCHASE} nextAction { kind url } clientSecret ${ERRORS} } }`,
    { purchaseId, ...card },
  );

/** Cancels a purchase. @returns the payload */
export const cancelPurchase = (person: Person, purchaseId: string) =>
  payloadOf(
    person,
    `mutation ($input: CancelCoinPurchaseInput!) { cancelCoinPurchase(input: $input) { ${PURCHASE} ${ERRORS} } }`,
    { purchaseId },
  );

/** Passes or fails the challenge of a payment. @returns the payload */
export const challengePayment = (person: Person, paymentId: string, isPassed: boolean) =>
  payloadOf(
    person,
    `mutation ($input: CompleteSandboxChallengeInput!) { completeSandboxChallenge(input: $input) {
      setup { id } payment { id state declineReason } nextAction { kind } ${ERRORS} } }`,
    { paymentId, isPassed },
  );

/** A purchase as it is stored. */
export async function stored(person: Person, id: string): Promise<Untyped> {
  const { coinPurchase } = await person.do(
    `query ($id: ID!) { coinPurchase(id: $id) { id state payment { state declineReason cardLast4 receiptUrl } } }`,
    { id },
  );
  return coinPurchase;
}

/** Polls the facts of the provider and looks at what they are about. */
export async function poll(world: World): Promise<void> {
  await runCron(world, 'payments.startPoll');
  await world.runJobs();
}
