import { z } from 'zod';
import type { AdminContext, CurrentAdmin, RequestContext } from '#platform/request/context.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { emailSchema } from '#platform/kernel/email.ts';
import { AppError, type TokenProblem, unauthenticated } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { Permission } from '#platform/kernel/permissions.ts';
import { hashPassword, verifyPassword } from '#platform/secrets/passwords.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import { hasFactor, takeCode, takeRecoveryCode, tryCode } from '../admin-factors/admin-factors.service.ts';
import { knownDeviceOf, ownerKeyOf, rememberDevice } from '../sign-ins/known-devices.service.ts';
import { tryPassword } from '../sign-ins/sign-ins.service.ts';
import { nextRefresh, openRefreshToken } from '../sign-ins/refresh-tokens.service.ts';
import { verifyAdminToken } from './admin-tokens.ts';
import { adminPasswordSchema, codeRefused, credentialsRefused, permissionsOf } from './admins.policy.ts';
import {
  countAdmins,
  findAdminByEmail,
  findAdminById,
  findAdminOfSession,
  insertAdmin,
  lockAdminSession,
  updateAdminRefreshed,
  updateAdminSessionRevoked,
} from './admins.queries.ts';
import type { AdminRole, AdminUser } from './admins.types.ts';
import { type AdminSignedIn, openSession, pairOf, sessionChange } from './opened-sessions.service.ts';

/** Exchanges of refresh tokens of one session. */
export const ADMIN_REFRESH_ALLOWANCE = { points: 10, windowSeconds: 60 };

export type AdminLoginInput = {
  readonly email: string;
  readonly password: string;
  readonly code?: string | null | undefined;
  readonly recoveryCode?: string | null | undefined;
  readonly deviceToken?: string | null | undefined;
};

/** With a second factor and neither a code nor a recovery code, the password alone opens nothing. */
export type AdminLogin =
  | (AdminSignedIn & { readonly needsCode: false; readonly deviceToken: string })
  | ({ readonly [Name in keyof AdminSignedIn | 'deviceToken']: null } & { readonly needsCode: true });

/** Signs an admin in. Known and unknown addresses take the same time and get the same refusal. */
export async function adminLogin(ctx: RequestContext, input: AdminLoginInput): Promise<AdminLogin> {
  const { data: email } = emailSchema.safeParse(input.email);
  // No admin has such an address, so the faster refusal reveals nothing, and the text stays out of the database.
  if (email === undefined) throw credentialsRefused();
  const device = await knownDeviceOf(ctx, { accountKind: 'admin', email, token: input.deviceToken });
  const tried = { accountKind: 'admin', email, ownerKey: ownerKeyOf(device) } as const;
  const check = async () => {
    const found = await findAdminByEmail(ctx.db, email);
    const isRight = await verifyPassword(found?.passwordHash ?? '', input.password);
    if (!found || !isRight) throw credentialsRefused();
    const { passwordHash: _passwordHash, ...admin } = found;
    // Sign-ins lock the admin: in turns, those of one account, from however many networks, do not hold all connections meanwhile.
    return ctx.passwordSemaphore(`admin:${admin.id}`, ctx.signal, () =>
      signInByFactor(ctx, admin, { ...input, ownerKey: tried.ownerKey }),
    );
  };
  // An answer that asks for the code tells that the password is right.
  const signedIn = await tryPassword(ctx, tried, check, (outcome) => outcome === null);
  if (signedIn === null) return NEEDS_CODE;
  const owner = { accountKind: 'admin', accountId: signedIn.admin.id } as const;
  const deviceToken = await rememberDevice(ctx, { owner, device });
  return { ...signedIn, needsCode: false, deviceToken };
}

const NEEDS_CODE = {
  needsCode: true,
  accessToken: null,
  refreshToken: null,
  expiresAt: null,
  admin: null,
  deviceToken: null,
} as const;

type FactorGiven = Pick<AdminLoginInput, 'code' | 'recoveryCode'> & { readonly ownerKey: string | null };

