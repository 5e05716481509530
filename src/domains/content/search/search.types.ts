/** In which order found posts come. */
export type PostSearchSort = 'RELEVANCE' | 'NEWEST';

/** What found posts have to be besides; null where it makes no difference. */
export type PostSearchFilters = {
  readonly authorId: string | null;
  /** The folded name. */
  readonly hashtag: string | null;
  /** Published at this moment or later. */
  readonly from: Date | null;
  /** Published before this moment. */
  readonly to: Date | null;
  readonly hasMedia: boolean;
  readonly following: boolean;
};

/** One of the things that a search asks for: words that stand behind one another, or the folded name of a hashtag. */
export type SearchTerm = {
  readonly kind: 'WORDS' | 'HASHTAG';
  readonly text: string;
  readonly isExcluded: boolean;
  /** Whether its last word may be the beginning of one. */
  readonly isBeginning: boolean;
};
