/**
 * The books of cash, by double entry in money: what payments, refunds and disputes move on our account at the provider, and payouts.
 * Owns `cash_transfers` and `cash_entries`, which are only added to.
 * Begin with cash.service.ts; cash.policy.ts has the entries of each kind.
 */
import { defineModule } from '#platform/request/module.ts';

defineModule({ name: 'cash' });
