import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Untyped } from '#test/support/actor.ts';
import { earnAvailable } from '#test/support/money/earnings.ts';
import { ADMIN_PASSWORD, ownAddress, ownAdminId } from '#test/support/people/admin-factors.ts';
import { type AdminTab, adminTab } from '#test/support/people/panel-tab.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { decideOnly, seesPost } from '#test/support/trust/decisions.ts';
import { publishText, report } from '#test/support/trust/reports.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** Stories of single pages. They are told in one process with the others, since each process builds the panel. */
export function tellPages(browser: () => Browser): void {
  const ownerAt = (t: TestContext, world: World, at: string): Promise<AdminTab> =>
    adminTab(t, { browser: browser(), world, at });

  test('an admin records a payout after a fresh proof, with the money in yen, and reverses it', async (t) => {
    const world = await testWorld(t);
    const mia = await world.user('mia');
    await earnAvailable(world, mia, 1_000);
    const { admin, page, problems } = await ownerAt(t, world, 'Payouts');
    await page.getByRole('link', { name: '@mia' }).click();
    await page.getByText('Nothing was paid out to this user.').waitFor();
    world.clock.advance('6m');
    await page.getByRole('button', { name: 'Record a payout' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Coins').fill('400');
    await dialog.getByLabel('Reference at the bank').fill('SEPA 4711');
    await dialog.getByLabel('Money that was paid').fill('620');
    await dialog.getByLabel('Currency of the money').fill('jpy');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await dialog.getByLabel('Your password').fill(ADMIN_PASSWORD);
    await dialog.getByRole('button', { name: 'Prove and go on' }).click();
    const row = page.getByRole('row').filter({ hasText: 'SEPA 4711' });
    await row.waitFor();
    assert.match(await row.innerText(), /400[^]*JPY\s620/);
    const payouts = async (): Promise<unknown> => {
      const { adminGetPayouts } = await admin.do(
        `query ($id: ID!) { adminGetPayouts(userId: $id) { nodes {
          amountCoins method reference paid { amountMinor currency } reversedAt } } }`,
        { id: mia.id },
      );
      return adminGetPayouts.nodes;
    };
    const paid = { amountMinor: 620, currency: 'JPY' };
    const recorded = { amountCoins: 400, method: 'BANK_TRANSFER', reference: 'SEPA 4711', paid };
    assert.deepEqual(await payouts(), [{ ...recorded, reversedAt: null }]);
    await page.getByText('600', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Reverse SEPA 4711' }).click();
    await page.getByLabel('Reason, for other admins').fill('The bank sent it back.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
    await row.getByText('Reversed').waitFor();
    assert.deepEqual(problems, []);
  });

  test('of an admin only what was edited is changed, also when another owner has lowered the role meanwhile, by which the row has left the list', async (t) => {
    const world = await testWorld(t);
    const [target, other] = [await world.admin({ role: 'ADMIN' }), await world.admin({ role: 'OWNER' })];
    const adminId = await ownAdminId(target);
    const email = await ownAddress(target);
    const { admin, page, problems } = await ownerAt(t, world, 'Admins');
    // Lists are asked for changes by the clock of the page.
    await page.clock.install();
    await page.reload();
    const role = page.getByLabel('Role');
    await role.selectOption('Admin');
    const row = page.getByRole('row').filter({ hasText: email });
    await row.getByRole('button', { name: 'Acts for' }).click();
    await page.getByRole('menuitem', { name: 'Change name or role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Grace');
    const lowered = await callMutation(other, {
      name: 'adminUpdateAdmin',
      payload: 'errors { code }',
      input: { adminId, role: 'SUPPORT', reason: 'Has another task.' },
    });
    assert.deepEqual(lowered.errors, []);
    await page.clock.runFor('00:31');
    await page.getByText('There is no such admin.').waitFor();
    await dialog.getByLabel('Reason, for other admins').fill('Has married.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await role.selectOption('Any');
    await row.getByText('Grace').waitFor();
    const { adminGetAdmins } = await admin.do('{ adminGetAdmins { nodes { id displayName role } } }');
    assert.deepEqual(
      adminGetAdmins.nodes.filter(({ id }: Untyped) => id === adminId),
      [{ id: adminId, displayName: 'Grace', role: 'SUPPORT' }],
    );
    assert.deepEqual(problems, []);
  });

  test('users enter and leave the list of the suspended ones while it is open, as other admins act', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const { admin, page, problems } = await ownerAt(t, world, 'Users');
    const suspend = (userId: string): Promise<unknown> =>
      callMutation(admin, {
        name: 'adminSuspendUser',
        payload: 'errors { code }',
        input: { userId, reason: 'Spam.' },
      });
    await suspend(ada.id);
    await page.clock.install();
    await page.reload();
    await page.getByLabel('Suspended').selectOption('Yes');
    const table = page.getByRole('table', { name: 'Users' });
    await table.getByText('@ben').waitFor({ state: 'detached' });
    await table.getByText('@ada').waitFor();
    await suspend(ben.id);
    await callMutation(admin, {
      name: 'adminUnsuspendUser',
      payload: 'errors { code }',
      input: { userId: ada.id },
    });
    await page.clock.runFor('00:31');
    await table.getByText('@ben').waitFor();
    await table.getByText('@ada').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  test('an admin announces in two languages, and cancels what is still on its way', async (t) => {
    const world = await testWorld(t);
    const { admin, page, problems } = await ownerAt(t, world, 'Announcements');
    await page.getByRole('button', { name: 'Send an announcement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title in English').fill('New calls');
    await dialog.getByLabel('Text in English').fill('Try them today.');
    await dialog.getByRole('button', { name: 'Add a translation' }).click();
    await dialog.getByLabel('Language of translation 1').fill('de');
    await dialog.getByLabel('Title in translation 1').fill('Neue Anrufe');
    await dialog.getByLabel('Text in translation 1').fill('Probiere sie heute.');
    await dialog.getByLabel('Active in the last days').fill('30');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'New calls' });
    await row.getByText('active in 30 days').waitFor();
    await row.getByRole('button', { name: 'Cancel New calls' }).click();
    await page.getByRole('button', { name: 'Stop sending' }).click();
    await row.getByText('Canceled').waitFor();
    const { adminGetAnnouncements } = await admin.do(
      '{ adminGetAnnouncements { nodes { state url texts { language title text } audience { isCreator activeDays languages } } } }',
    );
    assert.deepEqual(adminGetAnnouncements.nodes, [
      {
        state: 'CANCELED',
        url: null,
        texts: [
          { language: 'en', title: 'New calls', text: 'Try them today.' },
          { language: 'de', title: 'Neue Anrufe', text: 'Probiere sie heute.' },
        ],
        audience: { isCreator: null, activeDays: 30, languages: null },
      },
    ]);
    assert.deepEqual(problems, []);
  });

  test('a second admin decides an appeal by the panel, and the post is back', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const postId = await publishText(ada, 'Look at my garden');
    await report(ben, { postId });
    const { decision } = await decideOnly(await world.admin());
    const appealed = await callMutation(ada, {
      name: 'appealDecision',
      payload: 'errors { code }',
      input: { decisionId: decision.id, text: 'It is a garden.' },
    });
    assert.deepEqual(appealed.errors, []);
    assert.equal(await seesPost(ben, postId), false);
    const { page, problems } = await ownerAt(t, world, 'Appeals');
    const row = page.getByRole('row').filter({ hasText: 'It is a garden.' });
    await row.getByRole('button', { name: 'Decide' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Result').selectOption('Overturned');
    await dialog.getByLabel('Answer to the author').fill('A garden indeed.');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('There is no appeal in this state.').waitFor();
    await page.getByLabel('State').selectOption('Overturned');
    await row.getByText('A garden indeed.').waitFor();
    assert.equal(await seesPost(ben, postId), true);
    assert.deepEqual(problems, []);
  });

  test('an admin removes a post and restores it, and never reads a private one', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const postId = await publishText(ada, 'Look at my garden');
    await ada.do(
      `mutation { createPost(input: { text: "My diary", visibility: FOLLOWERS }) { errors { code } } }`,
    );
    const { page, problems } = await ownerAt(t, world, 'Content');
    const row = page.getByRole('row').filter({ hasText: 'Look at my garden' });
    await page.getByRole('row').filter({ hasText: 'Private' }).waitFor();
    assert.equal(await page.getByText('My diary').count(), 0);
    const act = async (name: string): Promise<void> => {
      await row.getByRole('button', { name }).click();
      await page.getByLabel('Reason, for other admins').fill(`To ${name.toLowerCase()} it.`);
      await page.getByRole('dialog').getByRole('button', { name }).click();
    };
    await act('Remove');
    await row.getByText('To remove it.').waitFor();
    assert.equal(await seesPost(ben, postId), false);
    await act('Restore');
    await row.getByText('Visible').waitFor();
    assert.equal(await seesPost(ben, postId), true);
    assert.deepEqual(problems, []);
  });

  test('an admin hides a hashtag, and lets only allowed ones be trending', async (t) => {
    const world = await testWorld(t);
    await publishText(await world.user('ada'), 'Look at my #garden');
    await world.runJobs();
    const { admin, page, problems } = await ownerAt(t, world, 'Hashtags');
    await page.getByRole('button', { name: 'Review #garden' }).click();
    await page.getByLabel('New state').selectOption('Hidden');
    await page.getByLabel('Reason, for other admins').fill('It sells plants.');
    await page.getByRole('button', { name: 'Set the state' }).click();
    await page.getByRole('row').filter({ hasText: 'It sells plants.' }).waitFor();
    await page.getByLabel('Only hashtags that an admin has allowed can be trending').click();
    await page.locator('input:checked').waitFor();
    const { adminGetHashtags, adminGetHashtagSettings } = await admin.do(
      '{ adminGetHashtags { nodes { name state stateReason } } adminGetHashtagSettings { trendsNeedReview } }',
    );
    assert.deepEqual(adminGetHashtags.nodes, [
      { name: 'garden', state: 'HIDDEN', stateReason: 'It sells plants.' },
    ]);
    assert.deepEqual(adminGetHashtagSettings, { trendsNeedReview: true });
    assert.deepEqual(problems, []);
  });

  test('an admin offers coins in dinars of Kuwait, changes price and times and archives the package', async (t) => {
    const world = await testWorld(t);
    const { admin, page, problems } = await ownerAt(t, world, 'Coin packages');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add a package' }).click();
    await dialog.getByLabel('Price').fill('1.5501');
    await dialog.getByLabel('Currency').fill('kwd');
    await dialog.getByLabel('Coins', { exact: true }).fill('500');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Write a price in KWD with the digits that it has.').waitFor();
    await dialog.getByLabel('Price').fill('1.55');
    await dialog.getByLabel('Offered from').fill('2026-01-02T03:04');
    await dialog.getByLabel('Offered until').fill('2099-12-31T23:59');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: /KWD\s1\.550/ });
    await row.getByRole('button', { name: 'Change' }).click();
    assert.equal(await dialog.getByLabel('Price').inputValue(), '1.550');
    assert.equal(await dialog.getByLabel('Offered from').inputValue(), '2026-01-02T03:04');
    await dialog.getByLabel('Price').fill('1.6');
    await dialog.getByLabel('Offered from').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const changed = page.getByRole('row').filter({ hasText: /KWD\s1\.600/ });
    await changed.getByRole('button', { name: 'Archive' }).click();
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await changed.getByText('Archived').waitFor();
    const { adminGetCoinPackages } = await admin.do(
      '{ adminGetCoinPackages { nodes { coins bonusCoins version maxPerUser startsAt endsAt price { amountMinor currency } } } }',
    );
    assert.deepEqual(adminGetCoinPackages.nodes, [
      {
        coins: 500,
        bonusCoins: 0,
        version: 2,
        maxPerUser: null,
        startsAt: null,
        endsAt: new Date('2099-12-31T23:59').toISOString(),
        price: { amountMinor: 1_600, currency: 'KWD' },
      },
    ]);
    assert.deepEqual(problems, []);
  });
}
