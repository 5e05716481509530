import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCron } from '#test/support/jobs/cron.ts';
import { balanceOf, differencesOf, give } from '#test/support/money/ledger.ts';
import { send, undo } from '#test/support/money/tips.ts';
import { testWorld } from '#test/support/world.ts';

test('coins that expired while a tip could be undone expire when it is, as if it had never been sent', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 40, { expiresAt: new Date(world.clock.now().getTime() + 2_000) });
  const { tip } = await send(ada, { target: { userId: ben.id }, amountCoins: 40 });
  // A credit assigns what was spent to the lot that expires.
  await give(world, ada, 1, { kind: 'COINS' });
  await give(world, ada, 1);
  world.clock.advance('3s');
  assert.deepEqual(await undo(ada, tip.id), { tip: { state: 'CANCELED' }, errors: [] });
  assert.deepEqual(await balanceOf(ada), { coins: 1, promoCoins: 41, totalCoins: 42 });
  assert.deepEqual(await differencesOf(world), []);
  await runCron(world, 'ledger.expireCoins');
  assert.deepEqual(await balanceOf(ada), { coins: 1, promoCoins: 1, totalCoins: 2 });
  assert.deepEqual(await differencesOf(world), []);
});
