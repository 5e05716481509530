import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { emailSchema } from '#platform/kernel/email.ts';
import { AppError, notFound, unauthenticated } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { type Audited, writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { verifyPassword } from '#platform/secrets/passwords.ts';
import {
  beginEnrolment,
  confirmEnrolment,
  hasFactor,
  makeRecoveryCodes,
  removeFactor,
  takeCode,
  tryCode,
} from '../admin-factors/admin-factors.service.ts';
import {
  type AdminRow,
  endAdminSessions,
  findAdminRow,
  lockAdminByEmail,
  lockAdmins,
  updateAdmin,
  updateProved,
} from '../admins/admin-rows.service.ts';
import { codeRefused, parseReason } from '../admins/admins.policy.ts';
import { findAdmin } from '../admins/admins.service.ts';
import type { AdminUser } from '../admins/admins.types.ts';
import { requireProof } from '../admins/proofs.service.ts';
import { tryPassword } from '../sign-ins/sign-ins.service.ts';
import { lockManaged } from './ranks.service.ts';

/** Begins the enrolment of the caller's second factor; one in force stays so until the new one is confirmed. @throws AppError PROOF_REQUIRED */
export async function adminEnrollTotp(ctx: AdminContext): Promise<{ secret: string; uri: string }> {
  await requireProof(ctx);
  const { email } = await requireOwn(ctx);
  return ctx.transaction(async (tx) => {
    const enrolment = await beginEnrolment(ctx, tx, { adminId: ctx.admin.id, account: email });
    await writeAuditEntry(ctx, tx, ofOwnFactor(ctx, 'adminEnrollTotp'));
    return enrolment;
  });
}

/**
 * Puts the enrolled factor in force; other sessions end, which have none.
 * @throws AppError INVALID_CREDENTIALS | RATE_LIMITED
 */
export async function adminConfirmTotp(
  ctx: AdminContext,
  { code }: { code: string },
): Promise<{ recoveryCodes: readonly string[]; endedSessionCount: number }> {
  const { id: adminId, sessionId } = ctx.admin;
  return tryOwnCode(ctx, async (tx) => {
    // First, as sign-ins do: they wait for each other, and never in a circle.
    await lockAdmins(tx, [adminId]);
    const had = await hasFactor({ db: tx }, adminId);
    const recoveryCodes = await confirmEnrolment(ctx, tx, { adminId, code });
    if (!recoveryCodes) throw codeRefused(['code']);
    const now = ctx.clock.now();
    await updateAdmin(tx, { id: adminId, at: now, mustEnroll: false });
    await updateProved(tx, sessionId, now);
    const endedSessionCount = await endAdminSessions(tx, { adminId, except: sessionId, now });
    await writeAuditEntry(ctx, tx, {
      ...ofOwnFactor(ctx, 'adminConfirmTotp'),
      before: { hasSecondFactor: had },
      after: { hasSecondFactor: true },
    });
    return { recoveryCodes, endedSessionCount };
  });
}

/** Replaces the caller's recovery codes. @throws AppError INVALID_CREDENTIALS | RATE_LIMITED */
export async function adminRegenerateRecoveryCodes(
  ctx: AdminContext,
  { code }: { code: string },
): Promise<readonly string[]> {
  return tryOwnCode(ctx, async (tx) => {
    if (!(await takeCode(ctx, tx, { adminId: ctx.admin.id, code }))) throw codeRefused(['code']);
    const codes = await makeRecoveryCodes(ctx, tx, ctx.admin.id);
    await writeAuditEntry(ctx, tx, ofOwnFactor(ctx, 'adminRegenerateRecoveryCodes'));
    return codes;
  });
}

/**
 * Proves the identity of the caller, for acts that need a proof: by a code, or by the password without a second factor.
 * @throws AppError VALIDATION_FAILED | INVALID_CREDENTIALS | RATE_LIMITED
 */
export async function adminProveIdentity(
  ctx: AdminContext,
  { code, password }: { code?: string | null | undefined; password?: string | null | undefined },
): Promise<Date> {
  const { id: adminId, sessionId } = ctx.admin;
  const provedAt = ctx.clock.now();
  async function prove(tx: Tx): Promise<void> {
    await updateProved(tx, sessionId, provedAt);
    await writeAuditEntry(ctx, tx, {
      ...ofOwnFactor(ctx, 'adminProveIdentity'),
      subject: { kind: 'adminsession', id: sessionId },
    });
  }
  if (await hasFactor(ctx, adminId)) {
    if (code == null) throw invalid(['code'], 'Give a code of the second factor.', 'required');
    await tryOwnCode(ctx, async (tx) => {
      if (!(await takeCode(ctx, tx, { adminId, code }))) throw codeRefused(['code']);
      await prove(tx);
    });
    return provedAt;
  }
  if (password == null) throw invalid(['password'], 'Give the password.', 'required');
  await tryOwnPassword(ctx, password, () => ctx.transaction(prove));
  return provedAt;
}

/**
 * Takes the second factor from an admin of a lower rank, who has lost it; their sessions end, and they enrol another one first.
 * @throws ValidationFailed | AppError NOT_FOUND | FORBIDDEN
 */
export async function adminResetTotp(
  ctx: AdminContext,
  input: { adminId: string; reason: string },
): Promise<AdminUser | null> {
  const { adminId } = input;
  const reason = parseReason(input);
  await ctx.transaction(async (tx) => {
    await lockManaged(tx, { callerId: ctx.admin.id, adminId });
    await takeFactor(ctx, tx, { adminId, reason });
  });
  return findAdmin(ctx, adminId);
}

/**
 * As `adminResetTotp`, for a command of the server: nobody has a higher rank than the last owner.
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function resetLostFactor(
  services: Services,
  input: { email: string; reason: string },
): Promise<{ hadFactor: boolean; endedSessionCount: number }> {
  const reason = parseReason(input);
  const { data: email } = emailSchema.safeParse(input.email);
  return services.transaction(async (tx) => {
    const admin = email === undefined ? null : await lockAdminByEmail(tx, email);
    if (!admin) throw notFound('Admin', ['email']);
    return takeFactor({ ...services, admin: null }, tx, { adminId: admin.id, reason });
  });
}

/** Takes the factor of a locked admin; their sessions end. */
async function takeFactor(
  by: Pick<Services, 'ids' | 'clock'> & { readonly admin: AdminContext['admin'] | null },
  tx: Tx,
  { adminId, reason }: { adminId: string; reason: string },
): Promise<{ hadFactor: boolean; endedSessionCount: number }> {
  const now = by.clock.now();
  const hadFactor = await removeFactor(tx, adminId);
  if (hadFactor) await updateAdmin(tx, { id: adminId, at: now, mustEnroll: true });
  const endedSessionCount = await endAdminSessions(tx, { adminId, now });
  await writeAuditEntry(by, tx, {
    action: 'adminResetTotp',
    subject: { kind: 'admin', id: adminId },
    reason,
    before: { hasSecondFactor: hadFactor },
    after: { hasSecondFactor: false },
  });
  return { hadFactor, endedSessionCount };
}

/** Checks the caller's password. Wrong ones are counted in the session. @throws AppError INVALID_CREDENTIALS | RATE_LIMITED */
export async function tryOwnPassword<Result>(
  ctx: AdminContext,
  password: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const { email, passwordHash } = await requireOwn(ctx);
  return tryPassword(ctx, { accountKind: 'admin', email, ownerKey: sessionKeyOf(ctx) }, async () => {
    if (!(await verifyPassword(passwordHash ?? '', password))) {
      throw new AppError('INVALID_CREDENTIALS', 'The password does not match.');
    }
    return act();
  });
}

/** Runs a transaction that takes a code of the caller. Wrong ones are counted in the session, as passwords and as codes. */
async function tryOwnCode<Result>(ctx: AdminContext, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const ownerKey = sessionKeyOf(ctx);
  const { email } = await requireOwn(ctx);
  return tryPassword(ctx, { accountKind: 'admin', email, ownerKey }, () =>
    tryCode(ctx, ownerKey, () => ctx.transaction(work)),
  );
}

const sessionKeyOf = ({ admin }: AdminContext): string => `session:${admin.sessionId}`;

async function requireOwn(ctx: AdminContext): Promise<AdminRow> {
  const own = await findAdminRow(ctx.db, ctx.admin.id);
  if (!own) throw unauthenticated('REVOKED');
  return own;
}

const ofOwnFactor = ({ admin }: Pick<AdminContext, 'admin'>, action: Audited['action']): Audited => ({
  action,
  subject: { kind: 'admin', id: admin.id },
  reason: null,
  before: null,
  after: null,
});
