/** An event, named in the past tense; payloads carry ids and small facts, never whole objects. */
export type EventDefinition<Payload extends object> = {
  readonly name: string;
  readonly _payload?: Payload;
};

/**
 * Recipients of an event: some users, for what is their own, or the members of a topic, the id of a
 * conversation or a call, who are found when it is delivered. Without recipients it only reaches listeners and the log.
 */
export type Recipients = { readonly userIds: readonly string[] } | { readonly topic: string };

export function defineEvent<Payload extends object>(name: string): EventDefinition<Payload> {
  return { name };
}
