import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { ParticipantRole, ParticipantStatus } from './conversations.types.ts';

/** The users who are invited to conversations, by the conversation. */
export const listInvited = (
  db: Db,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> =>
  listUserIds(db, { conversationIds, status: 'INVITED', roles: ['OWNER', 'ADMIN', 'MEMBER'] });

/** The users who manage the participants of groups, by the group. */
export const listManagers = (
  db: Db,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> =>
  listUserIds(db, { conversationIds, status: 'ACTIVE', roles: ['OWNER', 'ADMIN'] });

type Asked = {
  readonly conversationIds: readonly string[];
  readonly status: ParticipantStatus;
  readonly roles: readonly ParticipantRole[];
};

async function listUserIds(
  db: Db,
  { conversationIds, status, roles }: Asked,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db
    .selectFrom('participants')
    .select(['conversation_id as conversationId', 'user_id as userId'])
    .where('conversation_id', '=', anyOf(conversationIds))
    .where('left_at', 'is', null)
    .where('status', '=', status)
    .where('role', 'in', roles)
    .execute();
  const groups = Map.groupBy(rows, ({ conversationId }) => conversationId);
  return new Map(Array.from(groups, ([id, of]) => [id, new Set(of.map(({ userId }) => userId))]));
}

type Pair = { readonly conversationId: string; readonly userId: string };

/** Tells of which pairs the user still takes part in the conversation, or is invited to it. */
export async function listCurrentParticipants(
  db: Db,
  pairs: readonly Pair[],
): Promise<(pair: Pair) => boolean> {
  const { rows } = await sql<Pair>`
    select p.conversation_id as "conversationId", p.user_id as "userId"
    from unnest(${pairs.map(({ conversationId }) => conversationId)}::uuid[], ${pairs.map(({ userId }) => userId)}::uuid[])
      as pair (conversation_id, user_id)
    join participants p on p.conversation_id = pair.conversation_id and p.user_id = pair.user_id
    where p.left_at is null and p.status in ('ACTIVE', 'INVITED')`.execute(db);
  const current = new Set(rows.map(keyOf));
  return (pair) => current.has(keyOf(pair));
}

const keyOf = ({ conversationId, userId }: Pair): string => `${conversationId} ${userId}`;
