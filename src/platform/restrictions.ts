import type { RequestContext } from './context.ts';
import { AppError } from './errors.ts';
import type { RestrictionKind } from './restriction-kinds.ts';

/** @throws AppError RESTRICTED when a restriction stops the caller from `kind`; anonymous callers have none */
export async function assertUnrestricted(ctx: RequestContext, kind: RestrictionKind): Promise<void> {
  const restriction = ctx.user && (await ctx.activeRestriction(ctx.user.id, kind));
  if (!restriction) return;
  throw new AppError('RESTRICTED', 'A restriction on the account stops this.', {
    details: { kind: restriction.kind, expiresAt: restriction.expiresAt },
  });
}
