import { createHash } from 'node:crypto';
import { z } from 'zod';
import { badUserInput } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';

/**
 * A list paged by keyset: by the sort key of its rows, so that a page costs the same at any depth
 * and inserted or deleted rows do not shift it. Its name is part of every cursor: a cursor of another list is refused.
 */
export type KeysetList<Key extends readonly unknown[]> = {
  readonly name: string;
  readonly key: z.ZodType<Key>;
};

type PageRequest<Key> = {
  readonly limit: number;
  /** `forward` reads down the list's order from `after`, `backward` reads up from it. */
  readonly direction: 'forward' | 'backward';
  /** Exclusive bound of the page; null starts at the end that `direction` starts from. */
  readonly from: Key | null;
};

export type PageArgs = {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
};

/** One page of rows in the order of the list. */
export type Page<Node> = {
  readonly list: KeysetList<readonly unknown[]>;
  readonly nodes: readonly Node[];
  readonly keyOf: (node: Node) => readonly unknown[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Key to continue from, for a page that ends early although more rows follow; otherwise the last row's key. */
  readonly endKey?: readonly unknown[];
};

/** Key of lists ordered by id alone, which is the order of creation. */
const idKey = z.tuple([z.uuid()]);
export type IdKey = z.infer<typeof idKey>;

/** The end of the year 9999: the largest time that both the database and the API can represent. */
export const LAST_MOMENT_MS = 253_402_300_799_999;

/** Key of lists ordered by time and then by id; the time in milliseconds, the stored precision. */
const timeKey = z.tuple([z.int().min(0).max(LAST_MOMENT_MS), z.uuid()]);
export type TimeKey = z.infer<typeof timeKey>;

/** Bounds of the pages of a list. */
export type PageSizes = Pick<Limits, 'pageSizeMax' | 'pageSizeDefault'>;

/** @throws AppError BAD_USER_INPUT for sizes out of bounds, both directions at once, and cursors of another list */
function parsePage<Key extends readonly unknown[]>(
  list: KeysetList<Key>,
  args: PageArgs,
  { pageSizeMax, pageSizeDefault }: PageSizes,
): PageRequest<Key> {
  const { first, after, last, before } = args;
  if ((first != null || after != null) && (last != null || before != null)) {
    throw badUserInput('Give either first and after, or last and before.');
  }
  const direction = last != null || before != null ? 'backward' : 'forward';
  const limit = first ?? last ?? pageSizeDefault;
  if (limit < 1 || limit > pageSizeMax) {
    throw badUserInput(`Request 1 to ${pageSizeMax} items.`);
  }
  const cursor = after ?? before;
  return { limit, direction, from: cursor == null ? null : decodeCursor(list, cursor) };
}

/**
 * Makes a page of rows that were read with `limit + 1`, in the direction of the request: the extra row tells
 * whether more follow. Rows read backward arrive in reverse and are reversed.
 */
function pageOf<Node, Key extends readonly unknown[]>(
  list: KeysetList<Key>,
  request: PageRequest<Key>,
  rows: readonly Node[],
  keyOf: (node: Node) => Key,
): Page<Node> {
  const hasMore = rows.length > request.limit;
  const kept = hasMore ? rows.slice(0, request.limit) : rows;
  const isForward = request.direction === 'forward';
  return {
    list,
    nodes: isForward ? kept : kept.toReversed(),
    keyOf,
    // Only the side that was read is known exactly; on the other side there is at least the row of the cursor.
    hasNextPage: isForward ? hasMore : request.from !== null,
    hasPreviousPage: isForward ? request.from !== null : hasMore,
  };
}

const CURSOR_LENGTH_MAX = 512;
const CURSOR_VERSION = 1;

export function encodeCursor(list: KeysetList<readonly unknown[]>, key: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([CURSOR_VERSION, list.name, ...key])).toString('base64url');
}

function decodeCursor<Key extends readonly unknown[]>(list: KeysetList<Key>, cursor: string): Key {
  const [version, name, ...key] = parseCursor(cursor);
  const parsed = list.key.safeParse(key);
  if (version !== CURSOR_VERSION || name !== list.name || !parsed.success) {
    throw badUserInput('Use a cursor of this list with the same arguments.');
  }
  return parsed.data;
}

