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
  /** Its own executions, which the end of the subscription abandons; null when there is none. */
  running: Set<OperationSignal> | null;
  /** The first event that is being executed; null when there is none. */
  pending: Slot | null;
  /** Those after it, in order. */
  readonly later: Slot[];
  isOpen: boolean;
};

/** Events that wait for their results; the budget of a user may delay them. */
const PENDING_MAX = 1_000;

/** Gives an event its place in the order of the subscriber. */
export function queue(subscriber: LiveSubscriber, slot: Slot): void {
  if (!subscriber.pending) subscriber.pending = slot;
  else if (subscriber.later.length < PENDING_MAX) subscriber.later.push(slot);
  else subscriber.socket.tooSlow();
}

/** Writes the results that are there, up to the first event whose result is not. */
export function flush(subscriber: LiveSubscriber): void {
  const { socket, userId } = subscriber;
  for (let slot = subscriber.pending; slot; slot = subscriber.pending) {
    const frames = slot.framesFor(userId);
    if (!frames) return;
    socket.write(frames.of(socket.idJson));
    subscriber.pending = subscriber.later.shift() ?? null;
  }
}
