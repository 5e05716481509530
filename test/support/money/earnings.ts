import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addClearings } from '#domains/money/ledger/clearings.queries.ts';
import { insertAppendedTransfers, openEarnings } from '#domains/money/ledger/earnings.queries.ts';
import { clearDue } from '#domains/money/ledger/payouts.service.ts';
import { clearingTime, PLATFORM_ACCOUNT_IDS } from '#domains/money/ledger/ledger.policy.ts';
import { postCardEarnings } from '#domains/money/sales/card-earnings.service.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { TREASURER } from './ledger.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

/** Gives a person pending earnings, as a settlement of tips does. */
export async function earn({ app: { services } }: World, person: Person, amountCoins: number): Promise<void> {
  const { ids, clock } = services;
  const userId = uuidOf(person.id);
  await services.transaction(async (tx) => {
    const accounts = await openEarnings(tx, ids, { kind: 'EARNINGS_PENDING', userIds: [userId] });
    await insertAppendedTransfers(tx, [
      {
        id: ids.next(),
        kind: 'PROMO_GRANT',
        initiatorId: TREASURER,
        idempotencyKey: null,
        reversesId: null,
        createdAt: clock.now(),
        entries: [
          { accountId: PLATFORM_ACCOUNT_IDS.PROMO_EXPENSE, amount: -amountCoins },
          { accountId: accounts.get(userId) ?? '', amount: amountCoins },
        ],
        row: { id: ids.next(), userId, direction: 'CREDIT', amountCoins },
      },
    ]);
    const clearsAt = clearingTime(clock.now(), services.limits.earningsClearingDays);
    await addClearings(tx, [{ userId, clearsAt, coins: amountCoins }]);
  });
}

/** Gives a person earnings that are available at once. */
export async function earnAvailable(world: World, person: Person, amountCoins: number): Promise<void> {
  const { services } = world.app;
  await earn(world, person, amountCoins);
  const userId = uuidOf(person.id);
  await services.transaction(async (tx) => {
    await sql`
      update coin_clearings set clears_at = 'epoch' where owner_id = ${userId} and clears_at = (
        select max(clears_at) from coin_clearings where owner_id = ${userId})`.execute(tx);
    await clearDue(services, tx, 1);
  });
}

/** Pays out earnings that a person gets for it. */
export async function payOut(world: World, person: Person, amounts: readonly number[]): Promise<void> {
  const admin = await world.admin({ role: 'FINANCE' });
  for (const amountCoins of amounts) {
    await earnAvailable(world, person, amountCoins);
    const { errors } = await callMutation(admin, {
      name: 'adminRecordPayout',
      payload: 'errors { code }',
      input: {
        userId: person.id,
        amountCoins,
        reference: randomUUID().slice(0, 8),
        idempotencyKey: randomUUID(),
      },
    });
    assert.deepEqual(errors, []);
  }
}

/** Lets all earnings become available. */
export async function clearAll(world: World): Promise<void> {
  world.clock.advance('8d');
  await runCron(world, 'earnings.clear');
}

export const EARNINGS =
  '{ myEarnings { pendingCoins availableCoins paidOutCoins nextClearingAt nextClearingCoins } }';

/** Gives a person what a payment by card earns, as when somebody has paid their tier. */
export async function earnByCard(
  { app: { services } }: World,
  person: Person,
  { paymentId, payer }: { paymentId: string; payer: Person },
): Promise<void> {
  const coins = { amountCoins: 10, feeCoins: 3 };
  const paid = { paymentId, userId: uuidOf(person.id), counterpartyId: uuidOf(payer.id), ...coins };
  await services.transaction((tx) => postCardEarnings(services, tx, paid));
}
