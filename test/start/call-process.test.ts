import assert from 'node:assert/strict';
import { after, before, suite, test, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { callProcessOf, cpuMsOf } from '#test/support/calls/call-process.ts';
import {
  callPages,
  openBrowser,
  type Person as Page,
  WITHOUT_CHROMIUM,
} from '#test/support/calls/call-pages.ts';
import { befriend, must, see, start } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import type { Person } from '#test/support/world.ts';
import { type KilledServer, killedServer, waitFor } from './killed-calls.ts';

const SEEN_AGAIN_MAX_MS = 15_000;
const MEASURED_MS = 12_000;
const VIEWERS = 10;
/** Browsers open one tab after the other, on a busy machine in more than the product's twenty seconds. */
const PATIENT = { LIMIT_CALL_CONNECT_SECONDS: '120' };
/** Twice the measured shares of a core (0132): direct, and one who speaks to ten. */
const DIRECT_MAX_PERCENT = 12;
const STAGE_MAX_PERCENT = 16;

suite('the process that carries the calls of npm start', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('when it is killed the API answers on, no call ends, members are told to connect again and see each other', async (t) => {
    const server = await killedServer(t, '46500-46749', PATIENT);
    const [ada, ben, cat, dan] = await people(server, 'ada', 'ben', 'cat', 'dan');
    assert.ok(ada && ben && cat && dan);
    const callId = await directCall(ada, ben);
    await befriend(cat, dan);
    const ringing = await start(cat, await startWith(cat, dan));
    const pages = await pagesOf(t, browser, callId, [ada, ben]);
    await assertSeen(pages);

    const changes = await Promise.all([ada, ben].map((person) => person.subscribe(CHANGES)));
    const killed = await callProcessOf(server.pid());
    process.kill(killed ?? assert.fail('it runs'), 'SIGKILL');
    const killedMs = performance.now();
    const reconnecting = changes.map(async (subscription, index) => {
      // Both members are told of both.
      const told = new Set<string>();
      while (told.size < 2) {
        const { changes: what, member } = (await subscription.next()).data.callStatusChanged;
        if (what.includes('RECONNECT')) told.add(member.user.username);
      }
      await pages[index]?.page.reconnect();
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => see(ada, callId, 'state')));
    assert.deepEqual(new Set(answers.map(({ state }) => state)), new Set(['ONGOING']));
    await Promise.all(reconnecting);
    // These count anew for each connection.
    await assertSeen(pages);
    const tookMs = performance.now() - killedMs;
    assert.notEqual(await callProcessOf(server.pid()), killed);
    assert.deepEqual(await see(ada, callId, 'state memberCount'), { state: 'ONGOING', memberCount: 2 });
    assert.equal((await see(cat, ringing, 'state')).state, 'RINGING');
    for (const person of [ada, ben]) {
      await waitFor(
        'the API has them as connected',
        async () => (await see(person, callId, 'viewer { state }')).viewer.state === 'CONNECTED',
      );
    }
    t.diagnostic(`both have a picture again after ${Math.round(tookMs)} ms`);
    assert.ok(tookMs <= SEEN_AGAIN_MAX_MS, `${Math.round(tookMs)} ms`);
  });

  test('it takes a small part of a core for a direct call, and for one speaker who is shown to ten', async (t) => {
    const server = await killedServer(t, '46750-46999', PATIENT);
    const all = await people(server, 'ada', 'ben', ...viewerNames());
    const [ada, ben, ...viewers] = all;
    assert.ok(ada && ben);
    const direct = await directCall(ada, ben);
    const two = await pagesOf(t, browser, direct, [ada, ben]);
    await assertSeen(two);
    const directPercent = await percentOfCore(t, server, 'a direct call', two);
    await must(ada, 'leaveCall', { callId: direct });
    for (const { page } of two) await page.page.context().close();

    const stage = await start(ada, await startWith(ada, ...viewers), {
      kind: 'VIDEO',
      isVideoOn: true,
      speaking: 'ON_REQUEST',
    });
    for (const viewer of viewers) await must(viewer, 'joinCall', { callId: stage, as: 'VIEWER' });
    const eleven = await pagesOf(t, browser, stage, [ada, ...viewers]);
    await assertSeen(eleven);
    const stagePercent = await percentOfCore(t, server, `one speaker and ${VIEWERS} viewers`, eleven);
    assert.ok(directPercent <= DIRECT_MAX_PERCENT, `a direct call: ${directPercent} %`);
    assert.ok(stagePercent <= STAGE_MAX_PERCENT, `a stage: ${stagePercent} %`);
  });
});

