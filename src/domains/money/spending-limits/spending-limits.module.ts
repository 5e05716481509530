/**
 * Limits that users set on their own spending and buying of coins in a day, a week or a month: stricter at once, looser after a while.
 * Owns `spending_limits`; `coins_spent_since` and `coins_bought_since` count, and whatever spends or buys coins judges by them.
 * Begin with spending-limits.service.ts.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { deleteLimitsOf, listLimits } from './spending-limits.queries.ts';
import './spending-limits.schema.ts';

const spendingLimits = {
  spendingPeriods: limit(3, 'Periods for which a user can limit their own spending.'),
};

defineModule({
  name: 'spending-limits',
  limits: spendingLimits,
  personalData: {
    tables: {
      'public.spending_limits': { erased: 'spending-limits.erase', exported: ['spending-limits'] },
    },
    exports: [
      {
        name: 'spending-limits',
        description: 'Your limits on your own spending and buying of coins.',
        async *rows({ db, clock }, userId) {
          const now = clock.now();
          yield* await listLimits(db, { userId, kind: 'SPENDING', now });
          yield* await listLimits(db, { userId, kind: 'PURCHASES', now });
        },
      },
    ],
    erasures: [{ name: 'spending-limits.erase', batches: [(tx, { userId }) => deleteLimitsOf(tx, userId)] }],
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof spendingLimits> {}
}
