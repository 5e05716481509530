import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';

const TOKENS_MAX = 10_000;

/** Returns the user id of an `Authorization` header, or null when its token is missing or invalid. */
export type Verifier = (authorization: string | undefined) => Promise<string | null>;

/**
 * Verifies the signature of a token once and its expiry at every request, as the product does: the servers are compared
 * by their execution of queries, not by repeated signature checks.
 */
export function createVerifier(rules: { keySet: string; issuer: string; audience: string }): Verifier {
  // The benchmark itself writes the key set.
  const keyOf = createLocalJWKSet(JSON.parse(rules.keySet) as JSONWebKeySet);
  const verified = new Map<string, { userId: string; expiresAtMs: number }>();

  return async (authorization) => {
    const token = authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : '';
    const known = verified.get(token);
    if (known) return known.expiresAtMs > Date.now() ? known.userId : null;
    try {
      const options = { algorithms: ['EdDSA'], issuer: rules.issuer, audience: rules.audience };
      const { payload } = await jwtVerify(token, keyOf, options);
      if (payload.sub === undefined || payload.exp === undefined) return null;
      if (verified.size >= TOKENS_MAX) verified.clear();
      verified.set(token, { userId: payload.sub, expiresAtMs: payload.exp * 1_000 });
      return payload.sub;
    } catch {
      return null;
    }
  };
}
