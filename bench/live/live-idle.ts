import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory } from '../harness/cpu.ts';
import type { Bench } from '../harness/database.ts';
import { openSockets, sendTo, startSockets, subscriptionsTo, untilArrived } from './live-messages.ts';
import type { Sockets } from './live-messages.ts';
import type { LiveWorld } from './live-world.ts';
import { startMeteredServer } from '../harness/product-server.ts';
import type { MeteredServer } from '../harness/product-server.ts';

export type IdleMeasurement = {
  readonly sockets: number;
  /** For each socket. */
  readonly liveHeapBytes: number;
  readonly residentBytes: number;
};

/** Open files of a server that are no sockets. */
const OTHER_FILES = 500;
/** Share of the sockets that are opened before, so that code is compiled and pools have grown. */
const WARM_UP_SHARE = 0.1;

/** Measures the memory of subscribed sockets to which nothing is delivered. */
export async function measureIdle(
  { product }: Bench,
  world: LiveWorld,
  { sockets: wanted, idleMs }: { sockets: number; idleMs: number },
): Promise<IdleMeasurement> {
  const people = world.watched.members;
  const each = Math.max(
    1,
    Math.floor(Math.min(wanted, (await openFilesMax()) - OTHER_FILES) / people.length),
  );
  const server = await startMeteredServer(product);
  const sockets = startSockets();
  const open = async (count: number): Promise<Memory> => {
    const opened = people.slice(0, count / each);
    await openAndUse({ server, sockets, world }, { people: opened, each });
    await sleep(idleMs);
    return memoryOf(server);
  };
  try {
    const count = people.length * each;
    await open(count * WARM_UP_SHARE);
    await sockets.order({ kind: 'cut' });
    await sleep(idleMs);
    const before = await memoryOf(server);
    const after = await open(count);
    return {
      sockets: count,
      liveHeapBytes: (after.liveHeapBytes - before.liveHeapBytes) / count,
      residentBytes: (after.residentBytes - before.residentBytes) / count,
    };
  } finally {
    await Promise.all([sockets.stop(), server.stop()]);
  }
}

/** Opens the sockets and sends a message, which proves that all are subscribed. */
async function openAndUse(
  { server, sockets, world }: { server: MeteredServer; sockets: Sockets; world: LiveWorld },
  { people, each }: { people: LiveWorld['watched']['members']; each: number },
): Promise<void> {
  const subscriptions = await subscriptionsTo(server, [world.watched]);
  await openSockets(sockets, { server, people, each, subscriptions });
  const arrived = untilArrived(sockets, people.length * each);
  await sendTo(server, world.watched);
  await arrived;
}

type Memory = Pick<IdleMeasurement, 'liveHeapBytes' | 'residentBytes'>;

/** The resident memory is that after the collection too. */
async function memoryOf(server: MeteredServer): Promise<Memory> {
  const liveHeapBytes = await server.liveHeapBytes();
  return { liveHeapBytes, residentBytes: residentMemory(server.pid)?.nowBytes ?? Number.NaN };
}

/** Node raises its own limit as far as it may, and its children inherit it. */
async function openFilesMax(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}
