import type { RequestContext } from './context.ts';
import { AppError } from './errors.ts';
import type { RestrictionKind } from './restriction-kinds.ts';

/**
 * Guards what a restriction can stop, and what nobody can do whose account is put away. Anonymous callers pass.
 * @throws AppError INVALID_STATE | RESTRICTED
 */
export async function assertUnrestricted(ctx: RequestContext, kind: RestrictionKind): Promise<void> {
  if (!ctx.user) return;
  const { state, restriction } = await ctx.accountStanding(ctx.user.id, kind);
  if (state !== 'ACTIVE') {
    throw new AppError('INVALID_STATE', 'The account is put away or waits for its deletion.', {
      details: { current: state, allowed: ['ACTIVE'] },
    });
  }
  if (!restriction) return;
  throw new AppError('RESTRICTED', 'A restriction on the account stops this.', {
    details: { kind: restriction.kind, expiresAt: restriction.expiresAt },
  });
}
