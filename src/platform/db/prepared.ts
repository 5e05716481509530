import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** For each value of a call the expression that stands for it in the statement's text. */
type Parameters<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** What stands in a compiled statement's parameters where a value of the call will be. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement whose text is always the same: built at the first call and kept, because building one takes the query
 * builder longer than sending it takes the driver. For the hot reads; others are built where they are used.
 * @param build must use each value through its parameter alone, never to choose between texts
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, parameters: Parameters<Values>) => CompiledQuery<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let kept: CompiledQuery<Row> | null = null;
  return async (db, values) => {
    kept ??= build(db, placeholders<Values>());
    const given = kept.parameters.map((parameter) =>
      // A placeholder is made only for a name of `Values`.
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...kept, parameters: given });
    return rows;
  };
}

function placeholders<Values extends object>(): Parameters<Values> {
  // Whatever name the statement asks for becomes a placeholder; its type admits only those of `Values`.
  return new Proxy({} as Parameters<Values>, {
    get: (_target, name) => sql`${new Placeholder(String(name))}`,
  });
}
