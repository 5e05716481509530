import type { EventWithFacts } from '#platform/outbox/events/stream.ts';
import type { Cohort } from './cohorts.ts';
import type { LiveExecutions } from './executions.ts';
import { createFrames } from './frames.ts';
import { createSlot, type Slot } from './slots.ts';
import type { LiveSubscriber } from './subscriber.ts';

/** An event for the subscribers of one cohort. */
type Delivery = {
  readonly cohort: Cohort;
  readonly told: EventWithFacts;
  readonly slot: Slot;
  /** Those of one user follow each other. */
  readonly subscribers: LiveSubscriber[];
  readonly users: string[];
};

/** Tells subscribers of an event that has just happened: once for those of a cohort who see the same, and once for each other user. */
export function tellLive(
  executions: LiveExecutions,
  told: EventWithFacts,
  subscribers: readonly LiveSubscriber[],
): void {
  for (const delivery of deliveriesOf(told, subscribers)) {
    executeAll(executions, delivery).catch((error: unknown) => {
      for (const subscriber of delivery.subscribers) subscriber.end(error);
    });
  }
}

/** One pass over what may be thousands of subscribers: each of them is somewhere else in memory. */
function deliveriesOf(told: EventWithFacts, subscribers: readonly LiveSubscriber[]): Iterable<Delivery> {
  const deliveries = new Map<Cohort, Delivery>();
  for (const subscriber of subscribers) {
    const { cohort, userId } = subscriber;
    let delivery = deliveries.get(cohort);
    if (!delivery) {
      delivery = { cohort, told, slot: createSlot(), subscribers: [], users: [] };
      deliveries.set(cohort, delivery);
    }
    delivery.subscribers.push(subscriber);
    if (delivery.users.at(-1) !== userId) delivery.users.push(userId);
    subscriber.queue(delivery.slot);
  }
  return deliveries.values();
}

async function executeAll(executions: LiveExecutions, delivery: Delivery): Promise<void> {
  const { cohort, told, slot, subscribers, users } = delivery;
  const apart = await usersApart(executions, delivery);
  slot.setApart(apart);
  const own = executeForEach(executions, delivery, apart);
  const shared = apart.size < users.length ? await executions.shared(cohort, told) : null;
  if (shared !== null) {
    slot.setCommon(createFrames(shared));
    for (const subscriber of subscribers) subscriber.flush();
  } else if (apart.size < users.length) {
    const all = new Set(users);
    slot.setApart(all);
    await executeForEach(executions, delivery, all.difference(apart));
  }
  await own;
}

/** The users who get an execution of their own: all where the result varies, or where they are not two. */
async function usersApart(
  executions: LiveExecutions,
  { cohort, told, users }: Delivery,
): Promise<Set<string>> {
  if (cohort.varies === 'viewer' || users.length < 2) return new Set(users);
  if (cohort.varies === 'no') return new Set();
  const people = cohort.field.people(told.facts);
  const peopleHere = people.filter((id) => users.includes(id));
  if (users.length - peopleHere.length < 2) return new Set(users);
  const blocks = await executions.blocksBetween(people, users);
  return new Set([...peopleHere, ...blocks.map(({ other }) => other)]);
}

async function executeForEach(
  executions: LiveExecutions,
  delivery: Delivery,
  userIds: ReadonlySet<string>,
): Promise<void> {
  if (userIds.size === 0) return;
  const byUser = Map.groupBy(
    delivery.subscribers.filter(({ userId }) => userIds.has(userId)),
    ({ userId }) => userId,
  );
  await Promise.all(
    Array.from(byUser, ([userId, subscribers]) =>
      executeFor(executions, userId, { ...delivery, subscribers }),
    ),
  );
}

/** One execution for all devices of a user, on behalf of the first that is still there. */
async function executeFor(
  executions: LiveExecutions,
  userId: string,
  { cohort, told, slot, subscribers }: Delivery,
): Promise<void> {
  for (const subscriber of subscribers) {
    if (!subscriber.isOpen) continue;
    try {
      const result = await executions.own(cohort, told, subscriber);
      // The end of a subscription ends its executions, and their results are not those of the event.
      if (!subscriber.isOpen) continue;
      slot.setOwn(userId, createFrames(result));
      break;
    } catch (error) {
      if (subscriber.isOpen) throw error;
    }
  }
  for (const subscriber of subscribers) subscriber.flush();
}
