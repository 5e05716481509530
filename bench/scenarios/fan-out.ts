import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { z } from 'zod';
import { familyCpuMs, processCpuMs } from '../harness/cpu.ts';
import { withBench } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import { reportFanOut } from '../feed/fan-out-report.ts';
import type { Delivery, FanOutMeasurement } from '../feed/fan-out-report.ts';
import { AUTHORS, READER, seedFanOut } from '../feed/fan-out-world.ts';
import { feedDocument } from '../feed/feed-answers.ts';
import { measureRequests } from '../harness/measure.ts';
import { ask, startProductServer, startProductWorker } from '../harness/product-server.ts';
import type { ProductServer } from '../harness/product-server.ts';
import type { Size } from '../harness/report.ts';
import { mintTokens } from '../harness/tokens.ts';
import type { Visitor } from '../harness/tokens.ts';

/** Each author may publish 30 posts in ten minutes. */
const POSTS: Record<Size, number> = { small: 1, usual: 7, full: 25 };
const POLL_MS = 20;
const DELIVERED_WITHIN_MS = 60_000;
const PAGE_SIZE = 20;
const READING = { warmUpMs: 2_000, loadMs: 4_000, connections: 4 };

/**
 * Measures publishing by authors with few and with many followers: the time until a post is in all their timelines, the cost
 * of a fan-out, and the cost of a pull instead.
 * @returns whether every target was met
 */
export const runFanOut = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    await seedFanOut(bench.client);
    return reportFanOut(await measure(bench, POSTS[size]), size);
  });

async function measure(bench: Bench, posts: number): Promise<FanOutMeasurement> {
  const { product } = bench;
  const visitors = await mintTokens(product, [...AUTHORS.map(({ user }) => user), READER]);
  const server = await startProductServer(product);
  const worker = await startProductWorker(product);
  const scene = { ...bench, server, workerPid: worker.pid };
  try {
    const deliveries: Delivery[] = [];
    for (let round = 0; round < posts; round += 1) {
      for (const [index, { followers }] of AUTHORS.entries()) {
        deliveries.push(await publish(scene, visitors[index]!, followers)); // There is one visitor more than authors.
      }
    }
    return { deliveries, reading: await measureReading(scene, visitors.at(-1)!) }; // Likewise.
  } finally {
    await worker.stop();
    await server.stop();
  }
}

type Scene = Bench & { readonly server: ProductServer; readonly workerPid: number };

const PUBLISH = 'mutation { createPost(input: { text: "Hello" }) { post { id } errors { code } } }';
const published = z.object({ createPost: z.object({ post: z.object({ id: z.string() }) }) });

/** Publishes one post and waits until it is in the timelines of all followers. */
async function publish(scene: Scene, visitor: Visitor, followers: number): Promise<Delivery> {
  const before = cpuOf(scene);
  const startedMs = performance.now();
  published.parse(await ask(scene.server, { visitor, asked: { query: PUBLISH, variables: {} } }));
  const publishMs = performance.now() - startedMs;
  await untilDelivered(scene.client, visitor, followers);
  const after = cpuOf(scene);
  return {
    followers,
    publishMs,
    deliveredMs: performance.now() - startedMs,
    workerMs: after.worker - before.worker,
    postgresMs: after.postgres - before.postgres,
  };
}

const cpuOf = ({ workerPid, postmasterPid }: Scene) => ({
  worker: processCpuMs(workerPid) ?? Number.NaN,
  postgres: familyCpuMs(postmasterPid) ?? Number.NaN,
});

/** Checks the last follower first, whose batch is the last one, and then all. */
async function untilDelivered(client: Client, { userId }: Visitor, followers: number): Promise<void> {
  const deadlineMs = performance.now() + DELIVERED_WITHIN_MS;
  while (performance.now() < deadlineMs) {
    const { rows } = await client.query<{ is_last: boolean }>(IS_LAST_DELIVERED, [userId]);
    if (rows[0]?.is_last) {
      const { rows: counts } = await client.query<{ count: number }>(COUNT_DELIVERED, [userId]);
      if (counts[0]?.count === followers) return;
    }
    await sleep(POLL_MS);
  }
  throw new Error(`A post is not in all feeds after ${DELIVERED_WITHIN_MS / 1_000} s.`);
}

const NEWEST_POST = 'select id from posts where author_id = $1::uuid order by id desc limit 1';
const IS_LAST_DELIVERED = `
  select exists (
    select from timeline_entries
    where sort_id = (${NEWEST_POST}) and user_id = (
      select follower_id from follows where followee_id = $1::uuid and is_delivered order by follower_id desc limit 1)
  ) as is_last`;
const COUNT_DELIVERED = `select count(*)::int as count from timeline_entries where post_id = (${NEWEST_POST})`;

/** The same feed with fifty followees fanned out, and with the same followees pulled. */
async function measureReading(
  { client, server, postmasterPid }: Scene,
  visitor: Visitor,
): Promise<FanOutMeasurement['reading']> {
  const asked = { query: feedDocument('plaza'), variables: { first: PAGE_SIZE } };
  const measurable = { server, postmasterPid };
  const delivered = await measureRequests(measurable, [{ visitor, asked }], READING);
  const { rowCount } = await client.query(
    'update follows set is_pulled = true where follower_id = $1::uuid',
    [visitor.userId],
  );
  await client.query('delete from timeline_entries where user_id = $1::uuid', [visitor.userId]);
  const pulled = await measureRequests(measurable, [{ visitor, asked }], READING);
  return { followees: rowCount ?? 0, delivered, pulled };
}
