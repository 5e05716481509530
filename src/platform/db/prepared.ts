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
    kept ??= withoutRepetition(build(db, placeholders<Values>()));
    const given = kept.parameters.map((parameter) =>
      // A placeholder is made only for a name of `Values`.
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...kept, parameters: given });
    return rows;
  };
}

function placeholders<Values extends object>(): Parameters<Values> {
  const made = new Map<string | symbol, RawBuilder<unknown>>();
  // Whatever name the statement asks for becomes a placeholder; its type admits only those of `Values`.
  return new Proxy({} as Parameters<Values>, {
    get(_target, name) {
      let placeholder = made.get(name);
      if (!placeholder) made.set(name, (placeholder = sql`${new Placeholder(String(name))}`));
      return placeholder;
    },
  });
}

/** A text, in which a `$` means itself, or the place of a parameter. */
const TEXT_OR_PLACE = /'(?:[^']|'')*'|\$(\d+)/g;

/** The statement with each value once: one that it uses in ninety places would be written, sent and read ninety times. */
function withoutRepetition<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  const parameters: unknown[] = [];
  const placeOf = new Map<Placeholder, number>();
  const text = query.sql.replaceAll(TEXT_OR_PLACE, (found, number?: string) => {
    if (number === undefined) return found;
    const parameter = query.parameters[Number(number) - 1];
    if (!(parameter instanceof Placeholder)) return `$${parameters.push(parameter)}`;
    let place = placeOf.get(parameter);
    if (place === undefined) placeOf.set(parameter, (place = parameters.push(parameter)));
    return `$${place}`;
  });
  return { ...query, sql: text, parameters };
}
