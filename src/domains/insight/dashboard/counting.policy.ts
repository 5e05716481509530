import { commentAdded } from '#domains/content/comments/comments.events.ts';
import { postCreated } from '#domains/content/posts/posts.events.ts';
import { commentReacted, postReacted } from '#domains/content/reactions/reactions.events.ts';
import { viewsCounted } from '#domains/content/views/views.events.ts';
import {
  subscriptionEnded,
  subscriptionFailing,
  subscriptionRenewed,
  subscriptionStarted,
} from '#domains/creator/subscriptions/subscriptions.events.ts';
import { userFollowed } from '#domains/graph/follows/follows.events.ts';
import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { userRegistered } from '#domains/identity/users/users.events.ts';
import { callEnded } from '#domains/messaging/calls/calls.events.ts';
import { conversationAdded } from '#domains/messaging/conversations/conversations.events.ts';
import { messageAdded } from '#domains/messaging/messages/messages.events.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import { pushesSent } from '../push/push.events.ts';
import type { HourSum } from './dashboard.types.ts';
import type { Measure } from './measures.policy.ts';

/** An addition of an event to a measure: in the hour in which it occurred, unless it names another one. */
type Count = { readonly measure: Measure; readonly value: number; readonly startsAt?: string };

type Counter = {
  readonly event: EventDefinition<object>;
  readonly count: (payload: never) => readonly Count[];
};

/** Keeps the payload's type between an event and what is counted of it. */
const counter = <Payload extends object>(
  event: EventDefinition<Payload>,
  count: (payload: Payload) => readonly Count[],
): Counter => ({ event, count });

const one =
  (measure: Measure): (() => readonly Count[]) =>
  () => [{ measure, value: 1 }];

const COUNTERS: readonly Counter[] = [
  counter(userRegistered, one('USERS_NEW')),
  counter(accountErased, ({ isFirst }) => [{ measure: 'USERS_DELETED', value: Number(isFirst) }]),
  counter(postCreated, one('POSTS')),
  counter(commentAdded, one('COMMENTS')),
  counter(postReacted, one('REACTIONS')),
  counter(commentReacted, one('REACTIONS')),
  counter(userFollowed, one('FOLLOWS')),
  counter(viewsCounted, ({ hours }) =>
    hours.map(({ startsAt, count }) => ({ measure: 'VIEWS', value: count, startsAt })),
  ),
  counter(messageAdded, ({ kind }) => [{ measure: 'MESSAGES', value: Number(kind !== 'SYSTEM') }]),
  counter(conversationAdded, (added) =>
    added.reason !== 'CREATED'
      ? []
      : [
          { measure: 'CONVERSATIONS', value: 1 },
          { measure: 'GROUPS', value: Number(added.kind === 'GROUP') },
        ],
  ),
  counter(callEnded, ({ seconds }) => [
    { measure: 'CALLS', value: 1 },
    { measure: 'CALL_MINUTES', value: seconds ?? 0 },
  ]),
  counter(subscriptionStarted, one('SUBSCRIPTIONS_STARTED')),
  counter(subscriptionRenewed, one('SUBSCRIPTIONS_RENEWED')),
  counter(subscriptionFailing, one('SUBSCRIPTIONS_FAILING')),
  counter(subscriptionEnded, one('SUBSCRIPTIONS_ENDED')),
  counter(pushesSent, ({ sentCount, failedCount }) => [
    { measure: 'PUSHES_SENT', value: sentCount },
    { measure: 'PUSHES_FAILED', value: failedCount },
  ]),
];

export const COUNTED_EVENTS: readonly EventDefinition<object>[] = COUNTERS.map(({ event }) => event);

const COUNTER_OF = new Map(COUNTERS.map(({ event, count }) => [event.name, count]));

export type CountedEvent = {
  readonly name: string;
  readonly payload: object;
  readonly occurredAt: Date;
};

/** Sums of what events add, by measure and hour; without zeros. */
export function sumEvents(events: readonly CountedEvent[]): HourSum[] {
  const sums = new Map<string, { measure: Measure; startsAt: Date; value: number }>();
  for (const { name, payload, occurredAt } of events) {
    // Payloads were stored by an `emit` of the definition with this name.
    for (const { measure, value, startsAt } of COUNTER_OF.get(name)?.(payload as never) ?? []) {
      if (value === 0) continue;
      const hour = startsAt === undefined ? hourOf(occurredAt) : new Date(startsAt);
      const key = `${measure} ${hour.getTime()}`;
      const sum = sums.get(key);
      if (sum) sum.value += value;
      else sums.set(key, { measure, startsAt: hour, value });
    }
  }
  return [...sums.values()];
}

/** The beginning of the hour of a time. */
const hourOf = (time: Date): Date => new Date(time.getTime() - (time.getTime() % HOUR_MS));
