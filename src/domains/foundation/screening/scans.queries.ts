import { sql } from 'kysely';
import { ofAnyLength } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { DAY_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type {
  Judged,
  Scan,
  ScanState,
  ScreenedKind,
  ScreeningOutcome,
  StoredScan,
} from './screening.types.ts';

/** A content of which a job would see nothing yet is committed within so long. */
const FIRST_ATTEMPT_MS = 2 * SECOND_MS;
/** After an attempt that nobody has ended, as its worker died. */
const LEASE_MS = 15 * SECOND_MS;

type NewScan = {
  readonly id: string;
  readonly subjectKind: ScreenedKind;
  readonly subjectId: string;
  readonly version: number;
  readonly scan: Scan;
  readonly now: Date;
};

export async function insertScan(
  tx: Tx,
  { id, subjectKind, subjectId, version, scan, now }: NewScan,
): Promise<void> {
  const { judged } = scan;
  const subject = { id, subject_kind: subjectKind, subject_id: subjectId, version, at: now };
  const values = judged
    ? { ...subject, ...columnsOf(judged) }
    : {
        ...subject,
        state: 'PENDING' as const,
        next_attempt_at: new Date(now.getTime() + FIRST_ATTEMPT_MS),
      };
  await tx.insertInto('content_scans').values(values).execute();
}

const columnsOf = ({ provider, model, scores, outcome, category, latencyMs }: Judged) => ({
  state: 'DONE' as const,
  provider,
  model,
  scores: JSON.stringify(scores),
  outcome,
  category,
  latency_ms: latencyMs,
  next_attempt_at: null,
});

export type PendingScan = Pick<StoredScan, 'id' | 'subjectKind' | 'subjectId' | 'version' | 'at'>;

/** Takes scans that are due, each for one worker, the oldest first. */
export async function takePending(
  tx: Tx,
  { now, limit }: { now: Date; limit: number },
): Promise<PendingScan[]> {
  const { rows } = await sql<PendingScan>`
    with taken as (
      update content_scans set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}
      where id in (
        select id from content_scans where state = 'PENDING' and next_attempt_at <= ${now}
        order by next_attempt_at limit ${limit} for update skip locked
      )
      returning id, subject_kind as "subjectKind", subject_id as "subjectId", version, at
    )
    select * from taken order by id`.execute(tx);
  return rows;
}

/**
 * The present texts of a content with the version of its text; null when it is gone. Only posts, comments and messages are judged later. The
 * version of a post would do worse: a change of a setting would keep its text from being judged.
 */
export async function findScannedTexts(
  db: Db,
  { subjectKind, subjectId }: Pick<StoredScan, 'subjectKind' | 'subjectId'>,
): Promise<{ texts: string[]; version: number } | null> {
  const { rows } = await (
    subjectKind === 'POST'
      ? sql<{ texts: string[]; version: number }>`
          select array_remove(array[p.text, p.location->>'name'], null) || array(
              select o.text from polls q join poll_options o on o.poll_id = q.id where q.post_id = p.id
            ) as texts,
            (select count(*)::integer + 1 from post_revisions r where r.post_id = p.id) as version
          from posts p where p.id = ${subjectId}::uuid and p.deleted_at is null`
      : subjectKind === 'COMMENT'
        ? sql<{ texts: string[]; version: number }>`
            select array[text] as texts, version from comments where id = ${subjectId}::uuid and deleted_at is null`
        : sql<{ texts: string[]; version: number }>`
            select array[m.text] as texts,
              (select count(*)::integer + 1 from message_revisions r where r.message_id = m.id) as version
            from messages m where m.id = ${subjectId}::uuid and m.deleted_at is null`
  ).execute(db);
  return rows[0] ?? null;
}

/** Whether a version of a content was found sensitive. */
export async function findSensitiveScan(
  db: Db,
  { subjectKind, subjectId, version }: Pick<StoredScan, 'subjectKind' | 'subjectId' | 'version'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('content_scans')
    .select('id')
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .where('version', '=', version)
    .where('outcome', '=', 'SENSITIVE')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends a scan. @returns false when it has been ended meanwhile */
export async function updateScanDone(tx: Tx, id: string, judged: Judged): Promise<boolean> {
  const done = await tx
    .updateTable('content_scans')
    .set(columnsOf(judged))
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** How many contents wait to be judged, counted up to a bound. */
export async function countPendingScans(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*)::integer as pending from (select from content_scans where state = 'PENDING' limit ${max}) p`.execute(
    db,
  );
  return rows[0]?.pending ?? 0;
}

export async function updateScanFailed(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('content_scans')
    .set({ state: 'FAILED', next_attempt_at: null })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .execute();
}

export async function deleteScan(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('content_scans').where('id', '=', id).where('state', '=', 'PENDING').execute();
}

/** @returns how many */
export async function deleteOldScans(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  const { numAffectedRows = 0n } = await sql`
    delete from content_scans where id in (
      select id from content_scans where at <= ${before} limit ${limit} for update skip locked
    )`.execute(tx);
  return Number(numAffectedRows);
}

const KEPT_MS = 180 * DAY_MS;

const selectScans = (db: Db) =>
  db
    .selectFrom('content_scans')
    .select([
      'id',
      'subject_kind as subjectKind',
      'subject_id as subjectId',
      'version',
      'provider',
      'model',
      'scores',
      'outcome',
      'category',
      'state',
      'latency_ms as latencyMs',
      'attempts',
      'at',
    ])
    // The checks of the table, and what is stored.
    .$narrowType<Pick<StoredScan, 'subjectKind' | 'scores' | 'outcome' | 'category' | 'state'>>();

type Filter = {
  readonly outcome: ScreeningOutcome | null;
  readonly state: ScanState | null;
  readonly subjectId: string | null;
};

/** Newest first, one more than the page. */
export async function listScans(
  db: Db,
  { outcome, state, subjectId }: Filter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<StoredScan[]> {
  return selectScans(db)
    .$if(outcome !== null, (query) => query.where('outcome', '=', outcome ?? 'ALLOW'))
    .$if(state !== null, (query) => query.where('state', '=', state ?? 'DONE'))
    .$if(subjectId !== null, (query) => query.where('subject_id', '=', subjectId ?? ''))
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** The latest scan of a content, whatever its state. */
export async function findLatestScan(
  db: Db,
  { subjectKind, subjectId }: Pick<StoredScan, 'subjectKind' | 'subjectId'>,
): Promise<StoredScan | null> {
  const found = await selectScans(db)
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** The newest scans of posts, comments and media items, at most `limit` of each, newest first. */
export async function listScansOf(
  db: Db,
  { ids, limit }: { readonly ids: readonly string[]; readonly limit: number },
): Promise<StoredScan[]> {
  const { rows } = await sql<StoredScan>`
    select s.* from unnest(${ofAnyLength(sql`${ids}::uuid[]`)}) asked (id), lateral (
      select id, subject_kind as "subjectKind", subject_id as "subjectId", version, provider, model, scores, outcome, category, state,
        latency_ms as "latencyMs", attempts, at
      from content_scans where subject_kind in ('POST', 'COMMENT', 'MEDIA') and subject_id = asked.id
      order by content_scans.id desc limit ${limit}) s`.execute(db);
  return rows;
}

export async function findScan(db: Db, id: string): Promise<StoredScan | null> {
  return (await selectScans(db).where('id', '=', id).executeTakeFirst()) ?? null;
}
