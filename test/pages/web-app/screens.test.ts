import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { publish } from '#test/support/content/hashtags.ts';
import { start } from '#test/support/messaging/calls.ts';
import { linkOf } from '#test/support/messaging/invites.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { follow } from '#test/support/people/people.ts';
import { openAppAs, openTab, serveApp } from '#test/support/web-app/app-tab.ts';
import { assertAccessible } from '#test/support/web-app/looks.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { testWorld } from '#test/support/world.ts';

const SCREEN_MS = 10_000;
/** Several times what the walk takes. */
const WALK_MS_MAX = 300_000;
/** Looks again after this time, also at a page that is never idle. */
const IDLE_MS = 1_000;
const PHONE = { viewport: { width: 390, height: 844 } };

/** Queries of the frame, and looks for new posts by the clock: they are no part of a screen. */
const OF_THE_FRAME: ReadonlySet<string> = new Set([
  'LiveCursor',
  'Frame',
  'ActiveCalls',
  'UnreadCounts',
  'NewestOfFeed',
]);

type Asked = { readonly names: string[]; isQuiet(): boolean };

/** Names of the queries that a page sends; mutations are acts, and no screen. */
function queriesOf(page: Page, api: string): Asked {
  const names: string[] = [];
  let open = 0;
  page.on('request', (request) => {
    if (request.method() !== 'POST' || request.url() !== api) return;
    open += 1;
    // The client sends nothing else.
    const { operationName, query } = request.postDataJSON() as { operationName: string; query: string };
    if (query.startsWith('query') && !OF_THE_FRAME.has(operationName)) names.push(operationName);
  });
  const ended = (request: { method(): string; url(): string }): void => {
    if (request.method() === 'POST' && request.url() === api) open -= 1;
  };
  page.on('requestfinished', ended).on('requestfailed', ended);
  return { names, isQuiet: () => open === 0 };
}

/** Opens a screen as a link does, without loading the page, and waits until it has all that it asks for. */
async function go(page: Page, { at, count, asked }: { at: string; count: number; asked: Asked }) {
  asked.names.length = 0;
  await page.evaluate((href) => history.pushState(null, '', href), at);
  await page.waitForURL(`**${at}`);
  const isOver = AbortSignal.timeout(whenBusy(SCREEN_MS));
  do {
    // Unlike `evaluate`, it ends on a page that answers nothing.
    await page.waitForFunction(
      (timeout) => new Promise((done) => requestIdleCallback(() => done(true), { timeout })),
      IDLE_MS,
    );
    const skeletons = await page.locator('.skeleton').count();
    if (skeletons === 0 && asked.isQuiet() && asked.names.length >= count) break;
  } while (!isOver.aborted);
  return [...asked.names];
}

/** Runs in the page: whatever moves for longer than a frame, or would. */
function movesOf(): string[] {
  const isLong = (times: string): boolean =>
    times.split(', ').some((time) => Number.parseFloat(time) > 0.016);
  const moving = [...document.querySelectorAll('*')].filter((element) => {
    const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
    return (animationName !== 'none' && isLong(animationDuration)) || isLong(transitionDuration);
  });
  return moving.map(({ outerHTML }) => outerHTML.slice(0, 100));
}

