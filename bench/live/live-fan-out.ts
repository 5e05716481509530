import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { BroadcastAnswer, BroadcastOrder } from './bare-broadcast.ts';
import { familyCpuMs, processCpuMs } from '../harness/cpu.ts';
import type { Bench } from '../harness/database.ts';
import { startHelper } from '../harness/helper-process.ts';
import type { Helper } from '../harness/helper-process.ts';
import {
  assertNothingMore,
  openSockets,
  sendTo,
  startSockets,
  subscriptionsTo,
  untilArrived,
} from './live-messages.ts';
import type { Sockets } from './live-messages.ts';
import type { LiveWorld } from './live-world.ts';
import { startProductServer } from '../harness/product-server.ts';
import type { ProductServer } from '../harness/product-server.ts';
import { median } from '../harness/report.ts';

export const DEVICES = 2;

/** The same messages by the product, to a conversation that nobody has subscribed to, and by the bare broadcast. */
export type FanOutRound = {
  readonly product: FanOut;
  readonly silent: Cpu;
  readonly bare: FanOut;
};

/** Median of the messages; CPU in milliseconds for all of them. */
export type FanOut = Cpu & { readonly perSecond: number; readonly clientMs: number };
export type Cpu = { readonly nodeMs: number; readonly postgresMs: number };

export type FanOutMeasurement = {
  readonly sockets: number;
  readonly messages: number;
  readonly messageBytes: number;
  /** Rows of the event log, and of its recipients, for each message. */
  readonly logRows: number;
  readonly rounds: readonly FanOutRound[];
};

type Bare = Helper<BroadcastOrder, BroadcastAnswer>;
type Scene = {
  readonly bench: Bench;
  readonly world: LiveWorld;
  readonly server: ProductServer;
  readonly sockets: Sockets;
  readonly bare: Bare;
  readonly bareSockets: Sockets;
  readonly count: number;
  readonly messages: number;
};

/** Sends messages one after the other to a large conversation, each when the last one has reached every socket. */
export async function measureFanOut(
  bench: Bench,
  world: LiveWorld,
  { rounds, messages }: { rounds: number; messages: number },
): Promise<FanOutMeasurement> {
  const server = await startProductServer(bench.product);
  const [sockets, bareSockets] = [startSockets(), startSockets()];
  const bare: Bare = startHelper('live/bare-broadcast.ts');
  const people = world.watched.members;
  const scene = {
    bench,
    world,
    server,
    sockets,
    bare,
    bareSockets,
    count: people.length * DEVICES,
    messages,
  };
  try {
    const subscriptions = await subscriptionsTo(server, [world.watched]);
    await openSockets(sockets, { server, people, each: DEVICES, subscriptions });
    const port = await bare.order({ text: null });
    await openSockets(bareSockets, { server: { port }, people, each: DEVICES, subscriptions: null });
    const text = await warmUp(scene);
    const rowsBefore = await countLogRows(bench);
    const played: FanOutRound[] = [];
    for (let round = 0; round < rounds; round += 1) played.push(await playRound(scene, text));
    await assertNothingMore(sockets);
    const logRows = ((await countLogRows(bench)) - rowsBefore) / (2 * rounds * messages);
    return { sockets: scene.count, messages, messageBytes: Buffer.byteLength(text), logRows, rounds: played };
  } finally {
    await Promise.all([sockets, bareSockets, bare, server].map((process) => process.stop()));
  }
}

const nextSchema = z.object({
  payload: z.strictObject({
    data: z.object({
      messageAdded: z.object({
        message: z.object({
          content: z.object({ text: z.string().startsWith('Message ') }),
          sender: z.object({ avatar: z.object({ url: z.string() }) }),
          conversation: z.object({ id: z.string() }),
        }),
      }),
    }),
  }),
});

/** @returns the text of a delivery, whose bytes are those of all */
async function warmUp({
  server,
  sockets,
  bare,
  bareSockets,
  world,
  count,
  messages,
}: Scene): Promise<string> {
  let text = '';
  for (let message = 0; message < messages; message += 1) {
    const arrived = untilArrived(sockets, count);
    await sendTo(server, world.watched);
    ({ text } = await arrived);
    await sendTo(server, world.silent);
    const broadcast = untilArrived(bareSockets, count);
    await bare.order({ text });
    await broadcast;
  }
  nextSchema.parse(JSON.parse(text));
  return text;
}

async function playRound(scene: Scene, text: string): Promise<FanOutRound> {
  const { bench, server, sockets, bare, bareSockets, world } = scene;
  const cpuOfProduct = (): Cpu => ({
    nodeMs: cpuMs(processCpuMs(server.pid)),
    postgresMs: cpuMs(familyCpuMs(bench.postmasterPid)),
  });
  const product = await playMessages(scene, sockets, cpuOfProduct, () => sendTo(server, world.watched));
  const before = cpuOfProduct();
  await sendSilently(scene, product.tookMs / scene.messages);
  const silent = difference(before, cpuOfProduct());
  const cpuOfBare = (): Cpu => ({ nodeMs: cpuMs(processCpuMs(bare.pid)), postgresMs: 0 });
  const broadcast = await playMessages(scene, bareSockets, cpuOfBare, () => bare.order({ text }));
  return { product, silent, bare: broadcast };
}

async function playMessages(
  { count, messages }: Scene,
  sockets: Sockets,
  cpu: () => Cpu,
  send: () => Promise<unknown>,
): Promise<FanOut & { readonly tookMs: number }> {
  const [before, clientBefore, startedMs] = [cpu(), processCpuMs(sockets.pid), performance.now()];
  const perSecond: number[] = [];
  for (let message = 0; message < messages; message += 1) {
    const [{ spanMs }] = await Promise.all([untilArrived(sockets, count), send()]);
    // The span begins with the first delivery.
    perSecond.push((1_000 * (count - 1)) / spanMs);
  }
  return {
    perSecond: median(perSecond),
    ...difference(before, cpu()),
    clientMs: cpuMs(processCpuMs(sockets.pid)) - cpuMs(clientBefore),
    tookMs: performance.now() - startedMs,
  };
}

/** At the pace of the messages that are delivered, so that relays and followers wake as often. */
async function sendSilently({ server, world, messages }: Scene, everyMs: number): Promise<void> {
  for (let message = 0; message < messages; message += 1) {
    const startedMs = performance.now();
    await sendTo(server, world.silent);
    await sleep(Math.max(0, everyMs - (performance.now() - startedMs)));
  }
}

const cpuMs = (known: number | null): number => known ?? Number.NaN;

const difference = (before: Cpu, after: Cpu): Cpu => ({
  nodeMs: after.nodeMs - before.nodeMs,
  postgresMs: after.postgresMs - before.postgresMs,
});

const countRows = z.tuple([z.object({ count: z.int() })]);

async function countLogRows({ client }: Bench): Promise<number> {
  const { rows } = await client.query(
    'select ((select count(*) from event_log) + (select count(*) from event_recipients))::int as count',
  );
  return countRows.parse(rows)[0].count;
}
