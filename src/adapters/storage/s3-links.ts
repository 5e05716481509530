import type { S3Client } from '@aws-sdk/client-s3';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock.ts';
import { SECOND_MS } from '#platform/clock.ts';
import { contentTypeOfName } from '#platform/media-types.ts';
import { LINK_LIFE_MAX_MS, requireKey, requireLinkLife } from './storage-rules.ts';

export type LinkPresigner = (key: string, expiresAt: Date) => string | Promise<string>;

/** About 1 KiB each. */
const LINKS_KEPT_MAX = 20_000;

/**
 * Every link is signed as of the longest life before its end. So all processes give the same one whenever they are asked, and it
 * ends at the second that was asked for.
 */
export function createLinkPresigner(options: {
  client: S3Client;
  bucket: string;
  clock: Clock;
}): LinkPresigner {
  const { client, bucket, clock } = options;
  // One link per key, because all readers within a while get the same expiry.
  const kept = new LRUCache<string, { expiresAtMs: number; url: string }>({ max: LINKS_KEPT_MAX });

  async function presign(key: string, expiresAt: Date): Promise<string> {
    requireKey(key);
    requireLinkLife(expiresAt, clock.now());
    const endsAtMs = Math.floor(expiresAt.getTime() / SECOND_MS) * SECOND_MS;
    const url = await getSignedUrl(client, commandFor(bucket, key, new Date(endsAtMs)), {
      signingDate: new Date(endsAtMs - LINK_LIFE_MAX_MS),
      expiresIn: LINK_LIFE_MAX_MS / SECOND_MS,
    });
    kept.set(key, { expiresAtMs: expiresAt.getTime(), url });
    return url;
  }

  return (key, expiresAt) => {
    const known = kept.get(key);
    return known?.expiresAtMs === expiresAt.getTime() ? known.url : presign(key, expiresAt);
  };
}

/** The answer's headers are part of what is signed: who holds a link cannot have the file shown as something else. */
function commandFor(bucket: string, key: string, endsAt: Date): GetObjectCommand {
  const contentType = contentTypeOfName(key);
  return new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: contentType,
    ResponseContentDisposition: isShownInPlace(contentType) ? 'inline' : 'attachment',
    // Copies are for whoever asked, and last as long as the link.
    ResponseCacheControl: 'private, immutable',
    ResponseExpires: endsAt,
  });
}

/** Whatever else a browser could run is offered for download. */
function isShownInPlace(contentType: string): boolean {
  return /^(?:image|video|audio)\//.test(contentType);
}
