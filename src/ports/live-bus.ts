/**
 * Broadcasts signals between the processes of one installation, at most once and with low latency.
 * Delivery is not guaranteed: durable events are read from the log, the bus only signals new ones.
 */
export type LiveBusPort = {
  /** Never waits and never throws: signals that cannot be sent are lost. */
  publish(signal: BusSignal): void;
  /** How the statement that makes the log grow publishes that itself, by `pg_notify`; null for a bus outside of the database. */
  readonly logNotice: LogNotice | null;
  /** Tells the listeners of this process alone, of what a notice has published. */
  tell(signal: BusSignal): void;
  /** Every process receives every signal, its own too, those of one process in order. `listener` must not throw. */
  subscribe(listener: (signal: BusSignal) => void): () => void;
  /** Whether signals of other processes arrive now. */
  isConnected(): boolean;
  close(): Promise<void>;
};

/** The text has `%` in place of the position. */
export type LogNotice = { readonly channel: string; readonly text: string };

export type BusSignal =
  /** The event log has grown up to and including `position`; of several, a bus may send only the highest. */
  | { readonly kind: 'log'; readonly position: number }
  /** An ephemeral event, with the data that its subscribers need; a bus may split it by recipients. */
  | {
      readonly kind: 'ephemeral';
      readonly eventId: string;
      readonly name: string;
      readonly userIds: readonly string[];
      /** The conversation or call whose members receive it, in place of `userIds`. */
      readonly topic: string | null;
      /** A JSON object. */
      readonly payload: object;
      /** RFC 3339. */
      readonly occurredAt: string;
    };
