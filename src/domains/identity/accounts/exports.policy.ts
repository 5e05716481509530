import { HOUR_MS, SECOND_MS } from '#platform/clock.ts';
import type { ExportState } from './exports.state.ts';
import type { DataExport } from './exports.types.ts';

/** Where the archive lies. Nobody is told: who may have it gets a link. */
export const exportKey = (id: string): string => `exports/${id}.zip`;

/** It expires at its moment, not when the sweep has come by. */
export function stateAt({ state, expiresAt }: DataExport, now: Date): ExportState {
  return state === 'READY' && expiresAt !== null && expiresAt <= now ? 'EXPIRED' : state;
}

/** Seconds until the next one may be asked for, zero when it may be now. One that failed does not count. */
export function secondsUntilNextExport(newest: DataExport | null, intervalHours: number, now: Date): number {
  if (!newest || newest.state === 'FAILED') return 0;
  const nextAtMs = newest.createdAt.getTime() + intervalHours * HOUR_MS;
  return Math.max(0, Math.ceil((nextAtMs - now.getTime()) / SECOND_MS));
}
