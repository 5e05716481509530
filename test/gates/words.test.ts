import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse, visit } from 'graphql';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Words by which a comment or description begins that has no subject, or whose subject stands elsewhere. */
const HEADLESS =
  /^(?:That|Those|It|Its|They|Their|What|Whatever|Who|Whom|Whose|Whoever|Own|Along|Such|Also|So|Others|One (?:of|that|who|for|is))(?![\w'-])/;
/** A comment; of several lines in a row that begin by two slashes the first. */
const COMMENT = /(?<!\/\/.*\n *)\/\/ (.*)|\/\*\*?[ \t]*(?:\n *\* )?(.*)/g;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

test('a comment begins with its subject or a verb', () => {
  const headless = globSync('{src,test,db,scripts,packages/*/{src,serve,scripts}}/**/*.{ts,tsx}', {
    cwd: ROOT,
  }).flatMap((file) =>
    [...read(file).matchAll(COMMENT)]
      .map(([, line, block]) => (line ?? block ?? '').trim())
      .filter((comment) => HEADLESS.test(comment))
      .map((comment) => `${file}: ${comment}`),
  );
  assert.deepEqual(headless, []);
});

test('a description of the schema begins with a noun, a verb or "Whether", and calls an image one', () => {
  const wrong: string[] = [];
  for (const file of ['schema/client.graphql', 'schema/admin.graphql']) {
    visit(parse(read(file)), {
      StringValue: ({ value }) => {
        if (HEADLESS.test(value) || /^Where\b/.test(value) || /\bpictures?\b/i.test(value))
          wrong.push(`${file}: ${value}`);
      },
    });
  }
  assert.deepEqual(wrong, []);
});

/** Comments of the code and of the SQL in it. */
const ANY_COMMENT = /\/\*\*?[^]*?\*\/|\/\/ .*|-- .*/g;

test('a subquery that is fenced by `offset 0` has a comment beside it that says why', () => {
  const silent = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    read(file)
      .split(/\n\n(?=\S)/)
      .filter((part) => /\boffset 0\b/.test(part.replace(ANY_COMMENT, '')))
      .filter((part) => !/fence|probe|offset/.test((part.match(ANY_COMMENT) ?? []).join(' ')))
      .map((part) => `${file}: ${part.split('\n', 1)[0]}`),
  );
  assert.deepEqual(silent, []);
});
