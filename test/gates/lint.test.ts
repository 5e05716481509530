import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const eslint = new ESLint({ cwd: ROOT });

const SOURCE = `
import { Readable } from 'node:stream';
import type { Logger } from './logger.ts';
export const kinds = ['a', 'b'] as const;
export const first = kinds.find(Boolean)!;
// The list above is not empty.
export const second = kinds.find(Boolean)!;
export const text = JSON.parse('""') as string;
export const stream: Readable | null = null;
export const level = process.env['LEVEL'];
Promise.resolve(level);
console.log(level);
export default first;
export * from './clock.ts';
export function long(): void {${'\n  kinds.slice();'.repeat(70)}
}
export const note = (log: Logger, error: Error): void => log.warn({ error }, 'it failed');
`;

test('production code keeps the conventions', async () => {
  assert.deepEqual(await problems('src/platform/ids.ts'), [
    '2 @typescript-eslint/consistent-type-imports',
    '5 plaza/reason-beside-assertion',
    '8 plaza/reason-beside-assertion',
    '10 no-restricted-syntax',
    '11 @typescript-eslint/no-floating-promises',
    '12 no-console',
    '13 no-restricted-syntax',
    '14 no-restricted-syntax',
    '15 max-lines-per-function',
    '87 no-restricted-syntax',
  ]);
});

test('tests may assert types, read the environment and be long', async () => {
  assert.deepEqual(await problems('test/gates/lint.test.ts'), [
    '2 @typescript-eslint/consistent-type-imports',
    '11 @typescript-eslint/no-floating-promises',
    '12 no-console',
    '13 no-restricted-syntax',
    '14 no-restricted-syntax',
    '87 no-restricted-syntax',
  ]);
});

/** Lints the source above as if it stood in an existing file, whose place in the project decides its rules. */
async function problems(filePath: string): Promise<string[]> {
  const [result] = await eslint.lintText(SOURCE, { filePath });
  return result?.messages.map(({ line, ruleId }) => `${line} ${ruleId}`) ?? [];
}
