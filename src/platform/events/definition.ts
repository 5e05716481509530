/** Something that happened, named in the past tense; payloads carry ids and small facts, never whole objects. */
export type EventDefinition<Payload extends object> = {
  readonly name: string;
  readonly _payload?: Payload;
};

/** Whose subscriptions receive an event; without recipients it only feeds listeners and the log. */
export type Recipients = { readonly userIds: readonly string[] };

export function defineEvent<Payload extends object>(name: string): EventDefinition<Payload> {
  return { name };
}
