import type { AdminDocument } from './documents.ts';
import type { Ask } from './requests.ts';

type Page<Row> = {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
};

export type AdminListOptions<Data, Variables, Row> = {
  /** A query that declares `$after` and `$updatedAfter`. */
  readonly document: AdminDocument<Data, Variables>;
  /** Variables of every request, such as `first` and `order`. */
  readonly variables?: Partial<NoInfer<Variables>>;
  /** The list in the data; before `filter` and `order`, of which the compiler then knows the rows. */
  readonly list: (data: NoInfer<Data>) => Page<Row> | null | undefined;
  /** Variables that choose rows. Changes are asked for without them, so that rows that are chosen no longer leave the list. */
  readonly filter?: {
    readonly variables: Partial<NoInfer<Variables>>;
    readonly matches: (row: NoInfer<Row>) => boolean;
  };
  /** The order in which the server gives the rows. */
  readonly order: (a: Row, b: Row) => number;
};

export type AdminList<Row> = {
  /** The rows of the pages that are loaded. */
  rows(): readonly Row[];
  hasMore(): boolean;
  /** Loads the next page, or the first one. @throws AdminError */
  loadMore(): Promise<void>;
  /** Asks for what has changed and merges it. @returns whether `rows` are others now @throws AdminError */
  poll(): Promise<boolean>;
  /** Polls until its result is called; the listener is called when `rows` are others. A failed poll is made up for by the next one. */
  watch(
    listener: () => void,
    options?: { readonly everyMs?: number; readonly onError?: (error: unknown) => void },
  ): () => void;
};

const POLL_MS = 30_000;
/** Longer than an operation takes and than the clocks of servers differ: a change may be seen some time after its own time. */
const OVERLAP_MS = 60_000;
/** Pages of changes, with more than which the first page is read anew. */
const CHANGED_PAGES_MAX = 5;

/** A list that grows by pages and is kept current by asking for rows that have changed, since the endpoint has no subscriptions. */
export function createAdminList<Data, Variables, Row extends { readonly id: string }>(
  client: { readonly ask: Ask; nowMs(): number },
  { document, variables, filter, list, order }: AdminListOptions<Data, Variables, Row>,
): AdminList<Row> {
  let rows: readonly Row[] = [];
  /** Cursor of the next page. */
  let next: string | null = null;
  /** Time of the server up to which changes are known; null before the first page. */
  let knownUntilMs: number | null = null;

  const read = async (more: object): Promise<Page<Row>> => {
    // The options' types are parts of the variables.
    const page = list(await client.ask(document, { ...variables, ...more } as Variables));
    return page ?? { nodes: [], pageInfo: { hasNextPage: false } };
  };
  const load = async (after: string | null): Promise<void> => {
    const { nodes, pageInfo } = await read({ ...filter?.variables, after });
    if (after === null) knownUntilMs = client.nowMs();
    const byId = new Map([...(after === null ? [] : rows), ...nodes].map((row) => [row.id, row]));
    rows = [...byId.values()].sort(order);
    next = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
  };
  /** Null when there are too many. */
  const readChanges = async (updatedAfter: string): Promise<{ rows: Row[]; atMs: number } | null> => {
    const changed: Row[] = [];
    let after: string | null = null;
    let atMs: number | null = null;
    for (let pages = 0; pages < CHANGED_PAGES_MAX; pages += 1) {
      const { nodes, pageInfo }: Page<Row> = await read({ updatedAfter, after });
      atMs ??= client.nowMs();
      changed.push(...nodes);
      after = pageInfo.endCursor ?? null;
      if (!pageInfo.hasNextPage || after === null) return { rows: changed, atMs };
    }
    return null;
  };
  const poll = async (): Promise<boolean> => {
    const changes =
      knownUntilMs === null ? null : await readChanges(new Date(knownUntilMs - OVERLAP_MS).toISOString());
    if (!changes) {
      await load(null);
      return true;
    }
    knownUntilMs = changes.atMs;
    const merged = merge(rows, changes.rows, { matches: filter?.matches, order, isWhole: next === null });
    rows = merged ?? rows;
    return merged !== null;
  };

  const inTurn = createTurns();
  return {
    rows: () => rows,
    hasMore: () => next !== null,
    loadMore: () =>
      inTurn(async () => {
        if (knownUntilMs === null || next !== null) await load(next);
      }),
    poll: () => inTurn(poll),
    watch: (listener, { everyMs = POLL_MS, onError = () => undefined } = {}) => {
      const again = async (): Promise<void> => {
        await inTurn(poll).then((isOther) => {
          if (isOther && !isOver) listener();
        }, onError);
        if (!isOver) timer = setTimeout(() => void again(), everyMs);
      };
      let isOver = false;
      let timer = setTimeout(() => void again(), everyMs);
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },
  };
}

/** The rows with what has changed of them, or null when that is nothing. */
function merge<Row extends { readonly id: string }>(
  rows: readonly Row[],
  changed: readonly Row[],
  list: {
    readonly matches: ((row: Row) => boolean) | undefined;
    readonly order: (a: Row, b: Row) => number;
    /** Whether there are no further pages. */
    readonly isWhole: boolean;
  },
): readonly Row[] | null {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const last = list.isWhole ? undefined : rows.at(-1);
  let isOther = false;
  for (const row of changed) {
    const held = byId.get(row.id);
    if (list.matches && !list.matches(row)) {
      isOther = byId.delete(row.id) || isOther;
      continue;
    }
    // A row behind the last one comes with its page.
    if (!held && last && list.order(row, last) > 0) continue;
    if (JSON.stringify(held) === JSON.stringify(row)) continue;
    byId.set(row.id, row);
    isOther = true;
  }
  return isOther ? [...byId.values()].sort(list.order) : null;
}

/** Runs one work after the other, so that pages and changes do not undo each other. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result;
    return result;
  };
}

/** The order NEWEST: ids begin with the time at which they were made. */
export function newestFirst(a: { readonly id: string }, b: { readonly id: string }): number {
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}

/** The order LAST_UPDATED. */
export function lastUpdatedFirst(
  a: { readonly id: string; readonly updatedAt: string },
  b: { readonly id: string; readonly updatedAt: string },
): number {
  if (a.updatedAt === b.updatedAt) return newestFirst(a, b);
  return a.updatedAt < b.updatedAt ? 1 : -1;
}
