import type { TextEntity } from '#domains/foundation/entities/entities.types.ts';
import type { PollInput } from '#domains/foundation/polls/polls.policy.ts';
import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Audience } from '#domains/graph/privacy/privacy.types.ts';

export type Post = {
  readonly id: string;
  readonly authorId: string;
  readonly text: string;
  readonly entities: readonly TextEntity[];
  readonly visibility: PostVisibility;
  /** For SUBSCRIBERS: the lowest level of tier that is let in; null lets in every subscriber. */
  readonly tierLevel: number | null;
  readonly commentAudience: Audience;
  readonly isSensitive: boolean;
  readonly location: PostLocation | null;
  readonly mediaIds: readonly string[];
  readonly isQuote: boolean;
  /** Null when what it quotes is erased, too. */
  readonly quotedPostId: string | null;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  readonly pinnedAt: Date | null;
};

/** Degrees of WGS 84. */
export type PostLocation = { readonly name: string; readonly latitude: number; readonly longitude: number };

/** All that an author decides about a post when they publish it. */
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
  /** For PRIVATE: whom it is shown to besides its author. */
  readonly audienceUserIds: readonly string[];
  /** As it was asked: its times are looked at when it is published. */
  readonly poll: PollInput | null;
};

/** What a post said before its author replaced it. */
export type PostRevision = Pick<Post, 'text' | 'entities'> & {
  readonly postId: string;
  /** From 1. */
  readonly number: number;
  readonly replacedAt: Date;
};

/** What others did with a post; the same for everybody who sees it. */
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
