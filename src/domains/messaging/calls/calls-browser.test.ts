import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { callPages, openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { befriend, must, see } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import { testWorld } from '#test/support/world.ts';

const VIEWER = 'state viewer { state slot connection { server slotCount } }';
const PICTURES = 100;

// A world of its own: its call server is the product's.
suite('calls of the API in browsers', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('two users see each other once the call is accepted, and nothing of the other once one hangs up', async (t) => {
    const world = await testWorld(t, {
      env: { CALL_SERVER: 'embedded', CALL_SERVER_PORTS: '45000-45999' },
    });
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await befriend(ada, ben);
    const conversationId = await startWith(ada, ben);
    const { id } = await must(ada, 'startCall', { conversationId, kind: 'VIDEO', isVideoOn: true });
    await must(ben, 'acceptCall', { callId: id, isVideoOn: true });
    const people = { ada, ben };
    const pages = await callPages(t, () => ({
      connect: async ({ identity, sdp }) => {
        const person = people[identity as keyof typeof people];
        const { connectCall } = await person.do(
          `mutation ($id: ID!, $offer: String!) { connectCall(input: { callId: $id, offer: $offer }) {
            answer expiresAt errors { code message } } }`,
          { id, offer: sdp },
        );
        return { sdp: connectCall.answer };
      },
    }));
    const { viewer } = await see(ada, id, VIEWER);
    const { slotCount: slots } = viewer.connection;
    assert.deepEqual([viewer.slot, viewer.connection], [0, { server: 'embedded', slotCount: 8 }]);
    const [first, second] = [await pages.open(browser, id, 'ada'), await pages.open(browser, id, 'ben')];
    await Promise.all([first, second].map((page) => page.join({ slots, camera: true })));
    const seen = async (): Promise<readonly number[]> => [
      (await first.shown(1)).frames,
      (await second.shown(0)).frames,
    ];
    const startedMs = performance.now();
    await until(async () => (await seen()).every((frames) => frames >= PICTURES), 'both see 100 pictures');
    t.diagnostic(
      `first picture after ${Math.round((await second.firstFrameMs(0)) ?? 0)} ms, ${PICTURES} after ${Math.round(performance.now() - startedMs)} ms`,
    );
    const state = async (): Promise<string> => (await see(ben, id, VIEWER)).viewer.state;
    await until(async () => (await state()) === 'CONNECTED', 'the API has Ben as connected');

    await must(ada, 'leaveCall', { callId: id });
    const ended = await see(ben, id, 'state endReason');
    assert.deepEqual(ended, { state: 'ENDED', endReason: 'COMPLETED' });
    await until(async () => {
      const [before] = await seen();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return (await seen())[0] === before;
    }, 'nothing arrives any more');
  });
});
