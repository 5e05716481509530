import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { sql } from 'kysely';
import { verifyAuditLog } from '#domains/identity/admins/audit-verification.service.ts';
import type { Db } from '#platform/db/database.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import { publish } from '#test/support/content/comments.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld, type World } from '#test/support/world.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FORGE = 'set local session_replication_role = replica;';
const LINKS = ['seq', 'prev_hash', 'hash'];

const decide = (name: string): string =>
  `mutation ($id: ID!) { ${name}(input: { postId: $id, reason: "A test" }) { errors { code } } }`;

/** An admin whose sign-in and three decisions are the entries 1 to 4. */
async function fourEntries(t: { after(work: () => unknown): void }): Promise<World> {
  const world = await testWorld(t);
  const postId = await publish(await world.user('ada'));
  const admin = await world.admin();
  for (const name of ['adminRemovePost', 'adminRestorePost', 'adminRemovePost'])
    await admin.do(decide(name), { id: postId });
  return world;
}

async function differencesOf(db: Db): Promise<string[]> {
  const found: string[] = [];
  const onDifference = (difference: string): void => void found.push(difference);
  const { differences } = await verifyAuditLog(db, { onChecked: () => undefined, onDifference });
  assert.equal(differences, found.length);
  return found;
}

class Undone extends Error {}

/** Differences that are found after a forgery, which is then undone. */
async function forged({ app }: World, ...statements: readonly string[]): Promise<string[]> {
  let found: string[] | null = null;
  const work = app.services.db.transaction().execute(async (tx) => {
    for (const statement of [FORGE, ...statements]) await sql.raw(statement).execute(tx);
    found = await differencesOf(tx);
    throw new Undone();
  });
  await assert.rejects(work, Undone);
  assert.ok(found);
  return found;
}

const rightNow = (world: World): Promise<string[]> =>
  world.app.services.db.transaction().execute(differencesOf);

type Entry = { readonly id: string; readonly seq: number; readonly hash: string };

async function entriesOf({ app }: World): Promise<Entry[]> {
  const { rows } =
    await sql<Entry>`select id, seq::integer as seq, hash from audit_entries order by seq`.execute(
      app.services.db,
    );
  return rows;
}

