/** Where a muted word is looked for. */
export type MutedWordTarget = 'TEXT' | 'HASHTAGS';

export type MutedWord = {
  readonly id: string;
  /** As `foldedPhrase` makes it. */
  readonly phrase: string;
  readonly targets: readonly MutedWordTarget[];
  /** Whether it leaves alone what people write whom its owner follows. */
  readonly excludesFollowing: boolean;
  readonly createdAt: Date;
  /** Null when it lasts until it is removed. */
  readonly expiresAt: Date | null;
};
