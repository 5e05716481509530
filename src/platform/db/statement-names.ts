import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Number of texts remembered to detect repetition. */
const TEXTS_MAX = 2_000;

/**
 * Names prepared statements by a hash of their text. A text is named from its second use on, so that texts used
 * only once do not fill the connections with plans.
 */
export function createStatementNames(): (sql: string) => string | undefined {
  const names = new LRUCache<string, string>({ max: TEXTS_MAX });
  const FIRST_USE = '';
  return (sql) => {
    const known = names.get(sql);
    if (known) return known;
    const name = known === FIRST_USE ? hashName(sql) : FIRST_USE;
    names.set(sql, name);
    return name || undefined;
  };
}

function hashName(sql: string): string {
  return `s_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`;
}
