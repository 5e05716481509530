import assert from 'node:assert/strict';
import { after, before, suite, test, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { systemClock } from '#platform/kernel/clock.ts';
import type { CallRights, CallServerPort } from '#ports/call-server.ts';
import { callPages, openBrowser, type Person, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { lossyRelay } from '#test/support/calls/lossy-relay.ts';
import { silent, until } from '#test/support/processes.ts';
import { createEmbeddedCallServer } from './embedded.ts';

const ROOM = 'call-1';
const VIEWER: CallRights = { audio: false, video: false, screen: false, slot: null };
const speaker = (slot: number): CallRights => ({ audio: true, video: true, screen: false, slot });

suite('calls in browsers', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('two people see and hear each other, and are gone when they hang up, or silent when their tab is closed', async (t) => {
    const { join, callServer, left } = await callIn(t, browser);
    const ada = await join('ada', speaker(0));
    const ben = await join('ben', speaker(1));
    const startedMs = performance.now();
    await until(
      async () => (await ada.shown(1)).frames >= 100 && (await ben.shown(0)).frames >= 100,
      'both see 100 pictures',
    );
    const tookMs = performance.now() - startedMs;
    const firstMs = await ben.firstFrameMs(0);
    t.diagnostic(`first picture after ${Math.round(firstMs ?? 0)} ms, 100 after ${Math.round(tookMs)} ms`);
    assert.ok((await ada.shown(1, 'audio')).packets > 0);
    assert.ok((await ben.shown(0, 'audio')).packets > 0);
    await ada.page.evaluate('window.call.close()');
    await until(async () => (await callServer.listPeers(ROOM))?.length === 1, 'Ada is gone');
    await ben.change({ speakers: 5 });
    await until(async () => (await ben.sent()).width === 320, 'Ben sends a smaller picture');
    await ben.page.close({ runBeforeUnload: true });
    await until(() => left.includes('ben:1'), 'the page says that it leaves');
    await until(async () => (await callServer.listPeers(ROOM))?.[0]?.isSilent ?? true, 'Ben is silent');
  });

  test('three people in viewer mode see one speaker; one is granted, seen without another offer, and removed', async (t) => {
    const { join, callServer, offers, identity } = await callIn(t, browser);
    const viewers: Person[] = [];
    for (const name of ['ben', 'cem', 'dia']) viewers.push(await join(name, VIEWER));
    const [ben, cem, dia] = viewers;
    assert.ok(ben && cem && dia);
    const ada = await join('ada', speaker(0));
    for (const viewer of viewers) {
      await until(async () => (await viewer.shown(0)).frames >= 20, 'the speaker is seen');
    }

    // A page that sends without the right: nothing of it reaches anybody.
    await ben.change({ canSpeak: true });
    await until(async () => (await ben.sent()).packets >= 30, 'Ben sends');
    for (const other of [ada, cem, dia]) assert.deepEqual(await other.shown(1), { frames: 0, packets: 0 });

    const before = offers();
    const grantedMs = performance.now();
    await callServer.permit({ room: ROOM, identity: identity('ben'), rights: speaker(1) });
    for (const other of [ada, cem, dia]) {
      await until(async () => (await other.shown(1)).frames > 0, 'Ben is seen');
    }
    t.diagnostic(`seen by three after ${Math.round(performance.now() - grantedMs)} ms`);
    assert.equal(offers(), before);

    await callServer.remove({ room: ROOM, identity: identity('ben') });
    const gone = await settled(() => cem.shown(1));
    const seen = await cem.shown(0);
    await until(async () => (await cem.shown(0)).frames >= seen.frames + 20, 'Ada is still seen');
    assert.deepEqual(await cem.shown(1), gone);
  });

  test('a shared screen has a line of its own', async (t) => {
    const { join, callServer, identity } = await callIn(t, browser);
    const ada = await join('ada', speaker(0));
    const ben = await join('ben', VIEWER);
    await ada.change({ isSharing: true });
    await until(async () => (await ben.shown(0)).frames >= 20, 'the camera is seen');
    assert.equal((await ben.shown('screen')).frames, 0);
    await callServer.permit({
      room: ROOM,
      identity: identity('ada'),
      rights: { ...speaker(0), screen: true },
    });
    await until(async () => (await ben.shown('screen')).frames >= 20, 'the screen is seen');
  });

  test('a page that is loaded again takes the place of its former connection', async (t) => {
    const { join, callServer } = await callIn(t, browser);
    const ada = await join('ada', speaker(0));
    const ben = await join('ben', VIEWER);
    await until(async () => (await ben.shown(0)).frames > 0, 'Ada is seen');
    await ada.page.reload();
    await ada.page.waitForFunction('window.call !== undefined');
    const seen = await settled(() => ben.shown(0));
    await ada.join({ slots: 2, camera: true });
    await until(async () => (await ben.shown(0)).frames > seen.frames + 20, 'Ada is seen again');
    assert.equal((await callServer.listPeers(ROOM))?.length, 2);
  });

  test('when the process is killed, people who connect anew see each other again', async (t) => {
    const { join, pids } = await callIn(t, browser);
    const ada = await join('ada', speaker(0));
    const ben = await join('ben', speaker(1));
    await until(async () => (await ada.shown(1)).frames > 0 && (await ben.shown(0)).frames > 0, 'both see');
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await until(() => pids.length === 2, 'another process has started');
    const startedMs = performance.now();
    for (const person of [ada, ben]) await person.reconnect();
    // These count anew for each connection.
    await until(
      async () => (await ada.shown(1)).frames > 0 && (await ben.shown(0)).frames > 0,
      'both see again',
    );
    t.diagnostic(`pictures again after ${Math.round(performance.now() - startedMs)} ms`);
  });

  test('with a loss of 5 % each way, at least 90 % of the pictures are seen', async (t) => {
    const relay = lossyRelay(t, 0.05);
    const { join } = await callIn(t, browser, (answer) => relay.through(answer));
    const ada = await join('ada', speaker(0));
    const ben = await join('ben', VIEWER);
    await until(async () => (await ben.shown(0)).frames > 0, 'the first picture is seen');
    const [sent, seen] = [await ada.sent(), await ben.shown(0)];
    await until(async () => (await ada.sent()).frames >= sent.frames + 200, '200 pictures are sent');
    const expected = (await ada.sent()).frames - sent.frames;
    await until(
      async () => (await ben.shown(0)).frames - seen.frames >= expected * 0.9,
      '90 % of them are seen',
    );
    const { passed, lost } = relay.counts();
    const frames = (await ben.shown(0)).frames - seen.frames;
    const all = (await ada.sent()).frames - sent.frames;
    t.diagnostic(`${frames} of ${all} pictures; ${lost} of ${passed + lost} packets were lost`);
    assert.ok(lost > 50 && frames >= all * 0.9, `${frames} of ${all}, ${lost} lost`);
  });
});

/** A call with two slots, and people who join it in tabs. */
async function callIn(
  t: TestContext,
  browser: Browser,
  change: (answer: string) => Promise<string> = async (answer) => answer,
) {
  const pids: (number | undefined)[] = [];
  const callServer = createEmbeddedCallServer({
    addresses: { listen: '127.0.0.1', announce: null, portFirst: 43_000, portLast: 43_999 },
    turn: null,
    clock: systemClock,
    log: silent,
    onProcess: (pid) => void pids.push(pid),
  });
  t.after(() => callServer.close());
  await callServer.openRoom({ name: ROOM, slots: 2, peersMax: 10 });
  let offers = 0;
  const pages = await callPages(t, (): CallServerPort => callServer);
  pages.changeAnswers((answer) => {
    offers += 1;
    return change(answer);
  });
  const identity = (name: string): string => `${name}:1`;
  return {
    callServer,
    pids,
    left: pages.left,
    identity,
    offers: () => offers,
    async join(name: string, rights: CallRights): Promise<Person> {
      await callServer.admit({ room: ROOM, identity: identity(name), rights });
      const person = await pages.open(browser, ROOM, identity(name));
      await person.join({ slots: 2, camera: true, canSpeak: rights.slot !== null });
      return person;
    },
  };
}

/** The value that a reading has twice, half a second apart. */
async function settled<Value>(read: () => Promise<Value>): Promise<Value> {
  let last = await read();
  let atMs = performance.now();
  await until(async () => {
    const next = await read();
    const isSame = JSON.stringify(next) === JSON.stringify(last);
    if (!isSame) [last, atMs] = [next, performance.now()];
    return isSame && performance.now() - atMs > 500;
  }, 'nothing changes any more');
  return last;
}
