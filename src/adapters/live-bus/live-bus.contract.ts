import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BusSignal, LiveBusPort } from '#ports/live-bus.ts';
import { until } from '#test/support/processes.ts';

type Ephemeral = Extract<BusSignal, { kind: 'ephemeral' }>;

export const typing = (userIds: readonly string[], payload: object = {}): Ephemeral => ({
  kind: 'ephemeral',
  eventId: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'typingIndicator',
  userIds,
  topic: null,
  payload,
  occurredAt: '2026-11-20T12:00:00.000Z',
});

export const grown = (position: number): BusSignal => ({ kind: 'log', position });

/** Records all signals that a bus receives from now on. */
export function heardBy(bus: LiveBusPort): BusSignal[] {
  const heard: BusSignal[] = [];
  bus.subscribe((signal) => heard.push(signal));
  return heard;
}

/** Publishes increasing positions until the other bus has received one: earlier ones may be lost. */
export async function untilHeard(from: LiveBusPort, to: LiveBusPort): Promise<void> {
  const heard = heardBy(to);
  let position = 0;
  await until(async () => {
    from.publish(grown((position += 1)));
    await sleep(10);
    return heard.length > 0;
  }, 'the buses hear each other');
}

/** Contract of live buses. `open` returns two buses of one installation, which may be the same object for a single process. */
export function liveBusContract(
  vendor: string,
  open: (t: TestContext) => Promise<readonly [LiveBusPort, LiveBusPort]>,
): void {
  test(`${vendor}: a signal reaches its own process and the other one, unchanged`, async (t) => {
    const [ours, theirs] = await open(t);
    const [atOurs, atTheirs] = [heardBy(ours), heardBy(theirs)];
    assert.deepEqual([ours.isConnected(), theirs.isConnected()], [true, true]);
    const signal = typing(['alice', 'bob'], {
      text: 'ünïcode 👋 "quoted" \\',
      deep: { list: [1, null, 'x'] },
    });
    ours.publish(signal);
    await until(() => atOurs.length === 1 && atTheirs.length === 1, 'both have heard it');
    assert.deepEqual([atOurs, atTheirs], [[signal], [signal]]);
  });

  test(`${vendor}: the signals of one process arrive in order, equal ones as often as they were sent`, async (t) => {
    const [ours, theirs] = await open(t);
    const heard = heardBy(theirs);
    const sent = Array.from({ length: 500 }, (_, number) => typing(['alice'], { number: number % 7 }));
    for (const signal of sent) ours.publish(signal);
    await until(() => heard.length === sent.length, 'all are heard');
    assert.deepEqual(heard, sent);
  });

  test(`${vendor}: the last of many log positions arrives`, async (t) => {
    const [ours, theirs] = await open(t);
    const heard = heardBy(theirs);
    for (let position = 1; position <= 1_000; position++) ours.publish(grown(position));
    await until(() => heard.some((signal) => signal.kind === 'log' && signal.position === 1_000), 'the last');
  });

  test(`${vendor}: a signal to very many users reaches each of them once`, async (t) => {
    const [ours, theirs] = await open(t);
    const heard = heardBy(theirs);
    const userIds = Array.from({ length: 5_000 }, (_, number) => `user-${number}`);
    ours.publish(typing(userIds, { a: 1 }));
    const reached = (): string[] =>
      heard.flatMap((signal) => (signal.kind === 'ephemeral' ? signal.userIds : []));
    await until(() => reached().length >= userIds.length, 'all users are reached');
    assert.deepEqual(reached(), userIds);
    for (const signal of heard) assert.deepEqual(signal.kind === 'ephemeral' && signal.payload, { a: 1 });
  });

  test(`${vendor}: an unsubscribed listener receives nothing more, the others do`, async (t) => {
    const [ours, theirs] = await open(t);
    const heard = heardBy(theirs);
    const left: BusSignal[] = [];
    const unsubscribe = theirs.subscribe((signal) => left.push(signal));
    unsubscribe();
    ours.publish(grown(7));
    await until(() => heard.length === 1, 'the other listener has heard it');
    assert.deepEqual([heard, left], [[grown(7)], []]);
  });

  test(`${vendor}: publishing on a closed bus does nothing and does not throw`, async (t) => {
    const [ours] = await open(t);
    const heard = heardBy(ours);
    await ours.close();
    ours.publish(grown(1));
    assert.deepEqual(heard, []);
  });
}
