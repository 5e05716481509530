/** From when on the counts of a poll's options are shown; to its author like to everybody else. */
export type PollResults = 'ALWAYS' | 'AFTER_VOTE' | 'AFTER_CLOSE';

export type PollOption = {
  readonly id: string;
  readonly text: string;
  readonly voteCount: number;
  /** By the caller; never by an anonymous one. */
  readonly isChosen: boolean;
};

/** A poll as it stands to the caller. */
export type Poll = {
  readonly id: string;
  readonly postId: string;
  /** Of the post. */
  readonly authorId: string;
  readonly isMultipleChoice: boolean;
  readonly isAnonymous: boolean;
  readonly results: PollResults;
  /** When it closes by itself; null when only its author closes it. */
  readonly closesAt: Date | null;
  /** When that was noted, some time after `closesAt` if it closed by itself: ask `isClosed`. */
  readonly closedAt: Date | null;
  readonly voterCount: number;
  /** In the order of the author. */
  readonly options: readonly PollOption[];
};

/** What an author asks, parsed. */
export type NewPoll = Pick<Poll, 'isMultipleChoice' | 'isAnonymous' | 'results' | 'closesAt'> & {
  readonly optionTexts: readonly string[];
};

/** Somebody who chose an option. */
export type PollVoter = { readonly userId: string; readonly votedAt: Date };
