import { z } from 'zod';
import type { AdminContext, CurrentAdmin, RequestContext } from '#platform/request/context.ts';
import { type Audited, writeAuditEntry } from '#platform/request/audit.ts';
import type { Services } from '#platform/outbox/services.ts';
import { emailSchema } from '#platform/kernel/email.ts';
import { AppError, type TokenProblem, unauthenticated } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { hashPassword, verifyPassword } from '#platform/secrets/passwords.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import { knownDeviceOf, ownerKeyOf, rememberDevice } from '../sign-ins/known-devices.service.ts';
import { tryPassword } from '../sign-ins/sign-ins.service.ts';
import {
  firstRefresh,
  nextRefresh,
  openRefreshToken,
  refreshTokenOf,
} from '../sign-ins/refresh-tokens.service.ts';
import { ADMIN_SESSION_LIFE_MS, signAdminToken, verifyAdminToken } from './admin-tokens.ts';
import { permissionsOf } from './admins.policy.ts';
import {
  countAdmins,
  findAdminByEmail,
  findAdminById,
  findAdminOfSession,
  insertAdmin,
  insertAdminSession,
  lockAdminSession,
  updateAdminRefreshed,
  updateAdminSessionRevoked,
} from './admins.queries.ts';
import type { AdminRole, AdminUser } from './admins.types.ts';

export type AdminSignedIn = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
  readonly admin: AdminUser;
};

/** Exchanges of refresh tokens of one session. */
export const ADMIN_REFRESH_ALLOWANCE = { points: 10, windowSeconds: 60 };

/** Signs an admin in. Known and unknown addresses take the same time and get the same refusal. */
export async function adminLogin(
  ctx: RequestContext,
  input: { email: string; password: string; deviceToken?: string | null | undefined },
): Promise<AdminSignedIn & { readonly deviceToken: string }> {
  const { data: email } = emailSchema.safeParse(input.email);
  // No admin has such an address, so the faster refusal reveals nothing, and the text stays out of the database.
  if (email === undefined) throw credentialsRefused();
  const device = await knownDeviceOf(ctx, { accountKind: 'admin', email, token: input.deviceToken });
  const tried = { accountKind: 'admin', email, ownerKey: ownerKeyOf(device) } as const;
  const found = await tryPassword(ctx, tried, async () => {
    const admin = await findAdminByEmail(ctx.db, email);
    const isRight = await verifyPassword(admin?.passwordHash ?? '', input.password);
    if (!admin || !isRight) throw credentialsRefused();
    return admin;
  });
  const now = ctx.clock.now();
  const sessionId = ctx.ids.next();
  const first = firstRefresh(now);
  await ctx.transaction(async (tx) => {
    await insertAdminSession(tx, {
      id: sessionId,
      adminId: found.id,
      refresh: first.state,
      ip: ctx.caller.ip,
      userAgent: ctx.caller.userAgent,
      createdAt: now,
      expiresAt: new Date(now.getTime() + ADMIN_SESSION_LIFE_MS),
    });
    const by = { ids: ctx.ids, clock: ctx.clock, admin: { id: found.id, sessionId } };
    await writeAuditEntry(by, tx, sessionChange('adminLogin', sessionId));
  });
  const { passwordHash: _passwordHash, ...admin } = found;
  const owner = { accountKind: 'admin', accountId: admin.id } as const;
  const deviceToken = await rememberDevice(ctx, { owner, device });
  return { ...(await pairOf(ctx, { admin, sessionId, secret: first.secret })), deviceToken };
}

const credentialsRefused = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password does not match.');

/**
 * Exchanges a refresh token for a new pair. As for users, a token that was replaced before the grace ends the session.
 * @throws AppError UNAUTHENTICATED
 */
