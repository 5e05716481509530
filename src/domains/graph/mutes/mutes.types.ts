import type { User } from '#domains/identity/users/users.types.ts';

/** What of a person a mute hides. */
export type MuteScope = 'POSTS' | 'REPOSTS' | 'COMMENTS' | 'NOTIFICATIONS';

export type Mute = {
  readonly mutedId: string;
  readonly scopes: readonly MuteScope[];
  readonly mutedAt: Date;
  /** Null when it lasts until it is lifted. */
  readonly expiresAt: Date | null;
};

/** Somebody whom the caller mutes, with how. */
export type MutedUser = User & Omit<Mute, 'mutedId'>;
