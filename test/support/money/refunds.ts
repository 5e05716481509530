import assert from 'node:assert/strict';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { rowsOf } from './ledger.ts';
import { offer, purchase } from './purchases.ts';
import { saveCard } from './saved-cards.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

export type Bought = {
  readonly person: Person;
  /** Global id of the purchase. */
  readonly purchaseId: string;
  /** The provider's id of the payment. */
  readonly providerId: string;
};

/** A new user who has bought 500 coins and a bonus of 25 for 4.49 EUR by a card. */
export async function buyer(world: World, name: string, card = 'pm_card_visa'): Promise<Bought> {
  const person = await world.user(name);
  await saveCard(person, card);
  return bought(world, person);
}

/** The purchase of a person who has a card. */
export async function bought(world: World, person: Person): Promise<Bought> {
  const { purchase: paid, errors } = await purchase(person, await offer(world));
  assert.deepEqual(errors, []);
  const text = `select provider_id as id from payments where id = '${uuidOf(paid.id)}'`;
  const [row] = await rowsOf<{ id: string }>(world, text);
  return { person, purchaseId: paid.id, providerId: row?.id ?? '' };
}

export const REFUND = `mutation ($input: AdminRefundPurchaseInput!) { adminRefundPurchase(input: $input) {
  refund { id amountMinor state providerId requestedById kind reason }
  purchase { id state payment { refundedAmount { amountMinor currency } refunds { id amountMinor state } } }
  errors { code path message ... on StateError { current allowed } } } }`;

let keys = 0;

/** Refunds a purchase; all of it unless an amount is given. @returns the payload */
export async function refund(
  admin: Actor,
  { purchaseId }: Partial<Bought> & Pick<Bought, 'purchaseId'>,
  input: object,
): Promise<Untyped> {
  const given = { purchaseId, reason: 'A test', idempotencyKey: `refund-${(keys += 1)}`, ...input };
  const { data, errors } = await admin.ask(REFUND, { input: given });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data.adminRefundPurchase;
}
