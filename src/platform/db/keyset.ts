import { z } from 'zod';
import { badUserInput } from '../errors.ts';
import type { Limits } from '../limits.ts';

/**
 * A list that is paged by the sort key of its rows, so that a page costs the same wherever it lies
 * and rows that come or go do not shift it. Its name goes into every cursor: a cursor of another list is refused.
 */
export type KeysetList<Key extends readonly unknown[]> = {
  readonly name: string;
  readonly key: z.ZodType<Key>;
};

export type PageRequest<Key> = {
  readonly limit: number;
  /** `forward` goes down the list's order from `after`, `backward` goes up from it. */
  readonly direction: 'forward' | 'backward';
  /** The page starts beyond this key; null starts at the end that `direction` starts from. */
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
  /** Where to go on, of a page that is shorter than was asked although there is more; otherwise it is the last row's key. */
  readonly endKey?: readonly unknown[];
};

/** The key of lists that are ordered by id alone, which is the order of making. */
export const idKey = z.tuple([z.uuid()]);
export type IdKey = z.infer<typeof idKey>;

/** The end of the year 9999: what the database and the API can both say. */
const LAST_MOMENT_MS = 253_402_300_799_999;

/** The key of lists that are ordered by a moment and, within one, by id; the moment in milliseconds, as all are written. */
export const timeKey = z.tuple([z.int().min(0).max(LAST_MOMENT_MS), z.uuid()]);
export type TimeKey = z.infer<typeof timeKey>;

/** @throws AppError BAD_USER_INPUT for sizes out of bounds, both directions at once, and cursors of another list */
export function parsePage<Key extends readonly unknown[]>(
  list: KeysetList<Key>,
  args: PageArgs,
  limits: Limits,
): PageRequest<Key> {
  const { first, after, last, before } = args;
  if ((first != null || after != null) && (last != null || before != null)) {
    throw badUserInput('Page either by first and after, or by last and before.');
  }
  const direction = last != null || before != null ? 'backward' : 'forward';
  const limit = first ?? last ?? limits.pageSizeDefault;
  if (limit < 1 || limit > limits.pageSizeMax) {
    throw badUserInput(`A page has 1 to ${limits.pageSizeMax} items.`);
  }
  const cursor = after ?? before;
  return { limit, direction, from: cursor == null ? null : decodeCursor(list, cursor) };
}

/**
 * Makes a page of rows that were read with `limit + 1`, in the direction of the request: the one too many tells
 * that there is more. Rows read backward come in reverse and are turned around.
 */
export function pageOf<Node, Key extends readonly unknown[]>(
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
    // Only the side that was looked at is known exactly; on the other side there is at least the row of the cursor.
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
    throw badUserInput('The cursor is not one of this list.');
  }
  return parsed.data;
}

function parseCursor(cursor: string): readonly unknown[] {
  if (cursor.length > CURSOR_LENGTH_MAX) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    // Text that is not JSON is a foreign cursor like any other.
    return [];
  }
}
