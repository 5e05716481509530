import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import {
  availableMessageSql,
  type ModerationState,
  notExpiredSql,
  ownPartSql,
  visibleMessageSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf, ofAnyLength } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { type Parameters, prepared } from '#platform/db/prepared.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest } from '#platform/db/keyset.ts';
import {
  isLockedForSql,
  lockOfMessageSql,
  previewsOfMessageSql,
} from '../message-locks/message-locks.policy.ts';
import { ATTACHED } from './messages.policy.ts';
import type { AttachmentKind, Message, SentMessage, SeqKey } from './messages.types.ts';

const MESSAGE_COLUMNS = [
  'm.id',
  'm.conversation_id as conversationId',
  'm.seq',
  'm.sender_id as senderId',
  'm.kind',
  'm.text',
  'm.entities',
  'm.media_ids as mediaIds',
  'm.content',
  'm.reply_to_id as replyToId',
  'm.forwarded_from_id as forwardedFromId',
  'm.client_data as clientData',
  'm.created_at as createdAt',
  'm.edited_at as editedAt',
  'm.deleted_at as deletedAt',
  'm.expires_at as expiresAt',
] as const;

/** The recipient of a request, from whom its media are withheld. */
const requestedIdSql = sql<string | null>`
  case when c.kind = 'DIRECT' and m.kind in ('MEDIA', 'FILE', 'VOICE_NOTE') then (
    select p.user_id from participants p where p.conversation_id = c.id and p.inbox = 'REQUESTS' limit 1) end`;

const MESSAGES: AliasedRawBuilder<Selectable<Tables['messages']>, 'm'> = sql<
  Selectable<Tables['messages']>
>`messages`.as('m');

/** @param from all messages, or some of them */
const selectMessages = (db: Db, from = MESSAGES) =>
  db
    .selectFrom(from)
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .leftJoin('users as s', 's.id', 'm.sender_id')
    .select([...MESSAGE_COLUMNS, 'm.is_deleted_by_admin as isDeletedByAdmin'])
    .select(sql<boolean>`coalesce(c.kind = 'GROUP' and s.state <> 'DELETED', false)`.as('isBoundToSender'))
    .select(sql<boolean>`m.moderation_state = 'HELD'`.as('isHeld'))
    .select(['m.is_locked as isLocked', lockOfMessageSql.as('lock')])
    .select(requestedIdSql.as('requestedId'))
    .$castTo<Message>();

type Viewer = { readonly userId: string; readonly now: Date };
type Chosen = Viewer & { readonly ids: readonly string[] };

/** A fence finds them by their ids: where most conversations are short, a plan that joins first would read all messages of a long one. */
const byIds = (ids: RawBuilder<readonly string[]>) =>
  sql<Selectable<Tables['messages']>>`(select * from messages where id = ${anyOf(ids)} offset 0)`.as('m');

const chosenMessages = prepared<Chosen, Message>((db, { userId, now, ids }) =>
  selectMessages(db, byIds(ids))
    .innerJoinLateral(ownPartSql('m.conversation_id', userId).as('me'), (join) => join.onTrue())
    .where(visibleMessageSql(now))
    .compile(),
);

/** Messages that are visible to the user. */
export const listMessagesByIds = (db: Db, viewer: Viewer, ids: readonly string[]): Promise<Message[]> =>
  chosenMessages(db, { ...viewer, ids });

const chosenOwnMessages = prepared<Chosen, Message>((db, { userId, now, ids }) =>
  selectMessages(db, byIds(ids))
    .innerJoinLateral(ownPartSql('m.conversation_id', userId).as('me'), (join) => join.onTrue())
    .where('me.left_at', 'is', null)
    .where('me.status', '=', 'ACTIVE')
    .where('m.sender_id', '=', userId)
    .where('m.moderation_state', '<>', 'REMOVED')
    .where(notExpiredSql(now))
    .compile(),
);

/** Messages that the user sent to conversations in which they take part, whether they see them or not. */
export const listOwnMessagesByIds = (db: Db, viewer: Viewer, ids: readonly string[]): Promise<Message[]> =>
  chosenOwnMessages(db, { ...viewer, ids });

/** Pages of conversations, as parallel arrays. */
type Pages = Viewer & {
  readonly conversationIds: readonly string[];
  readonly fromSeqs: readonly number[];
  readonly sizes: readonly number[];
};

/** A message in the page of this number, from 1. */
type PagedMessage = Message & { readonly pageNumber: number };

/**
 * Pages of the messages of conversations that are visible to the user, in one direction, each by itself in the order of the index:
 * where most conversations are short, a plan that joins first would read and sort all messages of a long one.
 */
