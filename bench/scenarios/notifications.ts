import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { z } from 'zod';
import { type Bench, withBench } from '../harness/database.ts';
import { percentile } from '../harness/percentile.ts';
import { startProductServer, startProductWorker } from '../harness/product-server.ts';
import { report } from '../harness/report.ts';
import type { Size } from '../harness/report.ts';
import { notificationsTable, notificationsWorldOf } from '../questions/notifications-questions.ts';
import { READER } from '../questions/notifications-world.ts';
import { askQuestions } from './questions.ts';

const SCHEDULES = {
  small: { crowd: 1_000, seconds: 3 },
  usual: { crowd: 100_000, seconds: 20 },
  full: { crowd: 100_000, seconds: 60 },
} satisfies Record<Size, object>;

const EVENTS_PER_SECOND = 500;
const STEP_MS = 100;
const LAG_SECONDS_MAX = 2;
const ANNOUNCED_LAG_SECONDS_MAX = 5;
const CROWD_UPDATES_MAX = 200;
const CROWD_PUSHES_MAX = 12;
const WITHIN_MS = 600_000;
const POLL_MS = 20;

/**
 * Asks for the list and the counts of a user with a million notifications, tells one user of a crowd at one post, and then of
 * reactions at a steady rate beside a server, without and with an announcement to all users under way.
 * @returns whether every target was met
 */
export const runNotifications = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    const isFast = await askQuestions(bench, notificationsTable(size), size);
    const worker = await startProductWorker(bench.product);
    const server = await startProductServer(bench.product);
    try {
      const crowd = await tellOfCrowd(bench, size);
      const lagSeconds = await tellSteadily(bench, size);
      const pushLagSeconds = await announce(bench, size);
      return (await reportTold({ crowd, lagSeconds, pushLagSeconds }, size)) && isFast;
    } finally {
      await server.stop();
      await worker.stop();
    }
  });

type Crowd = { readonly updates: number; readonly pushes: number; readonly seconds: number };

/** @throws Error when the notification does not count each actor once */
async function tellOfCrowd({ client }: Bench, size: Size): Promise<Crowd> {
  const { crowd } = SCHEDULES[size];
  const post = notificationsWorldOf(size).posts + 1;
  await client.query(DEVICE);
  const before = await countsOf(client);
  const startedMs = performance.now();
  await client.query(REACTIONS, [post, 2, crowd, 0]);
  await untilTold(client, { post, count: crowd, actor: null });
  const seconds = (performance.now() - startedMs) / 1_000;
  // Statistics of tables and the last push follow the last event.
  await sleep(15_000);
  const after = await countsOf(client);
  return { updates: after.updates - before.updates, pushes: after.pushes - before.pushes, seconds };
}

/** @returns the 99th percentile of the time from an event to its row */
async function tellSteadily({ client, product }: Bench, size: Size): Promise<number> {
  const { seconds } = SCHEDULES[size];
  const { posts, users } = notificationsWorldOf(size);
  const perStep = (EVENTS_PER_SECOND * STEP_MS) / 1_000;
  const lagsMs: number[] = [];
  const waiting: Promise<void>[] = [];
  const watchers = new Pool({ connectionString: product.databaseUrl });
  const startedMs = performance.now();
  for (let step = 0; step < (seconds * 1_000) / STEP_MS; step += 1) {
    await sleep(Math.max(0, startedMs + step * STEP_MS - performance.now()));
    const sentMs = performance.now();
    const firstPost = posts + 2 + ((step * perStep) % (posts - perStep - 2));
    const actor = 2 + (step % (users - 2));
    await client.query(REACTIONS, [firstPost, actor, perStep, 1]);
    if (step % 5 === 0) {
      waiting.push(
        untilTold(watchers, { post: firstPost + perStep - 1, count: 1, actor }).then(() => {
          lagsMs.push(performance.now() - sentMs);
        }),
      );
    }
  }
  await Promise.all(waiting);
  await watchers.end();
  return (
    percentile(
      lagsMs.toSorted((a, b) => a - b),
      0.99,
    ) / 1_000
  );
}

/**
 * Announces something to all users while reactions come at the steady rate.
 * @returns the longest time that an event of the log has waited for the follower that has everything pushed
 */
async function announce({ client, product }: Bench, size: Size): Promise<number> {
  const { posts } = notificationsWorldOf(size);
  await client.query(ADMIN);
  await client.query(ANNOUNCEMENT);
  await client.query(
    `select graphile_worker.add_job('announcements.sendBatch', json_build_object('announcementId', bench.id('announcement', 1)))`,
  );
  const samples: FollowedSample[] = [];
  const watcher = new Client({ connectionString: product.databaseUrl });
  await watcher.connect();
  try {
    for (let isFollowed = false; !isFollowed;) {
      const { rows } = await watcher.query(FOLLOWED);
      const [row] = followedRows.parse(rows);
      samples.push({ ...row, ms: performance.now() });
      isFollowed = row.isSent && row.position >= row.head;
      if (!row.isSent)
        await client.query(REACTIONS, [posts + 2, 2 + (samples.length % 1_000), EVENTS_PER_SECOND / 20, 1]);
      await sleep(50);
    }
  } finally {
    await watcher.end();
  }
  const lagsMs = samples.map(
    ({ head, ms }) => (samples.find((later) => later.position >= head)?.ms ?? Number.NaN) - ms,
  );
  if (size !== 'small')
    console.log(
      `The announcement took ${((samples.at(-1)?.ms ?? 0) - (samples[0]?.ms ?? 0)).toFixed(0)} ms.`,
    );
  return Math.max(...lagsMs) / 1_000;
}

