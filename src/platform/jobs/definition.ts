/** A piece of work that a worker does later; it runs at least once, so its handler must bear repetition. */
export type JobDefinition<Payload extends object> = {
  readonly name: string;
  readonly _payload?: Payload;
};

export type JobOptions = {
  /** Not before this moment. */
  readonly runAt?: Date;
  /** A waiting job of the same name with the same key is replaced. */
  readonly key?: string;
};

export function defineJob<Payload extends object>(name: string): JobDefinition<Payload> {
  return { name };
}
