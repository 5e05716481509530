import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { getNullableType, type GraphQLInputField, isInputObjectType, isNonNullType } from 'graphql';
import { sql } from 'kysely';
import { buildSchemas } from '#api/schema.ts';
import type { Budget } from '#platform/kernel/rate-limit.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { defaultLimits, restrictionKinds } from '#domains/modules.ts';
import { rootFieldsOf } from '#test/support/transport/broad-operation.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { call, show } from '#test/support/promises/idempotent-calls.ts';
import { sceneOf } from '#test/support/promises/idempotency-scene.ts';
import { IDEMPOTENT_MUTATIONS, inputsOf, rowOf } from '#test/support/promises/idempotent-mutations.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

// `restrictionKinds` contains these names.
const RESTRICTIONS = (Object.keys(restrictionKinds) as RestrictionKind[]).filter(
  (kind) => kind !== 'SUSPENSION',
);

const ends: (() => unknown)[] = [];
let world: World;

const rootFields = [...Object.values(buildSchemas(defaultLimits))].flatMap((schema) => rootFieldsOf(schema));

/** The mutations of clients that can have a key, with the fields of their input. Those of admins have tests of their own. */
const declared = new Map(
  rootFields.flatMap(({ root, field }) => {
    const input = field.args.find(({ name }) => name === 'input');
    const type = input && getNullableType(input.type);
    const fields: Record<string, GraphQLInputField> = isInputObjectType(type) ? type.getFields() : {};
    return root === 'Mutation' && fields['idempotencyKey'] && !field.name.startsWith('admin')
      ? [[field.name, { field, fields }]]
      : [];
  }),
);

test('every mutation with an idempotency key is in the table, with an input for each optional field', () => {
  const optional = [...declared].map(([name, { fields }]) => [
    name,
    Object.values(fields)
      .filter((field) => !isNonNullType(field.type) && field.name !== 'idempotencyKey')
      .map((field) => field.name)
      .toSorted(),
  ]);
  const rows = Object.entries(IDEMPOTENT_MUTATIONS).map(([name, row]) => [
    name,
    Object.keys(row.optional).toSorted(),
  ]);
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(optional));
});

/** Effects of one call: added rows, events, statements. */
async function effectOf<Result>(work: () => Promise<Result>) {
  const [rowsBefore, eventsBefore] = [await rowCounts(), await eventNames()];
  let result: Result | undefined;
  const statements = await world.statementsOf(async () => (result = await work()));
  const [rows, events] = [await rowCounts(), await eventNames()];
  const added = Object.entries(rows).map(([table, count]) => [table, count - (rowsBefore[table] ?? 0)]);
  return {
    // `work` has returned.
    result: result as Result,
    statements,
    rows: Object.fromEntries(added.filter(([, count]) => count !== 0)),
    events: events.slice(eventsBefore.length),
  };
}

/** Without the counts of budgets, whose first call alone adds a row. */
async function rowCounts(): Promise<Record<string, number>> {
  await world.app.relay.drain();
  const { db } = world.app.services;
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'budget_counts'`.execute(
    db,
  );
  const counts = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, count(*)::int as count from ${sql.table(name)}`,
  );
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function eventNames(): Promise<string[]> {
  const events = world.app.services.db.selectFrom('event_log').select('name').orderBy('position');
  return (await events.execute()).map(({ name }) => name);
}

/** Spends the remaining budget of a mutation. @returns how much that was */
async function spendBudget(name: string, caller: Person): Promise<number> {
  // Set by the builder.
  const allowance = declared.get(name)?.field.extensions['budget'] as Budget;
  const point = { name: `field:${name}`, allowance, key: uuidOf(caller.id) };
  for (let left = 0; ; left += 1) {
    try {
      await world.app.services.budgets.spend(point);
    } catch {
      return left;
    }
  }
}

/** Whether every call has a key. */
const needsKey = (name: string): boolean => {
  const key = declared.get(name)?.fields['idempotencyKey'];
  return key !== undefined && isNonNullType(key.type);
};

/** An input for a call that no other one repeats: without a key, where it needs none. */
const unrepeated = (name: string, input: Readonly<Record<string, unknown>>) =>
  needsKey(name) ? { ...input, idempotencyKey: randomUUID() } : input;

/** Before files are stored, the key is looked up. */
const hasFiles = (input: object): boolean => 'files' in input;

/** Maximum calls by one user before a budget could be spent. */
const INPUTS_OF_A_SCENE = 10;

