export type BookExportKind = 'COIN_ENTRIES' | 'CASH_ENTRIES' | 'PAYOUTS';

export type BookExportState = 'PENDING' | 'READY' | 'FAILED' | 'EXPIRED';

/** A file with the books of a month. */
export type BookExport = {
  readonly id: string;
  /** As 2026-11, in UTC. */
  readonly month: string;
  readonly kind: BookExportKind;
  readonly state: BookExportState;
  /** Without the header; null until it is written. */
  readonly rowCount: number | null;
  readonly sizeBytes: number | null;
  readonly requestedBy: string;
  readonly createdAt: Date;
  /** Null until it is written. */
  readonly expiresAt: Date | null;
};
