import { hash } from 'node:crypto';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { ScreenedKind } from './screening.types.ts';

const PURPOSE = 'screening.retry';
const VALID_MS = 10 * MINUTE_MS;

type Nudged = {
  readonly userId: string;
  readonly kind: ScreenedKind;
  readonly texts: readonly string[];
};

/** A token with which an author, asked to think again, insists on exactly these texts. */
export function retryTokenOf({ sealer, clock }: Pick<Services, 'sealer' | 'clock'>, nudged: Nudged): string {
  return sealer.seal(PURPOSE, `${clock.now().getTime() + VALID_MS} ${fingerprintOf(nudged)}`);
}

/** Whether the token was given for these texts of this user, at most 10 minutes ago. */
export function isRetry(
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  token: string | null | undefined,
  nudged: Nudged,
): boolean {
  if (token == null || token.length > TOKEN_LENGTH_MAX) return false;
  const [until, fingerprint] = (sealer.open(PURPOSE, token) ?? '').split(' ');
  return fingerprint === fingerprintOf(nudged) && Number(until) > clock.now().getTime();
}

/** Longer than every token. */
const TOKEN_LENGTH_MAX = 300;

const fingerprintOf = ({ userId, kind, texts }: Nudged): string =>
  hash('sha256', JSON.stringify([userId, kind, texts]), 'base64url');
