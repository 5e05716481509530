import { z } from 'zod';
import type { AdminContext, CurrentAdmin, RequestContext, Services } from '#platform/context.ts';
import { emailText } from '#platform/email.ts';
import { AppError, type TokenProblem, unauthenticated } from '#platform/errors.ts';
import { parseInput } from '#platform/parse-input.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import { lineOf } from '#platform/text.ts';
import {
  ADMIN_SESSION_LIFE_MS,
  hashRefreshToken,
  newRefreshToken,
  signAdminToken,
  verifyAdminToken,
} from './admin-tokens.ts';
import { permissionsOf } from './admins.policy.ts';
import {
  findAdminByEmail,
  findAdminById,
  findAdminOfSession,
  insertAdmin,
  insertAdminSession,
  updateRefreshToken,
} from './admins.queries.ts';
import type { AdminRole, AdminUser } from './admins.types.ts';

export type AdminSignedIn = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
  readonly admin: AdminUser;
};

const ACCOUNT_ALLOWANCE = { points: 5, windowSeconds: 900 };

/** Signs an admin in. Known and unknown addresses take the same time and get the same refusal. */
export async function adminLogin(
  ctx: RequestContext,
  input: { email: string; password: string },
): Promise<AdminSignedIn> {
  const { data: email } = emailText.safeParse(input.email);
  // No admin has such an address, so the quick answer tells nothing, and the text stays out of the database.
  if (email === undefined) throw credentialsRefused();
  await ctx.budgets.spend('adminLogin:account', ACCOUNT_ALLOWANCE, email);
  const found = await findAdminByEmail(ctx.db, email);
  const isRight = await verifyPassword(found?.passwordHash ?? '', input.password);
  if (!found || !isRight) throw credentialsRefused();
  const now = ctx.clock.now();
  const sessionId = ctx.ids.next();
  const refreshToken = newRefreshToken();
  await ctx.transaction((tx) =>
    insertAdminSession(tx, {
      id: sessionId,
      adminId: found.id,
      refreshTokenHash: hashRefreshToken(refreshToken),
      ip: ctx.caller.ip,
      userAgent: ctx.caller.userAgent,
      createdAt: now,
      expiresAt: new Date(now.getTime() + ADMIN_SESSION_LIFE_MS),
    }),
  );
  const { passwordHash: _passwordHash, ...admin } = found;
  return { ...(await signAdminToken(ctx, { adminId: admin.id, sessionId })), refreshToken, admin };
}

const credentialsRefused = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password does not match.');

/** Exchanges a refresh token, which works once. @throws AppError UNAUTHENTICATED */
export async function adminRefreshSession(
  ctx: RequestContext,
  input: { refreshToken: string },
): Promise<AdminSignedIn> {
  const refreshToken = newRefreshToken();
  const session = await ctx.transaction((tx) =>
    updateRefreshToken(tx, {
      oldHash: hashRefreshToken(input.refreshToken),
      newHash: hashRefreshToken(refreshToken),
      now: ctx.clock.now(),
    }),
  );
  const admin = session && (await findAdminById(ctx.db, session.adminId));
  if (!admin) throw unauthenticated('REVOKED');
  return {
    ...(await signAdminToken(ctx, { adminId: admin.id, sessionId: session.id })),
    refreshToken,
    admin,
  };
}

/** @throws AppError UNAUTHENTICATED in the moment in which the admin is disabled */
export async function adminMe(ctx: AdminContext): Promise<AdminUser> {
  const admin = await findAdminById(ctx.db, ctx.admin.id);
  if (!admin) throw unauthenticated('REVOKED');
  return admin;
}

export function findAdmin(ctx: AdminContext, id: string): Promise<AdminUser | null> {
  return findAdminById(ctx.db, id);
}

/** Who a bearer token says an admin is, or why it is nobody. */
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

const PASSWORD_LENGTH_MIN = 12;

/** Makes an admin; for the command line and the first start. @throws AppError CONFLICT | ValidationFailed */
export async function createAdmin(
  services: Services,
  input: { email: string; displayName: string; password: string; role: AdminRole },
): Promise<AdminUser> {
  const parsed = parseInput(
    z.object({
      email: emailText,
      displayName: lineOf({ min: 1, max: services.limits.displayNameLength }),
      password: z.string().min(PASSWORD_LENGTH_MIN, `Must have at least ${PASSWORD_LENGTH_MIN} characters.`),
    }),
    input,
  );
  const admin = {
    id: services.ids.next(),
    email: parsed.email,
    displayName: parsed.displayName,
    role: input.role,
    createdAt: services.clock.now(),
  };
  const passwordHash = await hashPassword(parsed.password);
  if (!(await services.transaction((tx) => insertAdmin(tx, { ...admin, passwordHash })))) {
    throw new AppError('CONFLICT', 'There is an admin with this e-mail address.', { path: ['email'] });
  }
  return admin;
}
