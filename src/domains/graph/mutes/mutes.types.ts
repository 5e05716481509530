import type { User } from '#domains/identity/users/users.types.ts';

/** Content type that a mute hides. */
export type MuteScope = 'POSTS' | 'REPOSTS' | 'COMMENTS' | 'NOTIFICATIONS';

export type Mute = {
  readonly mutedId: string;
  readonly scopes: readonly MuteScope[];
  readonly mutedAt: Date;
  /** Null for a permanent one. */
  readonly expiresAt: Date | null;
};

/** User whom the caller mutes, with the settings of the mute. */
export type MutedUser = User & Omit<Mute, 'mutedId'>;
