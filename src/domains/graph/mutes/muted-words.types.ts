/** Part of a post that a muted word is matched against. */
export type MutedWordTarget = 'TEXT' | 'HASHTAGS';

export type MutedWord = {
  readonly id: string;
  /** Normalized by `foldedPhrase`. */
  readonly phrase: string;
  readonly targets: readonly MutedWordTarget[];
  /** Whether texts by users whom the owner follows are not hidden. */
  readonly excludesFollowing: boolean;
  readonly createdAt: Date;
  /** Null for a permanent one. */
  readonly expiresAt: Date | null;
};
