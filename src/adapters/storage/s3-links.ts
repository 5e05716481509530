import type { S3Client } from '@aws-sdk/client-s3';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { growingCache } from '#platform/caches/growing-cache.ts';
import { contentTypeOfName, servedAs } from '#platform/kernel/media-types.ts';
import type { LinkOptions } from '#ports/storage.ts';
import { LINK_LIFE_MAX_MS, requireKey, requireLinkLife } from './storage-rules.ts';

export type LinkPresigner = (key: string, options: LinkOptions) => string | Promise<string>;

/** About 1 KiB each. */
const LINKS_KEPT_MAX = 20_000;

/**
 * Every link is signed as of the maximum life before its expiry. So all processes give the same one at any time, and it
 * expires at the requested second.
 */
export function createLinkPresigner(options: {
  client: S3Client;
  bucket: string;
  clock: Clock;
}): LinkPresigner {
  const { client, bucket, clock } = options;
  // One link per key, because all callers within a time step get the same expiry.
  const kept = growingCache<{ expiresAtMs: number; fileName: string | null; url: string }>(LINKS_KEPT_MAX);

  async function presign(key: string, expiresAt: Date, fileName: string | null): Promise<string> {
    requireKey(key);
    requireLinkLife(expiresAt, clock.now());
    const endsAtMs = Math.floor(expiresAt.getTime() / SECOND_MS) * SECOND_MS;
    const command = commandFor({ bucket, key, fileName, endsAt: new Date(endsAtMs) });
    const url = await getSignedUrl(client, command, {
      signingDate: new Date(endsAtMs - LINK_LIFE_MAX_MS),
      expiresIn: LINK_LIFE_MAX_MS / SECOND_MS,
    });
    kept.set(key, { expiresAtMs: expiresAt.getTime(), fileName, url });
    return url;
  }

  return (key, { expiresAt, fileName = null }) => {
    const known = kept.get(key);
    return known?.expiresAtMs === expiresAt.getTime() && known.fileName === fileName
      ? known.url
      : presign(key, expiresAt, fileName);
  };
}

/** Response headers are signed too: the holder of a link cannot change how the file is served. */
function commandFor(link: {
  bucket: string;
  key: string;
  fileName: string | null;
  endsAt: Date;
}): GetObjectCommand {
  const { contentType, disposition } = servedAs(contentTypeOfName(link.key), link.fileName);
  return new GetObjectCommand({
    Bucket: link.bucket,
    Key: link.key,
    ResponseContentType: contentType,
    ResponseContentDisposition: disposition,
    // Private caches may keep a copy until the link expires.
    ResponseCacheControl: 'private, immutable',
    ResponseExpires: link.endsAt,
  });
}
