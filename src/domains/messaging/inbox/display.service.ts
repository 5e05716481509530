import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import type { Media } from '#domains/foundation/media/media.types.ts';
import { ownBlockedUserById } from '#domains/graph/blocks/blocks.loaders.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { FIRST_ID, type TimeKey } from '#platform/db/keyset.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { participantsOf } from '../conversations/conversations.loaders.ts';
import type { ConversationViewer } from '../conversations/conversations.types.ts';

/** Users whose names stand for the title of an unnamed group. */
export const NAMED_MAX = 3;

/** The title of a group, else the names of those whom the caller sees; null where there is no name to show. */
export async function displayTitle(ctx: RequestContext, viewer: ConversationViewer): Promise<string | null> {
  if (viewer.kind === 'DIRECT') return (await shownPeer(ctx, viewer))?.displayName ?? null;
  return viewer.title ?? namesOf(ctx, viewer.conversationId);
}

/** The image of a group, else of the other user of a direct conversation. */
export async function displayAvatar(ctx: RequestContext, viewer: ConversationViewer): Promise<Media | null> {
  const peer = viewer.kind === 'DIRECT' ? await shownPeer(ctx, viewer) : viewer;
  const id = peer?.avatarMediaId ?? null;
  return id === null ? null : load(ctx, mediaById, id);
}

type Shown = { readonly displayName: string | null; readonly avatarMediaId: string | null };

/** The other user, also one whom the caller has blocked; whoever is blocked sees the same as where the account is deleted. */
async function shownPeer(ctx: RequestContext, { otherId }: ConversationViewer): Promise<Shown | null> {
  if (otherId === null) return null;
  return (await load(ctx, visibleUserById, otherId)) ?? load(ctx, ownBlockedUserById, otherId);
}

async function namesOf(ctx: RequestContext, conversationId: string): Promise<string | null> {
  const firstJoined: TimeKey = [0, FIRST_ID];
  // One more than the limit, of whom the caller may be one.
  const participants = await participantsOf(ctx, conversationId, { from: firstJoined, limit: NAMED_MAX });
  const otherIds = participants.flatMap(({ userId }) => (userId === ctx.user?.id ? [] : [userId]));
  const others = await loadMany(ctx, visibleUserById, otherIds.slice(0, NAMED_MAX));
  return others.map(({ displayName }) => displayName).join(', ') || null;
}
