import type { OperationSignal } from '#api/execution/operation-signal.ts';
import type { Subscriber } from '#platform/outbox/events/stream.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { Cohort } from './cohorts.ts';
import type { Frames } from './frames.ts';

/** A socket to which the results of events are written. */
export type LiveSocket = {
  write(frame: Buffer): void;
  /** Resolves when the socket has room for more. */
  hasRoom(): Promise<void>;
  /** The client does not keep up: closes the socket, and the client resumes with its cursor. */
  tooSlow(): void;
  /** The context of one event for its user. */
  contextOf(signal: AbortSignal): RequestContext;
};

/** The operation of a socket that has subscribed. */
export type LiveOperation = {
  /** As the client gave it. */
  readonly id: string;
  readonly socket: LiveSocket;
  /** No further event comes; the error says why, where there is one. */
  ended(error: unknown): void;
};

/** The place of one event in the order of a subscriber. Null until its result is there. */
export type Slot = { frames: Frames | null };

/** Events that wait for their results; the budget of a user may delay them. */
const PENDING_MAX = 1_000;

/** A class, because the closures of tens of thousands take much memory. */
export class LiveSubscriber implements Subscriber {
  readonly userId: string;
  readonly cohort: Cohort;
  /** The id of its operation, and its socket: an event for thousands looks into as few objects of each as it can. */
  readonly id: string;
  readonly socket: LiveSocket;
  isOpen = true;
  upTo = 0;
  /** Executions for this subscriber alone, which the end of the subscription abandons; null when there is none. */
  running: Set<OperationSignal> | null = null;
  /** The first event that is being executed; null when there is none. */
  private pending: Slot | null = null;
  /** Slots after the pending one, in order; null until there is one. */
  private later: Slot[] | null = null;
  private readonly operation: LiveOperation;
  /** Ends the subscription to events; null until it has begun. */
  private release: (() => void) | null = null;

  constructor(userId: string, cohort: Cohort, operation: LiveOperation) {
    this.userId = userId;
    this.cohort = cohort;
    this.operation = operation;
    this.id = operation.id;
    this.socket = operation.socket;
  }

  admits(facts: object): boolean {
    const { field, args } = this.cohort;
    return field.filter(this.userId, args, facts);
  }

  /** @param release what ends the subscription to events: at once, when nobody waits for it any more */
  began(release: () => void): void {
    if (this.isOpen) this.release = release;
    else release();
  }

  end(error: unknown): void {
    if (!this.isOpen) return;
    this.abandon();
    this.operation.ended(error);
  }

  /** Nobody waits for it any more. */
  abandon(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.pending = null;
    this.later = null;
    this.release?.();
    this.cohort.leave();
    for (const running of this.running ?? []) running.abandon();
  }

  /** Gives an event its place in the order of the subscriber. */
  queue(slot: Slot): void {
    if (!this.pending) this.pending = slot;
    else if ((this.later ??= []).length < PENDING_MAX) this.later.push(slot);
    else this.socket.tooSlow();
  }

  /** Gives an event that has its place already another one there. */
  replace(slot: Slot, other: Slot): void {
    if (this.pending === slot) this.pending = other;
    else this.later = this.later?.map((later) => (later === slot ? other : later)) ?? null;
  }

  /** Writes the results that are there, up to the first event whose result is not. */
  flush(): void {
    for (let frames = this.pending?.frames; frames; frames = this.pending?.frames) {
      this.socket.write(frames.of(this.id));
      this.pending = this.later?.shift() ?? null;
    }
  }
}
