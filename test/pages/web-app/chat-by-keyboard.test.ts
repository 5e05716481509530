import assert from 'node:assert/strict';
import { after, before, suite, test, type TestContext } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { OSLO } from '#test/support/messaging/live-locations.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { hasFocus, pressAt, tabTo, takeFrom, unseenStops } from '#test/support/web-app/keyboard.ts';
import { assertAccessible } from '#test/support/web-app/looks.ts';
import { testWorld, type World } from '#test/support/world.ts';

const WIDE = { viewport: { width: 1_280, height: 900 } };

const back = { back: true };

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

const log = (page: Page): Locator => page.getByRole('log');

const messageWith = (page: Page, text: string): Locator =>
  log(page).getByRole('article').filter({ hasText: text }).last();

const menuOf = (page: Page, text: string): Locator =>
  messageWith(page, text).getByRole('button', { name: 'What to do with the message' });

/** Writes where the focus is, which is the field of text, and sends it. */
async function write(page: Page, text: string): Promise<void> {
  await hasFocus(field(page));
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Chooses an act of the message with this text, which stands before what has the focus. */
const choose = (page: Page, text: string, act: string): Promise<void> =>
  takeFrom(menuOf(page, text), act, back);

/** Opens one of the forms that add something to a message. */
const add = (page: Page, form: string, way = back): Promise<void> =>
  takeFrom(page.getByRole('button', { name: 'Add', exact: true }), form, way);

/** Lets the second pass in which votes and reactions are told of once. */
async function toldOf(world: World): Promise<void> {
  await world.runJobs();
  world.clock.advance('2s');
  await world.runJobs();
}

suite('people who chat in the web app without a mouse', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  async function people(t: TestContext) {
    const world = await testWorld(t);
    const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
    return { world, ada, ben, cleo, appUrl: await serveApp(t, world) };
  }

  test('a request is accepted; messages are answered, changed, found, kept and passed on', async (t) => {
    const { world, ada, ben, cleo, appUrl } = await people(t);
    const withCleo = await startWith(ben, cleo);
    const adas = await openAppAs(t, browser, { appUrl, person: ada, at: '/messages', ...WIDE });
    const bens = await openAppAs(t, browser, { appUrl, person: ben, at: '/messages', ...WIDE });
    const [a, b] = [adas.page, bens.page];

    await pressAt(a.getByRole('button', { name: 'New message' }));
    await hasFocus(a.getByLabel('Search people'));
    await a.keyboard.type('ben');
    const found = a.getByRole('dialog').getByRole('button', { name: /@ben/ });
    await found.waitFor();
    await pressAt(found);
    await tabTo(field(a));
    await write(a, 'Hello Ben');
    await a.getByText('You can send 2 more until this request is accepted.').waitFor();

    await b.getByRole('link', { name: 'Requests 1 unread' }).waitFor();
    await pressAt(b.getByRole('link', { name: 'Requests 1 unread' }));
    await b.getByRole('link', { name: /ada.*Hello Ben/ }).waitFor();
    await pressAt(b.getByRole('link', { name: /ada.*Hello Ben/ }));
    await b.getByText('ada wants to write to you.').waitFor();
    await pressAt(b.getByRole('button', { name: 'Accept' }));
    await hasFocus(field(b));
    await b.keyboard.type('Hi there');
    await a.locator('.typing').getByText('ben is writing…').waitFor();
    await tabTo(b.getByRole('button', { name: 'Send', exact: true }));
    await b.keyboard.press('Enter');
    await hasFocus(field(b));
    await log(a).getByText('Hi there').waitFor();
    await b.getByText('Seen', { exact: true }).waitFor();

    await choose(a, 'Hi there', '❤️');
    await hasFocus(menuOf(a, 'Hi there'));
    await b.getByRole('button', { name: '❤️, 1 person' }).waitFor();
    await pressAt(a.getByRole('button', { name: '❤️, 1 person' }));
    await hasFocus(messageWith(a, 'Hi there'));
    await toldOf(world);
    await b.getByRole('button', { name: '❤️, 1 person' }).waitFor({ state: 'detached' });

    await tabTo(field(a));
    await a.keyboard.type('Ask @b');
    await a.getByRole('combobox', { name: 'Message' }).waitFor();
    assert.deepEqual(await a.getByRole('option').locator('.username').allTextContents(), ['@ben']);
    await assertAccessible(a);
    await a.keyboard.press('Enter');
    await a.keyboard.type('or @cle');
    await a.getByRole('option', { name: 'cleo' }).waitFor();
    await a.keyboard.press('Tab');
    assert.equal(await field(a).inputValue(), 'Ask @ben or @cleo ');
    await a.keyboard.press('Enter');
    await messageWith(b, 'Ask @ben or @cleo').getByRole('link', { name: '@ben' }).waitFor();

    await choose(b, 'Hello Ben', 'Reply');
    await b.keyboard.press('Escape');
    await b.getByRole('button', { name: 'Do not reply to it' }).waitFor({ state: 'detached' });
    await hasFocus(field(b));
    await choose(b, 'Hello Ben', 'Reply');
    await write(b, 'An answer');
    await hasFocus(field(b));
    const quote = messageWith(a, 'An answer').getByRole('button', { name: /ada Hello Ben/ });
    await quote.waitFor();
    await pressAt(quote);
    await hasFocus(log(a).getByRole('article').first());

    await choose(b, 'An answer', 'Edit');
    await hasFocus(field(b));
    await b.keyboard.press('Home');
    await write(b, 'Not quite ');
    await log(a).getByText('Not quite An answer').waitFor();
    await hasFocus(field(b));
    await b.keyboard.type('Take this back');
    await b.keyboard.press('Enter');
    await log(a).getByText('Take this back').waitFor();
    await choose(b, 'Take this back', 'Delete');
    await pressAt(b.getByRole('dialog').getByRole('button', { name: 'Delete for everyone' }));
    await hasFocus(menuOf(b, 'This message was deleted.'));
    await log(a).getByText('This message was deleted.').waitFor();
    await tabTo(field(a));
    await choose(a, 'This message was deleted.', 'Delete');
    await pressAt(a.getByRole('dialog').getByRole('button', { name: 'Delete for me' }));
    await log(a).getByText('This message was deleted.').waitFor({ state: 'detached' });
    await hasFocus(field(a));

    await choose(a, 'Hi there', 'Pin');
    await hasFocus(menuOf(a, 'Hi there'));
    await b.getByRole('button', { name: 'Pinned Hi there' }).waitFor();
    await pressAt(b.getByRole('button', { name: 'Pinned Hi there' }), back);
    await hasFocus(messageWith(b, 'Hi there'));

    await pressAt(a.getByRole('button', { name: 'Search this conversation' }), back);
    await hasFocus(a.getByRole('searchbox', { name: 'Search' }));
    await a.keyboard.type('hello');
    const hit = a.getByRole('dialog').getByRole('button', { name: /Hello Ben/ });
    await hit.waitFor();
    await assertAccessible(a);
    await pressAt(hit);
    await hasFocus(log(a).getByRole('article').first());

    await tabTo(field(b));
    await choose(b, 'Hi there', 'Forward');
    const forward = b.getByRole('dialog', { name: 'Forward' });
    await tabTo(forward.getByRole('checkbox', { name: 'cleo' }));
    await b.keyboard.press('Space');
    await pressAt(forward.getByRole('button', { name: 'Forward to 1 conversation' }));
    await hasFocus(menuOf(b, 'Hi there'));
    const { conversation } = await cleo.do(
      'query ($id: ID!) { conversation(id: $id) { lastMessage { content { text } } } }',
      { id: withCleo },
    );
    assert.equal(conversation.lastMessage.content.text, 'Hi there');

    await pressAt(b.getByRole('link', { name: 'Chats' }), back);
    await b.getByRole('link', { name: /cleo.*Hi there/ }).waitFor();
    await takeFrom(b.getByRole('button', { name: 'More for cleo' }), 'Archive');
    await hasFocus(b.getByRole('link', { name: /ada/ }));
    await b.getByRole('button', { name: 'More for cleo' }).waitFor({ state: 'detached' });
    await pressAt(b.getByRole('link', { name: 'Archive' }), back);
    await b.getByRole('button', { name: 'More for cleo' }).waitFor();
    await takeFrom(b.getByRole('button', { name: 'More for cleo' }), 'Take out of the archive');
    await b.getByText('Nothing archived').waitFor();
    await hasFocus(b.getByRole('link', { name: 'Archive' }));
    await pressAt(b.getByRole('link', { name: 'Chats' }), back);
    await b.getByRole('link', { name: /cleo.*Hi there/ }).waitFor();
    assert.deepEqual([adas.problems, bens.problems], [[], []]);
  });

  test('a poll, a picture, a voice note, a place and what is seen once are sent; messages disappear', async (t) => {
    const { world, ada, ben, appUrl } = await people(t);
    const at = `/messages/${await startWith(ada, ben)}`;
    const { latitude, longitude } = OSLO;
    const place = { geolocation: { latitude, longitude }, permissions: ['geolocation'] };
    const adas = await openAppAs(t, browser, { appUrl, person: ada, at, ...WIDE });
    const bens = await openAppAs(t, browser, { appUrl, person: ben, at, ...WIDE, ...place });
    const [a, b] = [adas.page, bens.page];
    for (const page of [a, b]) await field(page).waitFor();

    await add(a, 'Poll', { back: false });
    const poll = a.getByRole('dialog', { name: 'Poll' });
    for (const [label, text] of [
      ['Question', 'Tea or coffee?'],
      ['Option 1', 'Tea'],
      ['Option 2', 'Coffee'],
    ] as const) {
      await tabTo(poll.getByLabel(label));
      await a.keyboard.type(text);
    }
    await a.keyboard.press('Enter');
    await hasFocus(a.getByRole('button', { name: 'Add', exact: true }));
    const tea = b.getByRole('radio', { name: /Tea/ });
    await tea.waitFor();
    await tabTo(tea);
    await b.keyboard.press('Space');
    await log(b).getByText('100%').waitFor();
    await hasFocus(tea);
    await toldOf(world);
    await log(a).getByText('100%').waitFor();

    const attach = async (page: Page, way = back): Promise<void> => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        add(page, 'Pictures, videos, sound', way),
      ]);
      await chooser.setFiles({ name: 'bed.png', mimeType: 'image/png', buffer: await smallPicture() });
      await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
      await hasFocus(page.getByRole('button', { name: 'Add', exact: true }));
    };
    await attach(b, { back: false });
    await tabTo(b.getByLabel('Describe bed.png'), back);
    await b.keyboard.type('A raised bed');
    await pressAt(b.getByRole('button', { name: 'Remove bed.png' }));
    await hasFocus(field(b));
    await attach(b);
    await tabTo(b.getByLabel('Describe bed.png'), back);
    await b.keyboard.type('A raised bed with peas');
    await b.getByRole('progressbar').waitFor({ state: 'detached' });
    await b.keyboard.press('Enter');
    await hasFocus(field(b));
    await log(a).getByRole('img', { name: 'A raised bed with peas' }).waitFor();

    await pressAt(b.getByRole('button', { name: 'Record a voice note' }));
    const recorder = b.getByRole('group', { name: 'Record a voice note' });
    await hasFocus(recorder);
    await a.locator('.typing').getByText('ben is recording…').waitFor();
    await pressAt(recorder.getByRole('button', { name: 'Throw it away' }));
    await hasFocus(field(b));
    await pressAt(b.getByRole('button', { name: 'Record a voice note' }));
    await recorder.getByText('0:01').waitFor();
    await pressAt(recorder.getByRole('button', { name: 'Send the voice note' }));
    await hasFocus(field(b));
    await world.runJobs();
    const play = log(a).getByRole('button', { name: 'Play' });
    await play.waitFor();
    await pressAt(play, back);
    await hasFocus(log(a).getByRole('button', { name: /Play|Pause/ }));

    await add(b, 'Location');
    await b.getByLabel('Name of the place').waitFor();
    await tabTo(b.getByLabel('Name of the place'));
    await b.keyboard.type('The garden');
    await b.keyboard.press('Enter');
    await hasFocus(b.getByRole('button', { name: 'Add', exact: true }));
    await messageWith(a, 'The garden').getByText('59.9139, 10.7522').waitFor();

    await tabTo(field(a));
    await attach(a);
    await tabTo(a.getByLabel('Can be opened once'), back);
    await a.keyboard.press('Space');
    await tabTo(a.getByRole('textbox', { name: /^Describe/ }), back);
    await a.keyboard.type('A rose');
    await a.getByRole('progressbar').waitFor({ state: 'detached' });
    await tabTo(field(a));
    await a.keyboard.press('Enter');
    const once = b.getByRole('button', { name: 'Open once' });
    await once.waitFor();
    await pressAt(once, back);
    await b
      .getByRole('dialog', { name: 'Closed once you leave' })
      .getByRole('img', { name: 'A rose' })
      .waitFor();
    await assertAccessible(b);
    await b.keyboard.press('Escape');
    await hasFocus(messageWith(b, 'You have opened it.'));
    await messageWith(a, 'Was opened').waitFor();

    assert.deepEqual(await unseenStops(a), []);
    await pressAt(a.getByRole('link', { name: 'Details' }));
    const timer = a.getByRole('combobox', { name: 'Disappearing messages' });
    await timer.waitFor();
    await tabTo(timer);
    for (const value of ['3600', '86400']) {
      await a.keyboard.press('ArrowDown');
      assert.equal(await timer.inputValue(), value);
    }
    await pressAt(a.getByRole('button', { name: 'Save' }));
    await hasFocus(timer);
    await log(b).getByText('ada lets messages disappear after 1 day.').waitFor();
    await b.getByRole('img', { name: 'Disappearing messages' }).waitFor();
    assert.equal(await log(b).getByText('lets messages disappear').count(), 1);
    assert.deepEqual([adas.problems, bens.problems], [[], []]);
  });
});
