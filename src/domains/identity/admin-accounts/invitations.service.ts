import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import { emailSchema } from '#platform/kernel/email.ts';
import { AppError, unauthenticated } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext, RequestContext } from '#platform/request/context.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';
import {
  insertInvitedAdmin,
  lockAdminByEmail,
  lockAdmins,
  updateAdmin,
} from '../admins/admin-rows.service.ts';
import { adminPasswordSchema, parseReason } from '../admins/admins.policy.ts';
import { findAdmin, findAdminUser } from '../admins/admins.service.ts';
import type { AdminRole, AdminUser } from '../admins/admins.types.ts';
import { type AdminSignedIn, openSession } from '../admins/opened-sessions.service.ts';
import { requireProof } from '../admins/proofs.service.ts';
import { invitationMail } from './invitations.mails.ts';
import { deleteInvitationOf, findInvited, upsertInvitation } from './invitations.queries.ts';
import { assertMayGive } from './ranks.service.ts';

const invitedInput = perLimits((limits) =>
  z.object({ email: emailSchema, displayName: lineSchema({ min: 1, max: limits.displayNameLength }) }),
);

type Invited = { readonly email: string; readonly displayName: string; readonly role: AdminRole };

const TOKEN_BYTES = 32;

/**
 * Invites somebody to be an admin, by mail. Repeated before it is accepted, it changes name and role, and the link before ends.
 * @throws ValidationFailed | AppError PROOF_REQUIRED | FORBIDDEN | CONFLICT
 */
export async function adminCreateAdmin(
  ctx: AdminContext,
  input: Invited & { readonly reason: string },
): Promise<AdminUser | null> {
  const invited = { ...parseInput(invitedInput(ctx.limits), input), role: input.role };
  const reason = parseReason(input);
  await requireProof(ctx);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { adminInvitationHours: validHours } = ctx.limits;
  const adminId = await ctx.transaction(async (tx) => {
    const createdAt = ctx.clock.now();
    const caller = (await lockAdmins(tx, [ctx.admin.id])).get(ctx.admin.id);
    if (!caller || caller.disabledAt) throw unauthenticated('REVOKED');
    assertMayGive(caller, invited.role);
    const { id, before } = await invitedAdmin(ctx, tx, { ...invited, caller });
    const expiresAt = new Date(createdAt.getTime() + validHours * HOUR_MS);
    await upsertInvitation(tx, {
      adminId: id,
      tokenHash: hashOf(token),
      invitedBy: ctx.admin.id,
      createdAt,
      expiresAt,
    });
    const mail = { to: invited.email, displayName: invited.displayName, token, validHours };
    const idempotencyKey = `admin-invitation:${ctx.ids.next()}`;
    sendMail(ctx, tx, invitationMail({ ...mail, adminAppUrl: ctx.adminAppUrl, idempotencyKey }));
    await writeAuditEntry(ctx, tx, {
      action: 'adminCreateAdmin',
      subject: { kind: 'admin', id },
      reason,
      before,
      after: { displayName: invited.displayName, role: invited.role },
    });
    return id;
  });
  return findAdmin(ctx, adminId);
}

/** Makes the admin, or renews one who has not accepted yet. @throws AppError CONFLICT | FORBIDDEN */
async function invitedAdmin(
  ctx: Pick<AdminContext, 'clock' | 'ids'>,
  tx: Tx,
  { caller, email, displayName, role }: Invited & { readonly caller: { readonly role: AdminRole } },
): Promise<{ id: string; before: { displayName: string; role: AdminRole } | null }> {
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  if (await insertInvitedAdmin(tx, { id, email, displayName, role, createdAt: now })) {
    return { id, before: null };
  }
  const known = await lockAdminByEmail(tx, email);
  if (!known || known.passwordHash !== null || known.disabledAt) {
    throw new AppError('CONFLICT', 'An admin with this e-mail address already exists.', { path: ['email'] });
  }
  assertMayGive(caller, known.role);
  const before = { displayName: known.displayName, role: known.role };
  await updateAdmin(tx, { id: known.id, at: now, displayName, role });
  return { id: known.id, before };
}

const acceptInput = z.object({ token: z.string().max(200), password: adminPasswordSchema });

/**
 * Accepts an invitation, once, with a password, and signs in.
 * @throws ValidationFailed | AppError INVALID_CREDENTIALS for an unknown, taken or expired token
 */
export async function adminAcceptInvitation(
  ctx: RequestContext,
  input: { token: string; password: string },
): Promise<AdminSignedIn> {
  const { token, password } = parseInput(acceptInput, input);
  const tokenHash = hashOf(token);
  const adminId = await findInvited(ctx.db, tokenHash, ctx.clock.now());
  const admin = adminId === null ? null : await findAdminUser(ctx, adminId);
  // Before the password is hashed, which occupies a processor.
  if (!admin) throw invitationRefused();
  const passwordHash = await hashPassword(password);
  return openSession(ctx, {
    admin,
    action: 'adminAcceptInvitation',
    async prepare(tx) {
      const now = ctx.clock.now();
      if ((await deleteInvitationOf(tx, tokenHash, now)) !== admin.id) throw invitationRefused();
      await updateAdmin(tx, { id: admin.id, at: now, passwordHash });
    },
  });
}

const invitationRefused = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The invitation does not count, or no more: ask for another one.', {
    path: ['token'],
  });

/** A plain digest suffices: the token is random, so it cannot be guessed. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
