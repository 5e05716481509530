import { type RawBuilder, sql } from 'kysely';
import { POST_COUNTER_COLUMNS } from './post-counters.service.ts';
import { POST_COLUMNS } from './posts.queries.ts';

/** The columns of a `Post` from a row of the alias `p`, for writes that return it. */
export const POST_ROW: RawBuilder<unknown> = sql.join(
  POST_COLUMNS.map((column) => {
    const [reference = '', alias] = column.split(' as ');
    return alias ? sql`${sql.ref(reference)} as ${sql.ref(alias)}` : sql.ref(reference);
  }),
);

/** Counters of a post from a row of the alias `c`. */
export const POST_COUNTERS_ROW: RawBuilder<unknown> = sql.join(
  Object.entries(POST_COUNTER_COLUMNS).map(
    ([name, column]) => sql`${sql.ref(`c.${column}`)} as ${sql.ref(name)}`,
  ),
);
