import type { Subscriber } from '#platform/outbox/events/stream.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { OperationSignal } from '../operation-signal.ts';
import type { Cohort } from './cohorts.ts';
import type { Slot } from './slots.ts';

/** The operation of a socket to which the results of events are written. */
export type LiveSocket = {
  /** Its id as the client gave it, in JSON. */
  readonly idJson: string;
  write(frame: Buffer): void;
  /** Resolves when the socket has room for more. */
  hasRoom(): Promise<void>;
  /** The client does not keep up: closes the socket, and the client resumes with its cursor. */
  tooSlow(): void;
  /** The context of one event for its user. */
  contextOf(signal: AbortSignal): RequestContext;
};

export type LiveSubscriber = Subscriber & {
  readonly cohort: Cohort;
  readonly socket: LiveSocket;
  /** Its own executions; the end of the subscription abandons them. */
  readonly running: Set<OperationSignal>;
  /** Events that are being executed, in order; null when there is none. */
  pending: Slot[] | null;
  isOpen: boolean;
};

/** Events that wait for their results; the budget of a user may delay them. */
const PENDING_MAX = 1_000;

/** Gives an event its place in the order of the subscriber. */
export function queue(subscriber: LiveSubscriber, slot: Slot): void {
  subscriber.pending ??= [];
  if (subscriber.pending.length >= PENDING_MAX) return subscriber.socket.tooSlow();
  subscriber.pending.push(slot);
}

/** Writes the results that are there, up to the first event whose result is not. */
export function flush(subscriber: LiveSubscriber): void {
  const { pending, socket, userId } = subscriber;
  if (!pending) return;
  let written = 0;
  for (const slot of pending) {
    const frames = slot.framesFor(userId);
    if (!frames) break;
    socket.write(frames.of(socket.idJson));
    written += 1;
  }
  if (written === pending.length) subscriber.pending = null;
  else pending.splice(0, written);
}
