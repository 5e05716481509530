import type { Person } from '#test/support/world.ts';

/** Part of every text that the user writes, and of no other. */
export const wordOf = (person: Person): string => `${person.username}word`;

/** The other users that a user interacts with: both users interact with the same ones. */
export type Company = {
  /** Follows and is followed, mutes and is muted, and is a member of the conversations. */
  readonly friend: Person;
  /** Has a follow request from the user and one to them. */
  readonly suitor: Person;
  /** Blocks and is blocked. */
  readonly enemy: Person;
};
