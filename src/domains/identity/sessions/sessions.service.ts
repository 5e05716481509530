import { z } from 'zod';
import type { Caller, RequestContext, Services, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  idKey,
  type KeysetList,
  type IdKey,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
} from '#platform/db/keyset.ts';
import { notFound } from '#platform/errors.ts';
import { parseInput } from '#platform/parse-input.ts';
import { lineOf } from '#platform/text.ts';
import type { IssuedTokens } from '#ports/identity.ts';
import {
  ensureUser,
  findUserByIdentity,
  parseNewProfile,
  updateEmailVerified,
} from '../users/users.service.ts';
import type { User } from '../users/users.types.ts';
import { type Credentials, parseCredentials } from './credentials.ts';
import {
  credentialsRefused,
  refreshTokens,
  sessionEnded,
  accountSuspended,
  signIn,
  signUpOrIn,
  tokensOfProvider,
} from './provider.service.ts';
import { newDeviceSignedIn, sessionRevoked } from './sessions.events.ts';
import {
  isNewDevice,
  listSessions,
  listSessionsByIds,
  updateIdleSessionsRevoked,
  updateSessionsRevoked,
  upsertSession,
} from './sessions.queries.ts';
import type { Device, EndedSession, Session } from './sessions.types.ts';

// A person's settings say who may know it.
export { listLastSeen } from './sessions.queries.ts';
// What signs people in also proves who they are.
export { type Credentials, parseCredentials, type ParsedCredentials } from './credentials.ts';

export type SignedIn = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date;
  readonly user: User;
  readonly session: Session;
};

type Tokens = Omit<IssuedTokens, 'refreshToken'> & { readonly refreshToken: string | null };

type DeviceInput = {
  readonly deviceName?: string | null | undefined;
  readonly platform: Device['platform'];
  readonly appVersion?: string | null | undefined;
};

/** Makes the profile of an identity and signs it in. An identity that has a profile is only signed in. */
export async function register(
  ctx: RequestContext,
  input: Credentials & { username: string; displayName: string; device?: DeviceInput | null | undefined },
): Promise<SignedIn> {
  const profile = parseNewProfile(ctx, input);
  const device = parseDevice(input.device);
  const given = parseCredentials(input);
  if (given.kind === 'password') await spendAccountBudget(ctx, given.email);
  const tokens =
    given.kind === 'token'
      ? await tokensOfProvider(ctx, given.token)
      : await signUpOrIn(ctx, given, profile.username);
  const user = await ensureUser(ctx, tokens.identity, profile);
  if (user.state === 'DELETED') throw credentialsRefused();
  return openSession(ctx, tokens, user, device);
}

export async function login(
  ctx: RequestContext,
  input: Credentials & { device?: DeviceInput | null | undefined },
): Promise<SignedIn> {
  const device = parseDevice(input.device);
  const given = parseCredentials(input);
  if (given.kind === 'password') await spendAccountBudget(ctx, given.email);
  const tokens = given.kind === 'token' ? await tokensOfProvider(ctx, given.token) : await signIn(ctx, given);
  const user = await findUserByIdentity(ctx.db, tokens.identity);
  // The identity may exist without a profile; to a stranger that is the same as a wrong password.
  if (!user || user.state === 'DELETED') throw credentialsRefused();
  return openSession(ctx, tokens, user, device);
}

/** Exchanges a refresh token. @throws AppError UNAUTHENTICATED when the session has ended */
export async function refreshSession(
  ctx: RequestContext,
  input: { refreshToken: string },
): Promise<SignedIn> {
  const tokens = await refreshTokens(ctx, input.refreshToken);
  const user = await findUserByIdentity(ctx.db, tokens.identity);
  if (!user || user.state === 'DELETED') throw sessionEnded();
  return openSession(ctx, tokens, user, UNKNOWN_DEVICE);
}

const UNKNOWN_DEVICE: Device = { deviceName: null, platform: 'OTHER', appVersion: null };

/** A sign-in that takes the place of the caller's, who gave their password again: on the same device, with new tokens. */
export async function continueSession(ctx: UserContext, tokens: IssuedTokens): Promise<SignedIn> {
  const [device] = await listSessionsByIds(ctx.db, ctx.user.id, [ctx.user.sessionId]);
  const user = await findUserByIdentity(ctx.db, tokens.identity);
  if (!user) throw sessionEnded();
  return openSession(ctx, tokens, user, device ?? UNKNOWN_DEVICE);
}

/** Ends the caller's session, or all of theirs: the tokens are refused from now on, and the sockets close. */
export async function logout(
  ctx: UserContext,
  input: { everywhere?: boolean | null | undefined },
): Promise<string[]> {
  return endOwnSessions(ctx, input.everywhere ? {} : { only: ctx.user.sessionId });
}

/** @throws AppError NOT_FOUND when the caller has no such live session */
export async function revokeSession(ctx: UserContext, input: { sessionId: string }): Promise<string> {
  const [ended] = await endOwnSessions(ctx, { only: input.sessionId });
  if (ended === undefined) throw notFound('Session', ['sessionId']);
  return ended;
}

/** Ends all sessions of the caller but that of this request. */
export async function revokeOtherSessions(ctx: UserContext): Promise<string[]> {
  return endOwnSessions(ctx, { except: ctx.user.sessionId });
}

const sessionsList: KeysetList<IdKey> = { name: 'sessions', key: idKey };

