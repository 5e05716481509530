import { LRUCache } from 'lru-cache';

/**
 * Rows that this process has read, by id. The database says with each list of ids which versions of the rows are to be
 * shown, so what is remembered is shown only as long as it is what stands there; what is not is read.
 */
export type RowMemory<Row> = {
  /** Undefined when another version or nothing is remembered. */
  get(id: string, version: string): Row | undefined;
  /** @param version was read before the row: a row that is newer than its version is read again, an older one never */
  set(id: string, version: string, row: Row): void;
};

export function createRowMemory<Row extends object>(options: { rowsMax: number }): RowMemory<Row> {
  const kept = new LRUCache<string, { readonly version: string; readonly row: Row }>({
    max: options.rowsMax,
  });
  return {
    get(id, version) {
      const found = kept.get(id);
      return found?.version === version ? found.row : undefined;
    },
    set: (id, version, row) => void kept.set(id, { version, row }),
  };
}
