import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

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

/** A body that is written as `return …` is resolved when the function is created. */
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
