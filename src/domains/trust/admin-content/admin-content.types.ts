import type { Media, MediaScanState } from '#domains/foundation/media/media.types.ts';
import type { ModerationState, PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';

/** Kinds of content that have a view for moderators. */
export type ViewedKind = 'POST' | 'COMMENT' | 'MESSAGE';

/** Facts that posts, comments and messages share, whatever their moderation state. */
export type ContentView = {
  readonly id: string;
  readonly authorId: string;
  readonly text: string;
  readonly mediaIds: readonly string[];
  /** Whether it is not for everybody: its text and media are shown by an audited look alone. */
  readonly isPrivate: boolean;
  readonly moderationState: ModerationState;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  readonly reportCount: number;
  readonly openReportCount: number;
};

/** Facts of what was published, and of decisions about it. */
type PublishedView = ContentView & {
  readonly moderationReason: string | null;
  readonly moderatedAt: Date | null;
  /** Null while it is held from its beginning on. */
  readonly publishedAt: Date | null;
  readonly version: number;
  readonly reactionCount: number;
};

export type PostView = PublishedView & {
  readonly visibility: PostVisibility;
  readonly isSensitive: boolean;
  readonly quotedPostId: string | null;
  readonly commentCount: number;
  readonly repostCount: number;
  readonly quoteCount: number;
  readonly viewCount: number;
};

export type CommentView = PublishedView & {
  readonly postId: string;
  readonly parentId: string | null;
  readonly replyCount: number;
};

export type MessageView = ContentView & {
  readonly conversationId: string;
  readonly expiresAt: Date | null;
};

export type MediaView = Omit<Media, 'placeholder' | 'waveform'> & {
  readonly scanState: MediaScanState;
  /** Null unless it could not be processed, or is refused. */
  readonly failure: string | null;
  readonly isViewOnce: boolean;
  /** Whether it is shown without an audited look: public content shows it, or the look is in the audit log. */
  readonly isShown: boolean;
};
