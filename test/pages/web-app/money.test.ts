import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { publish } from '#test/support/notifications/notifications.ts';
import { offer } from '#test/support/money/purchases.ts';
import { send } from '#test/support/money/tips.ts';
import { until } from '#test/support/processes.ts';
import { openAppAs } from '#test/support/web-app/app-tab.ts';
import { pressAt, tabTo } from '#test/support/web-app/keyboard.ts';
import { addAskingCard, assertAccessible, serveDemo } from '#test/support/web-app/money-tab.ts';
import { testWorld } from '#test/support/world.ts';

suite('money in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('a fan buys coins, takes a tip back and subscribes by a card that the bank asks about; the creator hears of it at once', async (t) => {
    const world = await testWorld(t);
    const [iris, ben] = [await world.user('iris'), await world.user('ben')];
    await offer(world);
    await publish(iris, 'A new print');
    const appUrl = await serveDemo(t, world, [iris, ben]);
    const creator = await openAppAs(t, browser, { appUrl, person: iris, at: '/creator' });
    const fan = await openAppAs(t, browser, { appUrl, person: ben, at: '/wallet' });
    /** Jobs go on until something is seen. */
    const seen = (isSeen: () => Promise<boolean>, what: string): Promise<void> =>
      until(async () => {
        await world.runJobs();
        return isSeen();
      }, what);

    await creator.page.getByText('No tier yet').waitFor();
    await creator.page.getByRole('button', { name: 'New tier' }).click();
    await creator.page.getByLabel('Title').fill('Studio');
    await creator.page.getByLabel('What members get').fill('Sketches\nA print each year');
    await creator.page.getByLabel('Price in coins').fill('300');
    await creator.page.getByLabel('By card, in EUR').fill('2.99');
    await creator.page.getByRole('button', { name: 'Save' }).click();
    const own = creator.page.getByRole('article', { name: 'Studio' });
    await own.getByText('on offer').waitFor();
    assert.deepEqual(await own.getByRole('listitem').allInnerTexts(), ['Sketches', 'A print each year']);
    await assertAccessible(creator.page);
    await creator.page.getByRole('link', { name: 'Home' }).click();

    const balance = fan.page.getByRole('region', { name: 'Your coins' }).getByRole('status');
    await balance.getByText('0 coins', { exact: true }).waitFor();
    await fan.page.getByRole('button', { name: '525 coins' }).click();
    await addAskingCard(fan.page);
    await assertAccessible(fan.page);
    await fan.page.getByRole('button', { name: 'Pay €4.49' }).click();
    await fan.page.getByRole('heading', { name: 'Your bank asks' }).waitFor();
    await fan.page.getByRole('button', { name: 'Yes, it is me' }).click();
    const bought = fan.page.getByText('525 coins were added to your wallet.');
    await seen(() => bought.isVisible(), 'the coins are there');
    await fan.page.getByRole('button', { name: 'Done' }).click();
    await balance.getByText('525 coins', { exact: true }).waitFor();
    await fan.page.getByText('Coins bought').waitFor();
    await assertAccessible(fan.page);

    await fan.page.goto(`${appUrl}/u/iris`);
    const post = fan.page.getByRole('article').filter({ hasText: 'A new print' });
    await post.getByRole('button', { name: 'More' }).click();
    await fan.page.getByRole('menuitem', { name: 'Tip' }).click();
    await fan.page.getByRole('button', { name: '100 coins' }).click();
    await fan.page.getByLabel('A few words').fill('Lovely');
    await assertAccessible(fan.page);
    await fan.page.getByRole('button', { name: 'Give' }).click();
    await fan.page.getByText('You gave iris 100 coins.').waitFor();
    await fan.page.getByRole('button', { name: 'Undo' }).click();
    await fan.page.getByText('Taken back. Nothing was given.').waitFor();
    await fan.page.getByRole('button', { name: 'Done' }).click();
    const { myCoinBalance } = await ben.do('{ myCoinBalance { totalCoins } }');
    assert.equal(myCoinBalance.totalCoins, 525);

    await fan.page.getByRole('link', { name: 'Subscribe' }).click();
    const tier = fan.page.getByRole('article', { name: 'Studio' });
    await tier.getByRole('button', { name: 'Subscribe' }).click();
    await fan.page.getByRole('radio', { name: '€2.99 by card' }).waitFor();
    const dialog = fan.page.getByRole('dialog', { name: 'Studio' });
    await dialog.getByRole('radio', { name: 'Visa •••• 3184' }).waitFor();
    await dialog.getByRole('button', { name: 'Subscribe' }).click();
    await fan.page.getByRole('button', { name: 'Yes, it is me' }).click();
    await fan.page.getByText('You support iris now. Thank you.').waitFor();
    await fan.page.getByRole('button', { name: 'Done' }).click();
    await seen(() => tier.getByText('active', { exact: true }).isVisible(), 'the subscription is paid');
    await assertAccessible(fan.page);

    // The other one tells of the sign-in.
    const bell = creator.page.getByRole('link', { name: 'Notifications' });
    await seen(() => bell.getByText('2 unread').isVisible(), 'the badge counts it');
    await bell.click();
    const told = creator.page.getByRole('link', { name: 'ben subscribed to you' });
    await told.getByText('Unread').waitFor();
    // A notification on the screen is seen, and stays unread.
    await bell.getByText('2 unread').waitFor({ state: 'detached' });
    await assertAccessible(creator.page);
    await told.click();
    await creator.page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await creator.page.getByRole('link', { name: 'ben' }).waitFor();
    await assertAccessible(creator.page);
    const { myNotifications } = await iris.do('{ myNotifications(first: 5) { nodes { title isRead } } }');
    assert.deepEqual(
      myNotifications.nodes.filter(({ title }: { title: string }) => title === 'ben subscribed to you'),
      [{ title: 'ben subscribed to you', isRead: true }],
    );

    await creator.page.goto(`${appUrl}/creator/earnings`);
    await creator.page.getByText('On hold').waitFor();
    await assertAccessible(creator.page);
    for (const at of ['/wallet/cards', '/wallet/limits', '/wallet/payments', '/subscriptions']) {
      await fan.page.goto(appUrl + at);
      await fan.page.getByRole('heading', { level: 1 }).waitFor();
      await fan.page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      await assertAccessible(fan.page);
      if (at !== '/wallet/payments') continue;
      const payments = fan.page.getByRole('tabpanel').getByRole('listitem');
      await payments.nth(0).getByRole('link', { name: 'iris', exact: true }).waitFor();
      await payments.nth(1).getByRole('link', { name: '525 coins', exact: true }).waitFor();
    }
    await fan.page.getByRole('button', { name: 'Leave' }).click();
    await fan.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await fan.page.getByText(/ends on /).waitFor();
    await fan.page.getByRole('button', { name: 'Stay after all' }).click();
    await fan.page.getByText(/renews on /).waitFor();

    await creator.page.goto(`${appUrl}/wallet`);
    await pressAt(creator.page.getByRole('link', { name: 'Tips' }));
    await creator.page.getByText('You gave no tip yet').waitFor();
    await tabTo(creator.page.getByRole('tab', { name: 'Given' }));
    await creator.page.keyboard.press('ArrowRight');
    await creator.page.getByText('No tip yet').waitFor();
    await send(ben, { target: { userId: iris.id }, amountCoins: 20, message: 'For the print' });
    world.clock.advance('6s');
    const got = creator.page.getByRole('listitem').filter({ hasText: 'For the print' });
    await seen(() => got.isVisible(), 'the tip is there');
    await got.getByRole('link', { name: 'ben', exact: true }).waitFor();
    await got.getByText('20 coins', { exact: true }).waitFor();
    await assertAccessible(creator.page);
    await fan.page.goto(`${appUrl}/wallet/tips`);
    const given = fan.page.getByRole('tabpanel').getByRole('listitem');
    await given.filter({ hasText: 'Lovely' }).getByText('undone').waitFor();
    assert.equal(await given.count(), 2);
    await assertAccessible(fan.page);
    await given.getByRole('link', { name: 'for a post' }).click();
    await fan.page.getByRole('article').filter({ hasText: 'A new print' }).waitFor();

    for (const { problems, origins } of [creator, fan]) {
      assert.deepEqual(problems, []);
      assert.deepEqual([...origins].toSorted(), [appUrl, new URL(world.url).origin].toSorted());
    }
  });
});
