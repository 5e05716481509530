import { type RawBuilder, sql } from 'kysely';
import { availableMessageSql, visibleMessageSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { isLockedForSql } from '../message-locks/message-locks.policy.ts';
import { hasAttachmentSql } from '../messages/messages.policy.ts';
import type { AttachmentKind } from '../messages/messages.types.ts';
import { type Parameters, prepared } from '#platform/db/prepared.ts';

/** Messages of a shelf, which the words in the index name: see the function `message_shelf`. */
const SHELF_MESSAGES = 1_024;
/** Messages of a group of shelves, of which all that match are sorted. */
const GROUP_MESSAGES = 8_192;
/** A shelf counts for that many messages more: looking a word up costs as much. */
const SHELF_COST = 16;
/** Shelves of one page, and up to a group more; a page that finds too little there continues with the next page. */
const SHELVES_MAX = 1_500;
/** Matches of one page; a viewer who sees none of them continues with the next page. */
const CANDIDATES_MAX = 3_000;
/** Words of a query; each is looked up on every shelf. */
const WORDS_MAX = 16;

type Search = {
  readonly viewerId: string;
  readonly now: Date;
  /** The terms in three arrays of one order. */
  readonly texts: readonly string[];
  readonly excluded: readonly boolean[];
  readonly beginnings: readonly boolean[];
  /** Only messages sent until then, in conversations in the order of that time. */
  readonly searchedAt: Date;
  /** Above the ids of that time. */
  readonly endId: string;
  /** Not above the ids of the filter's first time. */
  readonly beginId: string;
  readonly senderId: string | null;
  readonly kind: AttachmentKind | null;
  readonly sentAfter: Date | null;
  readonly sentBefore: Date | null;
  /** The group that the page begins in, and the id below which it begins there. */
  readonly group: number;
  readonly beforeId: string;
  readonly limit: number;
};

export type FoundMessage = {
  /** Null for the row that tells where the next page begins. */
  readonly id: string | null;
  readonly group: number;
  readonly isVisible: boolean;
  /** Whether it is the last candidate although there may be more; it is listed even if it is not visible. */
  readonly isLast: boolean;
};

/** The matches that are visible to the viewer in all their conversations, as many as `limit`. */
export const searchAllMessages = prepared<Search, FoundMessage>((db, search) =>
  searchSql(search, sql`true`).compile(db),
);

/** As `searchAllMessages`, in one conversation. */
export const searchMessagesOf = prepared<Search & { readonly conversationId: string }, FoundMessage>(
  (db, search) => searchSql(search, sql`me.conversation_id = ${search.conversationId}::uuid`).compile(db),
);

const searchSql = (search: Parameters<Search>, where: RawBuilder<boolean>): RawBuilder<FoundMessage> => sql`
  with ${patternSql(search)},
  ${groupsSql(search, where)},
  candidate as (
    select g.number, hit.message_id, row_number() over () as ordinal
    from (
      select * from shelf_group where shelves_before < ${sql.lit(SHELVES_MAX)} order by number
    ) g
    cross join lateral (
      select d.message_id
      from query
      cross join unnest(g.conversation_ids, g.blocks) as s (conversation_id, block)
      cross join lateral (
        select message_id, conversation_id, seq from message_search
        where words @@ replace(query.pattern, '~',
          message_shelf(s.conversation_id, s.block * ${sql.lit(SHELF_MESSAGES)}))::tsquery
        -- A fence: the others are checked on the matches, instead of scanning all messages for them.
        offset 0
      ) d
      -- Another shelf may have the same 32 bits.
      where d.conversation_id = s.conversation_id and d.seq / ${sql.lit(SHELF_MESSAGES)} = s.block
        and d.message_id >= ${search.beginId}::uuid and d.message_id < case when g.number = ${search.group}::bigint
          then least(${search.beforeId}::uuid, ${search.endId}::uuid) else ${search.endId}::uuid end
      order by d.message_id desc
    ) hit
    limit ${sql.lit(CANDIDATES_MAX)}
  )
  (
    select candidate.message_id as id, candidate.number::integer as "group", coalesce(message.is_visible, false) as "isVisible",
      candidate.ordinal = ${sql.lit(CANDIDATES_MAX)} as "isLast"
    -- A look-up for each candidate, by the fence: they keep their order, and a limit stops the scan.
    from candidate left join lateral (
      select ${visibleMessageSql(search.now)} and ${availableMessageSql({ id: search.viewerId, now: search.now })}
        and ${hasAttachmentSql(search.kind)} and (${search.kind}::text is null or not ${isLockedForSql(search.viewerId)}) and coalesce(m.sender_id = ${search.senderId}::uuid, true)
        and coalesce(m.created_at >= ${search.sentAfter}::timestamptz, true)
        and coalesce(m.created_at < ${search.sentBefore}::timestamptz, true) as is_visible
      from messages m
      join conversations c on c.id = m.conversation_id
      join participants me on me.conversation_id = m.conversation_id and me.user_id = ${search.viewerId}::uuid
      where m.id = candidate.message_id
      offset 0
    ) message on true
    where message.is_visible or candidate.ordinal = ${sql.lit(CANDIDATES_MAX)}
    limit ${search.limit}::integer
  )
  union all (
    select null, min(number)::integer, false, false from shelf_group, query
    where shelves_before >= ${sql.lit(SHELVES_MAX)} and query.pattern is not null having min(number) is not null
  )`;

/**
 * `query`: one row with the pattern of the query, in which `~` stands for a shelf. Without a required word the pattern is null, which
 * finds nothing.
 */
const patternSql = ({ texts, excluded, beginnings }: Parameters<Search>): RawBuilder<unknown> => sql`
  query as materialized (
    select case when bool_or(not is_excluded) then string_agg(
      case when is_excluded then '!' else '' end || '(' || words || ')', ' & ') end as pattern
    from (
      select term, is_excluded, string_agg('''~/' || left(word, 64) || '''' || case when is_prefix then ':*' else '' end,
        ' <-> ' order by place) as words
      from (
        select t.term, t.is_excluded, w.word, w.place, t.is_beginning and w.place = cardinality(found) as is_prefix
        from unnest(${texts}::text[], ${excluded}::boolean[], ${beginnings}::boolean[]) with ordinality
          as t (text, is_excluded, is_beginning, term)
        cross join lateral search_words(t.text) as found
        cross join lateral unnest(found) with ordinality as w (word, place)
        order by t.term, w.place limit ${sql.lit(WORDS_MAX)}
      ) word
      group by term, is_excluded
    ) term
  )`;

/**
 * `shelf_group`: the shelves of the viewer's conversations in groups, those with the newest messages first. The order is that of one
 * moment, so that new messages do not shift the pages.
 */
const groupsSql = (
  { viewerId, searchedAt, group }: Parameters<Search>,
  where: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
  part as materialized (
    select me.conversation_id, me.sees_after_seq from participants me
    where me.user_id = ${viewerId}::uuid and me.left_at is null and me.status = 'ACTIVE' and ${where}
  ),
  own as materialized (
    select c.conversation_id, c.sees_after_seq, seen.seq as last_seq, seen.at
    from (
      -- One scan of thousands of conversations, grouped behind a fence: a join looks each of them up by itself.
      select conversation_id, max(sees_after_seq) as sees_after_seq, max(last_seq) as last_seq, max(updated_at) as updated_at
      from (
        select conversation_id, sees_after_seq, null::bigint as last_seq, null::timestamptz as updated_at from part
        union all
        select id, null, last_seq, updated_at from conversations
        where id = any(array(select conversation_id from part)) and last_seq > 0
      ) of_both
      group by conversation_id having max(last_seq) > max(sees_after_seq)
      offset 0
    ) c
    cross join lateral (
      select c.last_seq as seq, c.updated_at as at where c.updated_at <= ${searchedAt}::timestamptz
      union all (
        select m.seq, m.created_at from messages m
        where c.updated_at > ${searchedAt}::timestamptz and m.conversation_id = c.conversation_id
          and m.created_at <= ${searchedAt}::timestamptz
        order by m.seq desc limit 1
      )
    ) seen
    where seen.seq > c.sees_after_seq
  ),
  shelf_group as materialized (
    select number, array_agg(conversation_id) as conversation_ids, array_agg(block) as blocks,
      coalesce(sum(count(*)) over (order by number rows between unbounded preceding and 1 preceding), 0) as shelves_before
    from (
      select conversation_id, block, (sum(size + ${sql.lit(SHELF_COST)}) over (
        order by newest_at desc, conversation_id desc, block desc rows unbounded preceding
      ))::bigint / ${sql.lit(GROUP_MESSAGES)} as number
      from (
        select own.conversation_id, block,
          least(own.last_seq, block * ${sql.lit(SHELF_MESSAGES)} + ${sql.lit(SHELF_MESSAGES - 1)})
            - greatest(own.sees_after_seq, block * ${sql.lit(SHELF_MESSAGES)} - 1) as size,
          case when block = own.last_seq / ${sql.lit(SHELF_MESSAGES)} then own.at else (
            select m.created_at from messages m
            where m.conversation_id = own.conversation_id and m.seq < (block + 1) * ${sql.lit(SHELF_MESSAGES)}
            order by m.seq desc limit 1) end as newest_at
        from own cross join generate_series(
          (own.sees_after_seq + 1) / ${sql.lit(SHELF_MESSAGES)}, own.last_seq / ${sql.lit(SHELF_MESSAGES)}) as block
      ) shelf
    ) placed
    where number >= ${group}::bigint
    group by number
  )`;
