import type { RequestContext } from '#platform/request/context.ts';
import type { VerifiedIdentity } from '#ports/identity.ts';
import { nextRefresh, openRefreshToken, refreshTokenOf } from '../sign-ins/refresh-tokens.service.ts';
import { findUserByIdentity } from '../users/users.service.ts';
import { callProvider, sessionEnded } from './provider.service.ts';
import { insertActiveDay } from './active-days.queries.ts';
import { lockRefreshState, updateRefreshed } from './sessions.queries.ts';
import { admitSignIn, endSessions, evictSessions, type SignedIn } from './sessions.service.ts';
import type { Session } from './sessions.types.ts';

/** Exchanges of refresh tokens of one session. */
export const REFRESH_ALLOWANCE = { points: 20, windowSeconds: 60 };

/**
 * Exchanges a refresh token for a new pair. A token that was replaced before the grace ends the session: its owner and somebody
 * else hold tokens of it, and nobody can tell them apart.
 * @throws AppError UNAUTHENTICATED when the session has ended
 */
export async function refreshSession(
  ctx: RequestContext,
  input: { refreshToken: string },
): Promise<SignedIn> {
  const given = openRefreshToken(ctx.sealer, { kind: 'user', token: input.refreshToken });
  if (!given) throw sessionEnded();
  const { sessionId, secret } = given;
  // The caller has no other identity yet, and shares the address with many.
  await ctx.budgets.spend({ name: 'refreshSession', allowance: REFRESH_ALLOWANCE, key: sessionId });
  // First, since a token that is replaced without an answer would be lost.
  const tokens = await callProvider(() => ctx.ports.identity.refresh(given.providerToken));
  const user = await findUserByIdentity(ctx.db, tokens.identity);
  if (!user || user.state === 'DELETED') throw sessionEnded();
  await admitSignIn(ctx, user, tokens.identity);
  const next = await replaceToken(ctx, { sessionId, secret, identity: tokens.identity });
  const { accessToken, refreshToken: providerToken, expiresAt } = tokens;
  const holder = { kind: 'user', secret: next.secret, sessionId, providerToken } as const;
  const refreshToken = refreshTokenOf(ctx.sealer, holder);
  return { accessToken, refreshToken, expiresAt, user, session: next.session };
}

async function replaceToken(
  ctx: RequestContext,
  used: { sessionId: string; secret: string; identity: VerifiedIdentity },
): Promise<{ session: Session; secret: string }> {
  const { sessionId: id, secret, identity } = used;
  const { ip, country } = ctx.caller;
  const { replaced, ended } = await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const held = await lockRefreshState(tx, { id, sessionKey: identity.sessionKey });
    if (!held) return { replaced: null, ended: [] };
    const next = nextRefresh(held, secret, now);
    if (!next)
      return { replaced: null, ended: await endSessions(tx, { userId: held.userId, only: id, now }) };
    if (isOfEarlierDay(held.lastSeenAt, now)) await insertActiveDay(tx, { userId: held.userId, at: now });
    const session = await updateRefreshed(tx, { id, refresh: next.state, ip, country, lastSeenAt: now });
    return { replaced: { session, secret: next.secret }, ended: [] };
  });
  if (replaced) return replaced;
  if (ended.length > 0) {
    evictSessions(ctx, ended);
    ctx.log.warn({ sessionId: id }, 'a replaced refresh token was used again: its session is ended');
  }
  throw sessionEnded();
}

const isOfEarlierDay = (time: Date, now: Date): boolean =>
  time.toISOString().slice(0, 10) < now.toISOString().slice(0, 10);
