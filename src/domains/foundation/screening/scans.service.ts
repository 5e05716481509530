import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { AdminContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import { isCircuitOpen } from './classifying.ts';
import { countPendingScans, findScan, listScans } from './scans.queries.ts';
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

/** Past so many, the exact number tells nothing more. */
const COUNTED_SCANS_MAX = 100_000;

/** Gauges for operators: contents of all processes that wait to be judged, and whether this process asks its provider. */
export const screeningStanding = ({ db, ports, clock }: Pick<Services, 'db' | 'ports' | 'clock'>) => ({
  pendingScans: (): Promise<number> => countPendingScans(db, COUNTED_SCANS_MAX),
  isCircuitOpen: (): boolean => isCircuitOpen({ ports, clock }),
});
