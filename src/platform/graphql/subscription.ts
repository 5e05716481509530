import type { ArgBuilder, InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { UserContext } from '../context.ts';
import { decodeEventCursor, encodeEventCursor } from '../events/cursor.ts';
import type { EventDefinition } from '../events/definition.ts';
import type { LiveEvent } from '../events/stream.ts';
import { toGlobalId } from '../ids.ts';
import type { Budget } from '../rate-limit.ts';
import { signedIn } from './access.ts';
import { builder, type Types } from './builder.ts';

/** A live event whose payload is that of one definition. */
export type EventOf<Payload extends object> = LiveEvent & { readonly payload: Payload };

export const EventRef = builder.interfaceRef<LiveEvent>('Event').implement({
  description: 'Something that happened. Delivered at least once, in order per conversation; drop repeated `eventId`s.',
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

type SubscriptionOptions<Payload extends object, Args extends InputFieldMap> = {
  readonly description: string;
  readonly event: EventDefinition<Payload>;
  readonly type: ObjectRef<Types, EventOf<Payload>>;
  readonly budget?: Budget;
  readonly args: (t: ArgBuilder<Types>) => Args;
  /** Refuses before the stream opens, by throwing; the socket stays. */
  readonly authorize: (ctx: UserContext, args: InputShapeFromFields<Args>) => Promise<void>;
  /** Whether the event is one that the arguments ask for and the caller may still see; asked again at every event. */
  readonly admits: (ctx: UserContext, args: InputShapeFromFields<Args>, payload: Payload) => boolean | Promise<boolean>;
};

/** Adds a subscription that delivers the events of one definition which are addressed to the caller. */
export function subscriptionField<Payload extends object, Args extends InputFieldMap>(
  name: string,
  options: SubscriptionOptions<Payload, Args>,
): void {
  builder.subscriptionField(name, (t) =>
    t.field({
      type: options.type,
      description: options.description,
      access: 'user',
      ...(options.budget ? { budget: options.budget } : {}),
      args: {
        ...options.args(t.arg),
        after: t.arg.string({ description: 'The `cursor` of the last event received: replays what was missed since.' }),
      },
      subscribe: async (_root, args, context) => {
        const ctx = signedIn(context);
        // The shape of `args` is that of `options.args` and `after`; the spread hides it from the compiler.
        const narrowed = args as unknown as InputShapeFromFields<Args> & { after?: string | null };
        const after = narrowed.after == null ? null : decodeEventCursor(narrowed.after);
        await options.authorize(ctx, narrowed);
        const events = await ctx.events.subscribe({ userId: ctx.user.id, name: options.event.name, after, signal: ctx.signal });
        return admitted(events, (event) => options.admits(ctx, narrowed, event.payload as Payload)) as never;
      },
      resolve: (event: unknown) => event as never,
    }),
  );
}

async function* admitted(
  events: AsyncIterableIterator<LiveEvent>,
  admits: (event: LiveEvent) => boolean | Promise<boolean>,
): AsyncIterableIterator<LiveEvent> {
  for await (const event of events) {
    if (await admits(event)) yield event;
  }
}
