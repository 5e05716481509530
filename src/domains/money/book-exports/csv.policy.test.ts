import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.policy.ts';

test('cells are quoted by RFC 4180 where they need it, and empty where nothing is known', () => {
  assert.equal(csvLine(['a', -5, null, new Date(0)]), 'a,-5,,1970-01-01T00:00:00.000Z\r\n');
  assert.equal(csvLine(['a,b', 'say "a"', 'one\r\ntwo']), '"a,b","say ""a""","one\r\ntwo"\r\n');
});

test('a text that somebody wrote is no formula in a spreadsheet, and a number of ours stays one', () => {
  const written = ['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '=a,"b"', 'a=1', ''].map((text) => ({
    written: text,
  }));
  assert.equal(csvLine([...written, '-1']), `'=1+1,'+1,'-1,'@sum,'\t=1,"'\r=1","'=a,""b""",a=1,,-1\r\n`);
});
