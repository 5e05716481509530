import assert from 'node:assert/strict';
import { after, before, suite, test, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { linkOf } from '#test/support/messaging/invites.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { follow } from '#test/support/people/people.ts';
import { findingsOf } from '#test/support/people/panel-findings.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { hasValue } from '#test/support/web-app/fields.ts';
import { assertAccessible } from '#test/support/web-app/looks.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { testWorld } from '#test/support/world.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const WIDE = { viewport: { width: 1_280, height: 900 } };

/** The lines of the messages in the conversation that is open, oldest first. */
const textsOf = (page: Page): Promise<string[]> =>
  page.getByRole('log').locator('.bubble .rich-text').allInnerTexts();

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Opens the menu of the message with this text and chooses an entry of it. */
async function choose(page: Page, text: string, entry: string): Promise<void> {
  const row = page.getByRole('log').getByRole('listitem').filter({ hasText: text }).last();
  await row.hover();
  await row.getByRole('button', { name: 'What to do with the message' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

suite('messages of the web app in a browser', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  /** Two people, each with a browser, at their inboxes. */
  async function two(t: TestContext) {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const appUrl = await serveApp(t, world);
    const at = '/messages';
    const adas = await openAppAs(t, browser, { appUrl, person: ada, at, ...WIDE });
    const bens = await openAppAs(t, browser, { appUrl, person: ben, at, ...PHONE });
    return { world, ada, ben, appUrl, adas, bens };
  }

  test('two people: a request is accepted, and they chat with all that there is', async (t) => {
    const { world, appUrl, adas, bens } = await two(t);
    const [a, b] = [adas.page, bens.page];

    await a.getByText('No messages yet').waitFor();
    await a.getByRole('button', { name: 'New message' }).click();
    await a.getByLabel('Search people').fill('ben');
    await a.getByRole('dialog').getByRole('button', { name: /@ben/ }).click();
    await a.getByRole('heading', { name: 'ben' }).waitFor();
    await write(a, 'Hello Ben');
    await a.getByText('You can send 2 more until this request is accepted.').waitFor();

    await b.getByRole('link', { name: 'Requests 1 unread' }).click();
    await b.getByRole('link', { name: /ada.*Hello Ben/ }).click();
    await b.getByText('ada wants to write to you.').waitFor();
    assert.deepEqual(await findingsOf(b), []);
    await b.getByRole('button', { name: 'Accept' }).click();
    await b.getByRole('textbox', { name: 'Message' }).waitFor();

    await b.getByRole('textbox', { name: 'Message' }).fill('Hi');
    await a.getByRole('log').locator('..').locator('..').getByText('ben is writing…').waitFor();
    await b.getByRole('button', { name: 'Send', exact: true }).click();
    await a.getByRole('log').getByText('Hi', { exact: true }).waitFor();
    await b.getByText('Seen', { exact: true }).waitFor();

    await choose(a, 'Hi', '❤️');
    await b.getByRole('button', { name: '❤️, 1 person' }).waitFor();
    await choose(b, 'Hello Ben', 'Reply');
    await write(b, 'An answer');
    await a
      .getByRole('log')
      .getByRole('button', { name: /ada Hello Ben/ })
      .waitFor();
    await choose(b, 'An answer', 'Edit');
    await b.getByRole('textbox', { name: 'Message' }).fill('A better answer');
    await b.getByRole('button', { name: 'Save the change' }).click();
    await a.getByRole('log').getByText('A better answer').waitFor();
    assert.deepEqual(await textsOf(a), ['Hello Ben', 'Hi', 'A better answer']);

    await b.getByLabel('Pictures, videos, sound').setInputFiles({
      name: 'garden.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await smallPicture()),
    });
    await b.getByRole('button', { name: 'Send', exact: true }).click();
    await a.getByRole('log').getByRole('img', { name: 'Image without a description' }).waitFor();

    await a.getByRole('button', { name: 'Add', exact: true }).click();
    await a.getByRole('menuitem', { name: 'Poll' }).click();
    await a.getByLabel('Question').fill('Tea or coffee?');
    await a.getByLabel('Option 1').fill('Tea');
    await a.getByLabel('Option 2').fill('Coffee');
    await a.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await b.getByRole('radio', { name: /Tea/ }).click();
    await b.getByRole('log').getByText('100%').waitFor();
    // Votes are told of once in a second.
    await world.runJobs();
    world.clock.advance('2s');
    await world.runJobs();
    await a.getByRole('log').getByText('100%').waitFor();

    await b.getByRole('button', { name: 'Record a voice note' }).click();
    await a.getByText('ben is recording…').first().waitFor();
    await b.waitForTimeout(1_200);
    const [upload] = await Promise.all([
      b.waitForResponse(
        (response) => response.request().headers()['content-type']?.startsWith('multipart/') ?? false,
      ),
      b.getByRole('button', { name: 'Send the voice note' }).click(),
    ]);
    assert.equal(upload.status(), 200);
    await world.runJobs();
    await b.getByRole('log').getByRole('button', { name: 'Play' }).waitFor();
    await a.getByRole('log').getByRole('button', { name: 'Play' }).waitFor();

    await choose(b, 'A better answer', 'Delete');
    await b.getByRole('button', { name: 'Delete for everyone' }).click();
    await a.getByRole('log').getByText('This message was deleted.').first().waitFor();
    assert.deepEqual(await textsOf(a), ['Hello Ben', 'Hi']);

    for (const colorScheme of ['light', 'dark'] as const) {
      await a.emulateMedia({ colorScheme });
      assert.deepEqual(await findingsOf(a), [], colorScheme);
    }
    assert.deepEqual([adas.problems, bens.problems], [[], []]);
    assert.deepEqual([...bens.origins].toSorted(), [appUrl, new URL(world.url).origin].toSorted());
  });

  test('what is written without a connection comes once and in order, and so does what others wrote', async (t) => {
    const { ada, ben, adas, bens } = await two(t);
    const [a, b] = [adas.page, bens.page];
    await follow(ben, ada);
    await follow(ada, ben);
    await a.getByRole('button', { name: 'New message' }).click();
    await a.getByLabel('Search people').fill('ben');
    await a.getByRole('dialog').getByRole('button', { name: /@ben/ }).click();
    await write(a, 'First');
    await b.getByRole('link', { name: /ada.*First/ }).click();
    await b.getByRole('log').getByText('First').waitFor();

    await b.context().setOffline(true);
    await write(b, 'Without a net, one');
    await write(b, 'Without a net, two');
    await b.getByText('Sending…').first().waitFor();
    await write(a, 'Are you there?');
    await b.getByRole('textbox', { name: 'Message' }).fill('A draft');
    await b.waitForTimeout(4_000);
    await b.context().setOffline(false);
    const onLineAtMs = Date.now();
    await a.getByRole('log').getByText('Without a net, two').waitFor();
    await b.getByRole('log').getByText('Are you there?').waitFor();
    assert.ok(Date.now() - onLineAtMs < whenBusy(5_000, 1), `${Date.now() - onLineAtMs} ms`);
    await b.getByText('Sending…').first().waitFor({ state: 'detached' });
    const told = ['First', 'Are you there?', 'Without a net, one', 'Without a net, two'];
    assert.deepEqual([await textsOf(a), await textsOf(b)], [told, told]);
    const refused: string[] = [];
    b.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"type":"error"')) refused.push(String(payload));
      });
    });
    await b.reload();
    await hasValue(b.getByRole('textbox', { name: 'Message' }), 'A draft');
    await b.getByRole('log').getByText('Are you there?').waitFor();
    assert.deepEqual(await textsOf(b), told);
    await write(a, 'Good to have you back');
    await b.getByRole('log').getByText('Good to have you back').waitFor();
    assert.deepEqual([adas.problems, refused], [[], []]);
  });

  test('what was read is told although the first try does not arrive', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await follow(ben, ada);
    const appUrl = await serveApp(t, world);
    const at = `/messages/${await startWith(ada, ben)}`;
    const bens = await openAppAs(t, browser, { appUrl, person: ben, at });
    let tries = 0;
    await bens.page.route('**/graphql', (route) => {
      const isMark = (route.request().postData() ?? '').includes('MarkConversationRead');
      if (isMark) tries += 1;
      return isMark && tries === 1 ? route.abort() : route.continue();
    });
    const { page: a } = await openAppAs(t, browser, { appUrl, person: ada, at });
    await write(a, 'Do you read me?');
    await a.getByText('Seen', { exact: true }).waitFor();
    assert.equal(tries, 2);
  });

  test('a group is made; somebody is added and removed, and both see it at once', async (t) => {
    const { world, adas, bens, ada, ben } = await two(t);
    const cleo = await world.user('cleo');
    for (const person of [ben, cleo]) await follow(person, ada);
    const [a, b] = [adas.page, bens.page];
    await a.getByRole('button', { name: 'New group' }).click();
    await a.getByLabel('Name of the group').fill('Garden');
    await a.getByLabel('Search people').fill('ben');
    await a.getByRole('dialog').getByRole('button', { name: /@ben/ }).click();
    await a.getByRole('button', { name: 'Start the group' }).click();
    await a.getByRole('heading', { name: 'Garden' }).waitFor();
    await write(a, 'Welcome');
    await b.getByRole('link', { name: /Garden.*Welcome/ }).click();
    await b.getByRole('log').getByText('Welcome').waitFor();

    await a.getByRole('link', { name: 'Details' }).click();
    await a.getByRole('button', { name: 'Add people' }).click();
    await a.getByLabel('Search people').fill('cleo');
    await a.getByRole('dialog').getByRole('button', { name: /@cleo/ }).click();
    await b.getByText('ada added cleo.').waitFor();
    await b.getByText('3 participants').waitFor();
    assert.deepEqual(await findingsOf(a), []);

    await a.getByRole('button', { name: 'More for ben' }).click();
    await a.getByRole('menuitem', { name: 'Remove from the group' }).click();
    await a.getByRole('dialog').getByRole('button', { name: 'Remove from the group' }).click();
    await a.getByRole('heading', { name: '2 participants' }).waitFor();
    await b.getByText('There is nothing here').waitFor();
    await b.goto(`${bens.appUrl}/messages`);
    await b.getByText('No messages yet').waitFor();
    assert.deepEqual([adas.problems, bens.problems], [[], []]);
  });

  test('somebody asks to join a group, sees that they wait, and takes it back', async (t) => {
    const world = await testWorld(t);
    const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
    const group = await startWith(ada, ben, cleo);
    const dora = await world.user('dora');
    const { code } = await linkOf(ada, group, { needsApproval: true });
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: dora, at: `/join/${code}` });
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await page.getByText('You wait for an admin to accept you.').waitFor();
    await page.getByRole('link', { name: 'Messages' }).click();
    await page.getByRole('link', { name: 'Requests' }).click();
    await page.getByRole('heading', { name: 'Groups you asked to join' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Cancel the request to join' }).click();
    await page.getByRole('heading', { name: 'Groups you asked to join' }).waitFor({ state: 'detached' });
    const { myJoinRequests } = await dora.do('query { myJoinRequests { nodes { id } } }');
    assert.deepEqual([myJoinRequests, problems], [{ nodes: [] }, []]);
  });
});
