import { HOUR_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type { ExportState } from './exports.state.ts';
import type { DataExport } from './exports.types.ts';

/** Storage key of an archive. Never exposed: owners get a signed link. */
export const exportKey = (id: string): string => `exports/${id}.zip`;

/** State at a moment: an export expires on time, before the sweep stores it. */
export function stateAt({ state, expiresAt }: DataExport, now: Date): ExportState {
  return state === 'READY' && expiresAt !== null && expiresAt <= now ? 'EXPIRED' : state;
}

/** Seconds until the next export can be requested; zero when one is allowed now. A failed one does not count. */
export function secondsUntilNextExport(newest: DataExport | null, intervalHours: number, now: Date): number {
  if (!newest || newest.state === 'FAILED') return 0;
  const nextAtMs = newest.createdAt.getTime() + intervalHours * HOUR_MS;
  return Math.max(0, Math.ceil((nextAtMs - now.getTime()) / SECOND_MS));
}
