import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { growingCache } from '#platform/caches/growing-cache.ts';
import { encodedFileName } from '#platform/kernel/media-types.ts';
import { keyedHash } from '#platform/secrets/keyed-hash.ts';

export type SignedLink = {
  readonly key: string;
  readonly expiresAt: Date;
  /** Name of the download, where the link has one. */
  readonly fileName?: string;
};

export type LinkSigner = {
  sign(link: Pick<SignedLink, 'key' | 'expiresAt'> & { readonly fileName: string | null }): string;
  /** @returns null for a foreign, changed or expired link */
  read(requestUrl: string): SignedLink | null;
};

/** Half of SHA-256's output: 128 bits cannot be guessed, and the link stays short. */
const SIGNATURE_BYTES = 16;
/** About 300 bytes each. */
const LINKS_KEPT_MAX = 50_000;
const LINK =
  /^\/media\/([a-z0-9/._-]{1,200})\?e=([0-9]{1,11})(?:&n=([A-Za-z0-9_.!~%-]{1,2000}))?&s=([A-Za-z0-9_-]{22})$/;

export function createLinkSigner(options: {
  publicUrl: () => string;
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  clock: Clock;
}): LinkSigner {
  const { secret, previousSecret } = options;
  const secrets = previousSecret ? [secret, previousSecret] : [secret];
  // One link per key, because all callers within a time step get the same expiry: no string key has to be built.
  const kept = growingCache<{ expiresAtMs: number; fileName: string | null; url: string }>(LINKS_KEPT_MAX);

  return {
    sign({ key, expiresAt, fileName }) {
      const expiresAtMs = expiresAt.getTime();
      const known = kept.get(key);
      if (known?.expiresAtMs === expiresAtMs && known.fileName === fileName) return known.url;
      const expiry = String(Math.floor(expiresAtMs / SECOND_MS));
      const named = fileName === null ? expiry : `${expiry}&n=${encodedFileName(fileName)}`;
      const url = `${options.publicUrl()}/media/${key}?e=${named}&s=${signatureOf(secret, key, named)}`;
      kept.set(key, { expiresAtMs, fileName, url });
      return url;
    },

    read(requestUrl) {
      const parts = LINK.exec(requestUrl);
      if (!parts) return null;
      const [, key = '', expiry = '', name, signature = ''] = parts;
      const named = name === undefined ? expiry : `${expiry}&n=${name}`;
      const isOurs = secrets.some((each) => equalInConstantTime(signature, signatureOf(each, key, named)));
      if (!isOurs) return null;
      const expiresAt = new Date(Number(expiry) * SECOND_MS);
      if (options.clock.now() >= expiresAt) return null;
      // The signed part was encoded by `sign`.
      return { key, expiresAt, ...(name !== undefined && { fileName: decodeURIComponent(name) }) };
    },
  };
}

function signatureOf(secret: Uint8Array, key: string, named: string): string {
  return keyedHash(secret, `${key}?${named}`).toString('base64url', 0, SIGNATURE_BYTES);
}

/** Compares the texts, not the decoded bytes: base64url has several spellings of the same last byte. */
function equalInConstantTime(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
