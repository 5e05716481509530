/**
 * Tips in coins on posts, comments, messages and people: sent by one statement, undone for some seconds, settled to earnings later.
 * Owns `coin_tips`, `top_tippers` and `tip_totals`.
 * Begin with `sendTip` in tips.service.ts; sending.queries.ts judges and writes, settling.service.ts settles,
 * targets.service.ts says who can be tipped.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { tipJobs } from './tips.jobs.ts';
import { tipsPersonalData } from './tips.personal-data.ts';
import './admin-tips.schema.ts';
import './targets.schema.ts';
import './earned-tips.schema.ts';
import './receiving.schema.ts';
import './tips.schema.ts';
import './top-tippers.schema.ts';

const tipsLimits = {
  tipCoins: limit(10_000, 'Maximum coins of a tip.'),
  newAccountTipCoins: limit(10_000, 'Maximum coins of the tips of a new account within 24 hours.'),
  tipMessageLength: limit(200, 'Maximum characters of the message of a tip.'),
  topTippers: limit(10, 'Maximum users in `topTippers`.'),
  tipFeeBps: limit(
    3_000,
    "The platform's share of tips that are sent from now on, in hundredths of a percent, at most 10000. The fee is the nearest whole number of coins, of two the lower: never more than the share and half a coin. `Earnings.smallestTipCoins` says from where on a tip pays.",
  ),
};

defineModule({
  name: 'tips',
  ids: ['cointip'],
  limits: tipsLimits,
  restrictions: { TIPPING: 'Giving tips.' },
  jobs: tipJobs,
  personalData: tipsPersonalData,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    cointip: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof tipsLimits> {}
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    TIPPING: true;
  }
}
