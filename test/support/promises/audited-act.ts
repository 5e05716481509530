/** Global ids by the names of arguments; acts add what their payloads say. */
export type Things = Record<string, string>;
export type Act = {
  /** Null for a mutation without input. */
  readonly input: (things: Things) => object | null;
  /** The thing that it is done to; null for settings. */
  readonly subject: string | null;
  /** The name of a thing, and the fields of the payload that give it. */
  readonly gives?: readonly [name: string, field: string, leaf: string | null];
  /** Whether another admin does it than those before. */
  readonly isOfAnother?: true;
  readonly before: object | null | ((things: Things) => object);
  readonly after: object | null | ((things: Things) => object);
};

export const REASON = 'A test';
