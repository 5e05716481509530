import { z } from 'zod';
import type { Caller, RequestContext, UserContext } from '#platform/request/context.ts';
import { definedModules } from '#platform/request/module.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import type { IssuedTokens, PasswordCredentials, VerifiedIdentity } from '#ports/identity.ts';
import { knownDeviceOf, ownerKeyOf, rememberDevice } from '../sign-ins/known-devices.service.ts';
import { firstRefresh, type RefreshState, refreshTokenOf } from '../sign-ins/refresh-tokens.service.ts';
import { tryPassword } from '../sign-ins/sign-ins.service.ts';
import { confirmEmail, findUserByIdentity } from '../users/users.service.ts';
import type { User } from '../users/users.types.ts';
import { type Credentials, parseCredentials } from './sign-in-credentials.policy.ts';
import {
  credentialsRefused,
  sessionEnded,
  accountSuspended,
  callProvider,
  verifyProviderToken,
} from './provider.service.ts';
import { insertActiveDay } from './active-days.queries.ts';
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

export type SignedIn = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date;
  readonly user: User;
  readonly session: Session;
};

/** A sign-in with the token by which its device is known; null when it was not by password. */
export type SignedInOnDevice = SignedIn & { readonly deviceToken: string | null };

type Tokens = Omit<IssuedTokens, 'refreshToken'> & { readonly refreshToken: string | null };

type DeviceInput = {
  readonly deviceName?: string | null | undefined;
  readonly platform: Device['platform'];
  readonly appVersion?: string | null | undefined;
};

export function login(ctx: RequestContext, input: SignInInput): Promise<SignedInOnDevice> {
  return signIn(ctx, input, {
    byPassword: (given) => callProvider(() => ctx.ports.identity.signIn(given)),
    findUser: (identity) => findUserByIdentity(ctx.db, identity),
  });
}

export type SignInInput = Credentials & {
  readonly device?: DeviceInput | null | undefined;
  readonly deviceToken?: string | null | undefined;
};

type SignInSteps = {
  readonly byPassword: (given: PasswordCredentials) => Promise<Tokens>;
  readonly findUser: (identity: VerifiedIdentity) => Promise<User | null>;
};

/** Signs in by the given steps. An identity without a profile is refused like a wrong password. */
export async function signIn(
  ctx: RequestContext,
  input: SignInInput,
  steps: SignInSteps,
): Promise<SignedInOnDevice> {
  const device = parseDevice(input.device);
  const given = parseCredentials(input);
  const checked = async (tokens: Promise<Tokens>): Promise<{ tokens: Tokens; user: User }> => {
    const signedIn = await tokens;
    const user = await steps.findUser(signedIn.identity);
    if (!user || user.state === 'DELETED') throw credentialsRefused();
    return { tokens: signedIn, user };
  };
  if (given.kind === 'token') {
    const { tokens, user } = await checked(verifyProviderToken(ctx, given.token));
    return { ...(await openSession(ctx, tokens, user, device)), deviceToken: null };
  }
  const { email } = given;
  const known = await knownDeviceOf(ctx, { accountKind: 'user', email, token: input.deviceToken });
  const tried = { accountKind: 'user', email, ownerKey: ownerKeyOf(known) } as const;
  const { tokens, user } = await tryPassword(ctx, tried, () => checked(steps.byPassword(given)));
  const signedIn = await openSession(ctx, tokens, user, device);
  const owner = { accountKind: 'user', accountId: user.id } as const;
  return { ...signedIn, deviceToken: await rememberDevice(ctx, { owner, device: known }) };
}

const UNKNOWN_DEVICE: Device = { deviceName: null, platform: 'OTHER', appVersion: null };

/** Replaces the caller's session after a password change: the same device, new tokens. */
export async function replaceSession(ctx: UserContext, tokens: IssuedTokens): Promise<SignedIn> {
  const [device] = await listSessionsByIds(ctx.db, ctx.user.id, [ctx.user.sessionId]);
  const user = await findUserByIdentity(ctx.db, tokens.identity);
  if (!user) throw sessionEnded();
  return openSession(ctx, tokens, user, device ?? UNKNOWN_DEVICE);
}

/** Ends the caller's session, or all of their sessions. */
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

/** Ends all sessions of the caller except the current one. */
export async function revokeOtherSessions(ctx: UserContext): Promise<string[]> {
  return endOwnSessions(ctx, { except: ctx.user.sessionId });
}

