import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type {
  Case,
  CaseQueue,
  CaseSnapshot,
  CaseState,
  Subject,
  SubjectKind,
  SubjectNow,
} from './cases.types.ts';

const selectCases = (db: Db) =>
  db
    .selectFrom('moderation_cases')
    .select([
      'id',
      'subject_kind as subjectKind',
      'subject_id as subjectId',
      'owner_id as ownerId',
      'state',
      'queue',
      'priority',
      'reported_weight as reportedWeight',
      'assignee_id as assigneeId',
      'lease_until as leaseUntil',
      'version',
      'snapshot_version as snapshotVersion',
      'decided_version as decidedVersion',
      'is_private as isPrivate',
      'held_at as heldAt',
      'opened_at as openedAt',
      'decided_at as decidedAt',
    ])
    // Constraints hold the values.
    .$narrowType<{ subjectKind: SubjectKind; state: CaseState; queue: CaseQueue }>();

export async function findCase(db: Db, id: string): Promise<Case | null> {
  return (await selectCases(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockCase(tx: Tx, id: string): Promise<Case | null> {
  return (await selectCases(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Adds the case of a subject unless there is one, and locks it. */
export async function lockCaseOf(
  tx: Tx,
  {
    id,
    subject,
    now,
    openedAt,
  }: {
    id: string;
    subject: Subject;
    now: Pick<SubjectNow, 'ownerId' | 'version' | 'isPrivate'>;
    openedAt: Date;
  },
): Promise<{ readonly found: Case; readonly isNew: boolean }> {
  const inserted = await tx
    .insertInto('moderation_cases')
    .values({
      id,
      subject_kind: subject.kind,
      subject_id: subject.id,
      owner_id: now.ownerId,
      state: 'OPEN',
      queue: 'GENERAL',
      priority: 0,
      reported_weight: 0,
      version: 1,
      snapshot_version: now.version,
      is_private: now.isPrivate,
      opened_at: openedAt,
    })
    .onConflict((conflict) => conflict.columns(['subject_kind', 'subject_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  const found = await selectCases(tx)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { found, isNew: inserted !== undefined };
}

/** Locks the case of a subject; null when none is open. */
export async function lockOpenCaseOf(tx: Tx, subject: Subject): Promise<Case | null> {
  const found = await selectCases(tx)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('state', '<>', 'CLOSED')
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** Keeps the content of a subject; a version that is known stays as it was taken. */
export async function insertSnapshot(
  tx: Tx,
  { caseId, version, content, takenAt }: CaseSnapshot,
): Promise<void> {
  await tx
    .insertInto('case_snapshots')
    .values({ case_id: caseId, version, content: JSON.stringify(content), taken_at: takenAt })
    .onConflict((conflict) => conflict.columns(['case_id', 'version']).doNothing())
    .execute();
}

/** The newest snapshots of cases, at most `limit` of each, newest first. */
export async function listSnapshots(
  db: Db,
  caseIds: readonly string[],
  limit: number,
): Promise<CaseSnapshot[]> {
  const { rows } = await sql<CaseSnapshot>`
    select s.* from unnest(${caseIds}::uuid[]) asked (id), lateral (
      select case_id as "caseId", version, content, taken_at as "takenAt" from case_snapshots
      where case_id = asked.id order by taken_at desc, version limit ${limit}) s`.execute(db);
  return rows;
}

/** Changes of a locked case. */
export async function updateCase(
  tx: Tx,
  id: string,
  change: {
    readonly state?: CaseState;
    readonly queue?: CaseQueue;
    readonly priority?: number;
    readonly reported_weight?: number;
    readonly assignee_id?: string | null;
    readonly lease_until?: Date | null;
    readonly version?: number;
    readonly snapshot_version?: string;
    readonly decided_version?: string;
    readonly is_private?: boolean;
    readonly held_at?: Date | null;
    readonly opened_at?: Date;
    readonly decided_at?: Date | null;
  },
): Promise<void> {
  await tx.updateTable('moderation_cases').set(change).where('id', '=', id).execute();
}

/** Opens the cases that an admin has. */
export async function updateReleased(tx: Tx, adminId: string): Promise<void> {
  await sql`
    with held as materialized (
      select id from moderation_cases where assignee_id = ${adminId} and state = 'ASSIGNED' order by id for update
    )
    update moderation_cases c set state = 'OPEN', assignee_id = null, lease_until = null from held where c.id = held.id`.execute(
    tx,
  );
}

/** Locks the case that an admin has in a queue, or else the next one that nobody has; passes over those that are being taken. */
export function claimableSql({
  queue,
  adminId,
  now,
}: {
  queue: CaseQueue;
  adminId: string;
  now: Date;
}): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    select id from moderation_cases where id = coalesce(
      (select id from moderation_cases where assignee_id = ${adminId}::uuid and state = 'ASSIGNED' and queue = ${queue} and lease_until > ${now}
       order by lease_until limit 1),
      (select id from moderation_cases
       where queue = ${queue} and state in ('OPEN', 'ASSIGNED') and (state = 'OPEN' or lease_until <= ${now})
       order by priority desc, id limit 1 for update skip locked))
    for update`;
}

export async function lockNextCase(
  tx: Tx,
  wanted: { queue: CaseQueue; adminId: string; now: Date },
): Promise<string | null> {
  const { rows } = await claimableSql(wanted).execute(tx);
  return rows[0]?.id ?? null;
}

/** Conditions with the states written out, which partial indexes demand. */
const IN_STATE: Readonly<Record<CaseState, (now: Date) => RawBuilder<boolean>>> = {
  OPEN: (now) => sql`state in ('OPEN', 'ASSIGNED') and (state = 'OPEN' or lease_until <= ${now})`,
  ASSIGNED: (now) => sql`state in ('OPEN', 'ASSIGNED') and state = 'ASSIGNED' and lease_until > ${now}`,
  ESCALATED: () => sql`state = 'ESCALATED'`,
  CLOSED: () => sql`state = 'CLOSED'`,
};

/** Cases of a queue in a state, the most urgent first, one more than the page. */
export async function listCases(
  db: Db,
  { queue, state, now }: { queue: CaseQueue; state: CaseState; now: Date },
  { from: [priority, id], limit }: { from: readonly [number, string]; limit: number },
): Promise<Case[]> {
  return selectCases(db)
    .where('queue', '=', queue)
    .where(IN_STATE[state](now))
    .where('priority', '<=', priority)
    .where(sql<boolean>`(priority < ${priority} or id > ${id}::uuid)`)
    .orderBy('priority', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

/** How many cases of each queue are open, and since when the oldest is; counts end at `max` cases. */
export async function countOpenCases(
  db: Db,
  max: number,
): Promise<{ queue: CaseQueue; open: number; oldestAt: Date }[]> {
  const { rows } = await sql<{ queue: CaseQueue; open: number; oldestAt: Date }>`
    select queue, count(*)::integer as open, min(opened_at) as "oldestAt"
    from (select queue, opened_at from moderation_cases where state in ('OPEN', 'ASSIGNED') limit ${max}) c
    group by queue`.execute(db);
  return rows;
}

export async function listCasesByIds(db: Db, ids: readonly string[]): Promise<Case[]> {
  return selectCases(db).where('id', '=', anyOf(ids)).execute();
}

/** Deletes what was kept of the content of an erased owner. @returns the number of rows */
export async function deleteSnapshotsOf(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from case_snapshots where (case_id, version) in (
      select s.case_id, s.version from moderation_cases c join case_snapshots s on s.case_id = c.id
      where c.owner_id = ${ownerId}::uuid limit ${limit}) returning case_id`.execute(tx);
  return rows.length;
}

export async function isActiveAdmin(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('admins')
    .select('id')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}
