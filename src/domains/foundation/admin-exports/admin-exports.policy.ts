import { MINUTE_MS } from '#platform/kernel/clock.ts';
import type { AdminExport, AdminExportState, ExportSeries } from './admin-exports.types.ts';

export const storageKeyOf = ({ folder, extension }: ExportSeries, id: string): string =>
  `${folder}/${id}${extension}`;

/** State at a moment: a file expires on time, before the sweep stores it. */
export const stateAt = (
  { state, expiresAt }: Pick<AdminExport, 'state' | 'expiresAt'>,
  now: Date,
): AdminExportState => (state === 'READY' && expiresAt !== null && expiresAt <= now ? 'EXPIRED' : state);

const LINK_LIFE_MS = 10 * MINUTE_MS;

/** The end of a link that is made now: time enough to begin a download, and not later than the file. */
export const linkExpiry = (expiresAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + LINK_LIFE_MS, expiresAt.getTime()));
