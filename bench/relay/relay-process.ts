/**
 * A process of the relay's benchmark: transactions, a relay and event followers of the platform, without the rest of the
 * product. Its argument is the connection string; it does what the benchmark orders, one order at a time.
 */
import { sql } from 'kysely';
import { createPostgresBus } from '#adapters/live-bus/postgres.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';
import { startRelay } from '#platform/outbox/event-log/relay.ts';
import { followEvents, startFollowers } from '#platform/outbox/followers/event-followers.ts';
import type { Services } from '#platform/outbox/services.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';

export type RelayOrder =
  | {
      readonly kind: 'transact';
      /** Number of transactions at the same time. */
      readonly connections: number;
      readonly durationMs: number;
      readonly hasRelay: boolean;
    }
  | { readonly kind: 'follow'; readonly names: readonly string[] }
  | { readonly kind: 'unfollow' };

/** The duration of every transaction, and how long all of them took until they were relayed, or committed without a relay. */
export type Transacted = { readonly latenciesMs: readonly number[]; readonly tookMs: number };

const CONNECTIONS = 16;
const FOLLOWED_BATCH = 500;

const inserted = defineEvent<{ rowId: string }>('bench.inserted');

const connectionString = process.argv[2] ?? '';
const log = createLogger({ level: 'error' });
const ids = createIds(systemClock);
const bus = await createPostgresBus({ connectionString, log });
const { db } = await openDatabase({
  connectionString,
  lanes: 2,
  transactionPoolSize: CONNECTIONS,
  statementTimeoutMs: 10_000,
  log,
});
let followers: ReturnType<typeof startFollowers> | null = null;

process.on('message', (order: RelayOrder) => {
  obey(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function obey(order: RelayOrder): Promise<Transacted | null> {
  if (order.kind === 'transact') return transact(order);
  await followers?.close();
  followers = order.kind === 'follow' ? follow(order.names) : null;
  return null;
}

async function transact(order: Extract<RelayOrder, { kind: 'transact' }>): Promise<Transacted> {
  const relay = order.hasRelay
    ? startRelay({ db, bus, log, listenerJobs: new Map(), onLogged: () => undefined })
    : null;
  const transaction = createTransactions({ db, ids, clock: systemClock, onCommit: () => relay?.notify() });
  const latenciesMs: number[] = [];
  const startedMs = performance.now();

  async function repeat(): Promise<void> {
    for (let nowMs = startedMs; nowMs < startedMs + order.durationMs;) {
      const rowId = ids.next();
      await transaction(async (tx) => {
        await sql`insert into bench_row (id, text) values (${rowId}, ${'A row that causes an event.'})`.execute(
          tx,
        );
        tx.emit(inserted, { rowId });
      });
      const doneMs = performance.now();
      latenciesMs.push(doneMs - nowMs);
      nowMs = doneMs;
    }
  }

  await Promise.all(Array.from({ length: order.connections }, repeat));
  await relay?.drain();
  const tookMs = performance.now() - startedMs;
  await relay?.close();
  return { latenciesMs, tookMs };
}

function follow(names: readonly string[]): ReturnType<typeof startFollowers> {
  const transaction = createTransactions({ db, ids, clock: systemClock, onCommit: () => {} });
  // The services that followers without a domain use.
  const services = {
    clock: systemClock,
    log,
    db,
    transaction,
    ports: { liveBus: bus },
  } as unknown as Services;
  return startFollowers(
    services,
    names.map((name) =>
      followEvents(name, [inserted], {
        batch: FOLLOWED_BATCH,
        async work(_services, tx, events) {
          const rowIds = events.map(({ payload }) => payload.rowId);
          await sql`
            insert into bench_followed (follower, events, checksum)
            select ${name}, count(*), sum(hashtextextended(id, 0)) from unnest(${rowIds}::text[]) id`.execute(
            tx,
          );
        },
      }),
    ),
  );
}