/** Queries of each screen when it is opened, in the order of the walk. */
const SCREENS: Readonly<Record<string, { readonly at: string; readonly asks: readonly string[] }>> = {
  '/posts/$id': { at: '/posts/POST', asks: ['PostScreen'] },
  '/posts/$id/quotes': { at: '/posts/POST/quotes', asks: ['PostQuotes'] },
  '/compose': { at: '/compose', asks: ['Compose'] },
  '/u/$username': { at: '/u/ben', asks: ['Profile'] },
  '/u/$username/followers': { at: '/u/ben/followers', asks: ['FollowLists'] },
  '/u/$username/following': { at: '/u/ben/following', asks: ['FollowLists'] },
  '/u/$username/mutual': { at: '/u/ben/mutual', asks: ['FollowLists'] },
  '/u/$username/tiers': { at: '/u/ben/tiers', asks: ['TiersOf'] },
  '/requests': { at: '/requests', asks: ['FollowRequests'] },
  '/explore': { at: '/explore', asks: ['Explore'] },
  '/search': { at: '/search?q=ben', asks: ['FindPeople'] },
  '/tags': { at: '/tags', asks: ['FollowedHashtags'] },
  '/tags/$name': { at: '/tags/garden', asks: ['HashtagScreen'] },
  '/saved': { at: '/saved', asks: ['Saved'] },
  '/saved/$id': { at: '/saved/COLLECTION', asks: ['SavedCollection'] },
  '/statistics': { at: '/statistics', asks: ['ContentStatistics'] },
  '/notifications': { at: '/notifications', asks: ['Notifications'] },
  '/settings/notifications': { at: '/settings/notifications', asks: ['NotificationSettingsScreen'] },
  '/wallet': { at: '/wallet', asks: ['Wallet'] },
  // The cards come with the wallet.
  '/wallet/cards': { at: '/wallet/cards', asks: [] },
  '/wallet/limits': { at: '/wallet/limits', asks: ['Limits'] },
  '/wallet/payments': { at: '/wallet/payments', asks: ['Payments'] },
  '/wallet/tips': { at: '/wallet/tips', asks: ['MySentTips'] },
  '/subscriptions': { at: '/subscriptions', asks: ['Subscriptions'] },
  '/creator': { at: '/creator', asks: ['Creator'] },
  '/creator/members': { at: '/creator/members', asks: ['Members'] },
  '/creator/earnings': { at: '/creator/earnings', asks: ['Earnings'] },
  '/creator/tips': { at: '/creator/tips', asks: ['ReceivedTips'] },
  '/calls': { at: '/calls', asks: ['CallHistory'] },
  '/calls/$id': { at: '/calls/CALL', asks: ['CallScreen'] },
  '/messages': { at: '/messages', asks: ['Inbox'] },
  $id: { at: '/messages/CHAT', asks: ['Conversation'] },
  '$id/media': { at: '/messages/CHAT/media', asks: ['SharedMedia'] },
  '$id/details': { at: '/messages/GROUP/details', asks: ['ConversationDetails'] },
  '/join/$code': { at: '/join/CODE', asks: ['InvitePreview'] },
  '/settings': { at: '/settings', asks: ['AccountSettings'] },
  // The list of settings has the same query.
  '/settings/account': { at: '/settings/account', asks: [] },
  '/settings/data': { at: '/settings/data', asks: ['AccountData'] },
  '/settings/sessions': { at: '/settings/sessions', asks: ['Sessions'] },
  '/sessions': { at: '/sessions', asks: ['Sessions'] },
  '/settings/privacy': { at: '/settings/privacy', asks: ['Privacy'] },
  '/settings/blocked': { at: '/settings/blocked', asks: ['BlockedUsers'] },
  '/settings/muted': { at: '/settings/muted', asks: ['MutedUsers'] },
  '/settings/words': { at: '/settings/words', asks: ['MutedWords'] },
  // Kept in the browser alone.
  '/settings/calls': { at: '/settings/calls', asks: [] },
  '/settings/appearance': { at: '/settings/appearance', asks: [] },
  '/settings/verification': { at: '/settings/verification', asks: ['Verification'] },
  '/settings/standing': { at: '/settings/standing', asks: ['Standing'] },
  '/settings/reports': { at: '/settings/reports', asks: ['MyReports'] },
  // The feed was there first.
  '/': { at: '/', asks: [] },
};

/** Screens of people without a session, and those that mails lead to: one alone asks before the visitor acts. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': [],
  '/register': [],
  '/reset-password': [],
  '/verify-email': [],
  '/change-email': [],
  '/unsubscribe': [],
  '/appeal': [],
  '/notice': ['NoticeForm'],
};

/** Lists that other screens, devices or moderators change without an event: a return asks for them, and shows what is known meanwhile. */
const ALWAYS_ASKED: ReadonlySet<string> = new Set([
  'AccountData',
  'BlockedUsers',
  'CallHistory',
  'ContentStatistics',
  'FollowRequests',
  'FollowedHashtags',
  'MutedUsers',
  'MutedWords',
  'MyReports',
  'MySentTips',
  'Saved',
  'SavedCollection',
  'Sessions',
  'SharedMedia',
  'Standing',
  'Verification',
]);

