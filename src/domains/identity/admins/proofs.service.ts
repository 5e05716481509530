import type { Db } from '#platform/db/database.ts';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { findProvedAt } from './admins.queries.ts';

const PROOF_MINUTES = 5;

/** The rule in words, for the fields that need a proof. */
export const PROOF_TEXT = `Fails with PROOF_REQUIRED unless the admin has signed in, or called \`adminProveIdentity\`, in this session within ${PROOF_MINUTES} minutes.`;

/** @throws AppError PROOF_REQUIRED unless the caller has proved their identity in this session within minutes */
export async function requireProof(
  ctx: Pick<AdminContext, 'db' | 'clock' | 'admin'>,
  db: Db = ctx.db,
): Promise<void> {
  const provedAt = await findProvedAt(db, ctx.admin.sessionId);
  const age = provedAt === null ? Number.POSITIVE_INFINITY : ctx.clock.now().getTime() - provedAt.getTime();
  if (age <= PROOF_MINUTES * MINUTE_MS) return;
  throw new AppError(
    'PROOF_REQUIRED',
    `Call \`adminProveIdentity\`, and this within ${PROOF_MINUTES} minutes.`,
  );
}
