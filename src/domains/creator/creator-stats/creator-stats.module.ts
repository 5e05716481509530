/**
 * Sums of what subscriptions bring a creator, by the month, which the writes of subscriptions keep.
 * Owns `creator_months`.
 * Begin with creator-stats.service.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import { deleteMonthsOf } from './creator-stats.queries.ts';
import './creator-stats.schema.ts';

defineModule({
  name: 'creator-stats',
  personalData: {
    tables: {
      'public.creator_months': {
        erased: 'creator-stats.erase',
        exported: 'the sums of the subscriptions of others to the user, which are exported one by one',
      },
    },
    erasures: [{ name: 'creator-stats.erase', batches: [(tx, { userId }) => deleteMonthsOf(tx, userId)] }],
  },
});
