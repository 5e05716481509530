/**
 * Something in a text that a client shows as more than text. `start` and `end` count UTF-16 code units, as strings in
 * JavaScript and Swift's NSString do; `end` is the first unit behind it.
 */
export type TextEntity = MentionEntity | HashtagEntity | LinkEntity;

type Place = { readonly start: number; readonly end: number };

/** A person whom the author could mention when they wrote it. The username is as it was then. */
export type MentionEntity = Place & {
  readonly kind: 'MENTION';
  readonly userId: string;
  readonly username: string;
};

/** `name` is folded: hashtags of the same name are the same, however they are written. */
export type HashtagEntity = Place & { readonly kind: 'HASHTAG'; readonly name: string };

export type LinkEntity = Place & { readonly kind: 'LINK'; readonly url: string };
