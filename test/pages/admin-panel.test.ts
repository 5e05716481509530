import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { balanceOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { buyer } from '#test/support/money/refunds.ts';
import { offerTier, subscribed } from '#test/support/money/subscriptions.ts';
import { codeOf, enrol, ownAddress, ownAdminId } from '#test/support/people/admin-factors.ts';
import { findingsOf } from '#test/support/people/panel-findings.ts';
import { openPanel, signInAs } from '#test/support/people/panel-tab.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { publishText, report } from '#test/support/trust/reports.ts';
import { requested } from '#test/support/trust/verification.ts';
import { testWorld, type World } from '#test/support/world.ts';
import { tellContent } from './panel-content-stories.ts';
import { tellMoney } from './panel-money-stories.ts';
import { tellPages } from './panel-page-stories.ts';

const STEPS_MAX = 80;

/** Goes to a control as somebody without a mouse does. */
async function tabTo(control: Locator): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await control.page().keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  assert.fail('the keyboard does not reach it');
}

/** Pages behind a row of a list: the list in the bar, the link in its row, and the button of a dialog. */
const DETAILS = [
  ['Users', 'mia'],
  ['Cases', 'Post'],
  ['Block lists', 'Gambling', 'Add entries'],
  ['Verifications', 'Identity', 'Open the documents'],
  ['Payments', /4\.49/, 'Refund'],
  ['Disputes', 'Coin purchase'],
  ['Subscriptions', '100 coins', 'End'],
  ['Coin adjustments', '20,000', 'Approve'],
] as const;

/** Gives each list and each page behind a row something to show. */
async function fillPages(world: World): Promise<void> {
  const { person: mia } = await buyer(world, 'mia', 'pm_card_createDispute');
  await poll(world);
  await world.runJobs();
  const ben = await world.user('ben');
  await report(ben, { postId: await publishText(mia, 'Look at my garden') });
  await give(world, ben, 100, { kind: 'COINS' });
  await subscribed(ben, await offerTier(world, mia));
  await requested(ben);
  const other = await world.admin();
  const saved = await callMutation(other, {
    name: 'adminSaveBlocklist',
    payload: 'errors { code }',
    input: {
      name: 'Gambling',
      kind: 'WORD',
      action: 'HOLD',
      isActive: true,
      addEntries: ['casino'],
      reason: 'Spam.',
    },
  });
  const adjusted = await callMutation(other, {
    name: 'adminAdjustCoins',
    payload: 'errors { code }',
    input: { userId: mia.id, amountCoins: 20_000, reason: 'A contract.', idempotencyKey: 'contract' },
  });
  assert.deepEqual([saved.errors, adjusted.errors], [[], []]);
}