/** Opens a session after the password. @returns null where a code is needed and none is given */
async function signInByFactor(
  ctx: RequestContext,
  admin: AdminUser,
  { code, recoveryCode, ownerKey }: FactorGiven,
): Promise<AdminSignedIn | null> {
  if (!(await hasFactor(ctx, admin.id))) {
    return openSession(ctx, {
      admin,
      action: 'adminLogin',
      async prepare(tx) {
        // Another session may have put one in force in the meantime.
        if (await hasFactor({ db: tx }, admin.id)) throw credentialsRefused();
      },
    });
  }
  if (code != null) {
    return tryCode(ctx, ownerKey ?? admin.id, () =>
      openSession(ctx, {
        admin,
        action: 'adminLogin',
        async prepare(tx) {
          if (!(await takeCode(ctx, tx, { adminId: admin.id, code }))) throw codeRefused(['code']);
        },
      }),
    );
  }
  if (recoveryCode == null) return null;
  return openSession(ctx, {
    admin,
    action: 'adminLogin',
    async prepare(tx) {
      const isTaken = await takeRecoveryCode(ctx, tx, { adminId: admin.id, recoveryCode });
      if (!isTaken) throw codeRefused(['recoveryCode']);
    },
  });
}

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
    const held = await lockAdminSession(tx, sessionId);
    if (held && held.expiresAt <= now) throw sessionExpired();
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

/** Of a refresh token: the access token's own EXPIRED asks for a refresh. */
const sessionExpired = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The session has expired: sign in again.', {
    details: { reason: 'EXPIRED' },
  });

/** Ends the session of the request. @returns its id */
export async function adminLogout(ctx: AdminContext): Promise<string> {
  const { sessionId } = ctx.admin;
  await ctx.transaction(async (tx) => {
    await updateAdminSessionRevoked(tx, sessionId, ctx.clock.now());
    await writeAuditEntry(ctx, tx, sessionChange('adminLogout', sessionId));
  });
  return sessionId;
}

/** @throws AppError UNAUTHENTICATED */
export async function adminMe(ctx: AdminContext): Promise<AdminUser> {
  const admin = await findAdminById(ctx.db, ctx.admin.id);
  if (!admin) throw unauthenticated('REVOKED');
  return admin;
}

export function findAdmin(ctx: AdminContext, id: string): Promise<AdminUser | null> {
  return findAdminUser(ctx, id);
}

/** An admin in every state, for callers who have proved otherwise that they may know. */
export function findAdminUser({ db }: Pick<Services, 'db'>, id: string): Promise<AdminUser | null> {
  return findAdminById(db, id);
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
  const { id, role } = admin;
  const mustEnroll = !admin.hasFactor && (admin.mustEnroll || services.adminTotp === 'required');
  const permissions = mustEnroll ? NO_PERMISSIONS : permissionsOf(role);
  return { admin: { id, sessionId: verified.sessionId, permissions, mustEnroll }, problem: null };
}

const NO_PERMISSIONS: ReadonlySet<Permission> = new Set();

/** Whether an installation has somebody who can sign in to the admin panel. */
export const hasAdmin = async ({ db }: Pick<Services, 'db'>): Promise<boolean> => (await countAdmins(db)) > 0;

const adminInput = perLimits((limits) =>
  z.object({
    email: emailSchema,
    displayName: lineSchema({ min: 1, max: limits.displayNameLength }),
    password: adminPasswordSchema,
  }),
);

type NewAdmin = { email: string; displayName: string; password: string; role: AdminRole };

/** Creates an admin; for the first start, whose own admins need no entry. @throws AppError CONFLICT | ValidationFailed */
export const createAdmin = (services: Services, input: NewAdmin): Promise<AdminUser> =>
  insertNewAdmin(services, input, async () => undefined);

/** The same for a command of the server, which nobody would know of without its entry. @throws AppError CONFLICT | ValidationFailed */
export const createAdminByCommand = (
  services: Services,
  { reason, ...input }: NewAdmin & { readonly reason: string },
): Promise<AdminUser> =>
  insertNewAdmin(services, input, (tx, { id, displayName, role }) =>
    writeAuditEntry({ ...services, admin: null }, tx, {
      action: 'adminCreateAdmin',
      subject: { kind: 'admin', id },
      reason,
      before: null,
      after: { displayName, role },
    }),
  );

async function insertNewAdmin(
  services: Services,
  input: NewAdmin,
  note: (tx: Tx, admin: AdminUser) => Promise<void>,
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
  const isNew = await services.transaction(async (tx) => {
    if (!(await insertAdmin(tx, { ...admin, passwordHash }))) return false;
    await note(tx, admin);
    return true;
  });
  if (!isNew) {
    throw new AppError('CONFLICT', 'An admin with this e-mail address already exists.', { path: ['email'] });
  }
  return admin;
}
