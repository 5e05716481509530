import { setTimeout as sleep } from 'node:timers/promises';
import type { ArgBuilder, InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { Services, UserContext } from '../context.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { decodeEventCursor, encodeEventCursor } from '../events/cursor.ts';
import type { EventDefinition } from '../events/definition.ts';
import type { LiveEvent } from '../events/stream.ts';
import { toGlobalId } from '../ids.ts';
import type { Budget } from '../rate-limit.ts';
import { signedIn } from './access.ts';
import { builder, type Types } from './builder.ts';

/** A live event with the rows that it is about. */
export type Delivered<Facts extends object> = LiveEvent & { readonly facts: Facts };

export const EventRef = builder.interfaceRef<LiveEvent>('Event').implement({
  description:
    'Something that happened. Delivered at least once, in order per conversation; drop repeated `eventId`s.',
  fields: (t) => ({
    eventId: t.id({
      description: 'The id of the event, the same for everybody who receives it.',
      resolve: (event) => toGlobalId('event', event.eventId),
    }),
    cursor: t.string({
      description: 'The place of the event, for `after` when subscribing again.',
      resolve: (event) => encodeEventCursor(event.position),
    }),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'When it happened.',
      resolve: (event) => event.occurredAt,
    }),
  }),
  // The resolver of a subscription field has a concrete type; nothing returns the bare interface.
  resolveType: () => undefined,
});

type SubscriptionOptions<Payload extends object, Facts extends object, Args extends InputFieldMap> = {
  readonly description: string;
  readonly event: EventDefinition<Payload>;
  readonly budget?: Budget;
  readonly args: (t: ArgBuilder<Types>) => Args;
  /** Refuses before the stream opens, by throwing; the socket stays. */
  readonly authorize: (ctx: UserContext, args: InputShapeFromFields<Args>) => Promise<void>;
  /**
   * Reads what the event is about and who may see it, once for all its recipients in this process.
   * Null when it is gone by now: nobody receives the event.
   */
  readonly read: (services: Services, payload: Payload) => Promise<Facts | null>;
  readonly type: ObjectRef<Types, Delivered<Facts>>;
  /** Whether the arguments ask for the event and the caller may still see it. */
  readonly admits: (ctx: UserContext, args: InputShapeFromFields<Args>, facts: Facts) => boolean;
};

/** Adds a subscription that delivers the events of one definition which are addressed to the caller. */
export function subscriptionField<Payload extends object, Facts extends object, Args extends InputFieldMap>(
  name: string,
  options: SubscriptionOptions<Payload, Facts, Args>,
): void {
  const readOnce = onceForEach(options.read);
  builder.subscriptionField(name, (t) =>
    t.field({
      type: options.type,
      description: options.description,
      access: 'user',
      ...(options.budget ? { budget: options.budget } : {}),
      args: {
        ...options.args(t.arg),
        after: t.arg.string({
          description: 'The `cursor` of the last event received: replays what was missed since.',
        }),
      },
      subscribe: async (_root, allArgs, context) => {
        const ctx = signedIn(context);
        // The spread of a generic hides that these are the arguments of `options.args` and `after`.
        const args = allArgs as unknown as InputShapeFromFields<Args> & { after?: string | null };
        const after = args.after == null ? null : decodeEventCursor(args.after);
        const request = { userId: ctx.user.id, name: options.event.name, after, signal: ctx.signal };
        const events = await patiently(ctx.signal, async () => {
          await options.authorize(ctx, args);
          return ctx.events.subscribe(request);
        });
        return deliver(events, async (event) => {
          const facts = await patiently(ctx.signal, () => readOnce(ctx, event));
          return facts && options.admits(ctx, args, facts) ? facts : null;
          // These are the events that `resolve` below hands on, in a type that Pothos cannot compare.
        }) as never;
      },
      // What `deliver` yields is the parent that the event's type reads.
      resolve: (event: unknown) => event as never,
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
 * Reads again while the database is away, for a minute: clients take an error for the end of their subscription, and an
 * event that is skipped is lost to them.
 */
async function patiently<Result>(signal: AbortSignal, read: () => Promise<Result>): Promise<Result> {
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

/** All subscribers of one process get the same event object, so what is read for it is kept beside it. */
function onceForEach<Payload extends object, Facts extends object>(
  read: (services: Services, payload: Payload) => Promise<Facts | null>,
): (services: Services, event: LiveEvent) => Promise<Facts | null> {
  const known = new WeakMap<LiveEvent, Promise<Facts | null>>();
  return (services, event) => {
    let facts = known.get(event);
    if (!facts) {
      // The event's name is that of the definition, whose payload type this is.
      known.set(event, (facts = read(services, event.payload as Payload)));
      // Only what was read is kept: a failure may be over when the next one asks.
      facts.catch(() => known.delete(event));
    }
    return facts;
  };
}
