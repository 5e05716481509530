import { growingCache } from './growing-cache.ts';

/**
 * Rows cached by id and version. The database returns the current version with each list of ids, so a cached row
 * is used only while it is current; other rows are read.
 */
export type RowCache<Row> = {
  /** Undefined when the row is not cached in this version. */
  get(id: string, version: string): Row | undefined;
  /** @param version as read before the row: a row newer than its version is read again, an older one is never returned */
  set(id: string, version: string, row: Row): void;
};

export function createRowCache<Row extends object>(options: { rowsMax: number }): RowCache<Row> {
  const kept = growingCache<{ readonly version: string; readonly row: Row }>(options.rowsMax);
  return {
    get(id, version) {
      const found = kept.get(id);
      return found?.version === version ? found.row : undefined;
    },
    set: (id, version, row) => void kept.set(id, { version, row }),
  };
}
