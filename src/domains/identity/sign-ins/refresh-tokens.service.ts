import { createHash, createHmac, randomBytes } from 'node:crypto';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Sealer } from '#platform/secrets/sealed-text.ts';
import type { AccountKind } from './sign-ins.policy.ts';

/** State of a refresh token in the row of its session: enough to recognize it and its predecessor, too little to make it. */
export type RefreshState = {
  readonly refreshTokenHash: string;
  readonly refreshSalt: string;
  readonly refreshedAt: Date;
};

/** The random part of a valid refresh token, with what the session's row is to hold of it. */
export type ValidRefresh = { readonly secret: string; readonly state: RefreshState };

/** The session that a refresh token names; `providerToken` is empty when the provider has no part in it. */
export type RefreshHolder = { readonly sessionId: string; readonly providerToken: string };

/** Time for which the predecessor of a token gets the same successor again: two tabs, a request sent twice. */
const REFRESH_GRACE_MS = 10 * SECOND_MS;

/** The rule in words, for the fields that exchange a token. */
export const REPLACED_TOKEN_TEXT = `The replaced token is answered for ${REFRESH_GRACE_MS / SECOND_MS} more seconds, for requests that are sent twice; used later, it ends the session.`;

const RANDOM_BYTES = 32;
/** A secret, and the holder: sealed, so that only a token of a session can name it, and the provider's token serves nobody else. */
const TOKEN_FORM = /^(?<secret>[\w-]{43})\.(?<holder>[\w-]{1,16000})$/;

export function firstRefresh(now: Date): ValidRefresh {
  const secret = randomBytes(RANDOM_BYTES).toString('base64url');
  return { secret, state: { refreshTokenHash: hashOf(secret), refreshSalt: '', refreshedAt: now } };
}

/**
 * The successor of a refresh token; of its predecessor, within the grace, the same one again. So tokens that are sent twice
 * at once all get the one valid token, whichever answer the client keeps.
 * @returns null for a token that was replaced before: two parties hold tokens of this session
 */
export function nextRefresh(held: RefreshState, secret: string, now: Date): ValidRefresh | null {
  if (hashOf(secret) === held.refreshTokenHash) {
    const refreshSalt = randomBytes(RANDOM_BYTES).toString('base64url');
    const next = successorOf(secret, refreshSalt);
    return { secret: next, state: { refreshTokenHash: hashOf(next), refreshSalt, refreshedAt: now } };
  }
  const current = successorOf(secret, held.refreshSalt);
  const isInGrace = now.getTime() - held.refreshedAt.getTime() <= REFRESH_GRACE_MS;
  return isInGrace && hashOf(current) === held.refreshTokenHash ? { secret: current, state: held } : null;
}

/** Only somebody with both, the token and its salt in the database, can make the successor. */
const successorOf = (secret: string, salt: string): string =>
  createHmac('sha256', secret).update(salt).digest('base64url');

/** A plain digest suffices: the secret is random, so it cannot be guessed. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export function refreshTokenOf(
  sealer: Sealer,
  { kind, secret, sessionId, providerToken }: RefreshHolder & { kind: AccountKind; secret: string },
): string {
  return `${secret}.${sealer.seal(purposeOf(kind), `${sessionId} ${providerToken}`)}`;
}

/** @returns null for anything but a token of a session, valid or not */
export function openRefreshToken(
  sealer: Sealer,
  { kind, token }: { kind: AccountKind; token: string },
): (RefreshHolder & { readonly secret: string }) | null {
  const { secret = '', holder = '' } = TOKEN_FORM.exec(token)?.groups ?? {};
  const [sessionId = '', providerToken = ''] = sealer.open(purposeOf(kind), holder)?.split(' ') ?? [];
  return sessionId === '' ? null : { secret, sessionId, providerToken };
}

const purposeOf = (kind: AccountKind): string => `refresh token of a ${kind}`;
