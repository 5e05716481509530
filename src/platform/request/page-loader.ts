import { type RawBuilder, sql } from 'kysely';
import { ofAnyLength } from '#platform/db/any-of.ts';
import type { ListRequest, TimeKey, IdKey } from '#platform/db/keyset.ts';
import type { RequestContext } from './context.ts';
import { load, type Loader } from './loader.ts';

/** Pages of the lists of many parents, as parallel arrays: values of a statement that joins `pagesSql`. */
export type Pages = {
  readonly parentIds: readonly string[];
  /** Ignored by lists that are ordered by id alone. */
  readonly befores: readonly Date[];
  readonly beforeIds: readonly string[];
  /** Numbers of rows to read, one more than the page. */
  readonly sizes: readonly number[];
};

/** A row with the number of its page, from 1: `page.ordinal` of `pagesSql`. */
export type Paged<Row> = Row & { readonly pageNumber: number };

/** The pages as rows `page`, with each of which a statement joins the rows of a list laterally. */
export const pagesSql = (pages: { readonly [Name in keyof Pages]: RawBuilder<Pages[Name]> }) => sql`
  unnest(${ofAnyLength(sql`${pages.parentIds}::uuid[]`)}, ${pages.befores}::timestamptz[], ${pages.beforeIds}::uuid[], ${pages.sizes}::integer[])
    with ordinality as page (parent_id, before, before_id, size, ordinal)`;

type Key = IdKey | TimeKey;
type PageOfList = Pick<ListRequest<Key>, 'from' | 'limit'>;

/** A function that reads one page of the list of a parent, and the pages of many parents in one statement. */
export function pageLoader<Row>(
  name: string,
  read: (ctx: RequestContext, pages: Pages) => Promise<readonly Paged<Row>[]>,
): (ctx: RequestContext, parentId: string, page: PageOfList) => Promise<readonly Row[]> {
  const loader: Loader<readonly Row[]> = {
    name,
    batch: async (ctx, keys) => {
      const rows = Map.groupBy(await read(ctx, pagesOf(keys)), ({ pageNumber }) => pageNumber);
      return new Map(keys.map((key, index) => [key, rows.get(index + 1) ?? []]));
    },
  };
  return async (ctx, parentId, { from, limit }) => {
    const [beforeMs, beforeId] = from.length === 1 ? [0, from[0]] : from;
    return (await load(ctx, loader, [parentId, limit + 1, beforeMs, beforeId].join(' '))) ?? [];
  };
}

function pagesOf(keys: readonly string[]): Pages {
  const parts = keys.map((key) => key.split(' '));
  return {
    parentIds: parts.map(([parentId = '']) => parentId),
    sizes: parts.map(([, size]) => Number(size)),
    befores: parts.map(([, , beforeMs]) => new Date(Number(beforeMs))),
    beforeIds: parts.map(([, , , beforeId = '']) => beforeId),
  };
}
