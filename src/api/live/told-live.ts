import type { EventWithFacts } from '#platform/outbox/events/stream.ts';
import type { LiveExecutions } from './executions.ts';
import { createFrames } from './frames.ts';
import type { Cohort } from './cohorts.ts';
import { createSlot, type Slot } from './slots.ts';
import { flush, type LiveSubscriber, queue } from './subscriber.ts';

/** Tells subscribers of an event that has just happened: once for those of a cohort who see the same, and once for each other user. */
export function tellLive(
  executions: LiveExecutions,
  told: EventWithFacts,
  subscribers: readonly LiveSubscriber[],
): void {
  for (const [cohort, sharing] of Map.groupBy(subscribers, (subscriber) => subscriber.cohort)) {
    const slot = createSlot();
    for (const subscriber of sharing) queue(subscriber, slot);
    executeAll(executions, { cohort, told, slot, subscribers: sharing }).catch((error: unknown) => {
      for (const subscriber of sharing) if (subscriber.isOpen) subscriber.end(error);
    });
  }
}

/** An event for the subscribers of one cohort. */
type Delivery = {
  readonly cohort: Cohort;
  readonly told: EventWithFacts;
  readonly slot: Slot;
  readonly subscribers: readonly LiveSubscriber[];
};

async function executeAll(executions: LiveExecutions, delivery: Delivery): Promise<void> {
  const { cohort, told, slot, subscribers } = delivery;
  const users = usersOf(subscribers);
  const apart = await usersApart(executions, { cohort, told }, users);
  slot.setApart(apart);
  const own = executeForEach(executions, delivery, apart);
  const shared = apart.size < users.length ? await executions.shared(cohort, told) : null;
  if (shared !== null) {
    slot.setCommon(createFrames(shared));
    for (const subscriber of subscribers) flush(subscriber);
  } else if (apart.size < users.length) {
    const all = new Set(users);
    slot.setApart(all);
    await executeForEach(executions, delivery, all.difference(apart));
  }
  await own;
}

/** The subscriptions of a user follow each other. */
function usersOf(subscribers: readonly LiveSubscriber[]): string[] {
  const users: string[] = [];
  for (const { userId } of subscribers) if (users.at(-1) !== userId) users.push(userId);
  return users;
}

/** The users who get an execution of their own: all where the result varies, or where they are not two. */
async function usersApart(
  executions: LiveExecutions,
  { cohort, told }: Pick<Delivery, 'cohort' | 'told'>,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (cohort.varies === 'viewer' || userIds.length < 2) return new Set(userIds);
  if (cohort.varies === 'no') return new Set();
  const people = cohort.field.people(told.facts);
  const peopleHere = people.filter((id) => userIds.includes(id));
  if (userIds.length - peopleHere.length < 2) return new Set(userIds);
  const blocks = await executions.blocksBetween(people, userIds);
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
      slot.setOwn(userId, createFrames(await executions.own(cohort, told, subscriber)));
      break;
    } catch (error) {
      if (subscriber.isOpen) throw error;
    }
  }
  for (const subscriber of subscribers) flush(subscriber);
}
