import { readInBatches } from '#platform/outbox/batches.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Personal data of a domain: declared in its module, used by one exporter and one eraser. */
export type PersonalData = {
  /** Every table of the domain with a column that names a user, as `schema.table`. */
  readonly tables: Readonly<Record<string, TableHandling>>;
  readonly exports?: readonly ExportPart[];
  readonly erasures?: readonly Erasure[];
};

/** Handling of the rows of one table. */
export type TableHandling = {
  /** The name of the erasure that deletes them; or the column that stays, and why. */
  readonly erased: string | Readonly<Record<string, string>>;
  /** The names of the exports that contain them; or why none does. */
  readonly exported: readonly string[] | string;
};

/** Runs when an account is erased, and once more some hours later. */
export type Erasure = {
  /** Name of its job. */
  readonly name: string;
  /** Run sequentially, each until it returns zero: one transaction per batch. */
  readonly batches: readonly EraseBatch[];
};

/** Erases a batch of the user's data. @returns the number of rows found; zero ends it */
export type EraseBatch = (tx: Tx, own: { userId: string; now: Date }) => Promise<number>;

/**
 * A list of a user's own data for the export, without data of other users,
 * who appear only by id and username.
 */
export type ExportPart = {
  /** File name in the archive, without its extension. */
  readonly name: string;
  /** One sentence to the user that describes the file. */
  readonly description: string;
  /** Read in batches, so that no list has to fit into memory. */
  rows(services: Services, userId: string): AsyncIterable<object>;
  /** Files of the rows, in a folder of the same name. */
  files?(services: Services, userId: string): AsyncIterable<ExportFile>;
};

export type ExportFile = {
  /** File name, unique within the part. */
  readonly name: string;
  /** Key in the storage. */
  readonly key: string;
};

const BATCH_ROWS = 1_000;

type OwnRows<Row extends object> = {
  readonly userId: string;
  /** The last row of the batch before; null for the first batch. */
  readonly after: Row | null;
  readonly limit: number;
  readonly now: Date;
};

type ListExport<Row extends object> = Omit<ExportPart, 'rows'> & {
  /** One batch in a fixed order, after `after`. */
  readonly list: (services: Services, own: OwnRows<Row>) => Promise<readonly Row[]>;
  /** The exported form of a row; defaults to the row itself. */
  readonly show?: (row: Row) => object;
};

/** An export of rows that are read in batches. */
export function listExport<Row extends object>({ list, show, ...part }: ListExport<Row>): ExportPart {
  return {
    ...part,
    async *rows(services, userId) {
      const now = services.clock.now();
      const rows = readInBatches((after: Row | null) =>
        list(services, { userId, after, limit: BATCH_ROWS, now }),
      );
      for await (const row of rows) yield show ? show(row) : row;
    },
  };
}