suite('the admin panel in a browser', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());
  tellPages(() => browser);
  tellContent(() => browser);
  tellMoney(() => browser);

  test('an admin signs in with a code and suspends a user by the keyboard; only the panel and the API are asked', async (t) => {
    const world = await testWorld(t);
    const nora = await world.user('nora');
    const admin = await world.admin({ role: 'OWNER' });
    const email = await ownAddress(admin);
    const { secret } = await enrol(world, admin);
    const { page, panelUrl, problems, origins } = await openPanel(t, browser, world);

    await signInAs(page, email);
    await page.getByLabel('Code of your app').fill(codeOf(world, secret));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.getByText('Open cases').waitFor();

    await page.getByRole('link', { name: 'Users', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Username, e-mail address or id').fill('nora');
    const row = page.getByRole('row').filter({ hasText: '@nora' });
    await row.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Actions' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Suspend' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Reason, for other admins').fill('Sells followers.');
    await page.getByRole('button', { name: 'Suspend', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Suspended .+: Sells followers\.$/).waitFor();

    const { adminGetUser } = await admin.do(
      'query ($id: ID!) { adminGetUser(id: $id) { suspension { reason expiresAt } } }',
      { id: nora.id },
    );
    assert.deepEqual(adminGetUser, { suspension: { reason: 'Sells followers.', expiresAt: null } });
    assert.deepEqual([...origins].toSorted(), [panelUrl, new URL(world.adminUrl).origin].toSorted());
    assert.deepEqual(problems, []);
    const stored = await page.evaluate(() => [Object.keys(sessionStorage), Object.keys(localStorage)]);
    assert.deepEqual(stored, [['plaza.admin.refresh'], ['plaza.admin.device']]);
  });

  test('an admin enrols a second factor by the panel, and then needs it; a recovery code counts once', async (t) => {
    const world = await testWorld(t);
    // The code of the step before is no code any more once the next step begins.
    world.clock.freeze();
    const email = await ownAddress(await world.admin({ role: 'MODERATOR' }));
    const { page, problems } = await openPanel(t, browser, world);
    await signInAs(page, email);
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByRole('button', { name: 'Add a second factor' }).click();
    await page.getByRole('img', { name: 'Code with the secret for the app' }).waitFor();
    const secret = await page.locator('code').innerText();
    await page.getByLabel('Code of your app').fill(codeOf(world, secret, -1));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const recoveryCodes = await page.locator('.codes li').allInnerTexts();
    assert.equal(new Set(recoveryCodes).size, 10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('Recovery codes left').waitFor();

    const [recoveryCode = ''] = recoveryCodes;
    const signInByRecoveryCode = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await signInAs(page, email);
      await page.getByLabel('Code of your app').waitFor();
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(recoveryCode);
      await page.keyboard.press('Enter');
    };
    await signInByRecoveryCode();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await signInByRecoveryCode();
    assert.match(await page.getByRole('alert').innerText(), /does not match/);
    await page.getByRole('button', { name: 'Use the app’s code' }).click();
    await page.getByLabel('Code of your app').fill(codeOf(world, secret));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    assert.deepEqual(problems, []);
  });

  test('where a second factor is required, the panel shows nothing but its enrolment after the first sign-in', async (t) => {
    const world = await testWorld(t, { env: { ADMIN_TOTP: 'required' } });
    // The code is that of its step until it is typed.
    world.clock.freeze();
    const email = await ownAddress(await world.admin({ role: 'MODERATOR' }));
    const { page, problems } = await openPanel(t, browser, world);
    await signInAs(page, email);
    await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
    assert.equal(await page.getByRole('link').count(), 0);
    await page.reload();
    await page.getByRole('img', { name: 'Code with the secret for the app' }).waitFor();
    const secret = await page.locator('code').innerText();
    await page.getByLabel('Code of your app').fill(codeOf(world, secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('link', { name: 'Your account' }).waitFor();
    assert.deepEqual(problems, []);
  });

  test('an outage signs nobody in the panel out; an expired token is renewed once, and being disabled ends the session', async (t) => {
    const world = await testWorld(t);
    const { page } = await openPanel(t, browser, world);
    const admin = await world.admin({ role: 'ADMIN' });
    const adminId = await ownAdminId(admin);
    await signInAs(page, await ownAddress(admin));
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.route(world.adminUrl, (route) => route.abort());
    await page.reload();
    await page.getByText('The API cannot be reached. Try again.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.unroute(world.adminUrl);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Open cases').waitFor();

    world.clock.advance('16m');
    let refreshes = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('adminRefreshSession')) refreshes += 1;
    });
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('Open cases').waitFor();
    assert.equal(refreshes, 1);

    const owner = await world.admin();
    const { adminDisableAdmin } = await owner.do(
      'mutation ($id: ID!) { adminDisableAdmin(input: { adminId: $id, reason: "Left" }) { errors { code } } }',
      { id: adminId },
    );
    assert.deepEqual(adminDisableAdmin.errors, []);
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const stored = await page.evaluate(() => [Object.keys(sessionStorage), Object.keys(localStorage)]);
    assert.deepEqual(stored, [[], ['plaza.admin.device']]);
  });

  test('a moderator decides a case by the keyboard alone, and the slower one is told and keeps what they have written', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await report(ben, { postId: await publishText(ada, 'Look at my garden') });
    const admins = [await world.admin(), await world.admin()];
    const pages: Page[] = [];
    for (const admin of admins) {
      const { page } = await openPanel(t, browser, world);
      await signInAs(page, await ownAddress(admin));
      await page.getByRole('link', { name: 'Cases' }).click();
      await page.getByRole('row').filter({ hasText: '@ada' }).getByRole('link').click();
      await page.getByText('Look at my garden').first().waitFor();
      pages.push(page);
    }
    const [slow, fast] = pages as [Page, Page];
    await slow.getByLabel('Warn').check();
    await slow.getByLabel('Policy').selectOption({ label: 'Spam and fraud' });
    await slow.getByLabel('Facts, for the owner').fill('The post repeats others.');
    await tabTo(fast.getByRole('button', { name: 'No violation' }));
    await fast.keyboard.press('Enter');
    await fast.getByRole('heading', { name: 'Decisions' }).waitFor();
    assert.equal(await fast.getByRole('form', { name: 'Decide' }).count(), 0);

    await slow.getByRole('button', { name: 'Decide', exact: true }).click();
    await slow.getByText('Another admin has closed this case.').waitFor();
    await slow.getByText('nothing was done').waitFor();
    assert.equal(await slow.getByLabel('Facts, for the owner').inputValue(), 'The post repeats others.');
    assert.equal(await slow.getByRole('button', { name: 'Decide', exact: true }).isDisabled(), true);
    const rows = await rowsOf<{ actions: string[] }>(world, 'select actions from moderation_decisions');
    assert.deepEqual(rows, [{ actions: ['NO_ACTION'] }]);
  });

  test('an admin refunds a part of a payment and then the rest, and the audit log names both', async (t) => {
    const world = await testWorld(t);
    const { person, purchaseId } = await buyer(world, 'mia');
    const admin = await world.admin({ role: 'OWNER' });
    const { page, problems } = await openPanel(t, browser, world);
    await signInAs(page, await ownAddress(admin));
    await page.getByRole('link', { name: 'Payments' }).click();
    const row = page.getByRole('row').filter({ hasText: '@mia' });
    await page.getByLabel('Kind').selectOption('All payments by card');
    await row.filter({ hasText: 'Coin purchase' }).getByText('Visa 4242').waitFor();
    await page.getByLabel('Kind').selectOption('Purchases of coins');
    await row.getByRole('link', { name: /4\.49/ }).click();

    const refund = async (amount: string, reason: string): Promise<void> => {
      await page.getByRole('button', { name: 'Refund' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Amount in EUR').fill(amount);
      await dialog.getByLabel('Reason, for other admins').fill(reason);
      await dialog.getByRole('button', { name: 'Refund' }).click();
    };
    await refund('1.005', 'Half a mistake.');
    await page.getByText('Write an amount of EUR, such as 4.49.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await refund('1.49', 'A part did not arrive.');
    const refunds = page.getByRole('region', { name: 'Refunds' });
    await refunds.getByText('A part did not arrive.').waitFor();
    await refund('', 'The rest, too.');
    await refunds.getByText('The rest, too.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Refund' }).count(), 0);
    const { adminGetNode } = await admin.do(
      `query ($id: ID!) { adminGetNode(id: $id) { ... on AdminCoinPurchase {
        state payment { refundedAmount { amountMinor currency } refunds { amountMinor } } } } }`,
      { id: purchaseId },
    );
    assert.deepEqual(adminGetNode, {
      state: 'REFUNDED',
      payment: {
        refundedAmount: { amountMinor: 449, currency: 'EUR' },
        refunds: [{ amountMinor: 300 }, { amountMinor: 149 }],
      },
    });
    assert.equal((await balanceOf(person)).totalCoins, 0);
    await page.getByRole('link', { name: 'Audit log' }).click();
    const entries = page.getByRole('row').filter({ hasText: 'adminRefundPurchase' });
    await entries.first().waitFor();
    assert.equal(await entries.count(), 2);
    assert.deepEqual(problems, []);
  });

  test('each page is in the bar for admins with its permission alone', async (t) => {
    const world = await testWorld(t);
    const bars: Record<string, string[]> = {};
    for (const role of ['MODERATOR', 'FINANCE', 'SUPPORT', 'ANALYST'] as const) {
      const { page } = await openPanel(t, browser, world);
      await signInAs(page, await ownAddress(await world.admin({ role })));
      const bar = page.getByRole('navigation', { name: 'Pages' }).getByRole('listitem');
      await bar.first().waitFor();
      bars[role] = await bar.allInnerTexts();
      await page.context().close();
    }
    assert.deepEqual(bars, {
      MODERATOR: ['Users', 'Cases', 'Appeals', 'Content', 'Hashtags', 'Verifications'],
      FINANCE: ['Payments', 'Disputes', 'Subscriptions', 'Payouts', 'Coin packages', 'Coin adjustments'],
      SUPPORT: ['Users'],
      ANALYST: ['Dashboard'],
    });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`each page has one title, a name for each control and readable text, in the ${colorScheme} colours`, async (t) => {
      const world = await testWorld(t);
      await fillPages(world);
      const { page, problems } = await openPanel(t, browser, world);
      // Colours that are still changing are none that anybody reads.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      assert.deepEqual(await findingsOf(page), []);
      await signInAs(page, await ownAddress(await world.admin({ role: 'OWNER' })));
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
      await links.first().waitFor();
      for (const name of await links.allInnerTexts()) {
        await page.getByRole('link', { name, exact: true }).click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await page.getByText('Loading…').first().waitFor({ state: 'detached' });
        assert.deepEqual(await findingsOf(page), [], name);
      }
      for (const [name, detail, dialog] of DETAILS) {
        await page.getByRole('link', { name, exact: true }).click();
        await page.getByRole('main').getByRole('link', { name: detail }).first().click();
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor({ state: 'detached' });
        await page.getByText('Loading…').first().waitFor({ state: 'detached' });
        assert.deepEqual(await findingsOf(page), [], `${name}: ${detail}`);
        if (dialog === undefined) continue;
        await page.getByRole('button', { name: dialog, exact: true }).click();
        await page.getByRole('dialog').waitFor();
        assert.deepEqual(await findingsOf(page), [], `${name}: ${dialog}`);
        await page.keyboard.press('Escape');
      }
      assert.deepEqual(problems, []);
    });
  }
});
