import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { balanceOf, rowsOf } from '#test/support/money/ledger.ts';
import { confirmPurchase, offer, purchase, refreshPurchase } from '#test/support/money/purchases.ts';
import { beginSetup, confirmSetup, saveCard } from '#test/support/money/saved-cards.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const DECLINED = [
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_chargeDeclinedExpiredCard',
  'pm_card_chargeDeclinedIncorrectCvc',
] as const;

const GOOD = { providerMethodId: 'pm_card_mastercard' } as const;

/** The code of the refusal, with the seconds of a pause; null when there was none. */
const refusalOf = ({ errors: [error] }: Untyped): unknown =>
  error ? (error.retryAfterSeconds ?? error.code) : null;

async function opened(world: World, person: Person): Promise<string> {
  const { purchase: open } = await purchase(person, await offer(world), { paymentMethodId: null });
  return open.id;
}

async function declineTwice(person: Person, id: string): Promise<void> {
  for (const providerMethodId of DECLINED.slice(0, 2))
    assert.equal(refusalOf(await confirmPurchase(person, id, { providerMethodId })), 'PAYMENT_DECLINED');
}

test('pauses after declined cards begin with a minute and double, stop every way to try a card, and end when one has paid', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const ada = await world.user('ada');
  const packageId = await offer(world);
  const id = await opened(world, ada);
  const { setup } = await beginSetup(ada);
  await declineTwice(ada, id);
  for (const [index, seconds] of [60, 120, 240].entries()) {
    const providerMethodId = DECLINED[(index + 2) % DECLINED.length] ?? '';
    assert.equal(refusalOf(await confirmPurchase(ada, id, { providerMethodId })), 'PAYMENT_DECLINED');
    assert.equal(refusalOf(await confirmPurchase(ada, id, GOOD)), seconds);
    assert.equal(refusalOf(await confirmSetup(ada, setup.id, 'pm_card_visa')), 'RATE_LIMITED');
    assert.equal(refusalOf(await purchase(ada, packageId)), seconds);
    world.clock.advance(`${seconds - 1}s`);
    assert.equal(refusalOf(await confirmPurchase(ada, id, GOOD)), 1);
    world.clock.advance('1s');
  }
  // A card that is saved costs nothing and resets nothing.
  await saveCard(ada);
  assert.deepEqual(await rowsOf(world, 'select max(declines) as most from card_pauses'), [{ most: 5 }]);
  assert.equal((await confirmPurchase(ada, id, GOOD)).purchase.state, 'SUCCEEDED');
  await declineTwice(ada, await opened(world, ada));
  assert.equal((await purchase(ada, packageId)).purchase.state, 'SUCCEEDED');
  assert.equal((await balanceOf(ada)).totalCoins, 1_050);
});

test('a pause is that of the person on all devices, of the device and of the card, and hits nobody else', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const phone = await world.signIn(ada);
  const id = await opened(world, ada);
  const card = { providerMethodId: DECLINED[0] };
  for (let time = 0; time < 3; time += 1) await confirmPurchase(ada, id, card);
  assert.equal(refusalOf(await purchase(phone, await offer(world))), 60);
  // The same card elsewhere is that card; another one of a neighbour is not.
  const theirs = await opened(world, ben);
  assert.equal(refusalOf(await confirmPurchase(ben, theirs, card)), 60);
  assert.equal((await confirmPurchase(ben, theirs, GOOD)).purchase.state, 'SUCCEEDED');
  const { rows } = { rows: await rowsOf<{ declines: number }>(world, 'select declines from card_pauses') };
  assert.deepEqual(rows, [{ declines: 3 }, { declines: 3 }, { declines: 3 }]);
  // A week later they are forgotten.
  world.clock.advance('8d');
  await runCron(world, 'payments.sweepPauses');
  assert.deepEqual(await rowsOf(world, 'select 1 from card_pauses'), []);
});

test('cards that the client gives to the provider directly count once each, and those of a setup, too', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const ada = await world.user('ada');
  const id = await opened(world, ada);
  const [payment] = await rowsOf<{ providerId: string }>(
    world,
    `select provider_id as "providerId" from payments where id = '${uuidOf(id)}'`,
  );
  const { payments } = world.app.services.ports;
  const paymentId = payment?.providerId ?? '';
  for (const methodId of DECLINED.slice(0, 2)) {
    await assert.rejects(payments.confirmPayment({ paymentId, methodId }));
    for (let time = 0; time < 2; time += 1) await refreshPurchase(ada, id);
  }
  const { setup } = await beginSetup(ada);
  for (let time = 0; time < 2; time += 1) {
    const declined = await confirmSetup(ada, setup.id, DECLINED[2]);
    assert.equal(refusalOf(declined), time === 0 ? 'PAYMENT_DECLINED' : 'RATE_LIMITED');
  }
  assert.equal(refusalOf(await confirmPurchase(ada, id, GOOD)), 60);
});
