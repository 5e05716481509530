/**
 * Carries news between the processes of one installation, at most once and as fast as possible.
 * Nothing rests on its delivery: durable events are read from the log, the bus only says that there is something to read.
 */
export type LiveBusPort = {
  /** Never waits and never throws: what cannot be sent is lost. */
  publish(signal: BusSignal): void;
  /** Every process hears every signal, its own too, those of one process in their order. `listener` must not throw. */
  subscribe(listener: (signal: BusSignal) => void): () => void;
  close(): Promise<void>;
};

export type BusSignal =
  /** The event log has grown up to and including `position`; of several, a bus may carry the highest alone. */
  | { readonly kind: 'log'; readonly position: number }
  /** An event that is never stored, with what its subscribers need; a bus may carry it in parts, by user. */
  | {
      readonly kind: 'ephemeral';
      readonly eventId: string;
      readonly name: string;
      readonly userIds: readonly string[];
      /** A JSON object. */
      readonly payload: object;
      /** RFC 3339. */
      readonly occurredAt: string;
    };
