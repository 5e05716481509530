import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { SubjectKind } from '../cases/cases.types.ts';
import type { Decision, DecisionSource, Ground, ModerationAction, Policy } from './decisions.types.ts';

const selectDecisions = (db: Db) =>
  db
    .selectFrom('moderation_decisions as d')
    .innerJoin('moderation_cases as c', 'c.id', 'd.case_id')
    .leftJoin('policies as p', 'p.id', 'd.policy_id')
    .select([
      'd.id',
      'd.case_id as caseId',
      'c.subject_kind as subjectKind',
      'c.subject_id as subjectId',
      'd.owner_id as ownerId',
      'd.actions',
      'd.policy_id as policyId',
      'p.title as policyTitle',
      'd.ground',
      'd.facts',
      'd.explanation',
      'd.source',
      'd.automated_detection as automatedDetection',
      'd.automated_decision as automatedDecision',
      'd.scope',
      'd.strike_points as strikePoints',
      'd.strike_expires_at as strikeExpiresAt',
      'd.expires_at as expiresAt',
      'd.former_state as formerState',
      'd.restriction_ids as restrictionIds',
      'd.decided_by as decidedBy',
      'd.decided_at as decidedAt',
      'd.appealable_until as appealableUntil',
      'd.reverted_by as revertedBy',
      'd.reverted_at as revertedAt',
    ])
    // Constraints and the code that writes them hold the values.
    .$narrowType<{
      subjectKind: SubjectKind;
      actions: ModerationAction[];
      ground: Ground | null;
      source: DecisionSource;
      formerState: ModerationState | null;
    }>();

export async function findDecision(db: Db, id: string): Promise<Decision | null> {
  return (await selectDecisions(db).where('d.id', '=', id).executeTakeFirst()) ?? null;
}

export async function listDecisionsByIds(db: Db, ids: readonly string[]): Promise<Decision[]> {
  return selectDecisions(db).where('d.id', '=', anyOf(ids)).execute();
}

