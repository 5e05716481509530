import assert from 'node:assert/strict';
import { after, before, suite, test, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, type Person as Tab, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { callsInBrowsers, msUntil, slotOf, stateOf } from '#test/support/calls/calls-in-browsers.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { must, see } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import type { Person } from '#test/support/world.ts';

/** A silence of 5 seconds is seen, and a return window of 30 ends: the rest is work. At 7 and 40 seconds where nothing else runs. */
const lostMs = (): number => 5_000 + whenBusy(2_000, 1);
const goneMs = (): number => 35_000 + whenBusy(5_000, 1);

suite('pages that are lost in calls', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  // element-call#3684: members of crashed pages stayed in the call.
  test('who was in a page that crashed is RECONNECTING within 7 seconds, and has left within 40', async (t) => {
    const { ada, ben, second, callId } = await two(t, browser);
    const changed = await ada.subscribe(
      'subscription { callStatusChanged { changes member { user { username } state } } }',
    );
    const startedMs = performance.now();
    await crash(second);
    const silentMs = await msUntil(
      async () => (await stateOf(ben, callId)) === 'RECONNECTING',
      'Ben is RECONNECTING',
      { within: lostMs() },
    );
    assert.deepEqual((await changed.next()).data.callStatusChanged, {
      changes: ['CONNECTION', 'RECONNECT'],
      member: { user: { username: 'ben' }, state: 'RECONNECTING' },
    });
    await msUntil(async () => (await stateOf(ben, callId)) === 'LEFT', 'Ben has left', {
      within: goneMs(),
      since: startedMs,
    });
    t.diagnostic(
      `RECONNECTING after ${silentMs} ms, LEFT after ${Math.round(performance.now() - startedMs)} ms`,
    );
    const { state, memberCount } = await see(ada, callId);
    assert.deepEqual([state, memberCount], ['ONGOING', 1]);
    assert.equal((await see(ben, callId, 'viewer { connection { server } }')).viewer.connection, null);
  });

  test('a page that crashed and is opened again comes back as the same member, in the same slot', async (t) => {
    const { ada, ben, first, second, callId, join } = await two(t, browser);
    const before = await memberOf(ada, callId, 'ben');
    const left = await ada.subscribe('subscription { participantLeft { member { user { username } } } }');
    const again = await ada.subscribe('subscription { participantJoined { member { user { username } } } }');
    await crash(second);
    await msUntil(async () => (await stateOf(ben, callId)) === 'RECONNECTING', 'Ben is RECONNECTING', {
      within: lostMs(),
    });
    const seen = await first.shown(1);
    const page = await second.page.context().newPage();
    await page.goto(second.page.url());
    await page.waitForFunction('window.call !== undefined');
    await join(second.in(page));
    await until(async () => (await stateOf(ben, callId)) === 'CONNECTED', 'Ben is back');
    await until(async () => (await first.shown(1)).frames > seen.frames + 20, 'Ben is seen again');
    assert.deepEqual(await memberOf(ada, callId, 'ben'), before);
    await left.nothing();
    await again.nothing();
  });

  test('a page that is loaded again without hanging up is back in its slot', async (t) => {
    const { ada, ben, first, second, callId, join, stay } = await two(t, browser);
    const before = await memberOf(ada, callId, 'ben');
    stay(ben);
    const seen = await first.shown(1);
    await second.page.reload();
    await second.page.waitForFunction('window.call !== undefined');
    await join(second);
    await until(async () => (await stateOf(ben, callId)) === 'CONNECTED', 'Ben is back');
    await until(async () => (await first.shown(1)).frames > seen.frames + 20, 'Ben is seen again');
    assert.deepEqual(await memberOf(ada, callId, 'ben'), before);
    assert.equal(await slotOf(ben, callId), 1);
  });
});

/** A direct call of two people who see each other. */
async function two(t: TestContext, browser: Browser) {
  const { people, open, join, stay } = await callsInBrowsers(t, browser, ['ada', 'ben']);
  const [ada, ben] = people;
  assert.ok(ada && ben);
  const conversationId = await startWith(ada, ben);
  const { id: callId } = await must(ada, 'startCall', { conversationId, kind: 'VIDEO' });
  await must(ben, 'acceptCall', { callId });
  const [first, second] = [await open(ada, callId), await open(ben, callId)];
  await until(
    async () => (await first.shown(1)).frames > 20 && (await second.shown(0)).frames > 20,
    'both see each other',
  );
  for (const one of [ada, ben]) {
    await until(async () => (await stateOf(one, callId)) === 'CONNECTED', 'both are connected');
  }
  return { ada, ben, first, second, callId, join, stay };
}

/** Ends the process of a tab, which sends no farewell. */
async function crash({ page }: Tab): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  // A process that has ended answers nothing.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

async function memberOf(viewer: Person, callId: string, username: string): Promise<unknown> {
  const { members } = await see(
    viewer,
    callId,
    'members(first: 10) { nodes { user { username } role slot joinedAt state } }',
  );
  return members.nodes.find(({ user }: { user: { username: string } }) => user.username === username);
}
