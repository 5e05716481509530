/** When the counts of a poll's options are shown, to its author as to every viewer. */
export type PollResults = 'ALWAYS' | 'AFTER_VOTE' | 'AFTER_CLOSE';

export type PollOption = {
  readonly id: string;
  readonly text: string;
  readonly voteCount: number;
  /** Whether the caller chose it; false for an anonymous caller. */
  readonly isChosen: boolean;
};

/** A poll as visible to the caller. */
export type Poll = {
  readonly id: string;
  readonly postId: string;
  /** The author of the post. */
  readonly authorId: string;
  readonly isMultipleChoice: boolean;
  readonly isAnonymous: boolean;
  readonly results: PollResults;
  /** When it closes automatically; null when only its author closes it. */
  readonly closesAt: Date | null;
  /** When it was closed; null for a while after `closesAt`, so use `isClosed`. */
  readonly closedAt: Date | null;
  readonly voterCount: number;
  /** In the author's order. */
  readonly options: readonly PollOption[];
};

/** A parsed `PollInput`. */
export type NewPoll = Pick<Poll, 'isMultipleChoice' | 'isAnonymous' | 'results' | 'closesAt'> & {
  readonly optionTexts: readonly string[];
};

/** A user who chose an option. */
export type PollVoter = { readonly id: string; readonly votedAt: Date };
