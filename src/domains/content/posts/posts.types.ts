import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import type { PollInput } from '#domains/foundation/polls/polls.policy.ts';
import type { ModerationState, PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Audience } from '#domains/graph/privacy/privacy.types.ts';

export type Post = {
  readonly id: string;
  readonly authorId: string;
  readonly text: string;
  readonly entities: readonly TextEntity[];
  readonly visibility: PostVisibility;
  /** For SUBSCRIBERS: the lowest tier level that can see the post; null for every subscriber. */
  readonly tierLevel: number | null;
  readonly commentAudience: Audience;
  readonly isSensitive: boolean;
  readonly location: PostLocation | null;
  readonly mediaIds: readonly string[];
  readonly isQuote: boolean;
  /** Null also when the quoted post is erased. */
  readonly quotedPostId: string | null;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  readonly pinnedAt: Date | null;
  readonly moderationState: ModerationState;
  /** Whether it is HELD only until its media are scanned. */
  readonly isAwaitingScan: boolean;
  /** From 1, one more with each update. */
  readonly version: number;
};

/** Degrees of WGS 84. */
export type PostLocation = { readonly name: string; readonly latitude: number; readonly longitude: number };

/** Input of the author for a new post. */
export type PostContent = Pick<
  Post,
  | 'text'
  | 'mediaIds'
  | 'visibility'
  | 'tierLevel'
  | 'commentAudience'
  | 'isSensitive'
  | 'location'
  | 'quotedPostId'
> & {
  /** For PRIVATE: the users who can see it besides its author. */
  readonly audienceUserIds: readonly string[];
  /** Not parsed yet: its times depend on the time of publication. */
  readonly poll: PollInput | null;
};

/** Text of a post that an edit replaced. */
export type PostRevision = Pick<Post, 'text' | 'entities'> & {
  readonly postId: string;
  /** Counts from 1. */
  readonly number: number;
  readonly replacedAt: Date;
};

/** Counters of a post, the same for every viewer. */
export type PostCounters = {
  readonly likeCount: number;
  readonly loveCount: number;
  readonly hahaCount: number;
  readonly wowCount: number;
  readonly sadCount: number;
  readonly angryCount: number;
  readonly commentCount: number;
  readonly repostCount: number;
  readonly quoteCount: number;
  readonly viewCount: number;
};

/** Counters with the id of the post. */
export type PostCountersRow = PostCounters & { readonly id: string };
