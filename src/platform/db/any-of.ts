import { type RawBuilder, sql } from 'kysely';

/** `column = any($1)`: one parameter however many ids, so that one prepared statement serves every size. */
export function anyOf(ids: readonly string[] | RawBuilder<readonly string[]>): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}
