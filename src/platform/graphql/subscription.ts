import { setTimeout as sleep } from 'node:timers/promises';
import type { ArgBuilder, InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { UserContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { decodeEventCursor, encodeEventCursor } from '#platform/outbox/events/cursor.ts';
import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import type { LiveEvent } from '#platform/outbox/events/stream.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Budget } from '#platform/kernel/rate-limit.ts';
import { signedIn } from './access.ts';
import { builder, type Types } from './builder.ts';
import { inputOf } from './input.ts';

/** A live event with the rows that it refers to. */
export type Delivered<Facts extends object> = LiveEvent & { readonly facts: Facts };

export const EventRef = builder.interfaceRef<LiveEvent>('Event').implement({
  description:
    'A live event. Delivered at least once, in order per conversation: ignore repeated `eventId`s.',
  fields: (t) => ({
    eventId: t.id({
      description: 'The id of the event, the same for every recipient.',
      resolve: (event) => toGlobalId('event', event.eventId),
    }),
    cursor: t.string({
      description: 'The position of the event, for `after` when subscribing again.',
      resolve: ({ position, loggedId }) => encodeEventCursor({ position, eventId: loggedId }),
    }),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'Time of the event.',
      resolve: (event) => event.occurredAt,
    }),
  }),
  // A subscription field resolves to a concrete type, never to the bare interface.
  resolveType: () => undefined,
});

builder.queryField('eventCursor', (t) =>
  t.string({
    nullable: true,
    description:
      'The `cursor` of the newest event: query it before the lists that subscriptions keep current, and subscribe with it as `after`, so that no event in between is lost.',
    access: 'user',
    resolve: (_root, _args, ctx) => encodeEventCursor(ctx.events.newest()),
  }),
);

type SubscriptionOptions<Payload extends object, Facts extends object, Args extends InputFieldMap> = {
  readonly description: string;
  readonly event: EventDefinition<Payload>;
  readonly budget?: Budget;
  readonly args: (t: ArgBuilder<Types>) => Args;
  /** Throws to refuse before the stream opens; the socket stays open. */
  readonly authorize: (ctx: UserContext, args: InputShapeFromFields<Args>) => Promise<void>;
  /**
   * Reads the rows of the event and its audience, once for all its recipients in this process.
   * Null when the rows are deleted: the event is then not delivered.
   */
  readonly read: (services: Services, payload: Payload) => Promise<Facts | null>;
  readonly type: ObjectRef<Types, Delivered<Facts>>;
  /** Whether the event matches the arguments and is still visible to the caller. */
  readonly filter: (ctx: UserContext, args: InputShapeFromFields<Args>, facts: Facts) => boolean;
};

/** Adds a subscription that delivers events of one definition addressed to the caller. */
export function subscriptionField<Payload extends object, Facts extends object, Args extends InputFieldMap>(
  name: string,
  options: SubscriptionOptions<Payload, Facts, Args>,
): void {
  const readOnce = memoizeByEvent(options.read);
  builder.subscriptionField(name, (t) =>
    t.field({
      type: options.type,
      description: options.description,
      access: 'user',
      ...(options.budget ? { budget: options.budget } : {}),
      args: {
        ...options.args(t.arg),
        after: t.arg.string({
          description: 'The `cursor` of the last event received: replays the events after it.',
        }),
      },
      subscribe: async (_root, allArgs: { after?: string | null }, context) => {
        const ctx = signedIn(context);
        const args = inputOf<Args>(allArgs);
        const after = allArgs.after == null ? null : decodeEventCursor(allArgs.after);
        const request = { userId: ctx.user.id, name: options.event.name, after, signal: ctx.signal };
        const events = await retryWhileDatabaseAway(ctx.signal, async () => {
          await options.authorize(ctx, args);
          return ctx.events.subscribe(request);
        });
        return deliver(events, async (event) => {
          const facts = await retryWhileDatabaseAway(ctx.signal, () => readOnce(ctx, event));
          return facts && options.filter(ctx, args, facts) ? facts : null;
        });
      },
      resolve: (event) => event,
    }),
  );
}

async function* deliver<Facts extends object>(
  events: AsyncIterableIterator<LiveEvent>,
  factsFor: (event: LiveEvent) => Promise<Facts | null>,
): AsyncGenerator<Delivered<Facts>, void> {
  for await (const event of events) {
    const facts = await factsFor(event);
    if (facts) yield { ...event, facts };
  }
}

const AWAY_RETRY_MS = 200;
const AWAY_RETRIES_MAX = 300;

/**
 * Retries while the database is unavailable, for a minute: an error would end the client's subscription, and a
 * skipped event would be lost.
 */
async function retryWhileDatabaseAway<Result>(
  signal: AbortSignal,
  read: () => Promise<Result>,
): Promise<Result> {
  for (let retriesLeft = AWAY_RETRIES_MAX; ; retriesLeft -= 1) {
    try {
      return await read();
    } catch (error) {
      if (retriesLeft === 0 || !isDatabaseAway(error)) throw error;
      await sleep(AWAY_RETRY_MS);
      signal.throwIfAborted();
    }
  }
}

/** All subscribers of a process receive the same event object, so the rows read for it are cached by it. */
function memoizeByEvent<Payload extends object, Facts extends object>(
  read: (services: Services, payload: Payload) => Promise<Facts | null>,
): (services: Services, event: LiveEvent) => Promise<Facts | null> {
  const known = new WeakMap<LiveEvent, Promise<Facts | null>>();
  return (services, event) => {
    let facts = known.get(event);
    if (!facts) {
      // The event's name is that of the definition, whose payload type this is.
      known.set(event, (facts = read(services, event.payload as Payload)));
      // Only results are cached: after a failure, the next subscriber retries.
      facts.catch(() => known.delete(event));
    }
    return facts;
  };
}
