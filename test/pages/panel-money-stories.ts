import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { refundAll, settlePayments, subscribeByCard } from '#test/support/money/card-subscriptions.ts';
import { balanceOf, give } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { buyer } from '#test/support/money/refunds.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { offerTier, subscribed, subscriptionsOf } from '#test/support/money/subscriptions.ts';
import { settle } from '#test/support/money/tips.ts';
import { actWithReason, type AdminTab, adminTab } from '#test/support/people/panel-tab.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** Stories of pages about money, told in the process of the others. */
export function tellMoney(browser: () => Browser): void {
  const ownerAt = (t: TestContext, world: World, at: string): Promise<AdminTab> =>
    adminTab(t, { browser: browser(), world, at });

  test('an admin of finance gives coins, takes them back, and approves what another one has asked for', async (t) => {
    const world = await testWorld(t);
    const mia = await world.user('mia');
    const tab = { browser: browser(), world, at: 'Coin adjustments', role: 'FINANCE' } as const;
    const { admin, page, problems, open } = await adminTab(t, tab);
    await page.getByText('No adjustment waits for another admin.').waitFor();
    await page.getByRole('button', { name: 'Adjust coins' }).click();
    const dialog = page.getByRole('dialog');
    const user = dialog.getByLabel('Username, e-mail address or id');
    await user.fill('nobody');
    await dialog.getByText('There is no such user.').waitFor();
    await dialog.getByLabel('Coins', { exact: true }).fill('500');
    await dialog.getByLabel('Reason, for other admins').fill('A prize.');
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await dialog.getByText('Name a user who is there.').waitFor();
    for (const name of [mia.email, mia.id, '@Mia']) {
      await user.fill(name);
      await dialog.getByText('mia (@mia)').waitFor();
    }
    await actWithReason(page, 'Adjust', 'A prize.');
    await page.getByRole('heading', { name: 'Adjustment of 500 coins' }).waitFor();
    const shown = page.getByRole('region', { name: 'Adjustment' });
    await shown.getByText('A prize.').waitFor();
    assert.deepEqual(await balanceOf(mia), { coins: 0, promoCoins: 500, totalCoins: 500 });
    const id = await shown.locator('code').last().innerText();

    await page.getByRole('button', { name: 'Reverse' }).click();
    await actWithReason(page, 'Reverse', 'To the wrong person.');
    await page.getByRole('heading', { name: 'Adjustment of -500 coins' }).waitFor();
    await shown.getByRole('link', { name: id }).click();
    await page.getByRole('heading', { name: 'Adjustment of 500 coins' }).waitFor();
    assert.deepEqual(await balanceOf(mia), { coins: 0, promoCoins: 0, totalCoins: 0 });

    const { errors, adjustment } = await callMutation(await world.admin({ role: 'FINANCE' }), {
      name: 'adminAdjustCoins',
      payload: 'adjustment { id state } errors { code }',
      input: { userId: mia.id, amountCoins: 20_000, reason: 'A contract.', idempotencyKey: 'contract' },
    });
    assert.deepEqual([errors, adjustment.state], [[], 'PENDING']);
    await open('Coin adjustments');
    await page.getByRole('link', { name: '20,000' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await shown.getByText('Posted').waitFor();
    assert.match(await shown.innerText(), /Decided by\s+You/);
    assert.deepEqual(await balanceOf(mia), { coins: 0, promoCoins: 20_000, totalCoins: 20_000 });
    await open('Coin adjustments');
    await page.getByLabel('Id of an adjustment').fill(id);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Adjustment of 500 coins' }).waitFor();
    const { adminGetNode } = await admin.do(
      'query ($id: ID!) { adminGetNode(id: $id) { ... on AdminCoinAdjustment { amountCoins state reason reversesId } } }',
      { id },
    );
    assert.deepEqual(adminGetNode, {
      amountCoins: 500,
      state: 'POSTED',
      reason: 'A prize.',
      reversesId: null,
    });
    assert.deepEqual(problems, []);
  });

  test('an admin ends a subscription in coins and gives back what is left of the period', async (t) => {
    const world = await testWorld(t);
    world.clock.freeze();
    const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
    await give(world, fan, 100, { kind: 'COINS' });
    await subscribed(fan, await offerTier(world, cleo));
    const { page, problems } = await ownerAt(t, world, 'Subscriptions');
    await page.getByLabel('Id of the creator').fill(fan.id);
    await page.getByText('No subscription fulfils these conditions.').waitFor();
    await page.getByLabel('Id of the creator').fill(cleo.id);
    const row = page.getByRole('row').filter({ hasText: '@cleo' });
    await row.getByRole('link', { name: '100 coins' }).click();
    await page.getByRole('heading', { name: 'Subscription for 100 coins' }).waitFor();
    const invoice = page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1);
    await invoice.getByText('Create').waitFor();
    assert.match(await invoice.innerText(), /Create\s+100 coins\s+Paid/);
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await actWithReason(page, 'End the subscription', 'A complaint.');
    await page.getByText('Moderation').waitFor();
    assert.equal(await page.getByRole('button', { name: 'End', exact: true }).count(), 0);
    await settle(world);
    assert.deepEqual(await balanceOf(fan), { coins: 100, promoCoins: 0, totalCoins: 100 });
    const reasons = (await subscriptionsOf(fan)).map(({ endReason }) => endReason);
    assert.deepEqual(reasons, ['MODERATION']);
    assert.deepEqual(problems, []);
  });

  test('an admin goes from a payment to its subscription, ends it, and sees the refund to the card', async (t) => {
    const world = await testWorld(t);
    world.clock.freeze();
    const fan = await world.user('fan');
    await saveCard(fan);
    const tierId = await offerTier(world, await world.user('cleo'), { priceMinor: 900 });
    const { errors } = await subscribeByCard(fan, tierId);
    assert.deepEqual(errors, []);
    await settlePayments(world);
    const { page, problems, open } = await ownerAt(t, world, 'Payments');
    const openPayment = async (): Promise<void> => {
      await page.getByLabel('Kind').selectOption('All payments by card');
      const row = page.getByRole('row').filter({ hasText: 'Subscription' });
      await row.getByRole('link', { name: /9\.00/ }).click();
      await page.getByRole('heading', { name: /Payment by card of EUR\s9\.00/ }).waitFor();
    };
    await openPayment();
    await page.getByText('Visa 4242').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Subscription' }).click();
    await page.getByRole('heading', { name: /Subscription for EUR\s9\.00/ }).waitFor();
    const invoice = page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1);
    await invoice.getByRole('link').waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await actWithReason(page, 'End the subscription', 'Asked by mail.');
    await page.getByText('Moderation').waitFor();
    await refundAll(world);
    await open('Payments');
    await openPayment();
    const refunds = page.getByRole('region', { name: 'Refunds' });
    await refunds.getByText('Succeeded').waitFor();
    assert.match(await refunds.innerText(), /EUR\s9\.00/);
    assert.deepEqual(problems, []);
  });

  test('an admin finds the purchase of a dispute, and the dispute among the decided ones when it is lost', async (t) => {
    const world = await testWorld(t);
    const { person } = await buyer(world, 'ada', 'pm_card_createDispute');
    const hear = async (): Promise<void> => {
      await poll(world);
      await world.runJobs();
      await world.runJobs();
    };
    await hear();
    const { admin, page, problems, open } = await ownerAt(t, world, 'Disputes');
    const row = page.getByRole('row').filter({ hasText: '@ada' });
    await row.getByText('Needs response').waitFor();
    assert.match(await row.innerText(), /^EUR\s4\.49\s+Needs response\s+Fraudulent/);
    await row.getByRole('link', { name: 'Coin purchase' }).click();
    const disputes = page.getByRole('region', { name: 'Disputes' });
    await disputes.getByText('Needs response').waitFor();
    const providerId = await disputes.locator('code').innerText();
    await page.getByRole('main').getByRole('link', { name: 'Coin purchase' }).click();
    await page.getByRole('heading', { name: /^Payment of EUR\s4\.49/ }).waitFor();
    await disputes.getByText('Needs response').waitFor();

    await world.app.services.ports.payments.sandbox?.decideDispute({ disputeId: providerId, isWon: false });
    await hear();
    await open('Disputes');
    await page.getByLabel('State').selectOption('Decided');
    await row.getByText('Lost').waitFor();
    const { adminGetDisputes } = await admin.do('{ adminGetDisputes { nodes { providerId state } } }');
    assert.deepEqual(adminGetDisputes.nodes, [{ providerId, state: 'LOST' }]);
    assert.equal((await balanceOf(person)).totalCoins, 0);
    assert.deepEqual(problems, []);
  });
}
