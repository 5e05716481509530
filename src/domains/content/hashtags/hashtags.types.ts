/** A hashtag for users. */
export type Hashtag = {
  readonly id: string;
  /** Folded, without its sign. */
  readonly name: string;
  /** As most public posts write it, without its sign. */
  readonly displayName: string;
  /** Number of public posts alone, so that it is the same for every viewer. */
  readonly postCount: number;
  readonly followerCount: number;
  readonly isTrending: boolean;
};

/** A hashtag that a search found, ordered by rank and, within one rank, by name. */
export type FoundHashtag = Hashtag & { readonly rank: number };
export type FoundKey = [rank: number, name: string];

/** A hashtag among the trends, ordered by a strength that stays as scores fade. */
export type TrendingHashtag = Hashtag & { readonly strength: number };
export type TrendKey = [strength: number, id: string];

export type FollowedHashtag = Hashtag & { readonly followedAt: Date };

/** Uses of a hashtag in public posts of discoverable accounts on one day of UTC. */
export type HashtagDay = {
  readonly day: Date;
  readonly useCount: number;
  readonly accountCount: number;
};

/** State set by admins: HIDDEN is in no list, PENDING was not reviewed. */
export type HashtagState = 'PENDING' | 'ALLOWED' | 'HIDDEN';

/** A hashtag for admins. */
export type ReviewedHashtag = Hashtag & {
  readonly state: HashtagState;
  readonly stateReason: string | null;
  readonly stateChangedAt: Date | null;
  /** The decayed peak score; null without a current trend. */
  readonly trendScore: number | null;
  readonly createdAt: Date;
};

export type HashtagSettings = { readonly trendsNeedReview: boolean };
