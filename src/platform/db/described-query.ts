import { Query } from 'pg';
import type { Connection, FieldDef, QueryResult as PgResult } from 'pg';

export type Statement = {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly name: string | undefined;
};

/** Parts of the driver that its types leave out. */
declare module 'pg' {
  interface Query {
    name: string | undefined;
    values: readonly unknown[];
    callback: Callback;
    readonly _result: Columns;
    _accumulateRows: boolean;
    prepare(connection: Connection): void;
    handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void;
  }
}

type Callback = (error: Error | null, result: PgResult<Record<string, unknown>>) => void;

/** The description of a statement's columns, as the driver keeps it. */
type Columns = {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
};

/** The described statements of a connection. */
type Described = {
  readonly columns: Map<string, Columns>;
  /** The connection, which leaves out requests for descriptions. */
  readonly undescribing: Connection;
};

const describedOf = new WeakMap<Connection, Described>();

/**
 * A query that asks for the description of a prepared statement's columns once for each connection. The driver asks in every
 * execution, which PostgreSQL and the driver pay for by the column. A description stays true: a statement whose columns have
 * changed fails.
 */
export class DescribedQuery extends Query {
  #connection: Connection | null = null;

  constructor({ sql, parameters, name }: Statement, callback: Callback) {
    super(sql);
    this.name = name;
    this.values = parameters;
    this.callback = callback;
  }

  override prepare(connection: Connection): void {
    this.#connection = connection;
    const described = describedOf.get(connection);
    const columns = described?.columns.get(this.name ?? '');
    if (!described || !columns) return super.prepare(connection);
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    super.prepare(described.undescribing);
  }

  override handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void {
    super.handleRowDescription(message);
    if (this.name === undefined || !this.#connection) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    knownOf(this.#connection).columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

function knownOf(connection: Connection): Described {
  const known = describedOf.get(connection);
  if (known) return known;
  // By its prototype it is the connection in everything else.
  const undescribing = Object.create(connection, { describe: { value: () => undefined } }) as Connection;
  const made = { columns: new Map<string, Columns>(), undescribing };
  describedOf.set(connection, made);
  return made;
}
