import { verifyBooks } from '#domains/money/verification/verify.service.ts';
import type { Environment } from '../config/variables.ts';
import { runVerification } from './verification.ts';

/** Recomputes the books of coins. */
export async function ledgerVerify(env: Environment): Promise<void> {
  await runVerification(env, {
    verify: async (db, listener) => ({
      differences: await verifyBooks(db, listener),
      right: 'The books of coins are right.',
    }),
    wrong: 'Differences in the books of coins',
  });
}