type FollowedSample = z.infer<typeof followedRows>[0] & { readonly ms: number };

const ADMIN = `
  insert into admins (id, email, display_name, role, created_at) values (bench.id('admin', 1), 'admin@example.com', 'Admin', 'OWNER', now())`;

const ANNOUNCEMENT = `
  insert into announcements (id, audience, texts, state, position, sent_by, created_at)
  values (bench.id('announcement', 1), '{"languages":null,"activeDays":null,"isCreator":null}',
    '[{"language":"en","title":"We move","text":"Tonight."}]', 'SENDING', '00000000-0000-0000-0000-000000000000', bench.id('admin', 1), now())`;

const FOLLOWED = `
  select f.position, h.position as head, a.state = 'SENT' as "isSent" from event_followers f, event_head h, announcements a
  where f.name = 'notification-pushes.follow'`;

const followedRows = z.tuple([
  z.object({ position: z.coerce.number(), head: z.coerce.number(), isSent: z.boolean() }),
]);

/** Events as `post.reacted` is written: of many users to one post ($4 is 0), or of one user to many posts ($4 is 1). */
const REACTIONS = `
  insert into outbox (kind, event_id, name, payload, recipients, occurred_at)
  select 'event', gen_random_uuid(), 'post.reacted', jsonb_build_object(
    'userId', bench.id('user', $2::int + (n - 1) * (1 - $4::int)), 'authorId', bench.id('user', ${READER}), 'type', 'LIKE',
    'postId', bench.id('post', $1::int + (n - 1) * $4::int)), '{}', now()
  from generate_series(1, $3::int) n`;

const DEVICE = `
  insert into push_devices (id, user_id, session_id, platform, app_id, locale, environment, token_hash, sealed_token, registered_at)
  select bench.id('device', 1), s.user_id, s.id, 'FCM', 'com.example.plaza', 'en', 'PRODUCTION', '\\x01', 'none', now()
  from sessions s where s.user_id = bench.id('user', ${READER})`;

const countRows = z.tuple([z.object({ updates: z.coerce.number(), pushes: z.coerce.number() })]);

async function countsOf(client: Client): Promise<{ updates: number; pushes: number }> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `select (select n_tup_upd from pg_stat_user_tables where relname = 'notifications') as updates,
      (select n_tup_ins + n_tup_upd from pg_stat_user_tables where relname = 'push_steps') as pushes`,
  );
  return countRows.parse(rows)[0];
}

type Expected = { readonly post: number; readonly count: number; readonly actor: number | null };

/** Waits until so many actors of a post are told of, and a certain one among them. Keys of the world hold no id of a post. */
async function untilTold(client: Client | Pool, { post, count, actor }: Expected): Promise<void> {
  const deadlineMs = performance.now() + WITHIN_MS;
  for (;;) {
    const { rows } = await client.query(
      `select from notifications n where n.target_id = bench.id('post', $1::int) and n.group_key like 'POST_REACTION:%-%'
         and n.actor_count >= $2 and ($3::int is null or exists (
           select from notification_actors a where a.notification_id = n.id and a.actor_id = bench.id('user', $3::int)))`,
      [post, count, actor],
    );
    if (rows.length > 0) return;
    if (performance.now() > deadlineMs) throw new Error(`${count} reactions to post ${post} are not told.`);
    await sleep(POLL_MS);
  }
}

const atMost = (name: string, measured: number, max: number) => ({
  name,
  measured,
  wanted: `<= ${max}`,
  isMet: measured <= max,
});

type Told = { readonly crowd: Crowd; readonly lagSeconds: number; readonly pushLagSeconds: number };

const reportTold = ({ crowd, lagSeconds, pushLagSeconds }: Told, size: Size): Promise<boolean> =>
  report({
    scenario: 'notifications-told',
    size,
    tables: [],
    targets: [
      atMost('updates of the notification of a crowd', crowd.updates, CROWD_UPDATES_MAX),
      atMost('pushes of the notification of a crowd', crowd.pushes, CROWD_PUSHES_MAX),
      atMost('seconds from an event to its row, p99', lagSeconds, LAG_SECONDS_MAX),
      atMost('seconds of an event behind an announcement', pushLagSeconds, ANNOUNCED_LAG_SECONDS_MAX),
    ],
    result: { ...SCHEDULES[size], ...crowd, lagSeconds, pushLagSeconds },
  });
