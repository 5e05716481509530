import assert from 'node:assert/strict';
import { after, before, suite, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openBrowser, type Person as Tab, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import {
  answerTo,
  callsInBrowsers,
  type CallsInBrowsers,
  msUntil,
  receivedOf,
} from '#test/support/calls/calls-in-browsers.ts';
import { endNativeClients, nativeClient } from '#test/support/calls/native-client.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { call, must, outcome, see, start } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import type { Person } from '#test/support/world.ts';

const PICTURES = 100;
const VIEWERS = Array.from({ length: 10 }, (_, index) => `viewer${index}`);
const NOTHING = { frames: 0, packets: 0 };

suite('viewer mode in browsers', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    endNativeClients();
  });

  test(`each of ten people in viewer mode sees ${PICTURES} pictures of the speaker in 8 seconds`, async (t) => {
    const { tabs } = await stage(t, browser, ['ada', ...VIEWERS]);
    const [, ...viewers] = tabs;
    const frames = () => Promise.all(viewers.map(async (viewer) => (await viewer.shown(0)).frames));
    await until(async () => (await frames()).every((count) => count > 0), 'all see the speaker');
    const seen = await frames();
    const tookMs = await msUntil(
      async () => (await frames()).every((count, index) => count - (seen[index] ?? 0) >= PICTURES),
      `all ten have seen ${PICTURES} more pictures`,
      { within: whenBusy(8_000) },
    );
    t.diagnostic(`${PICTURES} pictures at each of ten after ${tookMs} ms`);
  });

  test('a granted viewer is seen and heard by all within a second, without another offer, and not half a second after they were moved back', async (t) => {
    const { people, tabs, callId, offersOf } = await stage(t, browser, ['ada', 'ben', 'cat', 'dan']);
    const [ada, ben] = people;
    const [, bens, ...others] = tabs;
    assert.ok(ada && ben && bens && tabs[0]);
    const everybody = [tabs[0], ...others];
    for (const viewer of [bens, ...others]) {
      await until(async () => (await viewer.shown(0)).frames > 20, 'the speaker is seen');
    }
    const offers = () => people.map((person) => offersOf(person).length);
    const before = offers();
    assert.deepEqual(before, [1, 1, 1, 1]);

    const asked = await call(ben, 'requestToSpeak', { callId }, 'speakerRequest { id }');
    const told = await ben.subscribe(
      'subscription { speakerRequestResponse { needsReconnect request { state } } }',
    );
    const grantedMs = performance.now();
    const [answered] = await Promise.all([
      call(ada, 'respondToSpeakerRequest', { requestId: asked.speakerRequest.id, isGranted: true }, ''),
      told.next().then(async ({ data }) => {
        assert.deepEqual(data.speakerRequestResponse, {
          needsReconnect: false,
          request: { state: 'GRANTED' },
        });
        await Promise.all([
          must(ben, 'updateCallMedia', { callId, isMuted: false, isVideoOn: true }),
          bens.change({ canSpeak: true }),
        ]);
      }),
    ]);
    assert.deepEqual(answered.errors, []);
    const isThere = async (tab: Tab): Promise<boolean> =>
      (await receivedOf(tab, 1)).every(({ packets }) => packets > 0) && (await tab.shown(1)).frames > 0;
    const seenMs = await msUntil(
      async () => (await Promise.all(everybody.map(isThere))).every(Boolean),
      'Ben is seen and heard by all',
      { within: whenBusy(1_000), since: grantedMs },
    );
    t.diagnostic(`seen and heard by all ${seenMs} ms after the grant was sent`);

    const movedMs = performance.now();
    await must(ada, 'moveToViewers', { callId, userId: ben.id });
    await sleep(Math.max(0, whenBusy(500) - (performance.now() - movedMs)));
    const last = await Promise.all(everybody.map((tab) => receivedOf(tab, 1)));
    const [cats] = others;
    assert.ok(cats);
    const adas = await cats.shown(0);
    await until(async () => (await cats.shown(0)).frames > adas.frames + 20, 'the host is still seen');
    assert.deepEqual(await Promise.all(everybody.map((tab) => receivedOf(tab, 1))), last);
    // His page goes on to send.
    const sent = await bens.sent();
    await until(async () => (await bens.sent()).packets > sent.packets + 20, 'Ben sends in vain');
    assert.deepEqual(await Promise.all(everybody.map((tab) => receivedOf(tab, 1))), last);
    assert.deepEqual(offers(), before);
  });

  test('whatever somebody in viewer mode sends, and by whatever offer, nothing of it reaches anybody', async (t) => {
    const { people, tabs, callId, world } = await stage(t, browser, ['ada', 'ben', 'cat', 'dan']);
    const [, ben, , dan] = people;
    const [adas, bens, cats] = tabs;
    assert.ok(ben && dan && adas && bens && cats);
    const slots = world.app.services.limits.callSpeakers;
    const refused = [
      await outcome(ben, 'updateCallMedia', { callId, isMuted: false, isVideoOn: true }),
      await outcome(ben, 'updateCallMedia', { callId, isScreenSharing: true }),
      await outcome(ben, 'joinCall', { callId, as: 'SPEAKER' }),
    ];
    assert.deepEqual(refused, ['FORBIDDEN', 'FORBIDDEN', 'ok']);
    assert.deepEqual((await see(ben, callId, 'viewer { role slot }')).viewer, { role: 'VIEWER', slot: null });
    await bens.change({ canSpeak: true, isSharing: true });

    // Another program in place of the page: it sends on each of its lines, in offers that it makes again and again.
    let packets = 0;
    for (const round of [1, 2, 3]) {
      const client = await nativeClient(slots, round * 1_000);
      t.after(() => client.close());
      client.accept(await answerTo(dan, callId, client.offer));
      await until(() => client.isConnected(), 'the program is connected');
      for (let count = 0; count < 50; count += 1) {
        for (const line of [0, 1, 2]) client.send(line);
        packets += 3;
        await sleep(5);
      }
    }
    assert.equal(packets, 450);
    await until(async () => (await bens.sent()).packets >= 100, 'Ben sends');
    const seen = await cats.shown(0);
    await until(async () => (await cats.shown(0)).frames > seen.frames + 20, 'the host is seen');
    for (const tab of [adas, cats]) {
      // The first slot is that of the host.
      for (let slot = 1; slot < slots; slot += 1) {
        assert.deepEqual(await receivedOf(tab, slot), [NOTHING, NOTHING], `slot ${slot}`);
      }
      assert.equal((await tab.shown('screen')).frames, 0);
    }
    assert.deepEqual(await receivedOf(adas, 0), [NOTHING, NOTHING]);
  });
});

type Stage = CallsInBrowsers & { readonly tabs: readonly Tab[]; readonly callId: string };

/** A call in which people speak on request: the first hosts and sends, the others have joined in viewer mode. */
async function stage(t: TestContext, browser: Browser, names: readonly string[]): Promise<Stage> {
  const calls = await callsInBrowsers(t, browser, names);
  const [host, ...viewers] = calls.people;
  assert.ok(host);
  const conversationId = await startWith(host, ...viewers);
  const callId = await start(host, conversationId, { kind: 'VIDEO', speaking: 'ON_REQUEST' });
  const tabs = [await calls.open(host, callId)];
  for (const viewer of viewers) tabs.push(await watch(calls, viewer, callId, names.length <= 4));
  return { ...calls, tabs, callId };
}

/** Opens the tab of somebody in viewer mode, with a camera that sends nothing. */
async function watch(
  { open }: CallsInBrowsers,
  viewer: Person,
  callId: string,
  camera: boolean,
): Promise<Tab> {
  await must(viewer, 'joinCall', { callId, as: 'VIEWER' });
  return open(viewer, callId, { camera, canSpeak: false });
}
