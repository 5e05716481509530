/** What a subscription receives. */
export type LiveEvent = {
  /**
   * Place in the log, strictly increasing in the order of delivery.
   * An ephemeral event has none of its own and carries that of the event before it.
   */
  readonly position: number;
  /** False for an ephemeral event, which no replay brings back. */
  readonly isStored: boolean;
  readonly eventId: string;
  readonly name: string;
  readonly payload: object;
  readonly occurredAt: Date;
};

export type StreamRequest = {
  readonly userId: string;
  readonly name: string;
  /** Replays what the log holds after this position before going on live; null starts now. */
  readonly after: number | null;
  readonly signal: AbortSignal;
};

/** The live events of one process. */
export type EventStream = {
  /**
   * Events of one name addressed to one user, in order, without gap or duplicate after `after`.
   * The iterator throws SlowConsumer when its queue is full.
   * @throws AppError CURSOR_EXPIRED when the log no longer reaches back to `after`
   */
  subscribe(request: StreamRequest): Promise<AsyncIterableIterator<LiveEvent>>;
  /** Sends an event that is not stored to the subscribers who are there now, in every process. */
  sendEphemeral(name: string, userIds: readonly string[], payload: object): void;
};

/** A subscriber took events more slowly than they came. Its socket is closed; the client resumes with `after`. */
export class SlowConsumer extends Error {
  override readonly name = 'SlowConsumer';
}
