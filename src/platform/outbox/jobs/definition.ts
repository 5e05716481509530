/** A job that a worker runs later, at least once, so its handler must be idempotent. */
export type JobDefinition<Payload extends object> = {
  readonly name: string;
  readonly _payload?: Payload;
};

export type JobOptions = {
  /** Earliest start. */
  readonly runAt?: Date;
  /** Replaces a waiting job of the same name with the same key. */
  readonly key?: string;
};

/** Limit of graphile-worker; a job that it refused would block all that follow. */
const NAME_LENGTH_MAX = 128;

export function defineJob<Payload extends object>(name: string): JobDefinition<Payload> {
  return { name: checkedJobName(name) };
}

/** @throws Error for a name that the queue would refuse */
export function checkedJobName(name: string): string {
  if (name.length === 0 || name.length > NAME_LENGTH_MAX) {
    throw new Error(`The name of a job has 1 to ${NAME_LENGTH_MAX} characters: "${name}".`);
  }
  return name;
}
