/** A hashtag as people see it. */
export type Hashtag = {
  readonly id: string;
  /** Folded, without its sign. */
  readonly name: string;
  /** As most public posts write it, without its sign. */
  readonly displayName: string;
  /** Public posts alone, so that it is the same for everybody. */
  readonly postCount: number;
  readonly followerCount: number;
  readonly isTrending: boolean;
};

/** A hashtag in the place that a search gave it: of the same rank, the first by name comes first. */
export type FoundHashtag = Hashtag & { readonly rank: number };

/** A hashtag in the place that it has among the trends, which does not change as their scores fade. */
export type TrendingHashtag = Hashtag & { readonly strength: number };

export type FollowedHashtag = Hashtag & { readonly followedAt: Date };

/** What accounts that can be found did with a hashtag in public, on one day of UTC. */
export type HashtagDay = {
  readonly day: Date;
  readonly useCount: number;
  readonly accountCount: number;
};

/** What admins have decided: HIDDEN is nowhere, PENDING has not been looked at. */
export type HashtagState = 'PENDING' | 'ALLOWED' | 'HIDDEN';

/** A hashtag as admins see it. */
export type ReviewedHashtag = Hashtag & {
  readonly state: HashtagState;
  readonly stateReason: string | null;
  readonly stateChangedAt: Date | null;
  /** What its peak has faded to; null when it has not been much talked about lately. */
  readonly trendScore: number | null;
  readonly createdAt: Date;
};

export type HashtagSettings = { readonly trendsNeedReview: boolean };
