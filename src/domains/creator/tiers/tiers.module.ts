/**
 * Tiers that creators offer to subscribers: what one promises and costs, in versions, so that members keep what they agreed to.
 * Owns `subscription_tiers` and `subscription_tier_versions`.
 * Begin with tiers.service.ts; tier-changes.service.ts holds what creators change, and tier-members.service.ts counts the places that members take.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { tiersPersonalData } from './tiers.personal-data.ts';
import './tiers.schema.ts';
import './tiers.mutations.ts';

const tiersLimits = {
  tiers: limit(10, 'Maximum tiers of a creator that are not archived.'),
  tierTitleLength: limit(60, 'Maximum characters of the title of a tier.'),
  tierDescriptionLength: limit(1_000, 'Maximum characters of the description of a tier.'),
  tierPerks: limit(20, 'Maximum perks of a tier.'),
  tierPerkLength: limit(100, 'Maximum characters of a perk of a tier.'),
  tierPriceCoins: limit(100_000, 'Maximum coins that a tier costs in each period.'),
  tierMembers: limit(1_000_000, 'Maximum members to which a creator can limit a tier.'),
  tierTrialDays: limit(30, 'Maximum days of the trial of a tier.'),
};

defineModule({
  name: 'tiers',
  ids: ['tier'],
  limits: tiersLimits,
  personalData: tiersPersonalData,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    tier: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof tiersLimits> {}
}
