import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { BadgeKind, VerificationRequest, VerificationState } from './verification.types.ts';

const selectRequests = (db: Db) =>
  db
    .selectFrom('verification_requests')
    .select([
      'id',
      'user_id as userId',
      'kind',
      'state',
      'note',
      'answer',
      'display_name as displayName',
      'username',
      'version',
      'reviewer_id as reviewerId',
      'message',
      'created_at as createdAt',
      'ended_at as endedAt',
    ])
    // Constraints hold the kinds and states.
    .$narrowType<{ kind: BadgeKind; state: VerificationState }>();

/** The caller has locked its user. */
export async function findRequest(db: Db, id: string): Promise<VerificationRequest | null> {
  return (await selectRequests(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The newest request of a kind. */
export async function findNewestRequest(
  db: Db,
  { userId, kind }: { userId: string; kind: BadgeKind },
): Promise<VerificationRequest | null> {
  const found = await selectRequests(db)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

export async function findOpenRequestId(
  db: Db,
  { userId, kind }: { userId: string; kind: BadgeKind },
): Promise<string | null> {
  const found = await db
    .selectFrom('verification_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Inserts a request under the names that the user has now. @returns whether there was no open one of its kind */
export async function insertRequest(
  tx: Tx,
  request: { id: string; userId: string; kind: BadgeKind; note: string; now: Date },
): Promise<boolean> {
  const { id, userId, kind, note, now } = request;
  const { numAffectedRows } = await sql`
    insert into verification_requests (id, user_id, kind, state, note, display_name, username, created_at)
    select ${id}::uuid, u.id, ${kind}, 'REQUESTED', ${note}, u.display_name, u.username, ${now}::timestamptz
    from users u where u.id = ${userId}::uuid and u.state <> 'DELETED'
    on conflict (user_id, kind) where ended_at is null do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

type Change = {
  readonly state: VerificationState;
  readonly reviewerId?: string;
  readonly message?: string | null;
  readonly endedAt?: Date;
};

/** Writes a step of a request whose user is locked. */
export async function updateRequest(
  tx: Tx,
  id: string,
  { state, reviewerId, message, endedAt }: Change,
): Promise<void> {
  await tx
    .updateTable('verification_requests')
    .set({
      state,
      version: sql`version + 1`,
      ...(reviewerId === undefined ? {} : { reviewer_id: reviewerId }),
      ...(message === undefined ? {} : { message }),
      ...(endedAt === undefined ? {} : { ended_at: endedAt }),
    })
    .where('id', '=', id)
    .execute();
}

/** Writes an answer, which is about the names that the user has now. */
export async function updateAnswered(
  tx: Tx,
  id: string,
  { state, answer }: { state: VerificationState; answer: string },
): Promise<void> {
  await sql`
    update verification_requests r
    set state = ${state}, version = r.version + 1, answer = ${answer}, display_name = u.display_name, username = u.username
    from users u where r.id = ${id}::uuid and u.id = r.user_id`.execute(tx);
}

export type RequestFilter = {
  readonly userId?: string | null | undefined;
  readonly kind?: BadgeKind | null | undefined;
  readonly state?: VerificationState | null | undefined;
  readonly reviewerId?: string | null | undefined;
};

/** Requests that wait longest first, one more than the page. */
export async function listRequests(
  db: Db,
  { userId, kind, state, reviewerId }: RequestFilter,
  { from: [afterId], limit }: ListRequest<IdKey>,
): Promise<VerificationRequest[]> {
  const filters = Object.entries({ user_id: userId, kind, state, reviewer_id: reviewerId });
  const given = filters.filter(([, value]) => value != null);
  return selectRequests(db)
    .where((where) => where.and(given.map(([column, value]) => sql<boolean>`${sql.ref(column)} = ${value}`)))
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

/** All requests of a user after one, oldest first. */
export async function listOwnRequests(
  db: Db,
  { userId, afterId, limit }: { userId: string; afterId: string; limit: number },
): Promise<VerificationRequest[]> {
  return selectRequests(db)
    .where('user_id', '=', userId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function deleteRequestsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('verification_requests')
    .where('id', 'in', (query) =>
      query.selectFrom('verification_requests').select('id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