async function testRepetition(name: string): Promise<void> {
  const row = rowOf(name);
  const claimsKey = declared.get(name)?.field.extensions['isJudgedByWrite'] === true;
  const firsts: { caller: Person; input: object; result: unknown; shown: number }[] = [];
  let scene = await sceneOf(world);
  for (const [index, inputOf] of inputsOf(row).entries()) {
    if (index > 0 && index % INPUTS_OF_A_SCENE === 0) scene = await sceneOf(world);
    const { caller } = scene;
    const plainInput = unrepeated(name, await inputOf(scene));
    const plain = await effectOf(() => call(caller, name, plainInput));
    const input = { ...(await inputOf(scene)), idempotencyKey: randomUUID() };
    const { result, ...first } = await effectOf(() => call(caller, name, input));
    const said = JSON.stringify(input);
    assert.deepEqual([plain.result.errors, result.errors], [[], []], said);
    assert.deepEqual(first.rows, { ...plain.rows, idempotency_keys: 1 }, said);
    assert.deepEqual([plain.events, first.events], [row.events, row.events], said);
    const forKey = needsKey(name) ? 0 : claimsKey ? Number(hasFiles(input)) : 2;
    assert.equal(first.statements, plain.statements + forKey, said);
    const shown = await world.statementsOf(() => show(caller, name, result.entity.id));
    firsts.push({ caller, input, result, shown });
  }
  // A client may send as null what it left out before.
  const nulls = Object.fromEntries(Object.keys(row.optional).map((field) => [field, null]));
  await unchanged(world, async () => {
    for (const { caller, input, result, shown } of firsts) {
      let repeated: unknown;
      const statements = await world.statementsOf(
        async () => (repeated = await call(caller, name, { ...nulls, ...input })),
      );
      assert.deepEqual(repeated, result, JSON.stringify(input));
      // A write that claims its key may have locked what it refers to before it finds the key used.
      const looks = claimsKey && !hasFiles(input) ? [2, 3, 4] : [1 + (row.besideStatements ?? 0)];
      assert.ok(looks.includes(statements - shown), JSON.stringify(input));
    }
  });
}

async function testInterruption(name: string): Promise<void> {
  const row = rowOf(name);
  const scene = await sceneOf(world);
  const { caller, other } = scene;
  const input = { ...(await inputsOf(row).at(-1)?.(scene)), idempotencyKey: randomUUID() };
  // Preparing the input may have called the mutation itself.
  const others = await sceneOf(world);
  await inputsOf(row).at(-1)?.(others);
  const first = await call(caller, name, input);
  assert.deepEqual(first.errors, []);
  const repeat = () => call(caller, name, input);

  assert.deepEqual(await repeat(), first);
  const left = await spendBudget(name, caller);
  assert.equal(left, (await spendBudget(name, others.caller)) - 1);
  for (const kind of RESTRICTIONS) await restrict(world, caller, { kind });
  assert.deepEqual(await unchanged(world, repeat), first);
  await block(world, other, caller);
  const { entity, errors } = await repeat();
  const isSeen = row.isSeenAfterBlock;
  assert.deepEqual([entity?.id ?? null, errors], [isSeen ? first.entity.id : null, []]);
  await other.do('mutation ($id: ID!) { unblockUser(input: { userId: $id }) { errors { code } } }', {
    id: caller.id,
  });
  if (!row.remove) return;
  await row.remove(scene, first.entity.id);
  assert.deepEqual(await unchanged(world, repeat), { entity: null, errors: [] });
}

async function testOtherInput(name: string): Promise<void> {
  const row = rowOf(name);
  const scene = await sceneOf(world);
  const { caller } = scene;
  const idempotencyKey = randomUUID();
  const refusedInput = { ...(await row.refused(scene)), idempotencyKey };
  const refused = await unchanged(world, () => call(caller, name, refusedInput));
  assert.deepEqual([refused.entity, refused.errors.length], [null, 1]);

  const inputs = await Promise.all(inputsOf(row).map(async (inputOf) => inputOf(scene)));
  const [input] = inputs;
  assert.deepEqual((await call(caller, name, { ...input, idempotencyKey })).errors, []);
  await unchanged(world, async () => {
    for (const other of [...inputs.slice(1), { ...input, ...row.change }, refusedInput]) {
      assert.deepEqual(
        await call(caller, name, { ...other, idempotencyKey }),
        { entity: null, errors: [{ code: 'IDEMPOTENCY_KEY_REUSED', path: ['idempotencyKey'] }] },
        JSON.stringify(other),
      );
    }
  });
}

