import type { RequestContext } from './context.ts';
import { AppError, type ErrorDetails } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { ActiveRestriction, RestrictionKind } from '#platform/kernel/restriction-kinds.ts';

/**
 * Refuses actions that a restriction forbids, and all of them for an inactive account. Anonymous callers pass.
 * @throws AppError INVALID_STATE | RESTRICTED
 */
export async function assertUnrestricted(ctx: RequestContext, kind: RestrictionKind): Promise<void> {
  if (!ctx.user) return;
  const { state, restriction } = await ctx.accountStanding(ctx.user.id, kind);
  if (state !== 'ACTIVE') throw inactive(state);
  if (restriction) throw restricted(restriction);
}

export const inactive = (state: string): AppError =>
  new AppError('INVALID_STATE', 'The account is not active: reactivate it or cancel its deletion first.', {
    details: { current: state, allowed: ['ACTIVE'] },
  });

export const restricted = (restriction: ActiveRestriction): AppError =>
  new AppError('RESTRICTED', 'A restriction on the account forbids this.', {
    details: restrictionDetails(restriction),
  });

/** What an error tells of the restriction that it names. */
export const restrictionDetails = ({ kind, expiresAt, decisionId }: ActiveRestriction): ErrorDetails => ({
  kind,
  expiresAt,
  ...(decisionId !== null && { decisionId: toGlobalId('decision', decisionId) }),
});
