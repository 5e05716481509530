export type ExportState = 'PENDING' | 'READY' | 'FAILED' | 'EXPIRED';

/** Every legal transition: the states from which each state is reached. */
export const EXPORT_TRANSITIONS = {
  READY: 'PENDING',
  FAILED: 'PENDING',
  EXPIRED: 'READY',
} as const satisfies Readonly<Partial<Record<ExportState, ExportState>>>;
