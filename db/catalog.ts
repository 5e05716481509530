import type { Client } from 'pg';

export type Catalog = {
  readonly extensions: readonly { name: string }[];
  readonly enums: readonly { schema: string; name: string; labels: readonly string[] }[];
  readonly sequences: readonly { schema: string; name: string; type: string }[];
  readonly tables: readonly CatalogTable[];
  readonly views: readonly { schema: string; name: string; definition: string }[];
  readonly functions: readonly { definition: string }[];
  readonly triggers: readonly { definition: string }[];
};

export type CatalogTable = {
  readonly schema: string;
  readonly name: string;
  /** The key, such as `RANGE (occurred_at)`; null for a plain table. */
  readonly partitionKey: string | null;
  /** The table it is a part of, with its bound; null for all others. */
  readonly partitionOf: { parent: string; bound: string } | null;
  readonly columns: readonly CatalogColumn[];
  readonly constraints: readonly {
    name: string;
    kind: string;
    columns: readonly string[];
    definition: string;
  }[];
  /** Indexes that no constraint brings with it. */
  readonly indexes: readonly { definition: string }[];
};

export type CatalogColumn = {
  readonly name: string;
  /** As it is written in a table definition: `character varying(20)`. */
  readonly type: string;
  /** The type's own name, of the elements where it is an array, and of what a domain stands on. */
  readonly baseType: string;
  readonly isArray: boolean;
  readonly isNotNull: boolean;
  readonly default: string | null;
  readonly identity: 'always' | 'by default' | null;
  readonly isGenerated: boolean;
};

/** Reads everything that migrations can make, in an order that depends on names alone. */
export async function readCatalog(client: Client): Promise<Catalog> {
  // Names in our own schema are then written without it.
  await client.query('set search_path to public');
  const read = async <Row>(text: string): Promise<Row[]> => {
    const { rows } = await client.query(text);
    // Each statement below names its columns as its row type does.
    return rows as Row[];
  };
  return {
    extensions: await read(EXTENSIONS),
    enums: await read(ENUMS),
    sequences: await read(SEQUENCES),
    tables: await read(TABLES),
    views: await read(VIEWS),
    functions: await read(FUNCTIONS),
    triggers: await read(TRIGGERS),
  };
}

/** The job queue's schema is its library's business. */
const OURS = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')`;
const NOT_BOOKKEEPING = `c.relname not in ('kysely_migration', 'applied_functions')`;

const fromExtension = (oid: string): string =>
  `exists (select from pg_depend x where x.objid = ${oid} and x.deptype = 'e')`;

const EXTENSIONS = `select extname as name from pg_extension where extname <> 'plpgsql' order by 1`;

const ENUMS = `
  select n.nspname as schema, t.typname as name,
    (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where t.typtype = 'e' and ${OURS} order by 1, 2`;

const SEQUENCES = `
  select n.nspname as schema, c.relname as name, format_type(s.seqtypid, null) as type
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_sequence s on s.seqrelid = c.oid
  where ${OURS} and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('i', 'a'))
  order by 1, 2`;

const TABLE_COLUMNS = `
  select json_agg(json_build_object(
    'name', a.attname,
    'type', format_type(a.atttypid, a.atttypmod),
    'baseType', coalesce(base.typname, element.typname, own.typname),
    'isArray', element.oid is not null,
    'isNotNull', a.attnotnull,
    'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
      else format('(%s) stored', pg_get_expr(d.adbin, d.adrelid)) end,
    'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
    'isGenerated', a.attgenerated <> '') order by a.attnum)
  from pg_attribute a
  join pg_type own on own.oid = a.atttypid
  left join pg_type element on element.oid = own.typelem and own.typcategory = 'A'
  left join pg_type base on base.oid = own.typbasetype
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const TABLE_CONSTRAINTS = `
  select json_agg(json_build_object(
    'name', k.conname, 'kind', k.contype, 'definition', pg_get_constraintdef(k.oid, true),
    'columns', (select json_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = k.conrelid and a.attnum = any (k.conkey)))
    order by position(k.contype::text in 'pufxc'), k.conname)
  from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'x', 'c') and k.conislocal`;

const TABLE_INDEXES = `
  select json_agg(json_build_object('definition', pg_get_indexdef(i.indexrelid)) order by ic.relname)
  from pg_index i join pg_class ic on ic.oid = i.indexrelid
  where i.indrelid = c.oid and not ic.relispartition
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`;

const TABLES = `
  select n.nspname as schema, c.relname as name, pg_get_partkeydef(c.oid) as "partitionKey",
    (select json_build_object('parent', h.inhparent::regclass::text, 'bound', pg_get_expr(c.relpartbound, c.oid))
      from pg_inherits h where h.inhrelid = c.oid and c.relispartition) as "partitionOf",
    coalesce((${TABLE_COLUMNS}), '[]') as columns,
    coalesce((${TABLE_CONSTRAINTS}), '[]') as constraints,
    coalesce((${TABLE_INDEXES}), '[]') as indexes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and ${OURS} and ${NOT_BOOKKEEPING}
  order by n.nspname <> 'public', n.nspname, c.relname`;

const VIEWS = `
  select n.nspname as schema, c.relname as name, pg_get_viewdef(c.oid, true) as definition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'v' and ${OURS} and not ${fromExtension('c.oid')} order by 1, 2`;

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as definition
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where p.prokind in ('f', 'p') and ${OURS} and not ${fromExtension('p.oid')}
  order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`;

const TRIGGERS = `
  select pg_get_triggerdef(t.oid, true) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and t.tgparentid = 0 and ${OURS} order by n.nspname, c.relname, t.tgname`;
