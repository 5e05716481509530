import { DAY_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleInterval, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { classify, HARD_LIMIT_MS } from './classifying.ts';
import { blockedBy, isJudgedLater, judge, stricter, thresholdsOf } from './screening.policy.ts';
import { contentScanned } from './screening.events.ts';
import { rulesOf } from './screening-rules.ts';
import type { Verdict } from './screening.types.ts';
import {
  deleteOldScans,
  deleteScan,
  findScannedTexts,
  type PendingScan,
  takePending,
  updateScanDone,
  updateScanFailed,
} from './scans.queries.ts';

const LOOK_EVERY_MS = 10 * SECOND_MS;
/** Scans of one round, some at a time: a provider of half a second then judges 40 in five. */
const BATCH_SCANS = 40;
const AT_A_TIME = 4;
/** A provider that is away for longer has judged too late. */
const GIVE_UP_MS = 7 * DAY_MS;
const BATCH_ROWS = 1_000;

export const screeningJobs: readonly JobHandler[] = [
  handleInterval('screening.scanPending', LOOK_EVERY_MS, scanPending),
  handleCron('screening.sweepScans', '23 3 * * *', async (services) => {
    const batch = { now: services.clock.now(), limit: BATCH_ROWS };
    await writeInBatches(services, (tx) => deleteOldScans(tx, batch));
  }),
];

/** Judges what could not be judged when it was written, until nothing is due or the provider fails. */
async function scanPending(services: Services): Promise<void> {
  for (;;) {
    const batch = { now: services.clock.now(), limit: BATCH_SCANS };
    const waiting = await services.transaction((tx) => takePending(tx, batch));
    const isFull = waiting.length === BATCH_SCANS;
    const scanNext = (): Promise<Scanned | null> => {
      const scan = waiting.shift();
      return scan ? scanOnce(services, scan) : Promise.resolve(null);
    };
    // After a pause one request alone tries whether the provider is back; what is gone is not asked about.
    let first = await scanNext();
    while (first === 'GONE') first = await scanNext();
    let hasFailed = first === 'FAILED';
    const workThrough = async (): Promise<void> => {
      while (!hasFailed) {
        const scanned = await scanNext();
        if (scanned === null) return;
        hasFailed ||= scanned === 'FAILED';
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, workThrough));
    if (hasFailed || !isFull) return;
  }
}

/** End of a scan: the provider judged the content, or did not answer, or the content is gone. */
type Scanned = 'JUDGED' | 'FAILED' | 'GONE';

async function scanOnce(services: Services, scan: PendingScan): Promise<Scanned> {
  const found = await findScannedTexts(services.db, scan);
  const texts = found?.texts.filter((text) => text.trim() !== '') ?? [];
  // Deleted, or changed and judged anew since.
  if (!found || found.version !== scan.version || texts.length === 0) {
    await services.transaction((tx) => deleteScan(tx, scan.id));
    return 'GONE';
  }
  const classified = await classify(services, { texts }, HARD_LIMIT_MS);
  if (!classified) {
    if (services.clock.now().getTime() - scan.at.getTime() > GIVE_UP_MS)
      await services.transaction((tx) => updateScanFailed(tx, scan.id));
    return 'FAILED';
  }
  const rules = await rulesOf(services);
  const byLists: Verdict = { outcome: blockedBy(rules.blocked, texts) ?? 'ALLOW', category: null };
  const { outcome, category } = stricter(
    judge(classified.scores, thresholdsOf(rules.thresholds, scan.subjectKind)),
    byLists,
  );
  await services.transaction(async (tx) => {
    const isEnded = await updateScanDone(tx, scan.id, { ...classified, outcome, category });
    const { subjectKind, subjectId, version } = scan;
    if (!isEnded || outcome === 'ALLOW' || !isJudgedLater(subjectKind)) return;
    tx.emit(contentScanned, { subjectKind, subjectId, version, outcome, writtenAtMs: scan.at.getTime() });
  });
  return 'JUDGED';
}
