/** An event, named in the past tense; payloads carry ids and small facts, never whole objects. */
export type EventDefinition<Payload extends object> = {
  readonly name: string;
  readonly _payload?: Payload;
};

/** Recipients whose subscriptions receive an event; without recipients it only reaches listeners and the log. */
export type Recipients = { readonly userIds: readonly string[] };

export function defineEvent<Payload extends object>(name: string): EventDefinition<Payload> {
  return { name };
}
