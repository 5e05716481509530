import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/**
 * The compiler reads two files and their imports, not the whole project. With `CI` set the parser would read the
 * file on disk instead of the given text, unless it is told that this is not one run over all files.
 */
const parserOptions = {
  projectService: false,
  project: 'test/gates/lint.tsconfig.json',
  disallowAutomaticSingleRunInference: true,
};
const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions } },
});

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
type Ctx = { user: string; transaction(work: (tx: object) => void): void };
declare function read(ctx: Ctx): void;
declare function readInside(ctx: Omit<Ctx, 'transaction'>): void;
export function act(ctx: Ctx): Ctx {
  read(ctx);
  ctx.transaction((tx) => {
    ctx.transaction(() => undefined);
    read(ctx);
    readInside(ctx);
  });
  ctx.user = 'another';
  Object.assign(ctx, { user: 'another' });
  return { ...ctx };
}
export const spreads = [{ ...{ level } }, [...[level]], Math.max(...[1, 2])];
export const chosen = [...kinds, ...(level ? [level] : [])];
`;

test('production code keeps the conventions', async () => {
  assert.deepEqual(await problems('src/platform/kernel/ids.ts'), [
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
    '94 plaza/no-nested-transaction',
    '95 plaza/no-nested-transaction',
    '98 no-restricted-syntax',
    '99 no-restricted-syntax',
    '100 no-restricted-syntax',
    '102 no-restricted-syntax',
    '102 no-restricted-syntax',
    '102 no-restricted-syntax',
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
    '102 no-restricted-syntax',
    '102 no-restricted-syntax',
    '102 no-restricted-syntax',
  ]);
});

/** Lints the source above as an existing file, whose path decides its rules. */
async function problems(filePath: string): Promise<string[]> {
  const [result] = await eslint.lintText(SOURCE, { filePath });
  return result?.messages.map(({ line, ruleId }) => `${line} ${ruleId}`) ?? [];
}
