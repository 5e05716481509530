import { z } from 'zod';
import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { textSchema } from '#platform/kernel/text.ts';
import type { AdminContext } from '#platform/request/context.ts';
import type { SubjectKind } from '../cases/cases.types.ts';
import type { Decision, Ground, ModerationAction } from './decisions.types.ts';

/** Restrictions that actions make. */
export const RESTRICTION_OF: Readonly<Partial<Record<ModerationAction, RestrictionKind>>> = {
  WARN: 'WARNING',
  RESTRICT_POSTING: 'POSTING',
  RESTRICT_COMMENTING: 'COMMENTING',
  RESTRICT_MESSAGING: 'MESSAGING',
  RESTRICT_FOLLOWING: 'FOLLOWING',
  RESTRICT_UPLOADS: 'UPLOADS',
  RESTRICT_DISCOVERY: 'DISCOVERY',
  SUSPEND: 'SUSPENSION',
};

export const TEXT_LENGTH_MAX = 2_000;
export const STRIKE_POINTS_MAX = 10;
export const STRIKE_DAYS = 90;
const APPEAL_MONTHS = 6;

export type DecisionInput = {
  readonly caseId: string;
  readonly expectedVersion: number;
  readonly actions: readonly ModerationAction[];
  readonly policyId?: string | null | undefined;
  readonly ground?: Ground | null | undefined;
  readonly facts?: string | null | undefined;
  readonly explanation?: string | null | undefined;
  readonly strikePoints?: number | null | undefined;
  readonly expiresAt?: Date | null | undefined;
  readonly scope?: string | null | undefined;
};

export type NewDecision = Pick<
  Decision,
  'actions' | 'policyId' | 'ground' | 'facts' | 'explanation' | 'strikePoints' | 'expiresAt' | 'scope'
>;

const POINTS = `Use 0 to ${STRIKE_POINTS_MAX} points.`;
const texts = (min: number) =>
  z.object({
    facts: textSchema({ min, max: TEXT_LENGTH_MAX }),
    explanation: textSchema({ min, max: TEXT_LENGTH_MAX }),
    scope: textSchema({ min: 0, max: 100 }),
    strikePoints: z.int(POINTS).min(0, POINTS).max(STRIKE_POINTS_MAX, POINTS),
  });

/** Parses a decision. @throws ValidationFailed */
export function parseDecision(ctx: AdminContext, input: DecisionInput): NewDecision {
  const { policyId = null, ground = null, expiresAt = null } = input;
  const actions = [...new Set(input.actions)];
  if (actions.length === 0) throw invalid(['actions'], 'Choose an action.', 'minLength', 1);
  const hasNone = actions.includes('NO_ACTION');
  if (hasNone && actions.length > 1) throw invalid(['actions'], 'NO_ACTION stands alone.', 'alone');
  const given = {
    facts: input.facts ?? '',
    explanation: input.explanation ?? '',
    scope: input.scope ?? '',
    strikePoints: input.strikePoints ?? 0,
  };
  const { scope, ...parsed } = parseInput(texts(hasNone ? 0 : 1), given);
  if (!hasNone && policyId === null)
    throw invalid(['policyId'], 'Name the policy that was broken.', 'required');
  if (!hasNone && ground === null) throw invalid(['ground'], 'Name the ground.', 'required');
  if (hasNone && parsed.strikePoints > 0)
    throw invalid(['strikePoints'], 'NO_ACTION gives no points.', 'alone');
  if (expiresAt && expiresAt <= ctx.clock.now())
    throw invalid(['expiresAt'], 'Must be in the future.', 'future');
  return { actions, policyId, ground, expiresAt, scope: scope === '' ? null : scope, ...parsed };
}

/** Refuses actions that the subject has no place for, and those that the admin may not take. @throws ValidationFailed */
export function assertApplicable(
  ctx: Pick<AdminContext, 'admin'>,
  { actions, strikePoints }: NewDecision,
  { subjectKind, ownerId }: { subjectKind: SubjectKind; ownerId: string | null },
): void {
  if (actions.includes('REMOVE') && (subjectKind === 'USER' || subjectKind === 'CONVERSATION')) {
    throw invalid(['actions'], 'Accounts and conversations cannot be removed.', 'removable');
  }
  const restricting = actions.filter((action) => RESTRICTION_OF[action] !== undefined);
  if (ownerId === null && (restricting.length > 0 || strikePoints > 0)) {
    throw invalid(['actions'], 'The subject has no owner.', 'owner');
  }
  for (const action of restricting) {
    const permission = action === 'SUSPEND' ? 'USERS_SUSPEND' : 'USERS_RESTRICT';
    if (ctx.admin.permissions.has(permission)) continue;
    const message = `The permission ${permission} is required for ${action}.`;
    throw new ValidationFailed([new AppError('FORBIDDEN', message, { path: ['actions'] })]);
  }
}

/** The last moment of an appeal against a decision. */
export function appealableUntil(decidedAt: Date): Date {
  const until = new Date(decidedAt);
  until.setUTCMonth(until.getUTCMonth() + APPEAL_MONTHS);
  // A month that is shorter has no such day: its last one counts.
  if (until.getUTCDate() !== decidedAt.getUTCDate()) until.setUTCDate(0);
  return until;
}

/** Whether a decision concerns its owner, who gets the statement: one without action would tell that somebody has reported. */
export const isAdverse = ({ actions }: Pick<Decision, 'actions'>): boolean => !actions.includes('NO_ACTION');
