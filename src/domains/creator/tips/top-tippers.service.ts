import type { RequestContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { seesTarget } from './targets.service.ts';
import { topTippersByTarget, topTippersKeyOf } from './tips.loaders.ts';
import { parseTarget, type TargetInput } from './tips.policy.ts';
import type { TipperPeriod, TopTipper } from './tips.types.ts';

/** The users who openly gave most for a target in a period; null for anonymous callers, and when the caller does not see the target. */
export async function topTippers(
  ctx: RequestContext,
  { target: given, period }: { target: TargetInput; period: TipperPeriod },
): Promise<readonly TopTipper[] | null> {
  const target = parseTarget(given);
  if (!ctx.user || !(await seesTarget(ctx, target))) return null;
  return (await load(ctx, topTippersByTarget, topTippersKeyOf({ period, target }))) ?? [];
}
