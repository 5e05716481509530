import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClientBase } from 'pg';

/** The text that is in force of a function in the database, with the triggers that call it. */
export type DatabaseFunction = { readonly name: string; readonly text: string; readonly hash: string };

const FOLDER = path.resolve(import.meta.dirname, '../../../db/functions');

/** All functions of this release, each after those that it calls: one file each, in folders by tier. */
export async function readFunctions(folder = FOLDER): Promise<readonly DatabaseFunction[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.sql'));
  const functions = await Promise.all(
    files.toSorted().map(async (file) => {
      const text = await readFile(path.join(folder, file), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      return { name: path.basename(file, '.sql'), text, hash };
    }),
  );
  return inOrderOfCalls(functions);
}

/** The body of a function in SQL is resolved when the function is created. */
function inOrderOfCalls(functions: readonly DatabaseFunction[]): DatabaseFunction[] {
  const ordered = new Set<DatabaseFunction>();
  const calls = ({ text }: DatabaseFunction, { name }: DatabaseFunction): boolean =>
    new RegExp(`\\b${name}\\(`).test(text);
  function add(each: DatabaseFunction, callers: readonly DatabaseFunction[]): void {
    if (callers.includes(each)) return;
    for (const other of functions) if (other !== each && calls(each, other)) add(other, [...callers, each]);
    ordered.add(each);
  }
  for (const each of functions) add(each, []);
  return [...ordered];
}

/** Whether tables may rest on the function: it reads none, so it is there before them. */
export const isPure = ({ text }: DatabaseFunction): boolean => /^[^-]*\blanguage \w+ immutable\b/m.test(text);

/** Names and hashes of what was applied and is there: the migration that drops a function leaves its row. */
export const APPLIED_FUNCTIONS = `
  select name, hash from applied_functions
  where exists (select from pg_proc where proname = name and pronamespace = 'public'::regnamespace)`;

/** @returns functions (all of a name that has several) and triggers of the database that no file defines */
export async function findStrays(
  client: ClientBase,
  functions: readonly DatabaseFunction[],
): Promise<readonly string[]> {
  const triggers = functions.flatMap(({ text }) =>
    [...text.matchAll(CREATED_TRIGGERS)].map(([, name]) => name),
  );
  const { rows } = await client.query<{ stray: string }>(STRAYS, [
    functions.map(({ name }) => name),
    triggers,
  ]);
  return rows.map(({ stray }) => stray);
}

const CREATED_TRIGGERS = /^create (?:or replace |constraint )?trigger (\w+)/gm;

const STRAYS = `
  select p.oid::regprocedure::text as stray from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    and (p.proname <> all ($1) or exists (
      select from pg_proc o where o.pronamespace = p.pronamespace and o.proname = p.proname and o.oid <> p.oid))
  union all
  select format('%s on %s', t.tgname, t.tgrelid::regclass) from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgparentid = 0 and t.tgname <> all ($2)
  order by 1`;
