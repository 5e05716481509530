import type { ArgBuilder, InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import { retryWhileDatabaseAway } from '../db/database-fault.ts';
import { decodeEventCursor, encodeEventCursor } from '#platform/outbox/events/cursor.ts';
import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import type { LiveEvent, Missed } from '#platform/outbox/events/stream.ts';
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

/** The users who get an execution of their own, beside those whom blocks or the event itself concern. */
export type Apart = readonly string[] | 'everybody';

/** Notes that the event was written to a socket of a user. */
export type DeliveryNote = (userId: string) => void;

/** Gives what notes an event; null for one that is not noted. */
type DeliveryNotes<Facts extends object> = (services: Services, facts: Facts) => DeliveryNote | null;

const deliveryNotes = new Map<string, DeliveryNotes<object>>();

/** Has a later domain note the users to whom the events of a subscription are written. */
export function onDelivered<Facts extends object>(subscription: string, noteOf: DeliveryNotes<Facts>): void {
  // The facts are those of the subscription, which the domain knows by its name.
  deliveryNotes.set(subscription, noteOf as DeliveryNotes<object>);
}

/** One subscription field: what all its subscribers have in common. */
export type LiveField = {
  readonly events: readonly EventDefinition<object>[];
  readonly topics: { readonly audience: Audience<object> } | null;
  readonly read: (services: Services, payloads: readonly object[]) => Promise<readonly (object | null)[]>;
  readonly people: (facts: object) => readonly string[];
  readonly apart: (facts: object) => Apart;
  readonly prime: (ctx: RequestContext, facts: object) => void;
  readonly filter: (userId: string, args: object, facts: object) => boolean;
  readonly noteOf: DeliveryNotes<object>;
};

/** Returned by the `subscribe` of a subscription field in place of a stream, for the delivery of its events. */
export type LiveRequest = AsyncIterable<never> & {
  readonly field: LiveField;
  readonly userId: string;
  readonly missed: Missed | null;
  readonly args: object;
};

type Audience<Payload extends object> = (
  services: Services,
  payload: Payload,
  isHere: (userId: string) => boolean,
) => Promise<ReadonlySet<string>>;

type SubscriptionOptions<Payload extends object, Facts extends object, Args extends InputFieldMap> = {
  readonly description: string;
  readonly events: readonly EventDefinition<Payload>[];
  readonly budget?: Budget;
  readonly args: (t: ArgBuilder<Types>) => Args;
  /** Throws to refuse before the stream opens; the socket stays open. */
  readonly authorize: (ctx: UserContext, args: InputShapeFromFields<Args>) => Promise<void>;
  /** Null when all its events are addressed to users. */
  readonly topics: {
    /** The topics whose members the caller is one of. */
    readonly of: (ctx: UserContext, args: InputShapeFromFields<Args>) => Promise<readonly string[]>;
    /** Finds the users who may be told of an event; those who are not here may be left out. */
    readonly audience: Audience<Payload>;
  } | null;
  /**
   * Reads the rows of events, once for all their recipients in this process.
   * Null for an event whose rows are deleted: it is then not delivered.
   */
  readonly read: (services: Services, payloads: readonly Payload[]) => Promise<readonly (Facts | null)[]>;
  /**
   * The users whose visibility differs between the recipients. Those who are one of them, or are blocked by or block one of
   * them, get an execution of their own.
   */
  readonly people: (facts: Facts) => readonly string[];
  /** The users for whom a field that varies by `people` differs for another reason; everybody where a field is `personal`. By default nobody. */
  readonly apart?: (facts: Facts) => Apart;
  /** Gives loaders the rows of the facts that every recipient sees; in a shared execution also what those who are not apart see. */
  readonly prime?: (ctx: RequestContext, facts: Facts) => void;
  readonly type: ObjectRef<Types, Delivered<Facts>>;
  /** Whether the event matches the arguments and is visible to the user, a recipient. */
  readonly filter: (userId: string, args: InputShapeFromFields<Args>, facts: Facts) => boolean;
};

/** Adds a subscription that delivers events of some definitions addressed to the caller, or to a topic of theirs. */
export function subscriptionField<Payload extends object, Facts extends object, Args extends InputFieldMap>(
  name: string,
  options: SubscriptionOptions<Payload, Facts, Args>,
): void {
  // Events are read by the payloads of their own definitions, and told with the facts that were read to those with such arguments.
  const field = {
    events: options.events,
    topics: options.topics,
    read: options.read,
    people: options.people,
    apart: options.apart ?? (() => []),
    prime: options.prime ?? (() => undefined),
    filter: options.filter,
    noteOf: (services: Services, facts: object) => deliveryNotes.get(name)?.(services, facts) ?? null,
  } as unknown as LiveField;
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
      subscribe: async (_root, allArgs: { after?: string | null }, context): Promise<LiveRequest> => {
        const ctx = signedIn(context);
        const args = inputOf<Args>(allArgs);
        const after = allArgs.after == null ? null : decodeEventCursor(allArgs.after);
        const missed = await retryWhileDatabaseAway(
          async () => {
            await options.authorize(ctx, args);
            return after && { after, topics: (await options.topics?.of(ctx, args)) ?? [] };
          },
          () => !ctx.signal.aborted,
        );
        return { field, userId: ctx.user.id, missed, args, [Symbol.asyncIterator]: notIterated };
      },
      resolve: (event) => event,
    }),
  );
}

function notIterated(): never {
  throw new TypeError('The events of a live request are delivered, not iterated.');
}
