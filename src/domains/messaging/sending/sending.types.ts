import type { PollInput } from '#domains/foundation/polls/polls.policy.ts';
import type { LockInput } from '../message-locks/message-locks.types.ts';
import type { PositionInput } from '../live-locations/live-locations.types.ts';

type Maybe<Value> = Value | null | undefined;

/** The content of a message as clients give it. */
export type ContentInput = {
  readonly text?: Maybe<string>;
  readonly mediaIds?: Maybe<readonly string[]>;
  readonly voiceNoteId?: Maybe<string>;
  readonly isViewOnce?: Maybe<boolean>;
  readonly location?: Maybe<{ latitude: number; longitude: number; name?: Maybe<string> }>;
  readonly liveLocation?: Maybe<PositionInput & { readonly durationMinutes: number }>;
  readonly contactId?: Maybe<string>;
  readonly postId?: Maybe<string>;
  readonly poll?: Maybe<PollInput>;
  readonly lock?: Maybe<LockInput>;
  readonly replyToId?: Maybe<string>;
  readonly clientData?: unknown;
};
