import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { UserContext } from '#platform/request/context.ts';
import { seesTarget } from './targets.service.ts';
import { parseTarget, startOf, type TargetInput } from './tips.policy.ts';
import type { TipperPeriod, TopTipper } from './tips.types.ts';
import { listTopTippers } from './top-tippers.queries.ts';

/** Lists the users who openly gave most for a target in a period; null when the caller does not see the target. */
export async function topTippers(
  ctx: UserContext,
  { target: given, period }: { target: TargetInput; period: TipperPeriod },
): Promise<TopTipper[] | null> {
  const target = parseTarget(given);
  if (!(await seesTarget(ctx, target))) return null;
  const startsOn = period === 'ALL' ? null : startOf(period, ctx.clock.now());
  return listTopTippers(ctx.db, viewerOf(ctx), { target, period, startsOn, limit: ctx.limits.topTippers });
}
