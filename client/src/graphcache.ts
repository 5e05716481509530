import { typesWithoutId } from './generated/cache-rules.ts';

/** For urql's Graphcache: the types whose objects have no id and are kept inside of others. */
export const keys: Record<string, () => null> = Object.fromEntries(
  typesWithoutId.map((type) => [type, () => null]),
);