/** The caller's live sessions, newest first. */
export async function mySessions(ctx: UserContext, args: PageArgs): Promise<Page<Session>> {
  const page = parsePage(sessionsList, args, ctx.limits);
  const rows = await listSessions(ctx.db, ctx.user.id, page);
  return pageOf(sessionsList, page, rows, (session) => [session.id]);
}

export async function findOwnSession(ctx: RequestContext, id: string): Promise<Session | null> {
  if (!ctx.user) return null;
  const [session] = await listSessionsByIds(ctx.db, ctx.user.id, [id]);
  return session ?? null;
}

async function endOwnSessions(
  ctx: UserContext,
  which: { only?: string; except?: string },
): Promise<string[]> {
  const ended = await ctx.transaction((tx) =>
    endSessions(tx, { userId: ctx.user.id, ...which, now: ctx.clock.now() }),
  );
  forgetSessions(ctx, ended);
  return ended.map((session) => session.id);
}

/**
 * Ends live sessions of a user in the caller's transaction: all, one alone, or all but one. Their tokens are refused and
 * their sockets closed within 5 seconds everywhere; call `forgetSessions` after the commit, so that it is at once here.
 */
export async function endSessions(
  tx: Tx,
  sessions: { userId: string; only?: string; except?: string; now: Date },
): Promise<readonly EndedSession[]> {
  const { now, ...which } = sessions;
  return announceEnd(tx, await updateSessionsRevoked(tx, { ...which, revokedAt: now }));
}

/** Ends sessions of anybody that were not used since `seenBefore`, at most `limit`. @returns how many */
export async function endIdleSessions(
  tx: Tx,
  sessions: { seenBefore: Date; now: Date; limit: number },
): Promise<number> {
  const { now, ...idle } = sessions;
  return announceEnd(tx, await updateIdleSessionsRevoked(tx, { ...idle, revokedAt: now })).length;
}

function announceEnd(tx: Tx, ended: readonly EndedSession[]): readonly EndedSession[] {
  for (const { id: sessionId, sessionKey, subject } of ended) {
    tx.emit(sessionRevoked, { sessionId, sessionKey, subject });
  }
  return ended;
}

/** Makes this process refuse the tokens of ended sessions at once. */
export function forgetSessions(
  services: Pick<Services, 'sessionMemory'>,
  ended: readonly EndedSession[],
): void {
  for (const { sessionKey } of ended) services.sessionMemory.end(sessionKey);
}

/**
 * Records a sign-in, or a further use of it, and tells the owner of a device that is new to the account.
 * @returns null when that session has ended
 */
export function recordSession(
  services: Services,
  opened: Device & { userId: string; sessionKey: string; caller: Caller },
): Promise<Session | null> {
  const { caller, ...session } = opened;
  return services.transaction(async (tx) => {
    const now = services.clock.now();
    const id = services.ids.next();
    const recorded = await upsertSession(tx, { ...session, ...caller, id, createdAt: now, lastSeenAt: now });
    if (recorded?.isNew && (await isNewDevice(tx, recorded.session))) {
      tx.emit(newDeviceSignedIn, { userId: session.userId, sessionId: id });
    }
    return recorded?.session ?? null;
  });
}

async function openSession(
  ctx: RequestContext,
  tokens: Tokens,
  user: User,
  device: Device,
): Promise<SignedIn> {
  const { restriction: suspension } = await ctx.accountStanding(user.id, 'SUSPENSION');
  if (suspension) throw accountSuspended(suspension);
  const { identity } = tokens;
  const { email } = identity;
  if (email !== null && identity.isEmailVerified) {
    await ctx.transaction((tx) => updateEmailVerified(tx, { ...identity, email }));
  }
  const { sessionKey } = identity;
  const { deviceName, platform, appVersion } = device;
  const opened = { deviceName, platform, appVersion, userId: user.id, sessionKey, caller: ctx.caller };
  const session = await recordSession(ctx, opened);
  if (!session) throw sessionEnded();
  const { accessToken, refreshToken, expiresAt } = tokens;
  // From here on the operation is the user's own: what only they may see is in the answer to their sign-in.
  Object.assign(ctx, {
    user: { id: user.id, sessionId: session.id, tokenExpiresAt: expiresAt },
    tokenProblem: null,
  });
  return { accessToken, refreshToken, expiresAt, user, session };
}

const deviceSchema = z
  .object({
    deviceName: lineOf({ min: 1, max: 100 }).nullish(),
    platform: z.enum(['WEB', 'IOS', 'ANDROID', 'OTHER']),
    appVersion: lineOf({ min: 1, max: 50 }).nullish(),
  })
  .nullish();

function parseDevice(input: DeviceInput | null | undefined): Device {
  const { device } = parseInput(z.object({ device: deviceSchema }), { device: input });
  return {
    deviceName: device?.deviceName ?? null,
    platform: device?.platform ?? 'OTHER',
    appVersion: device?.appVersion ?? null,
  };
}

const ACCOUNT_ALLOWANCE = { points: 10, windowSeconds: 300 };

/** The field's own budget counts by address; this one by account, so that many addresses cannot try one password list. */
async function spendAccountBudget(ctx: RequestContext, email: string): Promise<void> {
  await ctx.budgets.spend('sign-in:account', ACCOUNT_ALLOWANCE, email);
}
