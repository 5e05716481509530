import { z } from 'zod';
import type { RequestContext, AdminContext } from '#platform/request/context.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema, textSchema } from '#platform/kernel/text.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import { TEXT_LENGTH_MAX } from './decisions.policy.ts';
import { findPolicy, listPolicies, POLICIES_MAX, upsertPolicy } from './decisions.queries.ts';
import type { Ground, Policy } from './decisions.types.ts';

/** All policies by their title. */
export const adminGetPolicies = (ctx: AdminContext): Promise<Policy[]> => listPolicies(ctx.db);

/** For admins alone. */
export const findAnyPolicy = (ctx: RequestContext, id: string): Promise<Policy | null> =>
  findPolicy(ctx.db, id);

const policyInput = z.object({
  title: lineSchema({ min: 1, max: 100 }),
  template: textSchema({ min: 0, max: TEXT_LENGTH_MAX }),
});

type PolicyInput = {
  readonly policyId?: string | null | undefined;
  readonly title: string;
  readonly ground: Ground;
  readonly template: string;
  readonly isActive: boolean;
};

/**
 * Adds a policy, or changes one; decisions that name it show its new title.
 * @throws ValidationFailed | AppError NOT_FOUND | CONFLICT for a title that another one has | LIMIT_REACHED
 */
export async function adminSavePolicy(ctx: AdminContext, input: PolicyInput): Promise<string> {
  const { ground, isActive } = input;
  const texts = parseInput(policyInput, input);
  const id = input.policyId ?? ctx.ids.next();
  await ctx.transaction(async (tx) => {
    const former = await findPolicy(tx, id);
    if (input.policyId != null && !former) throw notFound('Policy', ['policyId']);
    if (!former && (await listPolicies(tx)).length >= POLICIES_MAX) {
      throw new AppError('LIMIT_REACHED', `At most ${POLICIES_MAX} policies are kept.`, {
        details: { limit: POLICIES_MAX },
      });
    }
    const policy = { id, ...texts, ground, isActive, createdAt: ctx.clock.now() };
    if (!(await upsertPolicy(tx, policy))) {
      throw new AppError('CONFLICT', 'Another policy has this title.', { path: ['title'] });
    }
    await writeAuditEntry(ctx, tx, {
      action: 'adminSavePolicy',
      subject: { kind: 'policy', id },
      reason: null,
      before: former && { ground: former.ground, isActive: former.isActive },
      after: { ground, isActive },
    });
  });
  return id;
}
