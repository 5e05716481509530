import type { IdType } from '#platform/kernel/ids.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';

/** Small facts of an event that its text names: amounts, reasons, the words of an announcement. */
export type NotificationFacts = Readonly<Record<string, string | number | null>>;

/** Target of a notification: the prefix of its global id, and its id. Both null where there is nothing to open. */
export type NotificationTarget = { readonly targetType: IdType | null; readonly targetId: string | null };

/** A notification as its recipient sees it. */
export type Notification = NotificationTarget & {
  readonly id: string;
  readonly recipientId: string;
  readonly type: NotificationType;
  /** False where the recipient wants it pushed and not in the list. */
  readonly isListed: boolean;
  /** The post of a comment, the conversation of a message. */
  readonly parentId: string | null;
  /** Visible actors, the latest first, at most `NOTIFICATION_ACTORS_MAX`. */
  readonly actorIds: readonly string[];
  readonly actorCount: number;
  readonly facts: NotificationFacts;
  readonly createdAt: Date;
  readonly latestAt: Date;
  readonly isRead: boolean;
  readonly isSeen: boolean;
};

/** A count up to a bound: at the bound there may be more. */
export type CappedCount = { readonly count: number; readonly isCapped: boolean };
export type NotificationCounts = { readonly unread: CappedCount; readonly unseen: CappedCount };

/** NEW: in the list from now on; REGROUPED: its actors have changed; REMOVED: all acts behind it were taken back, or its target is gone. */
export type NotificationChange = 'NEW' | 'REGROUPED' | 'REMOVED';

/** An act that is told to somebody. */
export type Told = NotificationTarget & {
  readonly kind: 'TOLD';
  readonly type: NotificationType;
  readonly recipientId: string;
  readonly actorId: string | null;
  /** Tells the acts of one actor apart; of most types the target. */
  readonly actId: string | null;
  readonly parentId: string | null;
  /** Makes it the only one of its type, where it is not grouped. */
  readonly key: string;
  readonly facts: NotificationFacts;
  readonly at: Date;
};

/** An act that is taken back. */
export type Retracted = {
  readonly kind: 'RETRACTED';
  readonly type: NotificationType;
  readonly actorId: string;
  readonly actId: string;
  readonly at: Date;
};

/** Something is gone of which people were told. */
export type Gone = { readonly kind: 'GONE'; readonly targetId: string };

/** Somebody mentioned all members of a conversation. */
export type MentionedAll = {
  readonly kind: 'MENTIONED_ALL';
  readonly messageId: string;
  readonly conversationId: string;
  readonly senderId: string;
  readonly at: Date;
};

/** Reports of users were closed by a decision. */
export type ReportsClosed = { readonly kind: 'REPORTS_CLOSED'; readonly decisionId: string };

export type Draft = Told | Retracted | Gone | MentionedAll | ReportsClosed;
