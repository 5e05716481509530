import type { User } from '#domains/identity/users/users.types.ts';

/** What people react to. */
export type SubjectKind = 'post' | 'comment';

export type ReactionType = 'LIKE' | 'LOVE' | 'HAHA' | 'WOW' | 'SAD' | 'ANGRY';

/** What somebody feels about a subject. */
export type Reaction = {
  readonly user: User;
  readonly type: ReactionType;
  /** When they reacted first: another type keeps it. */
  readonly reactedAt: Date;
};

/** One of a person's own, by what it is about. */
export type OwnReaction = {
  readonly subjectId: string;
  readonly type: ReactionType;
  readonly reactedAt: Date;
};

/** How many people feel what about a subject. */
export type ReactionCounts = {
  readonly likeCount: number;
  readonly loveCount: number;
  readonly hahaCount: number;
  readonly wowCount: number;
  readonly sadCount: number;
  readonly angryCount: number;
};
