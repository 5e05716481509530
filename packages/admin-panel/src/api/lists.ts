import { useMemo, useRef } from 'react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { nameOf, POLL_MS } from './hooks.ts';
import { ask } from './session.ts';

type Connection<Row> = {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
};

/** Question for the rows that have changed, of a list that takes `updatedAfter`. */
type Changes<Variables, Row> = {
  readonly at: (row: Row) => string;
  /** The order; nothing that chooses rows, since one that is chosen no longer would be no change. */
  readonly variables?: Partial<Variables>;
};

export type ListOf<Data, Variables, Row> = {
  readonly document: TypedDocumentString<Data, Variables>;
  readonly variables: Omit<Variables, 'after'>;
  readonly connectionOf: (data: Data) => Connection<Row> | null | undefined;
  /** Without it the list is read whole each time. */
  readonly changes?: Changes<Variables, Row>;
};

/** Longer than an operation takes: a change has the time at which it began, and is seen after its end. */
const OVERLAP_MS = 60_000;

/**
 * Pages of a list, up to date within 30 seconds: where the list takes `updatedAfter`, one small question finds out whether
 * anything has changed, whatever the list is filtered by, and only then are the pages read again.
 */
export function useList<Data, Variables, Row extends { readonly id: string }>(
  list: ListOf<Data, Variables, Row>,
) {
  const { document, variables, connectionOf, changes } = list;
  const client = useQueryClient();
  const name = nameOf(document);
  const queryKey = [name, variables];
  const read = async (asked: object): Promise<Connection<Row> | null> =>
    // The parts of a question are variables.
    connectionOf(await ask(document, asked as Variables)) ?? null;
  const pages = useInfiniteQuery({
    queryKey,
    // Null asks for the first page.
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => read({ ...variables, after: pageParam }),
    getNextPageParam: (page) => (page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null),
    refetchInterval: changes ? false : POLL_MS,
  });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page?.nodes ?? []), [pages.data]);
  const since = changes && rows ? overlapping(rows.map(changes.at)) : null;
  const known = useRef(new Set<string>());
  useQuery({
    queryKey: [`${name}Changes`, since],
    queryFn: async () => {
      const changed = await read({ ...changes?.variables, updatedAfter: since });
      const versionsOf = (some: readonly Row[] = []): string[] =>
        some.map((row) => `${row.id} ${changes?.at(row) ?? ''}`);
      const shown = new Set(versionsOf(rows));
      const isNew = (version: string): boolean => !known.current.has(version) && !shown.has(version);
      const news = versionsOf(changed?.nodes).filter(isNew);
      for (const version of news) known.current.add(version);
      if (news.length > 0) void client.invalidateQueries({ queryKey: [name] });
      return news;
    },
    enabled: since !== null,
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  });
  const more = {
    hasMore: pages.hasNextPage,
    isLoading: pages.isFetchingNextPage,
    load: () => void pages.fetchNextPage(),
  };
  return { rows, error: pages.error, more };
}

/** The latest of the times, and a minute before it. */
function overlapping(times: readonly string[]): string {
  const latest = times.reduce((one, other) => (one > other ? one : other), '1970-01-02T00:00:00.000Z');
  return new Date(Date.parse(latest) - OVERLAP_MS).toISOString();
}
