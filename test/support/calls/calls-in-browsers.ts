import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Actor } from '#test/support/actor.ts';
import { befriend, must, see } from '#test/support/messaging/calls.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { callPages, type Person as Tab, type Shown } from './call-pages.ts';

const LOOK_MS = 20;

type Waiting = {
  /** At most so many milliseconds. */
  readonly within: number;
  /** Time at which it begins, by `performance.now()`; defaults to now. */
  readonly since?: number;
};

/** @returns the milliseconds until a condition holds */
export async function msUntil(
  condition: () => boolean | Promise<boolean>,
  what: string,
  { within, since = performance.now() }: Waiting,
): Promise<number> {
  for (;;) {
    const holds = await condition();
    const tookMs = Math.round(performance.now() - since);
    if (holds && tookMs <= within) return tookMs;
    assert.ok(tookMs <= 2 * within, `${what}: not within ${within} ms`);
    assert.ok(!holds, `${what}: after ${tookMs} ms in place of ${within} ms`);
    await sleep(LOOK_MS);
  }
}

const CONNECT = `mutation ($id: ID!, $offer: String!) { connectCall(input: { callId: $id, offer: $offer }) {
  answer errors { code message ... on StateError { current } } } }`;

/** Sends an offer by the API. @returns the answer in SDP */
export async function answerTo(actor: Actor, id: string, offer: string): Promise<string> {
  return (await actor.do(CONNECT, { id, offer })).connectCall.answer;
}

/** The refusal of an offer: its code, and its state where it has one. @throws Error when the offer is answered */
export async function refusalOf(actor: Actor, id: string, offer: string): Promise<string> {
  const { data, errors } = await actor.ask(CONNECT, { id, offer });
  const [refusal] = data?.connectCall?.errors ?? [];
  const code = errors?.[0]?.extensions.code ?? refusal?.code;
  if (code === undefined) throw new Error('The offer was answered.');
  return refusal?.current ? `${code} ${refusal.current}` : code;
}

/** People of a world whose call server is the product's, and whose jobs run as in production. */
export type CallsInBrowsers = {
  readonly world: World;
  readonly people: readonly Person[];
  /** Makes the page of a person one that hangs up by hand alone, and not when it goes away. */
  stay(person: Person): void;
  /** Time at which the page of a person says next that it goes away, by `performance.now()`. */
  leaving(person: Person): Promise<number>;
  /** Offers of each person that were answered, in their order. */
  offersOf(person: Person): readonly string[];
  /** Connects the tab of a person to a call that they have joined by the API, with a camera unless it says otherwise. */
  open(person: Person, callId: string, options?: { camera?: boolean; canSpeak?: boolean }): Promise<Tab>;
  /** Connects a tab that was opened again. */
  join(tab: Tab, options?: { camera?: boolean; canSpeak?: boolean }): Promise<void>;
};

/** @param names of people who can all call each other */
export async function callsInBrowsers(
  t: TestContext,
  browser: Browser,
  names: readonly string[],
): Promise<CallsInBrowsers> {
  const world = await testWorld(t, {
    // Pages of a busy machine take long to open.
    env: { CALL_SERVER: 'embedded', CALL_SERVER_PORTS: '45000-45999', LIMIT_CALL_CONNECT_SECONDS: '90' },
  });
  const people: Person[] = [];
  for (const name of names) people.push(await world.user(name));
  await befriend(...people);
  await world.app.startWorker();
  const offers = new Map<string, string[]>();
  const staying = new Set<string>();
  const leaves = new EventEmitter();
  const pages = await callPages(t, () => ({
    async connect({ room, identity, sdp }) {
      const answer = await answerTo(named(people, identity), room, sdp);
      offers.set(identity, [...(offers.get(identity) ?? []), sdp]);
      return { sdp: answer };
    },
    async leave({ room, identity }) {
      leaves.emit(identity, performance.now());
      if (!staying.has(identity)) await must(named(people, identity), 'leaveCall', { callId: room });
    },
  }));
  const join: CallsInBrowsers['join'] = (tab, { camera = true, canSpeak = true } = {}) =>
    tab.join({ slots: world.app.services.limits.callSpeakers, camera, canSpeak });
  return {
    world,
    people,
    stay: ({ username }) => void staying.add(username),
    async leaving({ username }) {
      const [leftMs]: unknown[] = await once(leaves, username);
      return Number(leftMs);
    },
    offersOf: ({ username }) => offers.get(username) ?? [],
    async open(person, callId, options) {
      const tab = await pages.open(browser, callId, person.username);
      await join(tab, options);
      return tab;
    },
    join,
  };
}

function named(people: readonly Person[], name: string): Person {
  const person = people.find(({ username }) => username === name);
  if (!person) throw new Error(`Nobody is called ${name}.`);
  return person;
}

/** Slot of somebody in a call. */
export const slotOf = async (person: Person, callId: string): Promise<number> =>
  (await see(person, callId, 'viewer { slot }')).viewer.slot;

/** State of the connection of somebody, as they are told. */
export const stateOf = async (person: Person, callId: string): Promise<string> =>
  (await see(person, callId, 'viewer { state }')).viewer.state;

/** All sound and pictures of a slot that have come to a tab. */
export async function receivedOf(tab: Tab, slot: number): Promise<readonly Shown[]> {
  return [await tab.shown(slot, 'audio'), await tab.shown(slot, 'video')];
}