/** The caller's live sessions, newest first. */
export function mySessions(ctx: UserContext, page: ListRequest<IdKey>): Promise<Session[]> {
  return listSessions(ctx.db, ctx.user.id, page);
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
  evictSessions(ctx, ended);
  return ended.map((session) => session.id);
}

/**
 * Ends live sessions of a user in the caller's transaction: all, one, or all but one. Their tokens are refused and
 * their sockets closed within 5 seconds everywhere; call `evictSessions` after the commit, so that this process refuses them immediately.
 */
export async function endSessions(
  tx: Tx,
  sessions: { userId: string; only?: string; except?: string; now: Date },
): Promise<readonly EndedSession[]> {
  const { now, ...which } = sessions;
  return endedTogether(tx, await updateSessionsRevoked(tx, { ...which, revokedAt: now }));
}

/** Ends sessions of any user that were not used since `seenBefore`, at most `limit`. @returns how many */
export async function endIdleSessions(
  tx: Tx,
  sessions: { seenBefore: Date; now: Date; limit: number },
): Promise<number> {
  const { now, ...idle } = sessions;
  return (await endedTogether(tx, await updateIdleSessionsRevoked(tx, { ...idle, revokedAt: now }))).length;
}

/** Ends what other domains keep for sessions, and tells of their ends. */
async function endedTogether(tx: Tx, ended: readonly EndedSession[]): Promise<readonly EndedSession[]> {
  if (ended.length === 0) return ended;
  const ids = ended.map(({ id }) => id);
  for (const { onSessionsEnded } of definedModules()) await onSessionsEnded?.(tx, ids);
  for (const { id: sessionId, sessionKey, subject } of ended) {
    tx.emit(sessionRevoked, { sessionId, sessionKey, subject });
  }
  return ended;
}

/** Makes this process refuse the tokens of ended sessions immediately. */
export function evictSessions(
  services: Pick<Services, 'sessionCache'>,
  ended: readonly EndedSession[],
): void {
  for (const { sessionKey } of ended) services.sessionCache.end(sessionKey);
}

/**
 * Records a sign-in, or a further use of it, and notifies the owner of a device that is new to the account.
 * @returns null when that session has ended
 */
export function recordSession(
  services: Services,
  opened: Device & { userId: string; sessionKey: string; caller: Caller; refresh: RefreshState | null },
): Promise<Session | null> {
  const { caller, ...session } = opened;
  return services.transaction(async (tx) => {
    const now = services.clock.now();
    const id = services.ids.next();
    const recorded = await upsertSession(tx, { ...session, ...caller, id, createdAt: now, lastSeenAt: now });
    if (recorded) await insertActiveDay(tx, { userId: session.userId, at: now });
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
  const { accessToken, refreshToken: providerToken, expiresAt, identity } = tokens;
  await admitSignIn(ctx, user, identity);
  const first = providerToken === null ? null : firstRefresh(ctx.clock.now());
  const { sessionKey } = identity;
  const { deviceName, platform, appVersion } = device;
  const session = await recordSession(ctx, {
    deviceName,
    platform,
    appVersion,
    userId: user.id,
    sessionKey,
    caller: ctx.caller,
    refresh: first && first.state,
  });
  if (!session) throw sessionEnded();
  const refreshToken =
    first &&
    refreshTokenOf(ctx.sealer, {
      kind: 'user',
      secret: first.secret,
      sessionId: session.id,
      providerToken: providerToken ?? '',
    });
  return { accessToken, refreshToken, expiresAt, user, session };
}

/** Refuses a suspended user, and records that the provider has verified the address. */
export async function admitSignIn(
  ctx: RequestContext,
  user: User,
  identity: VerifiedIdentity,
): Promise<void> {
  const { restriction: suspension } = await ctx.accountStanding(user.id, 'SUSPENSION');
  if (suspension) throw accountSuspended(suspension);
  const { email } = identity;
  if (email === null || !identity.isEmailVerified) return;
  await ctx.transaction((tx) => confirmEmail(tx, { ...identity, email }));
}

const deviceInput = z.object({
  device: z
    .object({
      deviceName: lineSchema({ min: 1, max: 100 }).nullish(),
      platform: z.enum(['WEB', 'IOS', 'ANDROID', 'OTHER']),
      appVersion: lineSchema({ min: 1, max: 50 }).nullish(),
    })
    .nullish(),
});

export function parseDevice(input: DeviceInput | null | undefined): Device {
  const { device } = parseInput(deviceInput, { device: input });
  return {
    deviceName: device?.deviceName ?? null,
    platform: device?.platform ?? 'OTHER',
    appVersion: device?.appVersion ?? null,
  };
}
