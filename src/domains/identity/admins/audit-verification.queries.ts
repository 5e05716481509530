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
    select (count(*) filter (where place = 1))::integer as count, coalesce(jsonb_agg(difference order by seq, place)
        filter (where difference is not null), '[]') as differences,
      (array_agg(jsonb_build_object('seq', seq, 'hash', hash) order by seq desc))[1] as last
    from (
      select e.seq, e.hash, place, difference
      from (
        select e.*, lag(e.seq, 1, ${before.seq}::bigint) over w as seq_before, lag(e.hash, 1, ${before.hash}) over w as hash_before,
          (select encode(sha256(convert_to(jsonb_object_agg(key, value)::text, 'UTF8')), 'hex')
            from jsonb_each(e.line - 'hash') where value <> 'null') as computed
        from (
          select seq, id, prev_hash, hash, to_jsonb(a) as line from audit_entries a
          where seq > ${before.seq}::bigint order by seq limit ${limit}
        ) e window w as (order by e.seq)
      ) e
      cross join lateral (values
        (1, case when seq > seq_before + 1 then format('entries %s to %s: they are missing', seq_before + 1, seq - 1) end),
        (2, case when hash is distinct from computed then format('entry %s (%s): it was changed', seq, id)
          when seq = seq_before + 1 and prev_hash is distinct from hash_before
          then format('entry %s (%s): it does not follow entry %s', seq, id, seq_before) end)
      ) found (place, difference)
    ) checked`.execute(db);
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
