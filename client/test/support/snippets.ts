import { readFile } from 'node:fs/promises';

/** The code of a document by file names, which stand after the language of a block: `ts hello.ts`. */
export async function snippetsOf(document: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(document, 'utf8');
  const blocks = [...text.matchAll(/^```tsx? (\S+)\n(.*?)^```$/gms)];
  return new Map(blocks.map(([, name = '', code = '']) => [name, code]));
}
