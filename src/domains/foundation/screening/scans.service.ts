import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import { isCircuitOpen } from './classifying.ts';
import {
  countPendingScans,
  findLatestScan,
  findScan,
  findScannedTexts,
  insertScan,
  listScans,
  listScansOf,
} from './scans.queries.ts';
import { isJudgedLater } from './screening.policy.ts';
import { NOT_JUDGED } from './screening.service.ts';
import type { ScanState, ScreeningOutcome, StoredScan } from './screening.types.ts';

type Filter = {
  readonly outcome?: ScreeningOutcome | null | undefined;
  readonly state?: ScanState | null | undefined;
  readonly postId?: string | null | undefined;
  readonly commentId?: string | null | undefined;
  readonly messageId?: string | null | undefined;
};

/** Scans, newest first. */
export const adminGetModerationScans = (
  ctx: AdminContext,
  { outcome = null, state = null, postId, commentId, messageId }: Filter,
  page: ListRequest<IdKey>,
): Promise<StoredScan[]> => {
  const subjectIds = [postId, commentId, messageId].filter((id) => id != null);
  if (subjectIds.length > 1) return Promise.resolve([]);
  return listScans(ctx.db, { outcome, state, subjectId: subjectIds[0] ?? null }, page);
};

export const moderationScan = (ctx: AdminContext, id: string): Promise<StoredScan | null> =>
  findScan(ctx.db, id);

/** The newest scans of posts, comments and media items by their subject, at most `limit` of each, newest first. For admins alone. */
export const latestScansOf = async (
  { db }: { readonly db: Db },
  asked: { readonly ids: readonly string[]; readonly limit: number },
): Promise<ReadonlyMap<string, readonly StoredScan[]>> =>
  Map.groupBy(await listScansOf(db, asked), ({ subjectId }) => subjectId);

/** Asks the latest scan of a content whether it would hold it; null where no scan has judged its present text. */
export async function wouldHold(
  db: Db,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<boolean | null> {
  if (!isJudgedLater(kind)) return null;
  const scan = await findLatestScan(db, { subjectKind: kind, subjectId: id });
  if (!scan || scan.outcome === null) return null;
  const present = await findScannedTexts(db, scan);
  if (present?.version !== scan.version) return null;
  return scan.outcome === 'HOLD' || scan.outcome === 'REJECT';
}

/** Has a job judge the present text of a content soon, unless that was done or asked before. */
export async function requestScan(
  { ids, clock }: Pick<Services, 'ids' | 'clock'>,
  tx: Tx,
  subject: Pick<StoredScan, 'subjectKind' | 'subjectId'>,
): Promise<void> {
  const present = await findScannedTexts(tx, subject);
  if (!present?.texts.some((text) => text.trim() !== '')) return;
  if ((await findLatestScan(tx, subject))?.version === present.version) return;
  const scan = { ...subject, version: present.version, scan: NOT_JUDGED };
  await insertScan(tx, { ...scan, id: ids.next(), now: clock.now() });
}

/** Past so many, the exact number tells nothing more. */
const COUNTED_SCANS_MAX = 100_000;

/** Gauges for operators: contents of all processes that wait to be judged, and whether this process asks its provider. */
export const screeningStanding = ({ db, ports, clock }: Pick<Services, 'db' | 'ports' | 'clock'>) => ({
  pendingScans: (): Promise<number> => countPendingScans(db, COUNTED_SCANS_MAX),
  isCircuitOpen: (): boolean => isCircuitOpen({ ports, clock }),
});
