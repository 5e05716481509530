import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openBrowser, type Person as Tab, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { callsInBrowsers, msUntil, stateOf } from '#test/support/calls/calls-in-browsers.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { must, see } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';

const PICTURES = 100;
const FAREWELL_MS = 3_000;
const ROUNDS_MAX = 4;
const JOINED = 'state viewer { state slot connection { server slotCount } }';

suite('direct calls in browsers', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('two users see each other once the call is accepted; a hang-up is told within half a second, and nothing of the other comes any more', async (t) => {
    const { people, open } = await callsInBrowsers(t, browser, ['ada', 'ben']);
    const [ada, ben] = people;
    assert.ok(ada && ben);
    const conversationId = await startWith(ada, ben);
    const { id: callId } = await must(ada, 'startCall', { conversationId, kind: 'VIDEO', isVideoOn: true });
    await must(ben, 'acceptCall', { callId, isVideoOn: true });
    const { viewer } = await see(ada, callId, JOINED);
    assert.deepEqual([viewer.slot, viewer.connection], [0, { server: 'embedded', slotCount: 8 }]);
    const [first, second] = [await open(ada, callId), await open(ben, callId)];
    const seen = async (tab: Tab, slot: number): Promise<number> => (await tab.shown(slot)).frames;
    const startedMs = performance.now();
    await until(
      async () => (await seen(first, 1)) >= PICTURES && (await seen(second, 0)) >= PICTURES,
      'both see 100 pictures',
    );
    t.diagnostic(
      `first picture after ${Math.round((await second.firstFrameMs(0)) ?? 0)} ms, ${PICTURES} after ${Math.round(performance.now() - startedMs)} ms`,
    );
    await until(async () => (await stateOf(ben, callId)) === 'CONNECTED', 'the API has Ben as connected');

    const ended = await ben.subscribe('subscription { callEnded { reason call { id } } }');
    const hungUpMs = performance.now();
    await must(ada, 'leaveCall', { callId });
    assert.deepEqual((await ended.next()).data.callEnded, { reason: 'COMPLETED', call: { id: callId } });
    const toldMs = Math.round(performance.now() - hungUpMs);
    t.diagnostic(`told of the hang-up after ${toldMs} ms`);
    assert.ok(toldMs <= whenBusy(500), `told after ${toldMs} ms`);
    await until(async () => {
      const frames = await seen(first, 1);
      await sleep(1_000);
      return (await seen(first, 1)) === frames;
    }, 'nothing arrives any more');
  });

  test('a closed tab hangs up as a hand does', async (t) => {
    const { people, open, leaving } = await callsInBrowsers(t, browser, ['ada', 'ben']);
    const [ada, ben] = people;
    assert.ok(ada && ben);
    const conversationId = await startWith(ada, ben);
    for (let round = 1; ; round += 1) {
      const { id: callId } = await must(ada, 'startCall', { conversationId, kind: 'VIDEO' });
      await must(ben, 'acceptCall', { callId });
      const [first, second] = [await open(ada, callId), await open(ben, callId)];
      await until(async () => (await stateOf(ben, callId)) === 'CONNECTED', 'Ben is connected');
      const closed = second.page.waitForEvent('close');
      const left = leaving(ben);
      await second.page.close({ runBeforeUnload: true });
      await closed;
      const leftMs = await Promise.race([left, sleep(FAREWELL_MS, null)]);
      if (leftMs !== null) {
        const tookMs = await msUntil(
          async () => (await see(ada, callId)).endReason === 'COMPLETED',
          'the call has ended',
          { within: whenBusy(500), since: leftMs },
        );
        t.diagnostic(`ended ${tookMs} ms after the tab said that it closes, in round ${round}`);
        return;
      }
      // A browser does not wait for a page that is busy: it is lost then, as in a crash.
      assert.ok(round < ROUNDS_MAX, `no tab of ${ROUNDS_MAX} said that it closes`);
      await must(ada, 'leaveCall', { callId });
      await first.page.close();
    }
  });
});
