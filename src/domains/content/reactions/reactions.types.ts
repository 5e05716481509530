import type { User } from '#domains/identity/users/users.types.ts';

/** Kinds of subjects. */
export type SubjectKind = 'post' | 'comment';

export type ReactionType = 'LIKE' | 'LOVE' | 'HAHA' | 'WOW' | 'SAD' | 'ANGRY';

/** The user who reacted to a subject, with the reaction. */
export type Reaction = User & {
  readonly type: ReactionType;
  /** Time of the first reaction: another type keeps it. */
  readonly reactedAt: Date;
};

/** Reaction of one user, by its subject. */
export type OwnReaction = {
  readonly subjectId: string;
  readonly type: ReactionType;
  readonly reactedAt: Date;
};

/** Number of reactions to a subject, by type. */
export type ReactionCounts = {
  readonly likeCount: number;
  readonly loveCount: number;
  readonly hahaCount: number;
  readonly wowCount: number;
  readonly sadCount: number;
  readonly angryCount: number;
};
