import type { SignedOut } from '../api/client.ts';

let hasEndedByServer = false;

/** Remembers that it was not the reader who ended the session, for the sign-in screen to say. */
export function rememberEnd(reason: SignedOut): void {
  hasEndedByServer = reason !== 'SIGNED_OUT';
}

export const hasSessionEnded = (): boolean => hasEndedByServer;