test('an entry of which any column is changed is found', async (t) => {
  const world = await fourEntries(t);
  assert.deepEqual(await rightNow(world), []);
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, udt_name as type from information_schema.columns where table_name = 'audit_entries'`.execute(
    world.app.services.db,
  );
  const columns = rows.filter(({ name }) => !LINKS.includes(name));
  assert.equal(columns.length, 11);
  const other: Readonly<Record<string, (column: string) => string>> = {
    uuid: () => 'gen_random_uuid()',
    text: (column) => `coalesce(${column}, '') || 'x'`,
    jsonb: () => `'{"state": "HELD"}'`,
    timestamptz: (column) => `${column} + interval '1 microsecond'`,
  };
  for (const { name, type } of columns) {
    const found = await forged(
      world,
      `update audit_entries set ${name} = ${other[type]?.(name)} where seq = 2`,
    );
    assert.equal(found.length, 1, name);
    assert.match(found[0] ?? '', /^entry 2 \(.+\): it was changed$/, name);
  }
  for (const name of ['reason', 'before']) {
    const found = await forged(world, `update audit_entries set ${name} = null where seq = 3`);
    assert.match(found.join(), /^entry 3 \(.+\): it was changed$/, name);
  }
});

test('an entry that is changed together with its hash, removed or inserted, a cut tail and another head are found', async (t) => {
  const world = await fourEntries(t);
  const [, second, third, last] = await entriesOf(world);
  assert.ok(second && third && last);
  const rehashed = (seq: number): string =>
    `update audit_entries e set hash = audit_entry_hash(e) where seq = ${seq}`;
  const changed = ({ seq, id }: Entry): string => `entry ${seq} (${id}): it was changed`;
  const change = "update audit_entries set reason = 'Another' where seq = 2";
  assert.deepEqual(await forged(world, change, rehashed(2)), [
    `entry 3 (${third.id}): it does not follow entry 2`,
  ]);
  assert.deepEqual(await forged(world, 'update audit_entries set hash = prev_hash where seq = 2'), [
    changed(second),
    `entry 3 (${third.id}): it does not follow entry 2`,
  ]);
  assert.deepEqual(await forged(world, 'delete from audit_entries where seq = 2'), [
    'entries 2 to 2: they are missing',
  ]);
  const closed = 'update audit_entries set seq = seq - 1 where seq = ';
  assert.deepEqual(
    await forged(world, 'delete from audit_entries where seq = 2', `${closed}3`, `${closed}4`),
    [2, 3]
      .map((seq, index) => changed({ ...(index === 0 ? third : last), seq }))
      .concat('entries 4 to 4: they are missing'),
  );

  const insert = (seq: string, hashes = 'prev_hash, hash'): string => `
    insert into audit_entries (id, admin_id, session_id, action, created_at, seq, prev_hash, hash)
    select '${INSERTED}', admin_id, session_id, action, created_at, ${seq}, ${hashes} from audit_entries where seq = 4`;
  for (const seq of ['null', '0', '-1'])
    assert.deepEqual(await forged(world, insert(seq)), [`entry ${INSERTED}: it is not in the chain`], seq);
  assert.deepEqual(
    await forged(
      world,
      'update audit_entries set seq = 5 where seq = 4',
      insert('4').replace('seq = 4', 'seq = 5'),
    ),
    [
      changed({ ...second, seq: 4, id: INSERTED }),
      changed({ ...last, seq: 5 }),
      'audit_head: it ends with entry 4, there are 5',
    ],
  );
  assert.deepEqual(await forged(world, insert('5', "hash, ''"), rehashed(5)), [
    'audit_head: it ends with entry 4, there are 5',
  ]);

  assert.deepEqual(await forged(world, 'delete from audit_entries where seq > 2'), [
    'entries 3 to 4: they are missing',
  ]);
  assert.deepEqual(await forged(world, 'delete from audit_entries'), ['entries 1 to 4: they are missing']);
  assert.deepEqual(await forged(world, "update audit_head set hash = ''"), [
    'audit_head: it has another hash than entry 4',
  ]);
  assert.deepEqual(await forged(world, 'delete from audit_head'), ['audit_head: its row is missing']);
  assert.deepEqual(await rightNow(world), []);
});

const INSERTED = '01900000-0000-7000-8000-000000000001';

test('audit:verify says where a right log ends, names what is wrong, and then exits with 1', async (t) => {
  const world = await fourEntries(t);
  const last = (await entriesOf(world)).at(-1);
  assert.deepEqual(await verify(world), {
    code: 0,
    lines: [`The audit log is right. Entry 4 ends it: ${last?.hash}`],
  });
  await runSql(
    world.connectionString,
    'set session_replication_role = replica; delete from audit_entries where seq in (1, 3)',
  );
  assert.deepEqual(await verify(world), {
    code: 1,
    lines: [
      'entries 1 to 1: they are missing',
      'entries 3 to 3: they are missing',
      'Differences in the audit log: 2.',
    ],
  });
});

async function verify({ connectionString }: World): Promise<{ code: number; lines: string[] }> {
  const env = { ...process.env, DATABASE_URL: connectionString, LOG_LEVEL: 'fatal', NODE_ENV: 'test' };
  const command = spawn('node', [path.join(ROOT, 'src/main.ts'), 'audit:verify'], { env });
  const [output, [code]] = await Promise.all([text(command.stdout), once(command, 'exit')]);
  return { code, lines: output.trimEnd().split('\n') };
}

test('admins who act at once make one chain, and an act that is rolled back leaves no gap', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const posts = [await publish(ada), await publish(ada), await publish(ada)];
  const admins = [await world.admin(), await world.admin()];
  const acts = admins.flatMap((admin, index) =>
    (index === 0 ? posts : posts.toReversed()).flatMap((id) =>
      ['adminRemovePost', 'adminRestorePost'].map((name) => admin.do(decide(name), { id })),
    ),
  );
  await Promise.all(acts);
  const { services } = world.app;
  const [admin] = await services.db.selectFrom('admins').select('id').execute();
  assert.ok(admin);
  const ctx = { ...services, admin: { id: admin.id, sessionId: admin.id } };
  const entry = { action: 'adminTest', subject: null, reason: null, before: null, after: null } as const;
  const undone = services.transaction(async (tx) => {
    await writeAuditEntry(ctx, tx, entry);
    await sql`set constraints all immediate`.execute(tx);
    throw new Undone();
  });
  await assert.rejects(undone, Undone);
  await services.transaction(async (tx) => {
    await writeAuditEntry(ctx, tx, entry);
    await writeAuditEntry(ctx, tx, entry);
  });
  const seqs = (await entriesOf(world)).map(({ seq }) => seq);
  assert.deepEqual(
    seqs,
    Array.from({ length: 2 + acts.length + 2 }, (_, index) => index + 1),
  );
  assert.deepEqual(await rightNow(world), []);
});

test('entries of before there was a chain are chained in their order when the database is migrated, and later ones are not', async (t) => {
  const world = await fourEntries(t);
  const before = await entriesOf(world);
  const migrate = readFileSync(path.join(ROOT, 'db/functions/identity/chain_audit_entry.sql'), 'utf8');
  const unchain = `begin; ${FORGE} update audit_entries set seq = null, prev_hash = null, hash = null`;
  await runSql(world.connectionString, `${unchain}; update audit_head set seq = 0, hash = ''; commit`);
  await runSql(world.connectionString, `begin; ${migrate}; commit`);
  assert.deepEqual(await entriesOf(world), before);
  assert.deepEqual(await rightNow(world), []);
  await runSql(world.connectionString, `${unchain} where seq = 4; commit`);
  await runSql(world.connectionString, `begin; ${migrate}; commit`);
  assert.deepEqual(await rightNow(world), [
    'entries 4 to 4: they are missing',
    `entry ${before.at(-1)?.id}: it is not in the chain`,
  ]);
});
