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
  const byUser = Map.groupBy(subscribers, ({ userId }) => userId);
  const forUsers = (userIds: ReadonlySet<string>): Promise<unknown> =>
    Promise.all(
      Array.from(userIds, (userId) =>
        executeFor(executions, userId, { ...delivery, subscribers: byUser.get(userId) ?? [] }),
      ),
    );
  const users = new Set(byUser.keys());
  const apart = await usersApart(executions, { cohort, told }, [...users]);
  slot.setApart(apart);
  const own = forUsers(apart);
  const shared = apart.size < users.size ? await executions.shared(cohort, told) : null;
  if (shared !== null) {
    slot.setCommon(createFrames(shared));
    for (const subscriber of subscribers) flush(subscriber);
  } else if (apart.size < users.size) {
    slot.setApart(users);
    await forUsers(users.difference(apart));
  }
  await own;
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
  const others = userIds.filter((userId) => !people.includes(userId));
  if (others.length < 2) return new Set(userIds);
  const blocks = await executions.blocksBetween(people, others);
  return new Set([...people.filter((id) => userIds.includes(id)), ...blocks.map(({ other }) => other)]);
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
