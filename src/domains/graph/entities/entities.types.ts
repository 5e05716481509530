/**
 * A range of a text that a client renders as a link. `start` and `end` count UTF-16 code units, as strings in
 * JavaScript and Swift's NSString do; `end` is exclusive.
 */
export type TextEntity = MentionEntity | EveryoneEntity | HashtagEntity | LinkEntity;

type TextRange = { readonly start: number; readonly end: number };

/** A user whom the author could mention at the time of writing. The username is the one of that time. */
export type MentionEntity = TextRange & {
  readonly kind: 'MENTION';
  readonly userId: string;
  readonly username: string;
};

/** `@all` in a message, where its sender could mention everyone. */
export type EveryoneEntity = TextRange & { readonly kind: 'EVERYONE' };

/** `name` is folded, so spellings of the same hashtag are equal. */
export type HashtagEntity = TextRange & { readonly kind: 'HASHTAG'; readonly name: string };

export type LinkEntity = TextRange & { readonly kind: 'LINK'; readonly url: string };
