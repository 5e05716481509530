export type SavedPost = {
  readonly id: string;
  /** Null when the post is erased. */
  readonly postId: string | null;
  readonly savedAt: Date;
};

/** Exactly one of the two identifies a saved post. */
export type SavedPostKey = {
  readonly postId?: string | null | undefined;
  readonly savedPostId?: string | null | undefined;
};

export type SavedCollection = {
  readonly id: string;
  readonly name: string;
  readonly itemCount: number;
  readonly createdAt: Date;
};
