import { sql } from 'kysely';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { type Act, REASON } from '#test/support/promises/audited-act.ts';
import type { World } from '#test/support/world.ts';

/** Acts of moderators, in the order in which each can be done. */
export const MODERATION_ACTS: Readonly<Record<string, Act>> = {
  adminAssignReport: {
    input: ({ caseId }) => ({ caseId, adminId: null }),
    subject: 'caseId',
    before: { state: 'OPEN', assigneeId: null },
    after: { state: 'OPEN', assigneeId: null },
  },
  adminClaimNextCase: {
    input: () => ({ queue: 'GENERAL' }),
    subject: 'caseId',
    before: null,
    after: { queue: 'GENERAL', state: 'ASSIGNED' },
  },
  adminEscalateCase: {
    input: ({ caseId }) => ({ caseId, reason: REASON }),
    subject: 'caseId',
    before: { state: 'ASSIGNED' },
    after: { state: 'ESCALATED' },
  },
  adminOpenPrivateContent: {
    input: ({ caseId }) => ({ caseId, reason: REASON }),
    subject: 'caseId',
    before: null,
    after: { subjectKind: 'USER' },
  },
  adminDecideCase: {
    input: ({ caseId }) => ({ caseId, expectedVersion: 1, actions: ['NO_ACTION'] }),
    subject: 'caseId',
    gives: ['decisionId', 'decision', 'id'],
    before: { state: 'ESCALATED', version: 1 },
    after: ({ decisionId }) => ({ state: 'CLOSED', decisionId, actions: 'NO_ACTION', strikePoints: 0 }),
  },
  adminDecideAppeal: {
    input: ({ appealId }) => ({ appealId, result: 'UPHELD', note: 'No.' }),
    subject: 'appealId',
    before: { state: 'PENDING' },
    after: { state: 'UPHELD' },
  },
  adminReverseDecision: {
    input: ({ decisionId }) => ({ decisionId, reason: REASON }),
    subject: 'decisionId',
    before: { isReverted: false },
    after: { isReverted: true },
  },
  adminMuteReporter: {
    input: ({ userId }) => ({ userId, reason: REASON }),
    subject: 'userId',
    before: null,
    after: { isMuted: true, until: null },
  },
  adminUnmuteReporter: {
    input: ({ userId }) => ({ userId, reason: REASON }),
    subject: 'userId',
    before: { isMuted: true },
    after: { isMuted: false },
  },
  adminExportStatementsOfReasons: {
    input: () => ({ day: '2026-01-31' }),
    subject: 'statementExportId',
    gives: ['statementExportId', 'export', 'id'],
    before: null,
    after: { day: '2026-01-31' },
  },
  adminSavePolicy: {
    input: () => ({ title: 'A rule', ground: 'TERMS', template: '', isActive: true }),
    subject: 'policyId',
    gives: ['policyId', 'policy', 'id'],
    before: null,
    after: { ground: 'TERMS', isActive: true },
  },
};

/** An appeal that waits, against a decision of an admin who does nothing else. */
export async function appealOf({ app }: World, { authorId }: { authorId: string }): Promise<string> {
  const { db, ids } = app.services;
  const [adminId, caseId, decisionId, appealId] = [ids.next(), ids.next(), ids.next(), ids.next()];
  await sql`
    with decider as (
      insert into admins (id, email, display_name, password_hash, role, created_at)
      values (${adminId}::uuid, 'decider@example.org', 'Decider', '', 'MODERATOR', now())),
    closed as (
      insert into moderation_cases (id, subject_kind, subject_id, owner_id, state, queue, priority, reported_weight, version,
        snapshot_version, is_private, opened_at)
      values (${caseId}::uuid, 'HASHTAG', ${caseId}::uuid, ${authorId}::uuid, 'CLOSED', 'GENERAL', 0, 0, 2, '', false, now())),
    made as (
      insert into moderation_decisions (id, case_id, owner_id, actions, facts, explanation, source, automated_detection,
        automated_decision, strike_points, restriction_ids, decided_by, decided_at, appealable_until)
      values (${decisionId}::uuid, ${caseId}::uuid, ${authorId}::uuid, array['WARN'], '', '', 'NOTICE', false, false, 0, '{}',
        ${adminId}::uuid, now(), '2100-01-01'))
    insert into appeals (id, decision_id, author_id, side, text, state, created_at)
    values (${appealId}::uuid, ${decisionId}::uuid, ${authorId}::uuid, 'OWNER', 'No', 'PENDING', now())`.execute(
    db,
  );
  return toGlobalId('appeal', appealId);
}

/** Acts on what screening goes by. */
export const SCREENING_ACTS: Readonly<Record<string, Act>> = {
  adminSetModerationThresholds: {
    input: () => ({
      kind: 'COMMENT',
      category: 'HATE',
      nudge: 0.5,
      hold: 0.75,
      expectedVersion: 1,
      reason: REASON,
    }),
    subject: null,
    before: { kind: 'COMMENT', category: 'HATE', nudge: 0.6, sensitive: null, hold: 0.85, reject: null },
    after: { kind: 'COMMENT', category: 'HATE', nudge: 0.5, sensitive: null, hold: 0.75, reject: null },
  },
  adminSaveBlocklist: {
    input: () => ({
      name: 'audited',
      kind: 'WORD',
      action: 'HOLD',
      isActive: true,
      addEntries: ['audited'],
      reason: REASON,
    }),
    subject: 'blocklistId',
    gives: ['blocklistId', 'blocklist', 'id'],
    before: null,
    after: { action: 'HOLD', isActive: true, entryCount: 1, version: 1 },
  },
};
