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

/** What the queue accepts; a job that it refused would hold up all that come after it. */
const NAME_LENGTH_MAX = 128;

export function defineJob<Payload extends object>(name: string): JobDefinition<Payload> {
  return { name: checkedJobName(name) };
}

/** @throws Error when the queue would refuse the name */
export function checkedJobName(name: string): string {
  if (name.length === 0 || name.length > NAME_LENGTH_MAX) {
    throw new Error(`The name of a job has 1 to ${NAME_LENGTH_MAX} characters: "${name}".`);
  }
  return name;
}