function parseCursor(cursor: string): readonly unknown[] {
  if (cursor.length > CURSOR_LENGTH_MAX) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    // Text that is not JSON is refused like another list's cursor.
    return [];
  }
}

/** The order of a list: the keys of its rows, all of which lie between the bounds. */
export type Order<Node, Key extends readonly unknown[]> = {
  /** Parses the key in a cursor. */
  readonly key: z.ZodType<Key>;
  readonly keyOf: (node: Node) => Key;
  /** Start of the first page, forward and backward: no row lies beyond. */
  readonly start: Key;
  readonly end: Key;
};

/** Bounds for the query of a page: the rows beyond `from` in the direction, one more than `limit`. */
export type ListRequest<Key> = {
  readonly limit: number;
  /** `forward` reads down the list's order, `backward` reads up. */
  readonly direction: 'forward' | 'backward';
  readonly from: Key;
  /** Whether the page begins at the start of the list, not at a cursor. */
  readonly isFirst: boolean;
};

/** Rows in reading order, or with `endKey` when a page ends early although more rows follow. */
export type FoundRows<Node, Key> =
  | readonly Node[]
  | {
      readonly rows: readonly Node[];
      readonly endKey?: Key | undefined;
      readonly keyOf?: (node: Node) => Key;
    };

/** Below every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Above every id. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** By id, newest first. */
export const NEWEST_FIRST: Order<{ readonly id: string }, IdKey> = {
  key: idKey,
  keyOf: ({ id }) => [id],
  start: [LAST_ID],
  end: [FIRST_ID],
};

/** By time and then by id, latest first. */
export const latestFirst = <Node extends { readonly id: string }>(
  momentOf: (node: Node) => Date,
): Order<Node, TimeKey> => ({
  key: timeKey,
  keyOf: (node) => [momentOf(node).getTime(), node.id],
  start: [LAST_MOMENT_MS, LAST_ID],
  end: [0, FIRST_ID],
});

/** By time and then by id, the earliest first. */
export const soonestFirst = <Node extends { readonly id: string }>(
  momentOf: (node: Node) => Date,
): Order<Node, TimeKey> => ({
  ...latestFirst(momentOf),
  start: [0, FIRST_ID],
  end: [LAST_MOMENT_MS, LAST_ID],
});

type OrderedList<Node, Key extends readonly unknown[]> = {
  readonly name: string;
  /** The arguments that identify the list among those of its name. */
  readonly args: object;
  readonly order: Order<Node, Key>;
};

/**
 * Reads one page of a list. @returns null when `read` gives null
 * @throws AppError BAD_USER_INPUT for sizes out of bounds, both directions at once, and cursors of another list
 */
export async function readPage<Node, Key extends readonly unknown[]>(
  { name, args, order }: OrderedList<Node, Key>,
  pageArgs: PageArgs,
  sizes: PageSizes,
  read: (request: ListRequest<Key>) => Promise<FoundRows<Node, Key> | null>,
): Promise<Page<Node> | null> {
  const list: KeysetList<Key> = { name: nameOf(name, args), key: order.key };
  const request = parsePage(list, pageArgs, sizes);
  const { limit, direction } = request;
  const start = direction === 'forward' ? order.start : order.end;
  const found = await read({
    limit,
    direction,
    from: request.from ?? start,
    isFirst: request.from === null,
  });
  if (!found) return null;
  if (!('rows' in found)) return pageOf(list, request, found, order.keyOf);
  const page = pageOf(list, request, found.rows, found.keyOf ?? order.keyOf);
  return found.endKey ? { ...page, hasNextPage: true, endKey: found.endKey } : page;
}

/** The cursor of a row of a list, wherever the row was read. */
export const cursorIn = <Node, Key extends readonly unknown[]>(
  { name, args, order }: OrderedList<Node, Key>,
  node: Node,
): string => encodeCursor({ name: nameOf(name, args), key: order.key }, order.keyOf(node));

const ARGS_HASH_LENGTH = 8;

/** Contains a hash of the arguments, so that a cursor is valid for one list only. */
function nameOf(name: string, args: object): string {
  const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return name;
  const sorted = given.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
  return `${name} ${hash.slice(0, ARGS_HASH_LENGTH)}`;
}
