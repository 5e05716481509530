import type { EventCursor, LogPosition } from './cursor.ts';

/** An event as delivered to a subscription. */
export type LiveEvent = {
  /**
   * Position in the log, strictly increasing in the order of delivery.
   * An ephemeral event has none of its own and carries that of the event before it.
   */
  readonly position: number;
  /** Id of the logged event at the position; null when it is not known. */
  readonly loggedId: string | null;
  /** False for an ephemeral event, which is not replayed. */
  readonly isStored: boolean;
  readonly eventId: string;
  readonly name: string;
  readonly payload: object;
  readonly occurredAt: Date;
};

export type StreamRequest = {
  readonly userId: string;
  readonly name: string;
  /** Replays logged events after this one before live ones; null starts with live events. */
  readonly after: EventCursor | null;
  readonly signal: AbortSignal;
};

/** Live events of one process. */
export type EventStream = {
  /**
   * Events of one name addressed to one user, in order, without gap or duplicate after `after`.
   * The iterator throws SlowConsumer when its queue is full, and AppError CURSOR_EXPIRED when the log is set back.
   * @throws AppError CURSOR_EXPIRED when the log no longer reaches back to `after`, or has another event there
   */
  subscribe(request: StreamRequest): Promise<AsyncIterableIterator<LiveEvent>>;
  /** Sends an event that is not stored to the current subscribers in every process. */
  sendEphemeral(name: string, userIds: readonly string[], payload: object): void;
  /** The position of the newest event that this process has delivered. */
  newest(): LogPosition;
  /**
   * Counts how often the log was set back, with its database, since the process started: versions of rows remembered before
   * may return with other contents.
   */
  setBacks(): number;
  onSetBack(listener: () => void): void;
};

/** The subscriber's queue overflowed. Its socket is closed; the client resumes with `after`. */
export class SlowConsumer extends Error {
  override readonly name = 'SlowConsumer';
}
