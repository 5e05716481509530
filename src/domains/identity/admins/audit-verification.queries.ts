import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** An entry's place in the chain, and its hash. */
export type Link = { readonly seq: number; readonly hash: string };

export type CheckedEntries<Key> = {
  readonly count: number;
  readonly last: Key;
  /** A sentence for each row that is wrong. */
  readonly differences: readonly string[];
};

/**
 * Checks the entries after `before`. The hash is stated here again, as in `audit_entry_hash`: who can change rows can replace a function of
 * the database, too.
 */
export async function checkLinks(db: Db, before: Link, limit: number): Promise<CheckedEntries<Link> | null> {
  const { rows } = await sql<CheckedEntries<Link | null>>`
    with links as materialized (
      select e.*, lag(seq, 1, ${before.seq}::bigint) over w as seq_before, lag(hash, 1, ${before.hash}) over w as hash_before
      from (
        select seq, id, prev_hash, hash, encode(sha256(convert_to(row(
            id, admin_id, session_id, action, subject_kind, subject_id, reason,
            before, after, request_id, created_at, seq, prev_hash)::text, 'UTF8')), 'hex') as computed
        from audit_entries where seq > ${before.seq}::bigint order by seq limit ${limit}
      ) e window w as (order by seq)
    )
    select (select count(*)::integer from links) as count,
      (select jsonb_build_object('seq', seq, 'hash', hash) from links order by seq desc limit 1) as last,
      (select coalesce(jsonb_agg(difference order by seq, place), '[]') from links, lateral (values
        (1, case when seq > seq_before + 1 then format('entries %s to %s: they are missing', seq_before + 1, seq - 1) end),
        (2, case when hash is distinct from computed then format('entry %s (%s): it was changed', seq, id)
          when seq = seq_before + 1 and prev_hash is distinct from hash_before
          then format('entry %s (%s): it does not follow entry %s', seq, id, seq_before) end)
      ) found (place, difference) where difference is not null) as differences`.execute(db);
  const [batch] = rows;
  return batch?.last ? { ...batch, last: batch.last } : null;
}

/** Names the entries that have no place in the chain. */
export async function checkUnchained(
  db: Db,
  afterId: string,
  limit: number,
): Promise<CheckedEntries<string> | null> {
  const { rows } = await sql<CheckedEntries<string | null>>`
    select count(*)::integer as count, (array_agg(id order by id desc))[1] as last,
      coalesce(jsonb_agg(format('entry %s: it is not in the chain', id) order by id), '[]') as differences
    from (
      select id from audit_entries where (seq is null or seq < 1) and id > ${afterId}::uuid order by id limit ${limit}
    ) unchained`.execute(db);
  const [batch] = rows;
  return batch && batch.last !== null ? { ...batch, last: batch.last } : null;
}

/** The newest entry of the chain by `audit_head`; null when its row was deleted. */
export async function findHead(db: Db): Promise<Link | null> {
  const head = await db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst();
  return head ?? null;
}
