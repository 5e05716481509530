/** When the counts of a poll's options are shown, to its author as to every viewer. */
export type PollResults = 'ALWAYS' | 'AFTER_VOTE' | 'AFTER_CLOSE';

export type PollOption = {
  readonly id: string;
  readonly text: string;
  readonly voteCount: number;
};

/** The owner of a poll: exactly one of them is not null. */
export type PollSubject = { readonly postId: string | null; readonly messageId: string | null };

/** A poll, the same for everybody who sees it. */
export type Poll = PollSubject & {
  readonly id: string;
  /** The author of the post, or the sender of the message. */
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

/** The options of a poll that a user chose, in the author's order. */
export type Choice = { readonly id: string; readonly optionIds: readonly string[] };

/** A user who chose an option. */
export type PollVoter = { readonly id: string; readonly votedAt: Date };