const pagesSql = (
  { userId, now, conversationIds, fromSeqs, sizes }: Parameters<Pages>,
  beyond: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
) =>
  sql<Selectable<Tables['messages']> & { page_number: number }>`(
    select page.*, request.ordinal::integer as page_number
    from unnest(${ofAnyLength(sql`${conversationIds}::uuid[]`)}, ${fromSeqs}::bigint[], ${sizes}::integer[])
      with ordinality as request (conversation_id, from_seq, size, ordinal)
    cross join lateral ${ownPartSql('request.conversation_id', userId)} me
    cross join lateral (
      select m.* from messages m
      where m.conversation_id = request.conversation_id and m.seq ${beyond} request.from_seq and ${visibleMessageSql(now)} and ${where}
      order by m.seq ${order} limit request.size
    ) page
  )`.as('m');

/** Pages of the messages that a condition chooses, in both directions. */
const pagesWhere = (where: (pages: Parameters<Pages>) => RawBuilder<boolean>) => {
  const inDirection = (beyond: RawBuilder<unknown>, order: 'asc' | 'desc') =>
    prepared<Pages, PagedMessage>((db, pages) =>
      selectMessages(db, pagesSql(pages, beyond, sql.raw(order), where(pages)))
        .select(sql<number>`m.page_number`.as('pageNumber'))
        .orderBy(sql`m.page_number`)
        .orderBy('m.seq', order)
        .$castTo<PagedMessage>()
        .compile(),
    );
  return { forward: inDirection(sql`<`, 'desc'), backward: inDirection(sql`>`, 'asc') };
};

const allPages = pagesWhere(() => sql`true`);

type Direction = ListRequest<SeqKey>['direction'];

/** A page of one conversation. */
export type MessagesRequest = {
  readonly conversationId: string;
  readonly fromSeq: number;
  /** Number of messages to read, one more than the page. */
  readonly size: number;
};

/** Messages by the index in `wanted`, in one direction, read by one statement. Forward goes to older messages. */
export async function listMessages(
  db: Db,
  viewer: Viewer,
  direction: Direction,
  wanted: readonly MessagesRequest[],
): Promise<ReadonlyMap<number, readonly Message[]>> {
  const messages = await allPages[direction](db, { ...viewer, ...arraysOf(wanted) });
  return Map.groupBy(messages, ({ pageNumber }) => pageNumber - 1);
}

const arraysOf = (wanted: readonly MessagesRequest[]): Omit<Pages, keyof Viewer> => ({
  conversationIds: wanted.map(({ conversationId }) => conversationId),
  fromSeqs: wanted.map(({ fromSeq }) => fromSeq),
  sizes: wanted.map(({ size }) => size),
});

const pagesAttached = (kind: AttachmentKind) =>
  pagesWhere(
    ({ userId: id, now }) => sql`${ATTACHED[kind]} and not ${isLockedForSql(id)} and exists (
      select from conversations c where c.id = m.conversation_id and ${availableMessageSql({ id, now })})`,
  );

const attachmentPages = {
  MEDIA: pagesAttached('MEDIA'),
  FILE: pagesAttached('FILE'),
  VOICE_NOTE: pagesAttached('VOICE_NOTE'),
  LINK: pagesAttached('LINK'),
} as const satisfies Record<AttachmentKind, unknown>;

/** As `listMessages`, of one page those alone with attachments of a kind whose content the viewer gets. */
export const listAttachments = (
  db: Db,
  viewer: Viewer,
  { conversationId, kind }: { conversationId: string; kind: AttachmentKind },
  { direction, from: [fromSeq], limit }: ListRequest<SeqKey>,
): Promise<Message[]> =>
  attachmentPages[kind][direction](db, {
    ...viewer,
    ...arraysOf([{ conversationId, fromSeq, size: limit + 1 }]),
  });

type StatedMessage = Message & {
  readonly moderationState: ModerationState;
  /** The users who have deleted it for themselves, or emptied the conversation since. */
  readonly hiddenFrom: readonly string[];
};

/** Messages that have not expired, whoever can see them, with what hides them. */
export async function listMessagesWithState(
  db: Db,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<StatedMessage[]> {
  return selectMessages(db)
    .select('m.moderation_state as moderationState')
    .select(
      sql<string[]>`array(
        select h.user_id from hidden_messages h where h.message_id = m.id
        union select p.user_id from participants p
        where p.conversation_id = m.conversation_id and p.cleared_seq > 0 and p.cleared_seq >= m.seq)`.as(
        'hiddenFrom',
      ),
    )
    .where('m.id', '=', anyOf(ids))
    .where(notExpiredSql(now))
    .execute();
}

/** The members of the conversations of messages who do not see them, though others do: those who joined later, have hidden them or have emptied the conversation. */
export async function listUnseenBy(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ id: string; userIds: readonly string[] }>`
    select m.id, array(
      select p.user_id from participants p where p.conversation_id = m.conversation_id and p.sees_after_seq >= m.seq
      union select h.user_id from hidden_messages h where h.message_id = m.id
    ) as "userIds"
    from messages m where m.id = ${anyOf(ids)}`.execute(db);
  return new Map(rows.map(({ id, userIds }) => [id, userIds]));
}

