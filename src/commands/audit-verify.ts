import { verifyAuditLog } from '#domains/identity/admins/audit-verification.service.ts';
import type { Environment } from '../config/variables.ts';
import { runVerification } from './verification.ts';

/** Recomputes the chain of the audit log, and prints the hash of its newest entry. */
export async function auditVerify(env: Environment): Promise<void> {
  await runVerification(env, {
    verify: async (db, listener) => {
      const { differences, newest } = await verifyAuditLog(db, listener);
      const end = newest.seq === 0 ? 'It is empty.' : `Entry ${newest.seq} ends it: ${newest.hash}`;
      return { differences, right: `The audit log is right. ${end}` };
    },
    wrong: 'Differences in the audit log',
  });
}
