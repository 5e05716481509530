import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCron } from '#test/support/jobs/cron.ts';
import { removeCard, saveCard } from '#test/support/money/saved-cards.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

test('a card tells in its last two months that it expires, and afterwards that it has', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await saveCard(ada);
  const at = async (year: number, month: number) => {
    await runSql(
      world.connectionString,
      `update payment_methods set expiry_year = ${year}, expiry_month = ${month}`,
    );
    const device = await world.signIn(ada);
    const { myPaymentMethods } = await device.do('{ myPaymentMethods { isExpiring isExpired } }');
    return myPaymentMethods[0];
  };
  const now = world.clock.now();
  const month = (offset: number): [number, number] => {
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
    return [date.getUTCFullYear(), date.getUTCMonth() + 1];
  };
  assert.deepEqual(await at(...month(-1)), { isExpiring: false, isExpired: true });
  assert.deepEqual(await at(...month(0)), { isExpiring: true, isExpired: false });
  assert.deepEqual(await at(...month(1)), { isExpiring: true, isExpired: false });
  assert.deepEqual(await at(...month(2)), { isExpiring: false, isExpired: false });
});

test('a saved card that expires this month is told of once, and not when it is renewed or removed before', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [kept, removed, renewed] = [
    await saveCard(ada),
    await saveCard(ada, 'pm_card_mastercard'),
    await saveCard(ben, 'pm_card_mastercard'),
  ];
  const expires = (id: string, date: Date) =>
    runSql(
      world.connectionString,
      `update payment_methods set expiry_year = ${date.getUTCFullYear()}, expiry_month = ${date.getUTCMonth() + 1}
       where id = '${uuidOf(id)}'`,
    );
  const inMonths = (count: number): Date => {
    const now = world.clock.now();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 1));
  };
  const told = async () => {
    await runCron(world, 'payments.tellExpiringMethods');
    await runCron(world, 'payments.tellExpiringMethods');
    return (await storedEvents(world, 'paymentMethod.expiring')).map(([, payload]) => payload);
  };
  for (const id of [kept, removed, renewed]) await expires(id, inMonths(1));
  assert.deepEqual(await told(), []);
  await expires(kept, inMonths(-1));
  assert.deepEqual(await told(), []);

  for (const id of [kept, removed, renewed]) await expires(id, inMonths(0));
  await removeCard(ada, removed);
  await expires(renewed, inMonths(24));
  const first = { userId: uuidOf(ada.id), methodId: uuidOf(kept) };
  assert.deepEqual(await told(), [first]);

  // Renewed after it was told of, it is told of once more when the new expiry comes.
  await expires(kept, inMonths(24));
  assert.deepEqual(await told(), [first]);
  await runSql(
    world.connectionString,
    "update payment_methods set expiry_told_for = '2020-01-01' where removed_at is null",
  );
  await expires(kept, inMonths(0));
  assert.deepEqual(await told(), [first, first]);
});
