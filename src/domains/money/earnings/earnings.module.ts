/**
 * Earnings of creators: they clear after some days, is paid out by an admin outside of the product, and can be turned into coins.
 * Owns `coin_payouts`; the ledger posts.
 * Begin with payouts.service.ts.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { createIds, toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { leaveEarningsUnclaimed } from '../ledger/payouts.service.ts';
import { earningsJobs } from './earnings.jobs.ts';
import './earned.schema.ts';
import './earnings.schema.ts';
import type { Payout } from './earnings.types.ts';
import { listOwnPayouts } from './payouts.queries.ts';
import './payouts.schema.ts';

const earningsLimits = {
  earningsClearingDays: limit(7, 'Days until earnings can be paid out.'),
};

defineModule({
  name: 'earnings',
  ids: ['payout'],
  limits: earningsLimits,
  permissions: { PAYOUTS_MANAGE: 'Record payouts of earnings.' },
  jobs: earningsJobs,
  personalData: {
    tables: {
      'public.coin_payouts': {
        erased: {
          user_id: 'it accounts for a transfer in the books, and the id of an erased account names nobody',
        },
        exported: ['payouts'],
      },
    },
    exports: [
      listExport<Payout>({
        name: 'payouts',
        description: 'The payouts of your earnings.',
        list: ({ db }, { userId, after, limit: most }) =>
          listOwnPayouts(db, { userId, afterId: after?.id ?? FIRST_ID, limit: most }),
        show: ({ id, amountCoins, method, reference, createdAt, reversedAt }) => ({
          id: toGlobalId('payout', id),
          amountCoins,
          method,
          reference,
          createdAt,
          reversedAt,
        }),
      }),
    ],
    erasures: [
      {
        name: 'earnings.leaveUnclaimed',
        batches: [
          (tx, { userId, now }) => {
            const clock = { now: () => now };
            return leaveEarningsUnclaimed({ clock, ids: createIds(clock) }, tx, userId);
          },
        ],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    payout: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof earningsLimits> {}
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    PAYOUTS_MANAGE: true;
  }
}