async function testTwentyAtOnce(name: string): Promise<void> {
  const row = rowOf(name);
  const [inputOf] = inputsOf(row);
  const scene = await sceneOf(world);
  const { caller } = scene;
  const plainInput = unrepeated(name, await inputOf!(scene)); // every mutation has one
  const plain = await effectOf(() => call(caller, name, plainInput));
  const input = { ...(await inputOf!(scene)), idempotencyKey: randomUUID() }; // likewise
  const all = await effectOf(() => Promise.all(Array.from({ length: 20 }, () => call(caller, name, input))));
  assert.deepEqual(all.result, Array(20).fill(all.result[0]));
  assert.deepEqual(all.result[0]?.errors, []);
  assert.deepEqual(all.rows, { ...plain.rows, idempotency_keys: 1 });
  assert.deepEqual(all.events, row.events);
}

async function testExistingPair(): Promise<void> {
  const name = 'startConversation';
  const scene = await sceneOf(world);
  const { caller, other } = scene;
  const id = await scene.conversation();
  const input = { userIds: [other.id], idempotencyKey: randomUUID() };
  const first = await effectOf(() => call(caller, name, input));
  assert.deepEqual([first.result.entity.id, first.rows, first.events], [id, { idempotency_keys: 1 }, []]);
  await spendBudget(name, caller);
  assert.deepEqual(await unchanged(world, () => call(caller, name, input)), first.result);
  const { errors } = await call(caller, name, { ...input, kind: 'DIRECT' });
  assert.deepEqual(errors, [{ code: 'IDEMPOTENCY_KEY_REUSED', path: ['idempotencyKey'] }]);

  const together = { userIds: [caller.id], idempotencyKey: randomUUID() };
  const all = await effectOf(() =>
    Promise.all(Array.from({ length: 20 }, () => call(other, name, together))),
  );
  assert.deepEqual(new Set(all.result.map(({ entity }) => entity.id)), new Set([id]));
  assert.deepEqual([all.rows, all.events], [{ idempotency_keys: 1 }, []]);
}

async function testFiles(): Promise<void> {
  const { caller } = await sceneOf(world);
  const { db } = world.app.services;
  const media = db.selectFrom('media').select('id').where('owner_id', '=', uuidOf(caller.id));
  const mediaCount = async () => (await media.execute()).length;
  const files = await Promise.all([smallPicture(), smallPicture()]);
  const [one, two] = files.map((file) => new Blob([new Uint8Array(file)]));

  const input = { files: [one], altTexts: ['The sea'], idempotencyKey: randomUUID() };
  const first = await call(caller, 'createPost', input);
  assert.deepEqual([first.errors, await mediaCount()], [[], 1]);
  assert.deepEqual(await unchanged(world, () => call(caller, 'createPost', input)), first);
  const { errors } = await call(caller, 'createPost', { ...input, files: [two] });
  assert.deepEqual(errors, [{ code: 'IDEMPOTENCY_KEY_REUSED', path: ['idempotencyKey'] }]);
  assert.equal(await mediaCount(), 1);

  const together = { files: [two], idempotencyKey: randomUUID() };
  const all = await Promise.all(Array.from({ length: 20 }, () => call(caller, 'createPost', together)));
  assert.deepEqual(all, Array(20).fill(all[0]));
  assert.equal(all[0]?.entity.media.length, 1);
  // The last test of this world: it ends all sessions.
  world.clock.advance('25h');
  await runCron(world, 'media.sweepOrphans');
  assert.equal(await mediaCount(), 2);
}

describe('a mutation with an idempotency key', () => {
  before(async () => {
    world = await testWorld(
      { after: (end) => void ends.push(end as () => unknown) },
      { env: { LIMIT_TIERS: '100' } },
    );
  });
  after(async () => {
    for (const end of ends) await end();
  });

  for (const name of Object.keys(IDEMPOTENT_MUTATIONS)) {
    test(`${name} answers a repetition like the first call and does nothing`, () => testRepetition(name));
    test(`${name} answers a repetition after any change in between, and spends no budget`, () =>
      testInterruption(name));
    test(`${name} refuses a key with another input, and does not store a refused call`, () =>
      testOtherInput(name));
    test(`${name} executes once for twenty concurrent calls`, () => testTwentyAtOnce(name));
  }
  test('startConversation stores a key for the existing conversation of a pair', testExistingPair);
  test(
    'createPost stores no files of a repetition, and keeps those of twenty concurrent calls for a day',
    testFiles,
  );
});
