import { type RawBuilder, sql } from 'kysely';

/**
 * `column = any($1)`: one parameter for any number of ids, so that one prepared statement serves every size, by one plan.
 */
export function anyOf(ids: readonly string[] | RawBuilder<readonly string[]>): RawBuilder<string> {
  return sql`any(${ofAnyLength(sql`${ids}::uuid[]`)}::uuid[])`;
}

/**
 * An array of keys from a subquery, into which the planner does not look. If it saw a short array, the plan for that one would
 * look cheaper than the kept plan each time, and planning takes several times as long as such a look-up.
 */
export const ofAnyLength = (array: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select ${array})`;
