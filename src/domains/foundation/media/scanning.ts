import { buffer } from 'node:stream/consumers';
import { recordScan, screenImage } from '#domains/foundation/screening/screening.service.ts';
import type { Judged, ScreeningOutcome } from '#domains/foundation/screening/screening.types.ts';
import { DAY_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { timeOfId } from '#platform/kernel/ids.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { mediaScanned } from './media.events.ts';
import type { MediaScanState } from './media.types.ts';
import { listUnscanned, type UnscannedMedia, updateScanAfter, updateScanned } from './scans.queries.ts';

const BATCH_MEDIA = 50;
/** Requests to a provider outside of the process: one of half a second then judges 200 images in half a minute. */
const AT_A_TIME = 4;
const AGAIN_AFTER_MS = 15 * SECOND_MS;
/** A provider that is away for longer has judged too late, and images are not judged at all. */
const GIVE_UP_MS = 7 * DAY_MS;

/** Scans what is stored and not scanned yet, until nothing is due or the provider does not answer. */
export async function scanMedia(services: Services): Promise<void> {
  for (;;) {
    const due = await listUnscanned(services.db, { now: services.clock.now(), limit: BATCH_MEDIA });
    const [first, ...waiting] = due;
    // After a failure one request alone tries whether the provider is back.
    if (!first || !(await scanOnce(services, first))) return;
    let failures = 0;
    const workThrough = async (): Promise<void> => {
      for (let media = waiting.shift(); media && failures === 0; media = waiting.shift()) {
        if (!(await scanOnce(services, media))) failures += 1;
      }
    };
    const workers = services.ports.moderation.isRemote ? AT_A_TIME : 1;
    await Promise.all(Array.from({ length: workers }, workThrough));
    if (failures > 0 || due.length < BATCH_MEDIA) return;
  }
}

/** @returns false when the provider did not answer */
async function scanOnce(services: Services, media: UnscannedMedia): Promise<boolean> {
  const { id, ownerId } = media;
  const scan = await scanImage(services, media);
  const nowMs = services.clock.now().getTime();
  if (!scan && nowMs - timeOfId(id).getTime() < GIVE_UP_MS) {
    const after = new Date(nowMs + AGAIN_AFTER_MS);
    await services.transaction((tx) => updateScanAfter(tx, id, after));
    return false;
  }
  const judged = scan?.judged ?? null;
  const state = judged === null ? 'SKIPPED' : STATES[judged.outcome];
  await services.transaction(async (tx) => {
    if (!(await updateScanned(tx, id, state))) return;
    if (judged && judged.outcome !== 'ALLOW')
      await recordScan(services, tx, { subjectKind: 'MEDIA', subjectId: id, version: 1, scan: { judged } });
    tx.emit(mediaScanned, { mediaId: id, ownerId, state });
  });
  return scan !== null;
}

/** Says of an item that will never be READY that nobody judges it. */
export async function skipScan(
  tx: Tx,
  { id, ownerId }: Pick<UnscannedMedia, 'id' | 'ownerId'>,
): Promise<void> {
  if (!(await updateScanned(tx, id, 'SKIPPED'))) return;
  tx.emit(mediaScanned, { mediaId: id, ownerId, state: 'SKIPPED' });
}

/** Nobody can be asked any more about what is uploaded: a moderator is. */
const STATES = {
  ALLOW: 'CLEAN',
  SENSITIVE: 'SENSITIVE',
  NUDGE: 'FLAGGED',
  HOLD: 'FLAGGED',
  REJECT: 'FLAGGED',
} as const satisfies Record<ScreeningOutcome, MediaScanState>;

/** The smallest size is judged: providers shrink larger ones themselves. */
async function scanImage(
  services: Services,
  { variants }: UnscannedMedia,
): Promise<{ readonly judged: Judged | null } | null> {
  const smallest = variants.at(-1);
  const stored = smallest && (await services.ports.storage.get(smallest.key));
  // Audio has no image, and the files of a deleted item are gone.
  if (!stored) return { judged: null };
  const bytes = await buffer(stored.body);
  return screenImage(services, { bytes, contentType: stored.contentType });
}
