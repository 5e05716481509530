import { useEffect, useMemo } from 'react';

/** Milliseconds in which a screen that is opened again shows what is known without asking. */
const FRESH_MS = 60_000;

const askedAt = new Map<string, number>();

/** Policies of a screen's query: within its freshness a return asks nothing; later it shows what is known, and asks. */
export function useFreshness(screen: string) {
  const fetchPolicy = useMemo(
    () =>
      Date.now() - (askedAt.get(screen) ?? 0) < FRESH_MS
        ? ('cache-first' as const)
        : ('cache-and-network' as const),
    [screen],
  );
  useEffect(() => {
    if (fetchPolicy === 'cache-and-network') askedAt.set(screen, Date.now());
  }, [screen, fetchPolicy]);
  return { fetchPolicy, nextFetchPolicy: 'cache-first' as const };
}
