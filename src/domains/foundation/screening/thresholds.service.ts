import { z } from 'zod';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { textSchema } from '#platform/kernel/text.ts';
import {
  increaseRulesVersion,
  listThresholds,
  lockThresholds,
  updateThresholds,
} from './screening.queries.ts';
import { forgetRules } from './screening-rules.ts';
import type { Thresholds } from './screening.types.ts';

const reasonInput = z.object({ reason: textSchema({ min: 1, max: 500 }) });

/** Parses the reason that an admin gives, 1 to 500 characters. @throws ValidationFailed */
export const parseScreeningReason = (input: { readonly reason: string }): string =>
  parseInput(reasonInput, input).reason;

/** Thresholds of every kind and category. */
export const adminGetModerationThresholds = (ctx: AdminContext): Promise<Thresholds[]> =>
  listThresholds(ctx.db);

const STEPS = ['nudge', 'sensitive', 'hold', 'reject'] as const;
/** Below it a machine errs too often to refuse anything. */
const REJECT_MIN = 0.9;

type ThresholdsInput = Pick<Thresholds, 'kind' | 'category'> & {
  readonly [Step in (typeof STEPS)[number]]?: number | null | undefined;
} & { readonly expectedVersion: number; readonly reason: string };

/**
 * Replaces the thresholds of a kind and category.
 * @throws ValidationFailed | AppError CONFLICT when they have changed since they were read
 */
export async function adminSetModerationThresholds(
  ctx: AdminContext,
  input: ThresholdsInput,
): Promise<Thresholds> {
  const reason = parseScreeningReason(input);
  const { kind, category, expectedVersion } = input;
  const [nudge, sensitive, hold, reject] = [
    input.nudge ?? null,
    input.sensitive ?? null,
    input.hold ?? null,
    input.reject ?? null,
  ];
  assertScores({ category, nudge, sensitive, hold, reject });
  const changed = await ctx.transaction(async (tx) => {
    const before = await lockThresholds(tx, { kind, category });
    if (before.version !== expectedVersion) {
      throw new AppError('CONFLICT', 'The thresholds have changed: fetch them again.', {
        path: ['expectedVersion'],
      });
    }
    const after = { kind, category, nudge, sensitive, hold, reject, version: before.version + 1 };
    await updateThresholds(tx, { ...after, changedAt: ctx.clock.now() });
    await increaseRulesVersion(tx);
    await writeAuditEntry(ctx, tx, {
      action: 'adminSetModerationThresholds',
      subject: null,
      reason,
      before: { kind, category, ...scoresOf(before) },
      after: { kind, category, nudge, sensitive, hold, reject },
    });
    return { ...after, changedAt: ctx.clock.now() };
  });
  forgetRules(ctx);
  return changed;
}

const scoresOf = ({ nudge, sensitive, hold, reject }: Thresholds) => ({ nudge, sensitive, hold, reject });

function assertScores(given: Pick<Thresholds, 'category' | (typeof STEPS)[number]>): void {
  const problems = STEPS.flatMap((step) => {
    const score = given[step];
    return score === null || (score > 0 && score <= 1)
      ? []
      : [invalid([step], 'A threshold must be more than 0 and at most 1.', 'range')];
  });
  const { category, reject } = given;
  if (reject !== null && (category !== 'SEXUAL_MINORS' || reject < REJECT_MIN)) {
    problems.push(
      invalid(['reject'], `Machines may reject only SEXUAL_MINORS, from ${REJECT_MIN} on.`, 'reject'),
    );
  }
  if (problems.length > 0) throw new ValidationFailed(problems);
}
