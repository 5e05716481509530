import { createHmac } from 'node:crypto';
import type { IceServer } from '#ports/call-server.ts';

/** Relays for clients that reach the call server by no other way. */
export type TurnServers = { readonly urls: readonly string[]; readonly secret: string };

/** Credentials that coturn takes with `use-auth-secret` until they expire: the name has the time, and the password its hash. */
export function iceServersFor(
  turn: TurnServers | null,
  { identity, expiresAt }: { readonly identity: string; readonly expiresAt: Date },
): readonly IceServer[] {
  if (!turn) return [];
  const userId = identity.split(':', 1).join('');
  const username = `${Math.floor(expiresAt.getTime() / 1_000)}:${userId}`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  return [{ urls: turn.urls, username, credential }];
}
