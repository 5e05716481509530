import type { JobDefinition } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';

export type AdminExportState = 'PENDING' | 'READY' | 'FAILED' | 'EXPIRED';

/** A constraint of the table has the same names. */
export type AdminExportContent = 'COIN_ENTRIES' | 'CASH_ENTRIES' | 'PAYOUTS' | 'STATEMENTS_OF_REASONS';

/** A file that an admin has requested. */
export type AdminExport<Content extends AdminExportContent = AdminExportContent> = {
  readonly id: string;
  readonly content: Content;
  /** A month as 2026-11 or a day as 2026-11-28, in UTC. */
  readonly period: string;
  readonly state: AdminExportState;
  /** Without a header; null until it is written. */
  readonly rowCount: number | null;
  readonly sizeBytes: number | null;
  readonly requestedBy: string;
  readonly createdAt: Date;
  /** Null until it is written. */
  readonly expiresAt: Date | null;
};

export type NewAdminExport = Pick<AdminExport, 'id' | 'content' | 'period' | 'requestedBy' | 'createdAt'>;

/** Files that are listed together, made by one domain. */
export type ExportSeries<Content extends AdminExportContent = AdminExportContent> = {
  readonly contents: readonly Content[];
  readonly idType: 'bookexport' | 'statementexport';
  /** Begins the storage keys, which are never exposed: admins get signed links. */
  readonly folder: string;
  /** With its point. */
  readonly extension: string;
  readonly contentType: string;
  readonly writeJob: JobDefinition<{ exportId: string }>;
  readonly deleteFilesJob: JobDefinition<{ ids: string[] }>;
  /** Name under which a file is downloaded; null for that of its key. */
  readonly fileNameOf: (found: Pick<AdminExport, 'period'>) => string | null;
  /** The text of a file in parts, of which only one is held at a time. `count` is called with the number of rows of each. */
  readonly textOf: (
    services: Services,
    wanted: Pick<AdminExport, 'content' | 'period'> & { readonly count: (rows: number) => void },
  ) => AsyncIterable<string>;
};
