/**
 * Coins that an admin gives or takes, with a reason that the audit log keeps.
 * Owns `coin_adjustments`; the ledger posts.
 * Begin with adjustments.service.ts.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './adjustments.schema.ts';

const adjustmentsLimits = {
  coinAdjustmentCoins: limit(1_000_000, 'Maximum coins of one adjustment by admins.'),
  coinAdjustmentAloneCoins: limit(
    10_000,
    'Maximum coins that an admin moves within 24 hours without another admin.',
  ),
  coinAdjustmentOnceAloneCoins: limit(10_000, 'Maximum coins of one adjustment without another admin.'),
  coinAdjustmentsPending: limit(100, 'Maximum adjustments of one admin that wait for another admin.'),
  otherAdminHours: limit(72, 'Hours after which a request expires that waits for another admin.'),
};

defineModule({
  name: 'adjustments',
  ids: ['coinadjustment'],
  limits: adjustmentsLimits,
  personalData: {
    tables: {
      'public.coin_adjustments': {
        erased: {
          user_id: 'it accounts for a transfer in the books, and the id of an erased account names nobody',
        },
        exported: 'those that were posted are among the coin transactions; their reasons are notes of admins',
      },
    },
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    coinadjustment: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof adjustmentsLimits> {}
}
