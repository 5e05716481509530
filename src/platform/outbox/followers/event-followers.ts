import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import { type BackgroundLoop, startBackgroundLoop } from '#platform/outbox/event-log/background-loop.ts';
import { findLogExtent, listNamedBetween } from '#platform/outbox/event-log/log.ts';
import type { LiveEvent } from '#platform/outbox/events/stream.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { findPositions, insertFollower, lockPosition, updatePosition } from './positions.ts';

/** Works through the events of some definitions in the order of the log, in batches, each exactly once. */
export type EventFollower = {
  readonly name: string;
  readonly eventNames: readonly string[];
  /** Maximum number of events in one transaction. */
  readonly batch: number;
  readonly work: Work<never>;
};

export type FollowedEvent<Payload extends object> = Pick<
  LiveEvent,
  'position' | 'eventId' | 'name' | 'occurredAt'
> & { readonly payload: Payload };

type Work<Payload extends object> = (
  services: Omit<Services, 'transaction'>,
  tx: Tx,
  events: readonly FollowedEvent<Payload>[],
) => Promise<void>;

type PayloadOf<Definition> = Definition extends EventDefinition<infer Payload> ? Payload : never;

/**
 * Follows the event log. The effects of a batch commit together with the follower's position, so they are neither lost nor doubled,
 * as long as `work` changes the database alone: it enqueues a job for anything else. A batch that fails is tried again and
 * holds up the later ones, so `work` skips what it can never do.
 * A follower begins at the head of the log when it runs for the first time; a migration that inserts its row begins it there.
 */
export function followEvents<Definition extends EventDefinition<object>>(
  name: string,
  definitions: readonly Definition[],
  { batch, work }: { readonly batch: number; readonly work: Work<PayloadOf<Definition>> },
): EventFollower {
  return { name, eventNames: definitions.map((definition) => definition.name), batch, work };
}

/** Poll interval, for signals that the bus lost and for batches of processes that died. */
const POLL_MS = 1_000;
/** Every batch of the relay wakes every follower, and most have nothing in it: what follows closely is looked at together. */
const GATHER_MS = 50;
/** Bounds what one batch reads where few events of the log are the follower's. */
const SCANNED_POSITIONS_MAX = 10_000;

/** Runs followers, each in a loop of its own, so that one that fails holds up no other. */
export function startFollowers(
  services: Services,
  followers: readonly EventFollower[],
): Pick<BackgroundLoop, 'close'> {
  if (followers.length === 0) return { close: async () => undefined };
  const loops = followers.map((follower) =>
    startBackgroundLoop({
      name: `event follower ${follower.name}`,
      async work(signal) {
        await follow(services, follower, signal);
      },
      pollMs: POLL_MS,
      gatherMs: () => GATHER_MS,
      log: services.log,
    }),
  );
  const wake = (): void => loops.forEach((loop) => loop.request());
  const unsubscribe = services.ports.liveBus.subscribe((signal) => {
    if (signal.kind === 'log') wake();
  });
  wake();
  return {
    async close() {
      unsubscribe();
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}

/** Runs followers until none is behind, for tests. @returns whether one had events */
export async function catchUpFollowers(
  services: Services,
  followers: readonly EventFollower[],
): Promise<boolean> {
  const { signal } = new AbortController();
  let hasWorked = false;
  for (const follower of followers) hasWorked = (await follow(services, follower, signal)) || hasWorked;
  return hasWorked;
}

/** @returns whether it had events */
async function follow(services: Services, follower: EventFollower, signal: AbortSignal): Promise<boolean> {
  let hasWorked = false;
  let isBehind = await isFollowerBehind(services, follower);
  while (isBehind && !signal.aborted) {
    const batch = await runBatch(services, follower);
    hasWorked ||= batch.hasEvents;
    isBehind = batch.isBehind;
  }
  return hasWorked;
}

/** Without this check every idle process would begin a transaction for each follower at every poll. */
async function isFollowerBehind({ db, transaction }: Services, { name }: EventFollower): Promise<boolean> {
  const { position, head } = await findPositions(db, name);
  if (position === null) await transaction((tx) => insertFollower(tx, name));
  return position !== null && position < head;
}

type Batch = { readonly hasEvents: boolean; readonly isBehind: boolean };

function runBatch(services: Services, follower: EventFollower): Promise<Batch> {
  return services.transaction(async (tx) => {
    const position = await lockPosition(tx, follower.name);
    // Another process is at work, and sees what was logged meanwhile.
    if (position === null) return { hasEvents: false, isBehind: false };
    const page = await readPage(services, tx, follower, position);
    const hasEvents = page.events.length > 0;
    // The events were stored by an `emit` of the follower's definitions, which gave the payloads their types.
    if (hasEvents) await follower.work(services, tx, page.events as readonly FollowedEvent<never>[]);
    if (page.end > position) await updatePosition(tx, follower.name, page.end);
    return { hasEvents, isBehind: page.end < page.head };
  });
}

type Page = {
  readonly events: readonly FollowedEvent<object>[];
  /** The follower has worked through all up to here. */
  readonly end: number;
  readonly head: number;
};

/** The head is read after the lock, before the events: all up to it are visible to the statement that reads them. */
async function readPage(
  { log }: Pick<Services, 'log'>,
  tx: Tx,
  { name, eventNames, batch }: EventFollower,
  position: number,
): Promise<Page> {
  const { position: head, trimmedPosition } = await findLogExtent(tx);
  if (trimmedPosition > position) {
    log.error(
      { follower: name, after: position, upTo: trimmedPosition },
      'a follower has missed trimmed events',
    );
  }
  const after = Math.max(position, trimmedPosition);
  const upTo = Math.min(head, after + SCANNED_POSITIONS_MAX);
  const events = await listNamedBetween(tx, { names: eventNames, after, upTo, limit: batch });
  const last = events.length === batch ? events.at(-1) : undefined;
  return { events, end: last?.position ?? upTo, head };
}
