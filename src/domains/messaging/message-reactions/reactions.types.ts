import type { User } from '#domains/identity/users/users.types.ts';

/** How many users put an emoji to a message; the same for every viewer. */
export type EmojiCount = {
  readonly messageId: string;
  readonly emoji: string;
  readonly count: number;
  /** Time of the first of them. */
  readonly firstAt: Date;
};

/** A user who reacted to a message, as a viewer sees them. */
export type Reactor = User & { readonly emoji: string; readonly reactedAt: Date };

/** The key of lists of reactors: time in milliseconds, id of the user, emoji. */
export type ReactorKey = readonly [reactedMs: number, userId: string, emoji: string];

/** A user's own reaction. */
export type OwnReaction = {
  readonly messageId: string;
  readonly emoji: string;
  readonly reactedAt: Date;
};
