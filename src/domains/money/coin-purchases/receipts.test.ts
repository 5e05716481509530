import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { cancelPurchase, confirmPurchase, offer, poll, purchase } from '#test/support/money/purchases.ts';
import { bought, buyer, refund } from '#test/support/money/refunds.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** Subjects and texts of the mails about purchases, oldest first. */
async function mailsTo(world: World, name: string): Promise<{ subject: string; lines: string[] }[]> {
  await world.runJobs();
  await world.runJobs();
  const mails = await recordedMails(world, `${name}@example.com`);
  return mails
    .filter(({ subject }) => /^(?:Receipt|Refund|Returned)/.test(subject))
    .map(({ subject, text }) => ({ subject, lines: text.trimEnd().split('\n\n') }));
}

const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

test('a buyer gets a receipt once, and a mail for each refund once, however often it is looked at', async (t) => {
  const world = await testWorld(t, { env: { STRIPE_STATEMENT_DESCRIPTOR: 'COINS' } });
  world.clock.freeze();
  const ada = await buyer(world, 'ada');
  const day = minuteOf(world.clock.now());
  const [payment] = await rowsOf<{ url: string }>(world, 'select receipt_url as url from payments');
  const paymentId = ada.purchaseId.replace('coinpurchase_', 'payment_');
  const receipt = {
    subject: 'Receipt for 525 coins',
    lines: [
      `You have bought 500 coins with a bonus of 25 for EUR 4.49 on ${day}.`,
      'Card: Visa ending in 4242. Its statement shows it with COINS.',
      `Payment: ${paymentId}.`,
      'If you did not buy this, choose a new password and tell the bank of your card.',
      `Receipt of the payment provider: ${payment?.url}`,
    ],
  };
  assert.deepEqual(await mailsTo(world, 'ada'), [receipt]);
  await poll(world);

  const admin = await world.admin();
  await refund(admin, ada, { amountMinor: 100 });
  // A cent is worth no coin more than was taken, and is told all the same.
  await refund(admin, ada, { amountMinor: 1 });
  await poll(world);
  await poll(world);
  const refunded = (amount: string) => ({
    subject: `Refund: ${amount}`,
    lines: [
      `We have refunded ${amount} to you.`,
      `You had bought 500 coins with a bonus of 25 for EUR 4.49 on ${day}. The coins that this amount has paid for are taken back.`,
      'Card: Visa ending in 4242. Its statement shows it with COINS.',
      `Payment: ${paymentId}.`,
      `Receipt of the payment provider: ${payment?.url}`,
    ],
  });
  assert.deepEqual(await mailsTo(world, 'ada'), [receipt, refunded('EUR 1.00'), refunded('EUR 0.01')]);
});

test('a lost dispute is told once, a payment that is declined or canceled is not, and an erased buyer gets nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, eve] = [await buyer(world, 'ada'), await buyer(world, 'eve')];
  const cem = await world.user('cem');
  const declined = await purchase(cem, await offer(world), { paymentMethodId: null });
  await confirmPurchase(cem, declined.purchase.id, { providerMethodId: 'pm_card_chargeDeclined' });
  await cancelPurchase(cem, declined.purchase.id);
  const { sandbox } = world.app.services.ports.payments;
  assert.ok(sandbox);
  for (const { providerId } of [ada, eve])
    await sandbox.openDispute({ paymentId: providerId, amountMinor: 449, isInquiry: false });
  await poll(world);
  const subjects = async (name: string) => (await mailsTo(world, name)).map(({ subject }) => subject);
  assert.deepEqual(await subjects('ada'), ['Receipt for 525 coins']);
  assert.deepEqual(await subjects('cem'), []);
  await erase(world, eve.person);
  const disputes = await rowsOf<{ id: string }>(world, 'select provider_id as id from payment_disputes');
  for (const { id } of disputes) await sandbox.decideDispute({ disputeId: id, isWon: false });
  for (let times = 0; times < 3; times += 1) await poll(world);
  assert.deepEqual(await subjects('ada'), ['Receipt for 525 coins', 'Returned by your bank: EUR 4.49']);
  assert.deepEqual(await subjects('eve'), []);
  const [told] = await rowsOf<{ count: number }>(
    world,
    `select count(*)::integer as count from coin_take_backs where told_at is not null and purchase_id = '${uuidOf(ada.purchaseId)}'`,
  );
  assert.equal(told?.count, 1);
});

test('a price without decimals, or with three, is told with those of its currency', async (t) => {
  const world = await testWorld(t);
  const ada = await buyer(world, 'ada');
  const admin = await world.admin();
  for (const [currency, priceMinor] of [
    ['JPY', 1_500],
    ['KWD', 1_230],
  ] as const) {
    const { adminCreateCoinPackage } = await admin.do(
      'mutation ($input: AdminCreateCoinPackageInput!) { adminCreateCoinPackage(input: $input) { package { id } errors { code message } } }',
      { input: { coins: 500, bonusCoins: 0, priceMinor, currency } },
    );
    assert.deepEqual(adminCreateCoinPackage.errors, []);
    assert.equal((await purchase(ada.person, adminCreateCoinPackage.package.id)).purchase.state, 'SUCCEEDED');
  }
  const [, yen, dinar] = await mailsTo(world, 'ada');
  assert.match(yen?.lines[0] ?? '', /^You have bought 500 coins for JPY 1,500 on /);
  assert.match(dinar?.lines[0] ?? '', /^You have bought 500 coins for KWD 1\.230 on /);
  await bought(world, ada.person);
});
