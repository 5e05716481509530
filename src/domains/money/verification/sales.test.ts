import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWith } from '#test/support/messaging/messaging.ts';
import { differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { sold, unlock } from '#test/support/money/paid-messages.ts';
import { offerTier, subscribed } from '#test/support/money/subscriptions.ts';
import { settle } from '#test/support/money/tips.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld } from '#test/support/world.ts';

test('sales are compared with their coins on the way, settled or not, and each wrong one is named', async (t) => {
  const world = await testWorld(t);
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  await give(world, fan, 1_000, { kind: 'COINS' });
  await subscribed(fan, await offerTier(world, cleo, { priceCoins: 300 }));
  const talk = await startWith(cleo, fan);
  await unlock(fan, await sold(cleo, talk));
  await settle(world);
  await unlock(fan, await sold(cleo, talk, { priceCoins: 40 }), { price: 40 });
  assert.deepEqual(await differencesOf(world), []);

  const [settled, open] = await rowsOf<{ id: string }>(world, 'select id from message_purchases order by id');
  const [invoice] = await rowsOf<{ id: string; transfer: string }>(
    world,
    'select id, transfer_id as transfer from subscription_invoices',
  );
  assert.ok(settled && open && invoice);
  const damage = (statement: string) => runSql(world.connectionString, statement);
  await damage(`update message_purchases set price_coins = 39 where id = '${open.id}'`);
  assert.deepEqual(await differencesOf(world), [
    `purchase ${open.id}: its price is 39 coins, its entries 40`,
    'sales on their way have 39 coins, their entries sum to 40',
  ]);
  await damage(`update message_purchases set price_coins = 40, settled_transfer_id = '${settled.id}'
    where id = '${open.id}'`);
  assert.deepEqual(await differencesOf(world), ['sales on their way have 0 coins, their entries sum to 40']);
  await damage(`update message_purchases set settled_transfer_id = null where id = '${open.id}'`);
  await damage(`update subscription_invoices set settled_transfer_id = null`);
  assert.deepEqual(await differencesOf(world), [
    'sales on their way have 340 coins, their entries sum to 40',
  ]);
  await damage(`update subscription_invoices set settled_transfer_id = transfer_id, amount_coins = 301;
    insert into subscription_refunds (invoice_id, coins, created_at, booked_at) values ('${invoice.id}', 7, now(), now())`);
  assert.deepEqual(await differencesOf(world), [
    `invoice ${invoice.id}: it is of 301 coins, its entries 300`,
  ]);
  await damage('update subscription_invoices set amount_coins = 300');
  assert.deepEqual(await differencesOf(world), [
    `invoice ${invoice.id}: 7 coins are refunded, by transfers 0`,
  ]);
});
