import { type CompiledQuery, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

declare module 'kysely' {
  interface CompiledQuery<O = unknown> {
    /** Always absent. It keeps the row type of a compiled statement, so that the compiler compares it with the declared one. */
    readonly _row?: O;
  }
}

/** The SQL expression of each value in the statement's text. */
export type Parameters<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** Stands in a compiled statement's parameters for a value of the call. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A statement with constant text, with the values of a call. */
export type Compiled<Values extends object, Row> = (db: Db, values: Values) => CompiledQuery<Row>;

/**
 * Compiles a statement at its first call and keeps the text, because compiling takes longer in Kysely than sending in the
 * driver.
 * @param build must use each value through its parameter alone, never to choose between texts
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Db, parameters: Parameters<Values>) => CompiledQuery<Row>,
): Compiled<Values, Row> {
  let kept: CompiledQuery<Row> | null = null;
  return (db, values) => {
    kept ??= withoutRepetition(build(db, placeholders<Values>()));
    const given = kept.parameters.map((parameter): unknown =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    );
    return { ...kept, parameters: given };
  };
}

/** A statement with constant text, by `compileOnce`. For hot statements only. */
export function prepared<Values extends object, Row>(
  build: (db: Db, parameters: Parameters<Values>) => CompiledQuery<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const compiled = compileOnce(build);
  return async (db, values) => (await db.executeQuery(compiled(db, values))).rows;
}

function placeholders<Values extends object>(): Parameters<Values> {
  const made = new Map<string | symbol, RawBuilder<unknown>>();
  // Any name becomes a placeholder; the type admits only those of `Values`.
  return new Proxy({} as Parameters<Values>, {
    ownKeys() {
      throw new Error('Name each value: the parameters of a statement cannot be spread.');
    },
    get(_target, name) {
      let placeholder = made.get(name);
      if (!placeholder) made.set(name, (placeholder = sql`${new Placeholder(String(name))}`));
      return placeholder;
    },
  });
}

/** Deduplicates parameters: a value used in ninety places would be sent and parsed ninety times. */
function withoutRepetition<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  const { sql: text, parameters } = new ValuesOnce().compileQuery(query.query, query.queryId);
  return { ...query, sql: text, parameters };
}

class ValuesOnce extends PostgresQueryCompiler {
  readonly #placeOf = new Map<unknown, number>();

  protected override appendValue(value: unknown): void {
    const place = this.#placeOf.get(value);
    if (place !== undefined) return this.append(`$${place}`);
    super.appendValue(value);
    if (value instanceof Placeholder) this.#placeOf.set(value, this.numParameters);
  }
}
