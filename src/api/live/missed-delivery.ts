import type { EventWithFacts } from '#platform/outbox/events/stream.ts';
import type { LiveExecutions } from './executions.ts';
import { nextFrame } from './frames.ts';
import type { LiveSubscriber } from './subscriber.ts';

/** Frames up to about this size are written at once: each write is a call of the system. */
const WRITE_BYTES = 16 * 1024;
/**
 * Events whose shared executions are begun at once. A crowd that waits for one event goes on to the next in step: one by one,
 * each would be a write to each socket.
 */
const AHEAD = 25;

/** Tells a subscriber of events that it has missed, in order and at the pace of its socket. */
export async function replayMissed(
  executions: LiveExecutions,
  subscriber: LiveSubscriber,
  missed: readonly EventWithFacts[],
): Promise<void> {
  const { socket } = subscriber;
  const isOwn = await ownOf(executions, subscriber, missed);
  let frames: Buffer[] = [];
  let bytes = 0;
  let unnoted: EventWithFacts[] = [];

  async function write(): Promise<void> {
    if (frames.length === 0) return;
    await executions.room();
    if (!subscriber.isOpen) return;
    socket.write(Buffer.concat(frames));
    for (const delivered of unnoted) executions.noteOf(subscriber.cohort, delivered)?.(subscriber.userId);
    frames = [];
    bytes = 0;
    unnoted = [];
    await socket.hasRoom();
  }

  for (let next = 0; next < missed.length; next += AHEAD) {
    await executions.room();
    const ahead = begin(executions, subscriber, missed.slice(next, next + AHEAD), isOwn);
    for (const { delivered, shared } of ahead) {
      // An execution may wait for the budget of the user, and those before it are ready.
      const isThere = shared !== null && executions.isShared(subscriber.cohort, delivered);
      if (bytes >= WRITE_BYTES || !isThere) await write();
      if (!subscriber.isOpen) return;
      const result = (await shared) ?? (await executions.own(subscriber.cohort, delivered, subscriber));
      const frame = nextFrame(subscriber.id, result);
      frames.push(frame);
      bytes += frame.length;
      unnoted.push(delivered);
    }
  }
  await write();
}

/** Whether the subscriber needs an execution of its own for an event. */
async function ownOf(
  executions: LiveExecutions,
  { cohort, userId }: LiveSubscriber,
  missed: readonly EventWithFacts[],
): Promise<(delivered: EventWithFacts) => boolean> {
  if (cohort.varies === 'no' || cohort.varies === 'viewer') return () => cohort.varies === 'viewer';
  const people = [...new Set(missed.flatMap(({ facts }) => cohort.field.people(facts)))];
  const blocks = await executions.blocksBetween([userId], people);
  const apart = new Set([userId, ...blocks.map(({ other }) => other)]);
  return ({ facts }) => {
    // The cohort may have become so meanwhile.
    if (cohort.varies === 'viewer') return true;
    if (cohort.field.people(facts).some((id) => apart.has(id))) return true;
    const setApart = cohort.field.apart(facts);
    return setApart === 'everybody' || setApart.includes(userId);
  };
}

/** Begins the shared executions of several events. Null is an event that the subscriber needs an execution of its own for. */
function begin(
  executions: LiveExecutions,
  subscriber: LiveSubscriber,
  missed: readonly EventWithFacts[],
  isOwn: (delivered: EventWithFacts) => boolean,
): readonly { readonly delivered: EventWithFacts; readonly shared: Promise<string | null> | null }[] {
  const begun = missed.map((delivered) => ({
    delivered,
    shared: isOwn(delivered) ? null : executions.sharedOfMissed(subscriber.cohort, delivered, subscriber),
  }));
  // The results are awaited one after the other: the first that fails ends the subscription, and with it those after it.
  for (const { shared } of begun) shared?.catch(() => undefined);
  return begun;
}
