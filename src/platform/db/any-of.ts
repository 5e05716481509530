import { type RawBuilder, sql } from 'kysely';

/** `column = any($1)`: one parameter for any number of ids, so that one prepared statement serves every size. */
export function anyOf(ids: readonly string[] | RawBuilder<readonly string[]>): RawBuilder<string> {
  return sql`any(${ids}::uuid[])`;
}
