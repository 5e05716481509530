import type { EventWithFacts } from '#platform/outbox/events/stream.ts';
import type { Cohort } from './cohorts.ts';
import type { LiveExecutions } from './executions.ts';
import { createFrames } from './frames.ts';
import type { LiveSubscriber, Slot } from './subscriber.ts';

/** The subscribers of one user. */
type OfUser = readonly LiveSubscriber[];

/** An event for the subscribers of one cohort. */
type Delivery = {
  readonly cohort: Cohort;
  readonly delivered: EventWithFacts;
  /** Where the common result comes. */
  readonly slot: Slot;
  readonly byUser: OfUser[];
};

/** Tells subscribers of an event that has just happened: once for those of a cohort who see the same, and once for each other user. */
export function deliverLive(
  executions: LiveExecutions,
  delivered: EventWithFacts,
  byUser: readonly OfUser[],
): void {
  for (const delivery of deliveriesOf(delivered, byUser)) {
    executeAll(executions, delivery).catch((error: unknown) => {
      for (const subscriber of delivery.byUser.flat()) subscriber.end(error);
    });
  }
}

/** Looks at each of what may be thousands of subscribers once: it is somewhere else in memory. */
function deliveriesOf(delivered: EventWithFacts, byUser: readonly OfUser[]): Iterable<Delivery> {
  const deliveries = new Map<Cohort, Delivery>();
  for (const ofUser of byUser) {
    for (const [cohort, subscribers] of byCohort(ofUser)) {
      let delivery = deliveries.get(cohort);
      if (!delivery) {
        delivery = { cohort, delivered, slot: { frames: null }, byUser: [] };
        deliveries.set(cohort, delivery);
      }
      delivery.byUser.push(subscribers);
      for (const subscriber of subscribers) subscriber.queue(delivery.slot);
    }
  }
  return deliveries.values();
}

function byCohort(ofUser: OfUser): Iterable<readonly [Cohort, OfUser]> {
  const { cohort } = firstOf(ofUser);
  if (ofUser.every((subscriber) => subscriber.cohort === cohort)) return [[cohort, ofUser]];
  return Map.groupBy(ofUser, (subscriber) => subscriber.cohort);
}

async function executeAll(executions: LiveExecutions, delivery: Delivery): Promise<void> {
  const apart = await usersApart(executions, delivery);
  await Promise.all([
    executeForEach(executions, delivery, apart),
    apart.size < delivery.byUser.length && executeCommon(executions, delivery, apart),
  ]);
  const note = executions.noteOf(delivery.cohort, delivery.delivered);
  if (note) for (const { userId } of stillThere(delivery.byUser)) note(userId);
}

/** Finds one subscriber of each user whose subscription has not ended meanwhile. */
const stillThere = (byUser: readonly OfUser[]): readonly LiveSubscriber[] =>
  byUser
    .map((ofUser) => ofUser.find(({ isOpen }) => isOpen))
    .filter((subscriber) => subscriber !== undefined);

async function executeCommon(
  executions: LiveExecutions,
  delivery: Delivery,
  apart: ReadonlySet<OfUser>,
): Promise<void> {
  const { cohort, delivered, slot, byUser } = delivery;
  const result = await executions.shared(cohort, delivered);
  if (result === null) return executeForEach(executions, delivery, new Set(byUser).difference(apart));
  slot.frames = createFrames(result);
  for (const ofUser of byUser) for (const subscriber of ofUser) subscriber.flush();
}

/** The users who get an execution of their own: all where the result varies, or where the others are not two. */
async function usersApart(
  executions: LiveExecutions,
  { cohort, delivered, byUser }: Delivery,
): Promise<ReadonlySet<OfUser>> {
  if (cohort.varies === 'viewer' || byUser.length < 2) return new Set(byUser);
  if (cohort.varies === 'no') return new Set();
  const setApart = cohort.field.apart(delivered.facts);
  if (setApart === 'everybody') return new Set(byUser);
  const people = cohort.field.people(delivered.facts);
  const apart = new Set([...people, ...setApart]);
  const others = byUser.map((ofUser) => firstOf(ofUser).userId).filter((userId) => !apart.has(userId));
  if (others.length < 2) return new Set(byUser);
  for (const { other } of await executions.blocksBetween(people, others)) apart.add(other);
  return new Set(byUser.filter((ofUser) => apart.has(firstOf(ofUser).userId)));
}

async function executeForEach(
  executions: LiveExecutions,
  delivery: Delivery,
  byUser: ReadonlySet<OfUser>,
): Promise<void> {
  await Promise.all(Array.from(byUser, (ofUser) => executeFor(executions, delivery, ofUser)));
}

/** One execution for all devices of a user, on behalf of the first that is still there. */
async function executeFor(executions: LiveExecutions, delivery: Delivery, ofUser: OfUser): Promise<void> {
  const slot: Slot = { frames: null };
  for (const subscriber of ofUser) subscriber.replace(delivery.slot, slot);
  for (const subscriber of ofUser) {
    if (!subscriber.isOpen) continue;
    try {
      const result = await executions.own(delivery.cohort, delivery.delivered, subscriber);
      // The end of a subscription ends its executions, and their results are not those of the event.
      if (!subscriber.isOpen) continue;
      slot.frames = createFrames(result);
      break;
    } catch (error) {
      if (subscriber.isOpen) throw error;
    }
  }
  for (const subscriber of ofUser) subscriber.flush();
}

/** No list of a user's subscribers is empty. */
const firstOf = (ofUser: OfUser): LiveSubscriber => ofUser[0]!;
