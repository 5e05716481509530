/** Sort order of found posts. */
export type PostSearchSort = 'RELEVANCE' | 'NEWEST';

/** Conditions on found posts besides the query; null and undefined make no difference. */
export type PostSearchFilters = {
  readonly authorId?: string | null | undefined;
  /** As a client writes it. */
  readonly hashtag?: string | null | undefined;
  /** Published at this time or later. */
  readonly from?: Date | null | undefined;
  /** Published before this time. */
  readonly to?: Date | null | undefined;
  readonly hasMedia?: boolean | null | undefined;
  readonly following?: boolean | null | undefined;
};

/** Time of the ranking, the rank, and the post; by NEWEST the first two are zero. */
export type PostSearchKey = [rankedAtMs: number, rank: number, id: string];

/** A part of a query: consecutive words, or the folded name of a hashtag. */
export type SearchTerm = {
  readonly kind: 'WORDS' | 'HASHTAG';
  readonly text: string;
  readonly isExcluded: boolean;
  /** Whether its last word also matches as a prefix. */
  readonly isBeginning: boolean;
};