/** The last decision about a case; null when there is none. */
export async function findLastDecisionId(db: Db, caseId: string): Promise<string | null> {
  const found = await db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('case_id', '=', caseId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The newest decisions about each case, at most `limit`, newest first. */
export async function listLastDecisions(
  db: Db,
  caseIds: readonly string[],
  limit: number,
): Promise<Decision[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from unnest(${caseIds}::uuid[]) asked (id), lateral (
      select id from moderation_decisions where case_id = asked.id order by id desc limit ${limit}) d`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  return selectDecisions(db).where('d.id', '=', anyOf(ids)).orderBy('d.id', 'desc').execute();
}

/** Decisions against an owner, newest first, one more than the page. */
export async function listOwnDecisions(
  db: Db,
  ownerId: string,
  { from: [beforeId], limit }: Pick<ListRequest<IdKey>, 'from' | 'limit'>,
): Promise<Decision[]> {
  return selectDecisions(db)
    .where('d.owner_id', '=', ownerId)
    .where(sql<boolean>`not d.actions @> array['NO_ACTION']`)
    .where('d.id', '<', beforeId)
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** As the list of an owner, oldest first, for the export. */
export async function listAllOwnDecisions(
  db: Db,
  { ownerId, afterId, limit }: { ownerId: string; afterId: string; limit: number },
): Promise<Decision[]> {
  return selectDecisions(db)
    .where('d.owner_id', '=', ownerId)
    .where(sql<boolean>`not d.actions @> array['NO_ACTION']`)
    .where('d.id', '>', afterId)
    .orderBy('d.id')
    .limit(limit)
    .execute();
}

export async function insertDecision(
  tx: Tx,
  decision: Omit<Decision, 'subjectKind' | 'subjectId' | 'policyTitle' | 'revertedBy' | 'revertedAt'>,
): Promise<void> {
  await tx
    .insertInto('moderation_decisions')
    .values({
      id: decision.id,
      case_id: decision.caseId,
      owner_id: decision.ownerId,
      actions: [...decision.actions],
      policy_id: decision.policyId,
      ground: decision.ground,
      facts: decision.facts,
      explanation: decision.explanation,
      source: decision.source,
      automated_detection: decision.automatedDetection,
      automated_decision: decision.automatedDecision,
      scope: decision.scope,
      strike_points: decision.strikePoints,
      strike_expires_at: decision.strikeExpiresAt,
      expires_at: decision.expiresAt,
      former_state: decision.formerState,
      restriction_ids: [...decision.restrictionIds],
      decided_by: decision.decidedBy,
      decided_at: decision.decidedAt,
      appealable_until: decision.appealableUntil,
    })
    .execute();
}

/** Reverts a decision of a locked case. @returns false when it is reverted already */
export async function updateReverted(
  tx: Tx,
  { id, revertedBy, revertedAt }: { id: string; revertedBy: string; revertedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('moderation_decisions')
    .set({ reverted_by: revertedBy, reverted_at: revertedAt })
    .where('id', '=', id)
    .where('reverted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Takes the points of a decision away. */
export async function updateWithoutStrikes(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('moderation_decisions')
    .set({ strike_points: 0, strike_expires_at: null })
    .where('id', '=', id)
    .execute();
}

/** Whether another decision in force has removed the content of a case, too. */
export async function isRemovedByAnother(tx: Tx, { id, caseId }: Decision): Promise<boolean> {
  const found = await tx
    .selectFrom('moderation_decisions')
    .select('id')
    .where('case_id', '=', caseId)
    .where('id', '!=', id)
    .where('reverted_at', 'is', null)
    .where(sql<boolean>`actions @> array['REMOVE']`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Points in force of owners. */
export async function sumStrikes(
  db: Db,
  ownerIds: readonly string[],
  now: Date,
): Promise<{ ownerId: string; points: number }[]> {
  const { rows } = await sql<{ ownerId: string; points: number }>`
    select owner_id as "ownerId", sum(strike_points)::integer as points from moderation_decisions
    where owner_id = ${anyOf(ownerIds)} and reverted_at is null and strike_expires_at > ${now}
    group by owner_id`.execute(db);
  return rows;
}

/** Mail address of an account; null when it has none. */
export async function findMailAddress(db: Db, userId: string): Promise<string | null> {
  const found = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return found?.email ?? null;
}

/** Empties the texts about an erased owner. @returns the number of rows */
export async function eraseTexts(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    update moderation_decisions set facts = '', explanation = '' where id in (
      select id from moderation_decisions where owner_id = ${ownerId}::uuid and (facts <> '' or explanation <> '')
      order by id desc limit ${limit}) returning id`.execute(tx);
  return rows.length;
}

export const POLICIES_MAX = 200;

/** All policies by their title. */
export async function listPolicies(db: Db): Promise<Policy[]> {
  return db
    .selectFrom('policies')
    .select(['id', 'title', 'ground', 'template', 'is_active as isActive'])
    .$narrowType<{ ground: Ground }>()
    .orderBy('title')
    .limit(POLICIES_MAX)
    .execute();
}

export async function findPolicy(db: Db, id: string): Promise<Policy | null> {
  const found = await db
    .selectFrom('policies')
    .select(['id', 'title', 'ground', 'template', 'is_active as isActive'])
    .$narrowType<{ ground: Ground }>()
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** Adds a policy, or changes it. @returns false when another one has the title */
export async function upsertPolicy(tx: Tx, policy: Policy & { readonly createdAt: Date }): Promise<boolean> {
  const { id, title, ground, template, isActive, createdAt } = policy;
  const { rows } = await sql`
    insert into policies (id, title, ground, template, is_active, created_at)
    select ${id}::uuid, ${title}, ${ground}, ${template}, ${isActive}, ${createdAt}
    where not exists (select from policies where title = ${title} and id <> ${id}::uuid)
    on conflict (id) do update set title = excluded.title, ground = excluded.ground, template = excluded.template,
      is_active = excluded.is_active
    returning id`.execute(tx);
  return rows.length > 0;
}
