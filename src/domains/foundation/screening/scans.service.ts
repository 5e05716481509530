import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Db } from '#platform/db/database.ts';
import type { AdminContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import { isCircuitOpen } from './classifying.ts';
import { countPendingScans, findLatestScan, findScan, findScannedTexts, listScans } from './scans.queries.ts';
import type { ScanState, ScreeningOutcome, StoredScan } from './screening.types.ts';

type Filter = {
  readonly outcome?: ScreeningOutcome | null | undefined;
  readonly state?: ScanState | null | undefined;
  readonly postId?: string | null | undefined;
  readonly commentId?: string | null | undefined;
};

/** Scans, newest first. */
export const adminGetModerationScans = (
  ctx: AdminContext,
  { outcome = null, state = null, postId, commentId }: Filter,
  page: ListRequest<IdKey>,
): Promise<StoredScan[]> => {
  if (postId != null && commentId != null) return Promise.resolve([]);
  return listScans(ctx.db, { outcome, state, subjectId: postId ?? commentId ?? null }, page);
};

export const moderationScan = (ctx: AdminContext, id: string): Promise<StoredScan | null> =>
  findScan(ctx.db, id);

/** Asks the latest scan of a post or comment whether it would hold it; null for other kinds, and where no scan has judged its present text. */
export async function wouldHold(
  db: Db,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<boolean | null> {
  if (kind !== 'POST' && kind !== 'COMMENT') return null;
  const scan = await findLatestScan(db, { subjectKind: kind, subjectId: id });
  if (!scan || scan.outcome === null) return null;
  const present = await findScannedTexts(db, scan);
  return present?.version === scan.version ? scan.outcome === 'HOLD' : null;
}

/** Past so many, the exact number tells nothing more. */
const COUNTED_SCANS_MAX = 100_000;

/** Gauges for operators: contents of all processes that wait to be judged, and whether this process asks its provider. */
export const screeningStanding = ({ db, ports, clock }: Pick<Services, 'db' | 'ports' | 'clock'>) => ({
  pendingScans: (): Promise<number> => countPendingScans(db, COUNTED_SCANS_MAX),
  isCircuitOpen: (): boolean => isCircuitOpen({ ports, clock }),
});
