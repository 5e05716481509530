import { type RawBuilder, sql } from 'kysely';
import { assertEntities, findEntities, mentionedIdsOf } from '#domains/graph/entities/entities.policy.ts';
import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { conversationViewerById } from '../conversations/conversations.loaders.ts';
import { canMentionEveryone } from '../conversations/conversations.policy.ts';
import type { LockedMessage } from './message-rows.service.ts';
import { deleteMentions, insertMentions, listMentionable } from './message-mentions.queries.ts';
import type { Mentions } from './messages.types.ts';

export { mentionedSql } from './message-mentions.queries.ts';

/** The name in `@all`; it is reserved, so no user has it. */
const EVERYONE = 'all';

/**
 * The entities in a text of the caller to a conversation: links, mentions of participants whom the caller sees, and `@all` where the caller
 * may. Other names stay text. Without names there is no query.
 * @throws AppError VALIDATION_FAILED when there are too many of a kind
 */
export async function messageEntities(
  ctx: UserContext,
  { text, conversationId }: { text: string; conversationId: string },
): Promise<readonly TextEntity[]> {
  // A hashtag would lead to public posts.
  const found = findEntities(text).filter(({ kind }) => kind !== 'HASHTAG');
  assertEntities(found, ctx.limits, ['text']);
  const names = new Set(found.flatMap((entity) => (entity.kind === 'MENTION' ? [entity.username] : [])));
  const [isForEveryone, idOf] = await Promise.all([
    names.delete(EVERYONE) && mayMentionEveryone(ctx, conversationId),
    mentionableIds(ctx, conversationId, [...names]),
  ]);
  return found.flatMap((entity): TextEntity[] => {
    if (entity.kind !== 'MENTION') return [entity];
    const { username, start, end } = entity;
    if (username === EVERYONE) return isForEveryone ? [{ kind: 'EVERYONE', start, end }] : [];
    const userId = idOf.get(username);
    return userId === undefined ? [] : [{ ...entity, userId }];
  });
}

async function mayMentionEveryone(ctx: UserContext, conversationId: string): Promise<boolean> {
  const viewer = await load(ctx, conversationViewerById, conversationId);
  return viewer !== null && canMentionEveryone(viewer, ctx.limits);
}

async function mentionableIds(
  ctx: UserContext,
  conversationId: string,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (usernames.length === 0) return new Map();
  const sender = { senderId: ctx.user.id, now: ctx.clock.now() };
  const found = await listMentionable(ctx.db, { conversationId, usernames, ...sender });
  return new Map(found.map(({ id, username }) => [username, id]));
}

/** The users whom a text mentions; null for nobody. */
export function mentionsOf(entities: readonly TextEntity[], senderId: string): Mentions | null {
  const mentionedIds = mentionedIdsOf(entities, senderId);
  const mentionsEveryone = entities.some(({ kind }) => kind === 'EVERYONE');
  return mentionedIds.length > 0 || mentionsEveryone ? { mentionedIds, mentionsEveryone } : null;
}

/** Changes the mentions of a locked message to those of its new text. @returns whom it did not mention before; null for nobody */
export async function changeMentions(
  tx: Tx,
  message: LockedMessage,
  { senderId, entities, now }: { senderId: string; entities: readonly TextEntity[]; now: Date },
): Promise<Mentions | null> {
  const [before, after] = [mentionsOf(message.entities, senderId), mentionsOf(entities, senderId)];
  if (before && !after?.mentionsEveryone) await deleteMentions(tx, message, after?.mentionedIds ?? []);
  if (!after || before?.mentionsEveryone) return null;
  const known = new Set(before?.mentionedIds);
  const { mentionsEveryone } = after;
  const addedIds = after.mentionedIds.filter((id) => !known.has(id));
  if (addedIds.length === 0 && !mentionsEveryone) return null;
  const added = { mentionedIds: addedIds, mentionsEveryone, senderId, now };
  return { mentionedIds: await insertMentions(tx, message, added), mentionsEveryone };
}

/**
 * Deletes the mentions of participants up to where they have read, as a part of a write.
 * @param moved the CTE that names their `user_id`, `conversation_id` and `read_seq`
 */
export const deleteReadMentionsSql = (moved: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  delete from message_mentions mention using ${moved} moved
  where mention.user_id = moved.user_id and mention.conversation_id = moved.conversation_id
    and mention.seq <= moved.read_seq`;

/** Deletes the mentions of a participant up to a seq. */
export async function deleteReadMentions(
  tx: Tx,
  { conversationId, userId, readSeq }: { conversationId: string; userId: string; readSeq: number },
): Promise<void> {
  await deleteReadMentionsSql(sql`(
    select ${conversationId}::uuid as conversation_id, ${userId}::uuid as user_id, ${readSeq}::bigint as read_seq)`).execute(
    tx,
  );
}
