import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type Audited, writeAuditEntry } from '#platform/request/audit.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { firstRefresh, refreshTokenOf } from '../sign-ins/refresh-tokens.service.ts';
import { signAdminToken } from './admin-tokens.ts';
import { credentialsRefused } from './admins.policy.ts';
import { insertAdminSession, lockEnabled } from './admins.queries.ts';
import type { AdminUser } from './admins.types.ts';

export type AdminSignedIn = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
  readonly admin: AdminUser;
};

/**
 * Opens a session, with its entry in the audit log.
 * @param opened `prepare` checks and writes in the same transaction
 * @throws AppError INVALID_CREDENTIALS for an admin who is disabled by now, and what `prepare` throws
 */
export async function openSession(
  ctx: RequestContext,
  opened: {
    readonly admin: AdminUser;
    readonly action: 'adminLogin' | 'adminAcceptInvitation';
    readonly prepare: (tx: Tx) => Promise<void>;
  },
): Promise<AdminSignedIn> {
  const { admin, action, prepare } = opened;
  const now = ctx.clock.now();
  const sessionId = ctx.ids.next();
  const first = firstRefresh(now);
  await ctx.transaction(async (tx) => {
    // An act that ends the sessions of the admin waits, or has been waited for.
    if (!(await lockEnabled(tx, admin.id))) throw credentialsRefused();
    await prepare(tx);
    await insertAdminSession(tx, {
      id: sessionId,
      adminId: admin.id,
      refresh: first.state,
      ip: ctx.caller.ip,
      userAgent: ctx.caller.userAgent,
      createdAt: now,
      expiresAt: new Date(now.getTime() + ctx.limits.adminSessionHours * HOUR_MS),
    });
    const by = { ids: ctx.ids, clock: ctx.clock, admin: { id: admin.id, sessionId } };
    await writeAuditEntry(by, tx, sessionChange(action, sessionId));
  });
  return pairOf(ctx, { admin, sessionId, secret: first.secret });
}

/** The tokens of a session. @param secret the random part of its refresh token */
export async function pairOf(
  ctx: RequestContext,
  { admin, sessionId, secret }: { admin: AdminUser; sessionId: string; secret: string },
): Promise<AdminSignedIn> {
  const holder = { kind: 'admin', secret, sessionId, providerToken: '' } as const;
  const tokens = await signAdminToken(ctx, { adminId: admin.id, sessionId });
  return { ...tokens, refreshToken: refreshTokenOf(ctx.sealer, holder), admin };
}

export const sessionChange = (action: Audited['action'], id: string): Audited => ({
  action,
  subject: { kind: 'adminsession', id },
  reason: null,
  before: null,
  after: null,
});
