import { buffer } from 'node:stream/consumers';
import { recordScan, screenImage } from '#domains/foundation/screening/screening.service.ts';
import type { Judged, ScreeningOutcome } from '#domains/foundation/screening/screening.types.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { mediaScanned } from './media.events.ts';
import type { MediaScanState } from './media.types.ts';
import { listUnscanned, type UnscannedMedia, updateScanAfter, updateScanned } from './scans.queries.ts';

const BATCH_MEDIA = 50;
const AGAIN_AFTER_MS = 15 * SECOND_MS;

/** Scans what is stored and not scanned yet, until nothing is due or the provider does not answer. */
export async function scanMedia(services: Services): Promise<void> {
  for (;;) {
    const due = await listUnscanned(services.db, { now: services.clock.now(), limit: BATCH_MEDIA });
    for (const media of due) if (!(await scanOnce(services, media))) return;
    if (due.length < BATCH_MEDIA) return;
  }
}

/** @returns false when the provider did not answer */
async function scanOnce(services: Services, media: UnscannedMedia): Promise<boolean> {
  const { id, ownerId } = media;
  const scan = await scanImage(services, media);
  if (!scan) {
    const after = new Date(services.clock.now().getTime() + AGAIN_AFTER_MS);
    await services.transaction((tx) => updateScanAfter(tx, id, after));
    return false;
  }
  const { judged } = scan;
  const state = judged === null ? 'SKIPPED' : STATES[judged.outcome];
  await services.transaction(async (tx) => {
    if (!(await updateScanned(tx, id, state))) return;
    if (judged && judged.outcome !== 'ALLOW')
      await recordScan(services, tx, { subjectKind: 'MEDIA', subjectId: id, version: 1, scan: { judged } });
    tx.emit(mediaScanned, { mediaId: id, ownerId, state });
  });
  return true;
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
