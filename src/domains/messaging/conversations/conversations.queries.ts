import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Conversation, ConversationKind, Participant } from './conversations.types.ts';

const CONVERSATION_COLUMNS = [
  'c.id',
  'c.kind',
  'c.title',
  'c.created_at as createdAt',
  'c.updated_at as updatedAt',
] as const;

const PARTICIPANT_COLUMNS = [
  'conversation_id as conversationId',
  'user_id as userId',
  'role',
  'joined_seq as joinedSeq',
  'joined_at as joinedAt',
] as const;

/** The conversations among `ids` that the user takes part in. */
export async function listConversationsOf(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Conversation[]> {
  return db
    .selectFrom('conversations as c')
    .innerJoin('participants as me', 'me.conversation_id', 'c.id')
    .select(CONVERSATION_COLUMNS)
    .where('c.id', '=', anyOf(ids))
    .where('me.user_id', '=', userId)
    .where('me.left_at', 'is', null)
    .execute();
}

export async function findConversation(db: Db, id: string): Promise<Conversation | null> {
  const row = await db
    .selectFrom('conversations as c')
    .select(CONVERSATION_COLUMNS)
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Who takes part now, those who have been there longest first. */
export async function listParticipants(db: Db, conversationIds: readonly string[]): Promise<Participant[]> {
  return db
    .selectFrom('participants')
    .select(PARTICIPANT_COLUMNS)
    .where('conversation_id', '=', anyOf(conversationIds))
    .where('left_at', 'is', null)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute();
}

/** @returns false when the pair has its direct conversation already */
export async function insertConversation(
  tx: Tx,
  conversation: {
    id: string;
    kind: ConversationKind;
    title: string | null;
    directPair: string | null;
    createdBy: string;
    createdAt: Date;
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('conversations')
    .values({
      id: conversation.id,
      kind: conversation.kind,
      title: conversation.title,
      direct_pair: conversation.directPair,
      created_by: conversation.createdBy,
      created_at: conversation.createdAt,
      updated_at: conversation.createdAt,
    })
    .onConflict((conflict) => conflict.column('direct_pair').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findDirectConversationId(db: Db, directPair: string): Promise<string | null> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('direct_pair', '=', directPair)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function insertParticipants(tx: Tx, participants: readonly Participant[]): Promise<void> {
  await tx
    .insertInto('participants')
    .values(
      participants.map((participant) => ({
        conversation_id: participant.conversationId,
        user_id: participant.userId,
        role: participant.role,
        joined_seq: participant.joinedSeq,
        joined_at: participant.joinedAt,
      })),
    )
    .execute();
}

/** Takes the next seq; the lock on the conversation's row lasts until the commit, so seqs are seen in their order. */
export async function updateLastSeq(tx: Tx, conversationId: string, now: Date): Promise<number> {
  const row = await tx
    .updateTable('conversations')
    .set({ last_seq: sql`last_seq + 1`, updated_at: now })
    .where('id', '=', conversationId)
    .returning('last_seq as seq')
    .executeTakeFirstOrThrow();
  return row.seq;
}
