import { type RawBuilder, sql } from 'kysely';

/**
 * `column = any($1)`: one parameter for any number of ids, so that one prepared statement serves every size, by one plan.
 */
export function anyOf(ids: readonly string[] | RawBuilder<readonly string[]>): RawBuilder<string> {
  return sql`any(${ofAnyLength(sql`${ids}::uuid[]`)}::uuid[])`;
}

/**
 * Selects as `id` those among `ids` for which there is a row: a probe for each, by the fence. A join or `anyOf` beside a user may read
 * all rows of one who has many more than most.
 * @param row selects from a table where the key is `wanted.id`
 */
export const idsWithRowSql = (
  ids: RawBuilder<readonly string[]>,
  row: RawBuilder<unknown>,
): RawBuilder<{ readonly id: string }> => sql`
  select wanted.id from unnest(${ofAnyLength(sql`${ids}::uuid[]`)}) as wanted (id) where exists (${row} offset 0)`;

/**
 * An array of keys from a subquery, into which the planner does not look. If it saw a short array, the plan for that one would
 * look cheaper than the kept plan each time, and planning takes several times as long as such a look-up.
 */
export const ofAnyLength = (array: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select ${array})`;
