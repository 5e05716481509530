import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RECORDS = 'docs/decisions';
const NUMBER = '(?!0000)0\\d{3}';
const STATE = new RegExp(
  `^(in force|superseded by ${NUMBER}|(amended|measured again) by ${NUMBER}(, ${NUMBER})*(; measured again by ${NUMBER}(, ${NUMBER})*)?)$`,
);
/** A record is named by its path, by "decision", or by its number alone in brackets. */
const REFERENCE = new RegExp(`(?:${RECORDS}/|[Dd]ecision |\\()(${NUMBER})(?!\\d)(-[a-z0-9-]+\\.md)?`, 'g');
const PLACES = '{*,{.ci,bench,client,db,docs,migrations,packages,scripts,src,test}/**/*}.{md,ts,sql,js}';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const files = readdirSync(path.join(ROOT, RECORDS)).filter((file) => file !== 'README.md');
const numbers = new Set(files.map((file) => file.slice(0, 4)));

test('every record of a decision has a number of its own and a title of the one style', () => {
  assert.equal(numbers.size, files.length);
  for (const file of files) {
    assert.match(file, /^0\d{3}(-[a-z0-9]+)+\.md$/);
    const [title = '', blank] = read(`${RECORDS}/${file}`).split('\n');
    assert.match(title, new RegExp(`^# ${file.slice(0, 4)}\\. [A-Z\`].*[^.:]$`), file);
    assert.equal(blank, '', file);
  }
});

test('the index names every record by its title, what it decides and its state', () => {
  const rows = read(`${RECORDS}/README.md`)
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) => line.slice(1, -1).split(' | '));
  const titles = files.map((file) => {
    const [title = ''] = read(`${RECORDS}/${file}`).split('\n');
    return `[${title.slice('# '.length)}](${file})`;
  });
  assert.deepEqual(
    rows.map(([record]) => record?.trim()),
    titles,
  );
  for (const [record = '', decides = '', state = '', ...others] of rows) {
    assert.match(decides.trim(), /^\S.*\.$/, record);
    assert.match(state.trim(), STATE, record);
    assert.deepEqual(others, [], record);
    const [own = ''] = record.match(/0\d{3}/) ?? [];
    const named: string[] = state.match(new RegExp(NUMBER, 'g')) ?? [];
    for (const number of named) assert.ok(numbers.has(number), `${record} names ${number}`);
    assert.ok(!named.includes(own), `${record} names itself`);
  }
});

test('documents, code and migrations refer to records that exist', () => {
  const paths = globSync(PLACES, { cwd: ROOT, exclude: ['**/node_modules/**'] });
  const unknown = paths.flatMap((file) =>
    [...read(file).matchAll(REFERENCE)]
      .filter(([, number = '', name]) => !(name ? files.includes(`${number}${name}`) : numbers.has(number)))
      .map(([reference]) => `${file}: ${reference}`),
  );
  assert.deepEqual(unknown, []);
});

test('a record refers to records that exist', () => {
  for (const file of files) {
    const named = read(`${RECORDS}/${file}`).match(new RegExp(`(?<![\\w.])${NUMBER}(?![\\w])`, 'g')) ?? [];
    for (const number of named) assert.ok(numbers.has(number), `${file} names ${number}`);
  }
});
