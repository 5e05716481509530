import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const DOMAINS = path.resolve(import.meta.dirname, '../../src/domains');
const WRITES =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)|\b(?:insert into|update(?! set\b| skip\b| of\b)|delete from) (\w+)\s/g;
/** Domains that are a room of another one, whose tables they write. */
const ROOM_OF: Readonly<Record<string, string>> = { 'messaging/sending': 'messaging/messages' };

test('each table is written by only one domain', () => {
  const ownersOf = new Map<string, Set<string>>();
  for (const file of globSync('**/*.{queries,service}.ts', { cwd: DOMAINS })) {
    for (const [, byBuilder, bySql] of readFileSync(path.join(DOMAINS, file), 'utf8').matchAll(WRITES)) {
      const table = byBuilder ?? bySql ?? '';
      const domain = path.dirname(file);
      ownersOf.set(table, (ownersOf.get(table) ?? new Set()).add(ROOM_OF[domain] ?? domain));
    }
  }
  const shared = [...ownersOf].filter(([, domains]) => domains.size > 1);
  assert.deepEqual(shared, []);
  // Proves that writes are found at all.
  assert.deepEqual([...(ownersOf.get('users') ?? [])], ['identity/users']);
  assert.deepEqual([...(ownersOf.get('follows') ?? [])], ['graph/follows']);
});