export async function adminRefreshSession(
  ctx: RequestContext,
  input: { refreshToken: string },
): Promise<AdminSignedIn> {
  const given = openRefreshToken(ctx.sealer, { kind: 'admin', token: input.refreshToken });
  if (!given) throw unauthenticated('REVOKED');
  const { sessionId } = given;
  await ctx.budgets.spend({
    name: 'adminRefreshSession',
    allowance: ADMIN_REFRESH_ALLOWANCE,
    key: sessionId,
  });
  const replaced = await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const held = await lockAdminSession(tx, { id: sessionId, now });
    const next = held && nextRefresh(held.refresh, given.secret, now);
    if (next) await updateAdminRefreshed(tx, sessionId, next.state);
    else if (held) await updateAdminSessionRevoked(tx, sessionId, now);
    return held && { admin: held.admin, secret: next?.secret };
  });
  if (replaced?.secret !== undefined)
    return pairOf(ctx, { admin: replaced.admin, sessionId, secret: replaced.secret });
  if (replaced)
    ctx.log.warn({ sessionId }, "a replaced refresh token was used again: its admin's session is ended");
  throw unauthenticated('REVOKED');
}

async function pairOf(
  ctx: RequestContext,
  { admin, sessionId, secret }: { admin: AdminUser; sessionId: string; secret: string },
): Promise<AdminSignedIn> {
  const holder = { kind: 'admin', secret, sessionId, providerToken: '' } as const;
  const tokens = await signAdminToken(ctx, { adminId: admin.id, sessionId });
  return { ...tokens, refreshToken: refreshTokenOf(ctx.sealer, holder), admin };
}

/** Ends the session of the request. @returns its id */
export async function adminLogout(ctx: AdminContext): Promise<string> {
  const { sessionId } = ctx.admin;
  await ctx.transaction(async (tx) => {
    await updateAdminSessionRevoked(tx, sessionId, ctx.clock.now());
    await writeAuditEntry(ctx, tx, sessionChange('adminLogout', sessionId));
  });
  return sessionId;
}

const sessionChange = (action: 'adminLogin' | 'adminLogout', id: string): Audited => ({
  action,
  subject: { kind: 'adminsession', id },
  reason: null,
  before: null,
  after: null,
});

/** @throws AppError UNAUTHENTICATED when the admin has just been disabled */
export async function adminMe(ctx: AdminContext): Promise<AdminUser> {
  const admin = await findAdminById(ctx.db, ctx.admin.id);
  if (!admin) throw unauthenticated('REVOKED');
  return admin;
}

export function findAdmin(ctx: AdminContext, id: string): Promise<AdminUser | null> {
  return findAdminById(ctx.db, id);
}

/** Authenticates a bearer token: the admin, or the token problem. */
export async function authenticateAdmin(
  services: Services,
  accessToken: string,
): Promise<{ admin: CurrentAdmin; problem: null } | { admin: null; problem: TokenProblem }> {
  const verified = await verifyAdminToken(services, accessToken);
  if (typeof verified === 'string') return { admin: null, problem: verified };
  const admin = await findAdminOfSession(services.db, verified.sessionId, services.clock.now());
  if (admin?.id !== verified.adminId) return { admin: null, problem: 'REVOKED' };
  return {
    admin: { id: admin.id, sessionId: verified.sessionId, permissions: permissionsOf(admin.role) },
    problem: null,
  };
}

/** Whether an installation has somebody who can sign in to the admin panel. */
export const hasAdmin = async ({ db }: Pick<Services, 'db'>): Promise<boolean> => (await countAdmins(db)) > 0;

const PASSWORD_LENGTH_MIN = 12;

const adminInput = perLimits((limits) =>
  z.object({
    email: emailSchema,
    displayName: lineSchema({ min: 1, max: limits.displayNameLength }),
    password: z.string().min(PASSWORD_LENGTH_MIN, `Must have at least ${PASSWORD_LENGTH_MIN} characters.`),
  }),
);

/** Creates an admin; for the command line and the first start. @throws AppError CONFLICT | ValidationFailed */
export async function createAdmin(
  services: Services,
  input: { email: string; displayName: string; password: string; role: AdminRole },
): Promise<AdminUser> {
  const parsed = parseInput(adminInput(services.limits), input);
  const admin = {
    id: services.ids.next(),
    email: parsed.email,
    displayName: parsed.displayName,
    role: input.role,
    createdAt: services.clock.now(),
  };
  const passwordHash = await hashPassword(parsed.password);
  if (!(await services.transaction((tx) => insertAdmin(tx, { ...admin, passwordHash })))) {
    throw new AppError('CONFLICT', 'An admin with this e-mail address already exists.', { path: ['email'] });
  }
  return admin;
}