/** A message with its lock, for the export of its sender. */
export type ExportedMessage = SentMessage & Pick<Message, 'lock'>;

/** Messages that show media items, sent by the owners of these since they uploaded them. */
export async function listIdsWithMedia(db: Db, mediaIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media item join messages m on m.sender_id = item.owner_id and m.id > item.id
    where item.id = ${anyOf(mediaIds)} and m.deleted_at is null
      and (m.media_ids @> array[item.id] or ${previewsOfMessageSql} @> array[item.id])
    order by m.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The messages that a user has sent and that have not expired, in the order of the ids, starting after `after`. */
export async function listSentMessages(
  db: Db,
  sent: { senderId: string; now: Date; after: string | null; limit: number },
): Promise<ExportedMessage[]> {
  return db
    .selectFrom('messages as m')
    .select([...MESSAGE_COLUMNS, lockOfMessageSql.as('lock')])
    .where('m.sender_id', '=', sent.senderId)
    .where(notExpiredSql(sent.now))
    .$if(sent.after !== null, (query) => query.where('m.id', '>', sent.after ?? ''))
    .orderBy('m.id')
    .limit(sent.limit)
    .$castTo<ExportedMessage>()
    .execute();
}

/** A batch of messages that an erasure has gone through. */
type Erased = {
  readonly count: number;
  /** The files of each message that was forwarded, which may be of others. */
  readonly forwardedMedia: readonly (readonly string[])[];
};

const erasedSql = (messages: string): RawBuilder<Erased> => sql`
  select count(*)::integer as count,
    coalesce(jsonb_agg(media_ids) filter (where forwarded_from_id is not null and media_ids <> '{}'), '[]')
      as "forwardedMedia" from ${sql.table(messages)}`;

/** Leaves nothing but the text of at most `limit` messages of a sender; those without one become tombstones. */
export async function stripMessagesOf(
  tx: Tx,
  { senderId, now, limit }: { senderId: string; now: Date; limit: number },
): Promise<Erased> {
  const { rows } = await sql<Erased>`
    with chosen as materialized (
      select id, media_ids, forwarded_from_id from messages
      where sender_id = ${senderId}::uuid
        and (kind <> 'TEXT' or client_data is not null or forwarded_from_id is not null)
      order by id limit ${limit} for update
    ), stripped as (
      update messages m set kind = 'TEXT', media_ids = '{}', content = null, client_data = null,
        forwarded_from_id = null,
        deleted_at = case when m.text = '' then coalesce(m.deleted_at, ${now}::timestamptz) else m.deleted_at end
      from chosen where m.id = chosen.id
    )
    ${erasedSql('chosen')}`.execute(tx);
  return rows[0] ?? NOTHING;
}

const NOTHING: Erased = { count: 0, forwardedMedia: [] };

/** Deletes earlier texts of the messages of a sender, at most `limit`. @returns how many */
export async function deleteRevisionsOf(tx: Tx, senderId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from message_revisions where (message_id, number) in (
      select r.message_id, r.number from messages m join message_revisions r on r.message_id = m.id
      where m.sender_id = ${senderId}::uuid and m.edited_at is not null limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Deletes messages with all that belongs to them, as the first CTEs of a statement. What later domains keep about them goes by triggers.
 * @param chosen selects their ids
 */
export const deletedSql = (chosen: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  deleted as (
    delete from messages m where id in (${chosen})
    returning id, conversation_id, seq, media_ids || ${previewsOfMessageSql} as media_ids, forwarded_from_id, moderation_state
  ), revisions as (
    delete from message_revisions where message_id in (select id from deleted)
  ), hidden as (
    delete from hidden_messages where message_id in (select id from deleted)
  ), mentions as (
    delete from message_mentions where (conversation_id, seq) in (select conversation_id, seq from deleted)
  )`;

/** Deletes messages of conversations with all that belongs to them, at most `limit`. */
export async function deleteMessages(
  tx: Tx,
  conversationIds: readonly string[],
  limit: number,
): Promise<Erased> {
  const { rows } = await sql<Erased>`
    with ${deletedSql(sql`select id from messages where conversation_id = ${anyOf(conversationIds)} limit ${limit}`)}
    ${erasedSql('deleted')}`.execute(tx);
  return rows[0] ?? NOTHING;
}

/** Deletes what a user has hidden, at most `limit`. @returns how many */
export async function deleteHidden(
  tx: Tx,
  { userId, limit }: { userId: string; limit: number },
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('hidden_messages')
    .where('user_id', '=', userId)
    .where('message_id', 'in', (hidden) =>
      hidden.selectFrom('hidden_messages').select('message_id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
