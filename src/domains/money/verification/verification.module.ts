/**
 * Recomputes the books of coins and of cash from their entries, for `npm run ledger:verify`: sums, states, lots, payments, closed months, and what
 * clients were told.
 * Owns no table and writes nothing.
 * Begin with verify.service.ts; verify.queries.ts has a query for each thing that can be wrong.
 */
import { defineModule } from '#platform/request/module.ts';

defineModule({ name: 'verification' });
