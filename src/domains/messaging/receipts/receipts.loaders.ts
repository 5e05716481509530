import { signedIn } from '#platform/graphql/access.ts';
import type { Loader } from '#platform/request/loader.ts';
import { listReceiptPeers } from './receipt-audience.service.ts';
import { listMarkers } from './receipts.queries.ts';
import type { InboxCounts, OwnReading, SharedMarkers, UnreadMentions } from './receipts.types.ts';
import { countOtherInboxes, listOwnReadings, listUnreadMentions } from './unread.queries.ts';

/** How far the caller has read in conversations in which they take part. */
export const ownReadingByConversation: Loader<OwnReading> = {
  name: 'ownReadingByConversation',
  batch: async (ctx, ids) => {
    if (!ctx.user) return new Map();
    const rows = await listOwnReadings(ctx.db, { ids, viewerId: ctx.user.id, now: ctx.clock.now() });
    return new Map(rows.map((row) => [row.id, row]));
  },
};

/** The unread mentions of the caller in conversations in which they take part. */
export const unreadMentionsByConversation: Loader<UnreadMentions> = {
  name: 'unreadMentionsByConversation',
  batch: async (ctx, ids) => {
    if (!ctx.user) return new Map();
    const rows = await listUnreadMentions(ctx.db, { ids, viewerId: ctx.user.id, now: ctx.clock.now() });
    return new Map(rows.map((row) => [row.id, row]));
  },
};

/** The numbers of conversations in the other inboxes of the caller, by their id. */
export const inboxCountsByUser: Loader<InboxCounts> = {
  name: 'inboxCountsByUser',
  batch: async (ctx, ids) => {
    const [viewerId] = ids;
    if (viewerId === undefined || viewerId !== ctx.user?.id) return new Map();
    const rows = await countOtherInboxes(ctx.db, { viewerId });
    return new Map(rows.map((row) => [viewerId, row]));
  },
};

/** The markers of those who share receipts with the caller, and the caller's own, of conversations in which the caller takes part. */
export const markersByConversation: Loader<SharedMarkers> = {
  name: 'markersByConversation',
  batch: async (ctx, ids) => {
    if (!ctx.user) return new Map();
    const { user } = ctx;
    const { receiptParticipants: participantsMax } = ctx.limits;
    const rows = await listMarkers(ctx.db, { ids, viewerId: user.id, participantsMax });
    const userIds = new Set(rows.map(({ userId }) => userId));
    const known = new Set(
      await listReceiptPeers(
        signedIn(ctx),
        [...userIds].filter((id) => id !== user.id),
      ),
    );
    known.add(user.id);
    const ofConversations = Map.groupBy(rows, ({ conversationId }) => conversationId);
    return new Map(
      Array.from(ofConversations, ([id, markers]) => {
        const shared = markers.filter(({ userId }) => known.has(userId));
        const byUser = new Map(shared.map((marker) => [marker.userId, marker]));
        return [id, { hasReceipts: markers[0]?.hasReceipts ?? false, byUser }];
      }),
    );
  },
};
