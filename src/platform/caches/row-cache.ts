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

type Kept<Row> = { readonly version: string; readonly row: Row };

/**
 * Two generations of at most half the rows: a page reads dozens of rows, and keeping an order of use for each of them takes
 * several times as long as finding it. A row found in the old generation moves to the new one; the others are dropped with it.
 */
export function createRowCache<Row extends object>(options: { rowsMax: number }): RowCache<Row> {
  const generationMax = Math.ceil(options.rowsMax / 2);
  let fresh = new Map<string, Kept<Row>>();
  let old = new Map<string, Kept<Row>>();

  function keep(id: string, kept: Kept<Row>): void {
    if (fresh.size >= generationMax && !fresh.has(id)) {
      old = fresh;
      fresh = new Map();
    }
    fresh.set(id, kept);
  }

  return {
    get(id, version) {
      const recent = fresh.get(id);
      const found = recent ?? old.get(id);
      if (found?.version !== version) return undefined;
      if (!recent) keep(id, found);
      return found.row;
    },
    set: (id, version, row) => keep(id, { version, row }),
  };
}
