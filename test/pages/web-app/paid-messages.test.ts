import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { balanceOf, give } from '#test/support/money/ledger.ts';
import { until } from '#test/support/processes.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { hasValue } from '#test/support/web-app/fields.ts';
import { pressAt, tabTo, takeItem } from '#test/support/web-app/keyboard.ts';
import { assertAccessible } from '#test/support/web-app/looks.ts';
import { testWorld } from '#test/support/world.ts';

suite('paid messages in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('a paid message is sent, unlocked, sold and given back by the keyboard alone, and each sees at once what the other does', async (t) => {
    const world = await testWorld(t);
    const [iris, ben] = [await world.user('iris'), await world.user('ben')];
    await give(world, ben, 100, { kind: 'COINS' });
    const at = `/messages/${await startWith(ben, iris)}`;
    const appUrl = await serveApp(t, world);
    const creator = await openAppAs(t, browser, { appUrl, person: iris, at });
    const fan = await openAppAs(t, browser, { appUrl, person: ben, at });
    const [i, b] = [creator.page, fan.page];
    /** Jobs go on until something is seen. */
    const seen = (isSeen: () => Promise<boolean>, what: string): Promise<void> =>
      until(async () => {
        await world.runJobs();
        return isSeen();
      }, what);

    await tabTo(i.getByRole('textbox', { name: 'Message' }));
    await i.keyboard.type('More butter than you think');
    await pressAt(i.getByRole('button', { name: 'Add', exact: true }), { back: true });
    await takeItem(i.getByRole('menuitem', { name: 'Paid message' }));
    await tabTo(i.getByLabel('Price in coins'));
    await i.keyboard.press('Control+A');
    await i.keyboard.type('30');
    await i.keyboard.press('Tab');
    await i.keyboard.type('My secret of a good cake');
    const [chooser] = await Promise.all([
      i.waitForEvent('filechooser'),
      pressAt(i.getByRole('button', { name: 'Add a preview' })),
    ]);
    const picture = Buffer.from(await smallPicture());
    await chooser.setFiles({ name: 'slice.png', mimeType: 'image/png', buffer: picture });
    await tabTo(i.getByLabel('Describe slice.png'), { back: true });
    await i.keyboard.type('A slice');
    await i.getByRole('progressbar').waitFor({ state: 'detached' });
    const previews = await i.getByRole('dialog').getByRole('region').allInnerTexts();
    assert.deepEqual(
      previews.map((text) => text.split(/\s*\n\s*/)),
      [
        ['Before it is paid', 'slice.png', 'My secret of a good cake', '30 coins'],
        ['Once it is paid', 'More butter than you think'],
      ],
    );
    await assertAccessible(i);
    await pressAt(i.getByRole('button', { name: 'Send for coins' }));
    const own = i.getByRole('log').getByRole('listitem').filter({ hasText: 'More butter' });
    await own.getByText('30 coins · sold 0 times').waitFor();
    await hasValue(i.getByRole('textbox', { name: 'Message' }), '');

    const bought = b.getByRole('log').getByRole('listitem').filter({ hasText: 'More butter' });
    const locked = b.getByRole('log').getByRole('listitem').filter({ hasText: 'My secret of a good cake' });
    await locked.getByText('30 coins', { exact: true }).waitFor();
    await seen(() => locked.getByRole('img', { name: 'A slice' }).isVisible(), 'the preview is seen');
    assert.equal(await bought.count(), 0);
    const dialog = b.getByRole('dialog', { name: 'Unlock this message?' });
    await pressAt(locked.getByRole('button', { name: 'Unlock' }));
    await dialog.getByText('100 coins', { exact: true }).waitFor();
    await assertAccessible(b);
    await pressAt(dialog.getByRole('button', { name: 'Unlock' }));
    await bought.waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await locked.count(), 0);
    assert.equal((await balanceOf(ben)).totalCoins, 70);

    await seen(() => own.getByText('30 coins · sold once').isVisible(), 'the sale is seen');
    await pressAt(own.getByRole('button', { name: 'What to do with the message' }), { back: true });
    await takeItem(i.getByRole('menuitem', { name: 'Who has bought it' }));
    const buyers = i.getByRole('dialog', { name: 'Who has bought it' });
    await buyers.getByRole('listitem').filter({ hasText: 'ben' }).waitFor();
    await assertAccessible(i);
    await pressAt(buyers.getByRole('button', { name: 'Give the coins back' }));
    await buyers.getByText('given back').waitFor();
    await i.keyboard.press('Escape');
    await buyers.waitFor({ state: 'detached' });

    await seen(() => locked.isVisible(), 'it is locked again');
    assert.equal(await bought.count(), 0);
    await pressAt(own.getByRole('button', { name: 'What to do with the message' }), { back: true });
    await takeItem(i.getByRole('menuitem', { name: 'Change the price' }));
    await tabTo(i.getByRole('dialog').getByLabel('Price in coins'));
    await i.keyboard.press('Control+A');
    await i.keyboard.type('40');
    await assertAccessible(i);
    await i.keyboard.press('Enter');
    await i.getByRole('dialog').waitFor({ state: 'detached' });
    await locked.getByText('40 coins', { exact: true }).waitFor();
    await pressAt(locked.getByRole('button', { name: 'Unlock' }));
    await dialog.getByText('100 coins', { exact: true }).waitFor();
    assert.equal((await balanceOf(ben)).totalCoins, 100);
    await seen(() => own.getByText('40 coins · sold 0 times').isVisible(), 'the sale is gone');
    await b.goto(`${appUrl}/wallet/payments`);
    await tabTo(b.getByRole('tab', { name: 'By card' }));
    await b.keyboard.press('End');
    const purchase = b.getByRole('tabpanel').getByRole('listitem');
    await purchase.getByText(/^given back/).waitFor();
    await purchase.getByText('30 coins', { exact: true }).waitFor();
    await assertAccessible(b);
    await purchase.getByRole('link', { name: 'iris' }).click();
    await locked.waitFor();
    assert.deepEqual([creator.problems, fan.problems], [[], []]);
  });
});
