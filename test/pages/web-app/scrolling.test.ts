import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { insertFoundMessages } from '#test/support/messaging/message-search.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { follow } from '#test/support/people/people.ts';
import { settlePosts } from '#test/support/people/searching.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { measured, scrollThrough, type Way } from '#test/support/web-app/scrolling.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { type Person, testWorld } from '#test/support/world.ts';

/** On a machine that does nothing else; a task waits for the server's and for other tests'. */
const TASK_MS_MAX = 100;
const POSTS = 500;
const AUTHORS = 20;
const MESSAGES = 1_000;
const MEGABYTE = 1_000_000;

/** Tasks that other tests may hold up on the processor; a page that is slow by itself has such a task for each page of the list. */
const HELD_UP = 4;

/** The longest task without the few that were held up. */
const slowOf = (tasks: readonly number[]): number =>
  tasks.toSorted((one, other) => other - one)[HELD_UP] ?? 0;

/** From the first of the list to the last. */
const counted = (name: string, from: number, to: number): string[] =>
  Array.from(
    { length: Math.abs(to - from) + 1 },
    (_, index) => `${name} ${from + Math.sign(to - from) * index}`,
  );

suite('long lists in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('500 posts are scrolled through without a long task, and only those near the view are drawn', async (t) => {
    const world = await testWorld(t);
    const mia = await world.user('mia');
    const authors: Person[] = [];
    for (let number = 0; number < AUTHORS; number += 1) authors.push(await world.user(`author${number}`));
    const posts = counted('Post', 1, POSTS).map((text, index) => ({
      authorId: uuidOf(authors[index % AUTHORS]?.id ?? ''),
      text,
    }));
    await settlePosts(world, posts);
    // Followers get what is there already.
    for (const author of authors) await follow(mia, author);
    await world.runJobs();
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: mia });
    await page.getByText(`Post ${POSTS}`, { exact: true }).waitFor();
    const { load, longTasks } = await measured(page);
    const down = { scroller: null, item: '.posts > li', direction: 'down' } as const;
    const first = await scrollThrough(page, { ...down, until: 'Post 401' });
    const early = await load();
    const rest = await scrollThrough(page, { ...down, until: 'Post 1' });
    const late = await load();
    assert.deepEqual([...new Set([...first, ...rest])], counted('Post', POSTS, 1));
    assert.equal(await page.locator('.posts > li').count(), POSTS);
    t.diagnostic(`100 posts ${JSON.stringify(early)}, ${POSTS} posts ${JSON.stringify(late)}`);
    t.diagnostic(`long tasks ${(await longTasks()).join(' ')} ms`);
    await page.waitForFunction(() => document.querySelectorAll('.post').length < 60);
    assert.ok(late.nodes < early.nodes * 1.5);
    // The objects of the cache and what reads them; the elements of the page are in it too.
    assert.ok(late.heapBytes - early.heapBytes < 12 * MEGABYTE);
    assert.ok(slowOf(await longTasks()) < whenBusy(TASK_MS_MAX, 4));

    // On the way back the list is as long as before, and where it was.
    await page
      .getByRole('article')
      .filter({ has: page.getByText('Post 1', { exact: true }) })
      .getByRole('time')
      .click();
    await page.waitForURL('**/posts/*');
    await page.goBack();
    await page.waitForFunction(() => scrollY > 10_000);
    await page.getByText('Post 1', { exact: true }).click({ trial: true });
    assert.deepEqual(problems, []);
  });

  test('1,000 messages are read up to the first one without a long task, each in its place, and none moves when another one comes', async (t) => {
    // Nobody reads so fast: the points of a user are for thirty pages.
    const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '100000' } });
    const [mia, ben] = [await world.user('mia'), await world.user('ben')];
    const id = await startWith(mia, ben);
    await insertFoundMessages(world, {
      conversationIds: [uuidOf(id)],
      senderId: uuidOf(ben.id),
      count: MESSAGES,
      text: "'Message ' || n",
    });
    const appUrl = await serveApp(t, world);
    const at = `/messages/${encodeURIComponent(id)}`;
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: mia, at });
    const log = page.getByRole('log', { name: 'Messages' });
    await log.getByText(`Message ${MESSAGES}`, { exact: true }).waitFor();
    const { load, longTasks } = await measured(page);
    const way = { scroller: '.message-scroller', item: 'li[data-message]' };
    const up: Omit<Way, 'until'> = { ...way, direction: 'up' };
    const newer = await scrollThrough(page, { ...up, until: 'Message 801' });
    const early = await load();
    const older = await scrollThrough(page, { ...up, until: 'Message 1' });
    const late = await load();
    assert.deepEqual([...new Set([...newer, ...older])], counted('Message', MESSAGES, 1));
    t.diagnostic(`200 messages ${JSON.stringify(early)}, ${MESSAGES} messages ${JSON.stringify(late)}`);
    t.diagnostic(`long tasks ${(await longTasks()).join(' ')} ms`);
    assert.equal(await page.locator('li[data-message]').count(), MESSAGES);
    await page.waitForFunction(() => document.querySelectorAll('.bubble').length < 100);
    assert.ok(late.nodes < early.nodes * 2);
    assert.ok(late.heapBytes - early.heapBytes < 24 * MEGABYTE);
    assert.ok(slowOf(await longTasks()) < whenBusy(TASK_MS_MAX, 4));

    // A new message comes at the end, which is far below: the first one stays where it is.
    const placeOf = async () => (await log.getByText('Message 1', { exact: true }).boundingBox())?.y ?? 0;
    const place = await placeOf();
    await say(ben, id, 'Still there?');
    await page.waitForFunction(
      (count) => document.querySelectorAll('li[data-message]').length === count,
      MESSAGES + 1,
    );
    assert.ok(Math.abs((await placeOf()) - place) < 1);
    await page.getByRole('button', { name: 'To the newest message' }).click();
    await log.getByText('Still there?', { exact: true }).waitFor();
    assert.equal(await log.getByText(`Message ${MESSAGES}`, { exact: true }).count(), 1);
    assert.deepEqual(problems, []);
  });
});
