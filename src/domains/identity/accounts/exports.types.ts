import type { ExportState } from './exports.state.ts';

/** An archive of a user's data. */
export type DataExport = {
  readonly id: string;
  readonly userId: string;
  readonly state: ExportState;
  /** Null until it is written. */
  readonly sizeBytes: number | null;
  readonly createdAt: Date;
  /** Null until it is written. */
  readonly expiresAt: Date | null;
};
