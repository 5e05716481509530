import type { EventWithFacts } from '#platform/outbox/events/stream.ts';
import type { LiveExecutions } from './executions.ts';
import { createFrames } from './frames.ts';
import type { LiveSubscriber } from './subscriber.ts';

/** Tells a subscriber of events that it has missed, in order and at the pace of its socket. */
export async function tellMissed(
  executions: LiveExecutions,
  subscriber: LiveSubscriber,
  missed: readonly EventWithFacts[],
): Promise<void> {
  const { cohort, socket, userId } = subscriber;
  const peopleOf = ({ facts }: EventWithFacts): readonly string[] => cohort.field.people(facts);
  const people = cohort.varies === 'people' ? [...new Set(missed.flatMap(peopleOf))] : [];
  const blocks = people.length > 0 ? await executions.blocksBetween(people, [userId]) : [];
  const apart = new Set([userId, ...blocks.map(({ one }) => one)]);
  for (const told of missed) {
    await executions.room();
    if (!subscriber.isOpen) return;
    const isOwn =
      cohort.varies === 'viewer' ||
      (cohort.varies === 'people' && peopleOf(told).some((id) => apart.has(id)));
    const shared = isOwn ? null : await executions.sharedOfMissed(cohort, told);
    const result = shared ?? (await executions.own(cohort, told, subscriber));
    if (!subscriber.isOpen) return;
    socket.write(createFrames(result).of(socket.idJson));
    await socket.hasRoom();
  }
}
