import type { EventWithFacts } from '#platform/outbox/events/stream.ts';
import type { LiveExecutions } from './executions.ts';
import { nextFrame } from './frames.ts';
import type { LiveSubscriber } from './subscriber.ts';

/** Frames up to about this size are written at once: each write is a call of the system. */
const WRITE_BYTES = 16 * 1024;

/** Tells a subscriber of events that it has missed, in order and at the pace of its socket. */
export async function tellMissed(
  executions: LiveExecutions,
  subscriber: LiveSubscriber,
  missed: readonly EventWithFacts[],
): Promise<void> {
  const { socket } = subscriber;
  const isOwn = await ownOf(executions, subscriber, missed);
  let frames: Buffer[] = [];
  let bytes = 0;

  async function write(): Promise<void> {
    if (frames.length === 0 || !subscriber.isOpen) return;
    socket.write(Buffer.concat(frames));
    frames = [];
    bytes = 0;
    await socket.hasRoom();
  }

  for (const told of missed) {
    await executions.room();
    // An execution may wait for the budget of the user, and those before it are ready.
    const isThere = !isOwn(told) && executions.isShared(subscriber.cohort, told);
    if (bytes >= WRITE_BYTES || !isThere) await write();
    if (!subscriber.isOpen) return;
    const frame = nextFrame(subscriber.id, await resultOf(executions, subscriber, told, isOwn));
    frames.push(frame);
    bytes += frame.length;
  }
  await write();
}

/** Whether the subscriber needs an execution of its own for an event. */
async function ownOf(
  executions: LiveExecutions,
  { cohort, userId }: LiveSubscriber,
  missed: readonly EventWithFacts[],
): Promise<(told: EventWithFacts) => boolean> {
  if (cohort.varies === 'no' || cohort.varies === 'viewer') return () => cohort.varies === 'viewer';
  const people = [...new Set(missed.flatMap(({ facts }) => cohort.field.people(facts)))];
  const blocks = await executions.blocksBetween([userId], people);
  const apart = new Set([userId, ...blocks.map(({ other }) => other)]);
  return ({ facts }) => {
    // It may have become so meanwhile.
    if (cohort.varies === 'viewer') return true;
    if (cohort.field.people(facts).some((id) => apart.has(id))) return true;
    const setApart = cohort.field.apart(facts);
    return setApart === 'everybody' || setApart.includes(userId);
  };
}

async function resultOf(
  executions: LiveExecutions,
  subscriber: LiveSubscriber,
  told: EventWithFacts,
  isOwn: (told: EventWithFacts) => boolean,
): Promise<string> {
  const { cohort } = subscriber;
  const shared = isOwn(told) ? null : await executions.sharedOfMissed(cohort, told, subscriber);
  return shared ?? executions.own(cohort, told, subscriber);
}
