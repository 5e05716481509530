/** What a subscription receives: one event of the log, or one that was never stored (`position` null). */
export type LiveEvent = {
  /** Place in the log; strictly increasing in the order of delivery. Null for ephemeral events. */
  readonly position: number | null;
  readonly eventId: string;
  readonly name: string;
  readonly payload: unknown;
  readonly occurredAt: Date;
};

export type StreamRequest = {
  readonly userId: string;
  readonly name: string;
  /** Replays what the log holds after this position before going on live. */
  readonly after: number | null;
  readonly signal: AbortSignal;
};

/** The live events of one process. */
export type EventStream = {
  /**
   * Events of one name addressed to one user, in order, without gap or duplicate after `after`.
   * The iterator throws when the consumer lags more than the queue holds: the socket is closed and the client resumes.
   * @throws AppError CURSOR_EXPIRED when the log no longer reaches back to `after`
   */
  subscribe(request: StreamRequest): AsyncIterableIterator<LiveEvent>;
};
