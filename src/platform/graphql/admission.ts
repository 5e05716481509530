import type { GraphQLField } from 'graphql';
import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import type { Budget } from '#platform/kernel/rate-limit.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { type FileInInput, type RefusedFile, refusedFilesIn } from '#platform/kernel/uploads.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { hasResult } from '#platform/request/idempotency.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import { type Access, assertAccess } from './access.ts';
import { assertWithinBudget, underBudget } from './field-budget.ts';
import { refusalsOf } from './user-errors.ts';

type Rules = {
  readonly budget?: Budget | undefined;
  readonly restriction?: RestrictionKind | null;
  readonly isJudgedByWrite?: true | undefined;
  /** Points of the budget that the call spends; one when absent. */
  readonly points?: number | undefined;
};

/** The rules of one call, whose kind of restriction may be found only under its budget. */
type CallRules = Omit<Rules, 'restriction'> & {
  readonly restriction?: RestrictionKind | null | (() => Promise<RestrictionKind | null>);
};

/** Runs a mutation under its budget, unless a restriction stops it. @throws AppError RATE_LIMITED | RESTRICTED | INVALID_STATE */
export async function admitted<Result>(
  ctx: RequestContext,
  field: string,
  { budget, restriction: known, isJudgedByWrite, points }: CallRules,
  act: () => Promise<Result>,
): Promise<Result> {
  async function assertAdmitted(): Promise<void> {
    const restriction = typeof known === 'function' ? await known() : known;
    if (restriction) await assertUnrestricted(ctx, restriction);
  }
  async function actUnlessRestricted(): Promise<Result> {
    if (isJudgedByWrite) return judgedByWrite(act, assertAdmitted);
    // Restrictions are read at use: one may have come while its files did.
    await assertAdmitted();
    return act();
  }
  return budget ? underBudget(ctx, { field, budget, points }, actUnlessRestricted) : actUnlessRestricted();
}

/** Runs an act that judges restrictions itself. One of them is the reason to name, whatever else refuses the act. */
async function judgedByWrite<Result>(
  act: () => Promise<Result>,
  assertAdmitted: () => Promise<void>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (refusalsOf(error)) await assertAdmitted();
    throw error;
  }
}

/**
 * Admits a call of a mutation before its files are received: its access rule, restriction and budget.
 *
 * @param call `restriction` forbids to send files with any mutation
 * @throws AppError UNAUTHENTICATED | FORBIDDEN | RATE_LIMITED | RESTRICTED | INVALID_STATE
 */
export async function admitAhead(
  ctx: RequestContext,
  field: GraphQLField<unknown, unknown>,
  call: { readonly input: object; readonly restriction: RestrictionKind },
): Promise<void> {
  // The access plugin and `mutation.ts` put these there for every mutation.
  const { access = 'anyone', budget, restriction } = field.extensions as Rules & { access?: Access };
  assertAccess(access, ctx);
  // A repetition is answered from its first result, and that needs the digest of its files.
  if (await isRepetition(ctx, field.name, call.input)) return;
  if (restriction) await assertUnrestricted(ctx, restriction);
  await assertUnrestricted(ctx, call.restriction);
  if (budget) await assertWithinBudget(ctx, { field: field.name, budget });
}

async function isRepetition(ctx: RequestContext, mutation: string, input: object): Promise<boolean> {
  const key = 'idempotencyKey' in input ? input.idempotencyKey : null;
  const callerId = ctx.user?.id ?? ctx.admin?.id;
  if (typeof key !== 'string' || !callerId) return false;
  return hasResult(ctx.db, { callerId, mutation, key });
}

/** Refuses an input with a file that was not kept. @throws AppError | ValidationFailed the refusals of its files */
export function assertFilesKept(input: object): void {
  const refused = refusedFilesIn(input);
  const atFault = refused.filter(({ file }) => file.isAtFault);
  const [first, ...others] = atFault.length > 0 ? atFault : refused.slice(0, 1);
  if (!first) return;
  if (others.length === 0) throw refusalOf(first);
  throw new ValidationFailed([first, ...others].map(refusalOf));
}

function refusalOf({ file: { refusal, isAtFault }, path }: FileInInput<RefusedFile>): AppError {
  if (!isAtFault) return refusal;
  return new AppError(refusal.code, refusal.message, { path, details: refusal.details });
}
