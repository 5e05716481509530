import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { BERGEN, OSLO } from '#test/support/messaging/live-locations.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import { myReports } from '#test/support/trust/reports.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { hasValue } from '#test/support/web-app/fields.ts';
import { pressAt } from '#test/support/web-app/keyboard.ts';
import { assertAccessible } from '#test/support/web-app/looks.ts';
import { testWorld } from '#test/support/world.ts';

const WIDE = { width: 1_280, height: 900 };
const HOUR_MS = 60 * 60_000;

/** Opens one of the forms that add something to a message. */
async function add(page: Page, form: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: form, exact: true }).click();
}

/** Adds a picture with its alternative text to the message that is written. */
async function attach(page: Page, name: string, altText: string): Promise<void> {
  const picture = { name, mimeType: 'image/png', buffer: await smallPicture() };
  await page.getByLabel('Pictures, videos, sound').setInputFiles(picture);
  await page.getByLabel(`Describe ${name}`).fill(altText);
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
}

const messageWith = (page: Page, text: string): Locator =>
  page.getByRole('log').getByRole('listitem').filter({ hasText: text }).last();

suite('more than text in the chat of the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('two people send a described picture, a contact, a place that moves and a message for later; one mutes, reports and signs out', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await world.user('cleo');
    const id = await startWith(ada, ben);
    const at = `/messages/${id}`;
    const appUrl = await serveApp(t, world);
    const { latitude, longitude } = OSLO;
    const adas = await openAppAs(t, browser, {
      appUrl,
      person: ada,
      at,
      geolocation: { latitude, longitude },
      permissions: ['geolocation'],
      // No summer time.
      timezoneId: 'Asia/Tokyo',
    });
    const bens = await openAppAs(t, browser, { appUrl, person: ben, at, viewport: WIDE });
    const [a, b] = [adas.page, bens.page];

    await attach(a, 'bed.png', 'A raised bed');
    await assertAccessible(a);
    await a.getByRole('textbox', { name: 'Message' }).focus();
    // In haste: it is sent once all the same.
    await Promise.all([a.keyboard.press('Enter'), a.keyboard.press('Enter')]);
    await b.getByRole('log').getByRole('img', { name: 'A raised bed' }).waitFor();

    await add(a, 'Contact');
    await a.getByLabel('Search people').fill('cleo');
    const found = a.getByRole('dialog', { name: 'Send a contact' }).getByRole('button', { name: /@cleo/ });
    await found.waitFor();
    await assertAccessible(a);
    await found.click();
    const contact = b.getByRole('log').getByRole('link', { name: 'cleo @cleo' });
    await contact.waitFor();
    assert.equal(await b.getByRole('log').getByRole('img', { name: 'A raised bed' }).count(), 1);
    await contact.click();
    await b.getByRole('heading', { name: 'cleo', level: 1 }).waitFor();
    await b.goBack();

    await add(a, 'Location');
    await a.getByLabel('Share it live for an hour').check();
    await assertAccessible(a);
    await a.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await messageWith(b, 'Live location').getByText('59.9139, 10.7522').waitFor();
    await a.context().setGeolocation({ latitude: BERGEN.latitude, longitude: BERGEN.longitude });
    // Moves are told of once in five seconds.
    await until(async () => {
      await world.runJobs();
      world.clock.advance('5s');
      return messageWith(b, 'Live location').getByText('60.3913, 5.3221').isVisible();
    }, 'the new place is seen');
    await a.getByRole('button', { name: 'Stop sharing' }).click();
    await messageWith(b, 'The live location has ended.').waitFor();
    await messageWith(a, 'The live location has ended.').waitFor();
    assert.equal(await b.getByRole('log').getByText('60.3913, 5.3221').count(), 0);

    const day = new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 10);
    await a.getByRole('textbox', { name: 'Message' }).fill('Happy birthday');
    await attach(a, 'cake.png', 'A cake');
    await add(a, 'Send later');
    const later = a.getByRole('dialog', { name: 'Send later' });
    await later.getByLabel('Time').fill(`${day}T09:00`);
    await later.getByRole('button', { name: 'Send at this time' }).click();
    await later.waitFor({ state: 'detached' });
    await add(a, 'Send later');
    await later.getByText('Write the message first.').waitFor();
    await later.getByText(/ 09:00$/).waitFor();
    await later.getByRole('button', { name: 'Edit' }).click();
    await later.getByLabel('Message').fill('Happy birthday, Ben');
    await later.getByLabel('Time').fill(`${day}T18:30`);
    await assertAccessible(a);
    await later.getByRole('button', { name: 'Save' }).click();
    await later.getByText(/ 18:30$/).waitFor();
    const { myScheduledMessages } = await ada.do(
      '{ myScheduledMessages { nodes { sendAt content { text } } } }',
    );
    assert.deepEqual(myScheduledMessages.nodes, [
      { sendAt: `${day}T09:30:00.000Z`, content: { text: 'Happy birthday, Ben' } },
    ]);
    await later.getByRole('button', { name: 'Send now' }).click();
    await messageWith(b, 'Happy birthday, Ben').getByRole('img', { name: 'A cake' }).waitFor();
    await later.getByRole('region').waitFor({ state: 'detached' });

    await b.getByRole('button', { name: 'More for ada' }).click();
    await b.getByRole('menuitem', { name: 'Mark as unread' }).click();
    const marked = b.getByRole('img', { name: 'Marked as unread' });
    await marked.waitFor();
    await pressAt(b.getByRole('button', { name: 'Mark all as read' }), { back: true });
    await marked.waitFor({ state: 'detached' });

    await b.getByRole('button', { name: 'More for ada' }).click();
    await b.getByRole('menuitem', { name: 'Mute' }).click();
    const mute = b.getByRole('dialog', { name: 'Mute' });
    await mute.getByRole('radio', { name: '8 hours' }).check();
    await assertAccessible(b);
    await mute.getByRole('button', { name: 'Mute' }).click();
    const muted = b.getByRole('img', { name: /^Muted until / });
    await muted.waitFor();
    const { conversation } = await ben.do(
      'query ($id: ID!) { conversation(id: $id) { viewer { muteExpiresAt } } }',
      { id },
    );
    const mutedUntil = new Date(conversation.viewer.muteExpiresAt);
    assert.ok(Math.abs(mutedUntil.getTime() - Date.now() - 8 * HOUR_MS) < HOUR_MS / 10);
    assert.equal(
      await muted.getAttribute('aria-label'),
      `Muted until ${mutedUntil.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}`,
    );

    await messageWith(b, 'Happy birthday, Ben').hover();
    await messageWith(b, 'Happy birthday, Ben')
      .getByRole('button', { name: 'What to do with the message' })
      .click();
    await b.getByRole('menuitem', { name: 'Report' }).click();
    const report = b.getByRole('dialog', { name: 'Report' });
    await report.getByRole('radio', { name: 'Spam' }).check();
    await report.getByLabel('What moderators should know').fill('My birthday is in May');
    await assertAccessible(b);
    await report.getByRole('button', { name: 'Send the report' }).click();
    await report.getByText('Thank you. Moderators look at it').waitFor();
    await report.getByRole('button', { name: 'Done' }).click();
    assert.deepEqual(
      (await myReports(ben)).map(({ subjectKind, reason }) => ({ subjectKind, reason })),
      [{ subjectKind: 'MESSAGE', reason: 'SPAM' }],
    );

    await b.getByRole('textbox', { name: 'Message' }).fill('Thank you, but');
    await b.getByRole('link', { name: 'Settings' }).click();
    await b.getByRole('button', { name: 'Sign out' }).click();
    const asked = b.getByRole('dialog', { name: 'Sign out and lose what is not sent?' });
    await asked
      .getByText('Something that you have written and not sent is deleted from this device.')
      .waitFor();
    await assertAccessible(b);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await b.goto(appUrl + at);
    await hasValue(b.getByRole('textbox', { name: 'Message' }), 'Thank you, but');
    await b.getByRole('link', { name: 'Settings' }).click();
    await b.getByRole('button', { name: 'Sign out' }).click();
    await asked.getByRole('button', { name: 'Sign out' }).click();
    await b.getByLabel('E-mail address').waitFor();
    assert.equal(await b.evaluate(() => JSON.stringify(localStorage).includes('Thank you, but')), false);
    assert.deepEqual([adas.problems, bens.problems], [[], []]);
  });
});