const CHANGES = `subscription { callStatusChanged { changes member { user { username } } } }`;
const CONNECT = `mutation ($id: ID!, $offer: String!) { connectCall(input: { callId: $id, offer: $offer }) {
  answer errors { code message } } }`;

const viewerNames = (): string[] => Array.from({ length: VIEWERS }, (_, index) => `viewer${index}`);

async function people(server: KilledServer, ...names: string[]): Promise<Person[]> {
  const found: Person[] = [];
  for (const name of names) found.push(await server.person(name));
  const [first, ...others] = found;
  assert.ok(first);
  for (const other of others) await befriend(first, other);
  return found;
}

async function directCall(ada: Person, ben: Person): Promise<string> {
  const callId = await start(ada, await startWith(ada, ben), { kind: 'VIDEO', isVideoOn: true });
  await must(ben, 'acceptCall', { callId, isVideoOn: true });
  return callId;
}

/** A page of a member, and the slots whose pictures it shows. */
type Watching = { readonly page: Page; readonly slots: readonly number[] };

/** Pages of all members of a call, who send what their role lets them. */
async function pagesOf(
  t: TestContext,
  browser: Browser,
  callId: string,
  members: readonly Person[],
): Promise<Watching[]> {
  const byName = new Map(members.map((person) => [person.username, person]));
  const pages = await callPages(t, () => ({
    async connect({ identity, sdp }) {
      const person = byName.get(identity) ?? assert.fail(identity);
      const { connectCall } = await person.do(CONNECT, { id: callId, offer: sdp });
      return { sdp: connectCall.answer };
    },
  }));
  const own = await Promise.all(
    members.map(async (person) => {
      const { viewer } = await see(person, callId, 'viewer { slot connection { slotCount } }');
      return { person, slot: viewer.slot as number | null, slots: Number(viewer.connection.slotCount) };
    }),
  );
  const speaking = own.flatMap(({ slot }) => (slot === null ? [] : [slot]));
  const watching: Watching[] = [];
  for (const { person, slot, slots } of own) {
    const page = await pages.open(browser, callId, person.username);
    await page.join({ slots, camera: slot !== null, canSpeak: slot !== null });
    watching.push({ page, slots: speaking.filter((other) => other !== slot) });
  }
  return watching;
}

const PICTURES = 20;

async function assertSeen(watching: readonly Watching[]): Promise<void> {
  for (const { page, slots } of watching) {
    for (const slot of slots) {
      await waitFor('somebody is seen', async () => (await page.shown(slot)).frames >= PICTURES);
    }
  }
}

const framesOf = async (watching: readonly Watching[]): Promise<number> => {
  const counts = await Promise.all(
    watching.flatMap(({ page, slots }) => slots.map(async (slot) => (await page.shown(slot)).frames)),
  );
  return counts.reduce((sum, frames) => sum + frames, 0) / counts.length;
};

/** CPU time by wall time, which other load of the machine does not change much. */
async function percentOfCore(
  t: TestContext,
  server: KilledServer,
  what: string,
  watching: readonly Watching[],
): Promise<number> {
  const pid = (await callProcessOf(server.pid())) ?? assert.fail('it runs');
  const [cpuMs, frames, startedMs] = [await cpuMsOf(pid), await framesOf(watching), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, MEASURED_MS));
  const wallMs = performance.now() - startedMs;
  const percent = Math.round((1_000 * ((await cpuMsOf(pid)) - cpuMs)) / wallMs) / 10;
  const perSecond = ((await framesOf(watching)) - frames) / (wallMs / 1_000);
  t.diagnostic(`${what}: ${percent} % of a core at ${perSecond.toFixed(1)} pictures a second`);
  return percent;
}
