/**
 * Carries news between the processes of one installation, at most once and as fast as possible.
 * Nothing rests on its delivery: durable events are read from the log, the bus only says that there is something to read.
 */
export type LiveBusPort = {
  publish(signal: BusSignal): void;
  /** Every process hears every signal, its own too. */
  subscribe(listener: (signal: BusSignal) => void): () => void;
  close(): Promise<void>;
};

export type BusSignal =
  /** The event log has grown up to and including `position`. */
  | { readonly kind: 'log'; readonly position: number }
  /** An event that is never stored, with what its subscribers need. */
  | {
      readonly kind: 'ephemeral';
      readonly name: string;
      readonly userIds: readonly string[];
      readonly payload: object;
    };
