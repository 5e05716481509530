import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { CallServerError } from '#ports/call-server.ts';
import { openBrowser, type Person as Tab, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { callsInBrowsers, receivedOf, refusalOf, slotOf } from '#test/support/calls/calls-in-browsers.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { must, start } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person } from '#test/support/world.ts';

const ENDED_MS = 2_000;

suite('parts in calls that are ended', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('two seconds after somebody was removed, banned, suspended or signed out nothing reaches or leaves them, and their offer opens nothing', async (t) => {
    const { world, people, open, offersOf } = await callsInBrowsers(t, browser, [
      'ada',
      'ben',
      'cat',
      'dan',
      'eve',
      'fay',
    ]);
    const [ada, ben, ...ended] = people;
    assert.ok(ada && ben);
    const admin = await world.admin();
    const conversationId = await startWith(ada, ben, ...ended);
    const callId = await start(ada, conversationId, { kind: 'VIDEO' });
    const adas = await open(ada, callId);
    await must(ben, 'joinCall', { callId, as: 'VIEWER' });
    const bens = await open(ben, callId, { camera: false, canSpeak: false });

    const ways: readonly (readonly [string, (person: Person) => Promise<unknown>, string])[] = [
      [
        'removed',
        ({ id: userId }) => must(ada, 'removeFromCall', { callId, userId, isBanned: false }),
        'INVALID_STATE LEFT',
      ],
      [
        'banned',
        ({ id: userId }) => must(ada, 'removeFromCall', { callId, userId, isBanned: true }),
        'NOT_FOUND',
      ],
      [
        'suspended',
        ({ id }) =>
          admin.do(
            `mutation ($id: ID!) { adminSuspendUser(input: { userId: $id, reason: "Spam" }) { errors { code } } }`,
            { id },
          ),
        'UNAUTHENTICATED',
      ],
      [
        'signed out',
        async (person) => {
          const phone = await world.signIn(person);
          await phone.do(
            `mutation ($id: ID!) { revokeSession(input: { sessionId: $id }) { errors { code } } }`,
            {
              id: person.sessionId,
            },
          );
        },
        'UNAUTHENTICATED',
      ],
    ];
    for (const [index, [way, end, refusal]] of ways.entries()) {
      const person = ended[index];
      assert.ok(person);
      await must(person, 'joinCall', { callId, as: 'SPEAKER' });
      const tab = await open(person, callId);
      const slot = await slotOf(person, callId);
      assert.equal(slot, 1, 'the slot of the one before is free');
      await until(
        async () =>
          (
            await Promise.all([seesMoreThan(adas, slot), seesMoreThan(bens, slot), seesMoreThan(tab, 0)])
          ).every(Boolean),
        'all see each other',
      );
      const peer = {
        room: uuidOf(callId),
        identity: `${uuidOf(person.id)}:${uuidOf(person.sessionId)}`,
      };
      const endMs = performance.now();
      await end(person);
      await sleep(Math.max(0, whenBusy(ENDED_MS) - (performance.now() - endMs)));
      const [out, also, into] = [
        await receivedOf(adas, slot),
        await receivedOf(bens, slot),
        await receivedOf(tab, 0),
      ];
      const { frames } = await bens.shown(0);
      await until(async () => (await bens.shown(0)).frames > frames + 20, 'the host is still seen');
      assert.deepEqual(await receivedOf(adas, slot), out, `${way}: to the host`);
      assert.deepEqual(await receivedOf(bens, slot), also, `${way}: to others`);
      // The page has begun another connection in vain, whose counts begin at 0.
      for (const [line, { packets }] of (await receivedOf(tab, 0)).entries()) {
        assert.ok(packets <= (into[line]?.packets ?? 0), `${way}: from the host`);
      }

      const [offer = ''] = offersOf(person);
      assert.equal(await refusalOf(person, callId, offer), refusal, way);
      const { connect } = world.app.services.ports.callServer;
      assert.ok(connect);
      await assert.rejects(
        () => connect({ ...peer, sdp: offer }),
        (error) => error instanceof CallServerError && error.code === 'REFUSED',
        `${way}: at the call server`,
      );
      await tab.page.close();
    }
  });
});

const seesMoreThan = async (tab: Tab, slot: number, frames = 20): Promise<boolean> =>
  (await tab.shown(slot)).frames > frames;
