import type { RequestContext } from './context.ts';
import { AppError, type ErrorDetails } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import { load, type Loader } from './loader.ts';
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

/** Whether `assertUnrestricted` lets the caller act, for fields that predict a mutation: read once for each kind. */
export async function isUnrestricted(ctx: RequestContext, kind: RestrictionKind): Promise<boolean> {
  return (await load(ctx, freeToAct, kind)) !== null;
}

/** The kinds of restriction that do not stop the caller. */
const freeToAct: Loader<RestrictionKind> = {
  name: 'freeToAct',
  batch: async (ctx, kinds) => {
    const free = new Map<string, RestrictionKind>();
    if (!ctx.user) return free;
    // Only `isUnrestricted` loads it.
    for (const kind of kinds as readonly RestrictionKind[]) {
      const { state, restriction } = await ctx.accountStanding(ctx.user.id, kind);
      if (state === 'ACTIVE' && !restriction) free.set(kind, kind);
    }
    return free;
  },
};

export const inactive = (state: ObjectState): AppError =>
  new AppError('INVALID_STATE', 'The account is not active: reactivate it or cancel its deletion first.', {
    details: { current: state, allowed: ['ACTIVE'] },
  });

export const restricted = (restriction: ActiveRestriction): AppError =>
  new AppError('RESTRICTED', 'A restriction on the account forbids this.', {
    details: restrictionDetails(restriction),
  });

/** Details of an error about the restriction that it names. */
export const restrictionDetails = ({ kind, expiresAt, decisionId }: ActiveRestriction): ErrorDetails => ({
  kind,
  expiresAt,
  ...(decisionId !== null && { decisionId: toGlobalId('decision', decisionId) }),
});