test(
  'every screen is one request when it is opened and none on return, to the app and the API alone, without a token in an address, a needless move or something that some cannot use',
  {
    skip: WITHOUT_CHROMIUM,
    timeout: WALK_MS_MAX,
  },
  async (t) => {
    const files = await Array.fromAsync(glob('packages/web-app/src/routes/*.ts'));
    const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const paths = [...sources.join('\n').matchAll(/^ {2}path: '(.+)',$/gm)].map(([, path]) => path);
    assert.deepEqual(paths.toSorted(), [...Object.keys(SCREENS), ...Object.keys(OUTSIDE), '/'].toSorted());

    const browser = await openBrowser();
    t.after(() => browser.close());
    const world = await testWorld(t);
    const [mia, ben, cleo] = [await world.user('mia'), await world.user('ben'), await world.user('cleo')];
    await follow(mia, ben);
    await follow(ben, mia);
    const chat = await startWith(ben, mia);
    const group = await startWith(ben, mia, cleo);
    const { createSavedCollection } = await mia.do(
      'mutation { createSavedCollection(input: { name: "Plans" }) { collection { id } } }',
    );
    const places: Readonly<Record<string, string>> = {
      POST: await publish(ben, 'Plums #garden'),
      CHAT: chat,
      GROUP: group,
      CALL: await start(ben, chat),
      CODE: (await linkOf(ben, group)).code,
      COLLECTION: String(createSavedCollection.collection.id),
    };
    await world.runJobs();
    const appUrl = await serveApp(t, world);
    const { page, problems, origins } = await openAppAs(t, browser, { appUrl, person: mia, ...PHONE });
    await page.getByRole('article').first().waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Freshness does not pass while a busy machine takes its time.
    await page.evaluate((now) => void (Date.now = () => now), Date.now());
    const asked = queriesOf(page, world.url);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    page.on('websocket', (socket) => addresses.push(socket.url()));
    for (const visit of ['opened', 'again'] as const) {
      for (const [path, { at, asks }] of Object.entries(SCREENS)) {
        const expected = visit === 'opened' ? asks : asks.filter((name) => ALWAYS_ASKED.has(name));
        const place = at.replace(/[A-Z]{4,}/, (name) => places[name] ?? name);
        const names = await go(page, { at: place, count: expected.length, asked });
        assert.deepEqual(names, expected, `${path} ${visit}`);
        assert.deepEqual(await page.evaluate(movesOf), [], `${path} ${visit}`);
        assert.deepEqual(problems, [], `${path} ${visit}`);
        if (visit === 'again') await assertAccessible(page);
      }
    }

    // A username has a dot, and so has a file.
    const kindOf = async (path: string) => {
      const answer = await fetch(appUrl + path);
      return [answer.status, answer.headers.get('content-type')];
    };
    assert.deepEqual(await kindOf('/u/ada.lovelace'), [200, 'text/html; charset=utf-8']);
    assert.deepEqual(await kindOf('/config.json'), [200, 'application/json']);
    assert.deepEqual(await kindOf('/none.json'), [404, 'application/json']);
    assert.deepEqual(await kindOf('/assets/none.js'), [404, 'text/javascript; charset=utf-8']);

    await go(page, { at: '/appeal', count: 0, asked });
    assert.deepEqual([asked.names, problems], [[], []]);
    const outside = await openTab(t, browser, appUrl, PHONE);
    await outside.page.emulateMedia({ reducedMotion: 'reduce' });
    const askedOutside = queriesOf(outside.page, world.url);
    for (const [path, asks] of Object.entries(OUTSIDE)) {
      askedOutside.names.length = 0;
      const answer = await outside.page.goto(`${appUrl}${path}`);
      await outside.page.getByRole('button').first().waitFor();
      const policy = answer?.headers()['content-security-policy'] ?? '';
      assert.match(policy, /script-src 'self'; style-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|data:|\*/);
      assert.deepEqual(await outside.page.evaluate(movesOf), [], path);
      assert.deepEqual([askedOutside.names, outside.problems], [asks, []], path);
    }
    assert.deepEqual([...origins].toSorted(), [appUrl, new URL(world.url).origin].toSorted());
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    const tokens = [...kept.matchAll(/[\w-]{20,}(?:\.[\w-]+){0,2}/g)].map(([token]) => token);
    assert.ok(tokens.length >= 2, kept);
    assert.deepEqual(
      addresses.filter((address) => tokens.some((token) => address.includes(token))),
      [],
    );
  },
);
