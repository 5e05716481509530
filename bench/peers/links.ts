import { createHmac } from 'node:crypto';

const LINKS_KEPT_MAX = 200_000;
const STEP_MS = 5 * 60_000;

/** Signs the link of a stored file for 10 to 15 minutes and caches it, as the product does. */
export function createLinks(secret: string): (key: string) => string {
  let kept = new Map<string, string>();
  let keptUntilSeconds = 0;

  return (key) => {
    const untilSeconds = ((Math.floor(Date.now() / STEP_MS) + 3) * STEP_MS) / 1_000;
    if (untilSeconds !== keptUntilSeconds || kept.size >= LINKS_KEPT_MAX) {
      kept = new Map();
      keptUntilSeconds = untilSeconds;
    }
    let link = kept.get(key);
    if (link === undefined) {
      const signature = createHmac('sha256', secret)
        .update(`${key}?${untilSeconds}`)
        .digest()
        .subarray(0, 16);
      link = `http://127.0.0.1/media/${key}?e=${untilSeconds}&s=${signature.toString('base64url')}`;
      kept.set(key, link);
    }
    return link;
  };
}
