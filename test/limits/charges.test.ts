import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { buildSchemas } from '#api/schema.ts';
import { isShared } from '#platform/kernel/rate-limit.ts';
import { defaultLimits } from '#domains/modules.ts';
import type { Answer } from '#test/support/actor.ts';
import { rootFieldsOf } from '#test/support/transport/broad-operation.ts';
import { CHARGED_AGAIN } from '#test/support/promises/charged-again.ts';
import { REPEATED, type Scene } from '#test/support/promises/charged-mutations.ts';
import { publish } from '#test/support/content/comments.ts';
import { minimalOperation } from '#test/support/transport/minimal-operation.ts';
import { send } from '#test/support/transport/probing.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ends: (() => unknown)[] = [];
let world: World;
let people = 0;

async function open(): Promise<void> {
  world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
}

async function close(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end();
}

const person = (): Promise<Person> => world.user(`person${(people += 1)}`);

async function sceneOf(): Promise<Scene> {
  const [caller, other] = [await person(), await person()];
  return { world, caller, other, post: await publish(other), stranger: person };
}

const schemas = buildSchemas(defaultLimits);
const budgetOf = new Map(
  Object.values(schemas)
    .flatMap((schema) => rootFieldsOf(schema))
    .flatMap(({ root, field }) => {
      // Set by the builder.
      const budget = field.extensions['budget'];
      return budget ? [[field.name, { root, budget, access: field.extensions['access'] }] as const] : [];
    }),
);

const spentBy = (caller: Person, name: string): Promise<number> => spent(name, uuidOf(caller.id));

async function spent(field: string, key: string): Promise<number> {
  const allowance = budgetOf.get(field)?.budget;
  assert.ok(allowance, field);
  return (await world.app.services.budgets.windowOf({ name: `field:${field}`, allowance, key })).spent;
}

async function call(caller: Person, name: string, input: object): Promise<Answer> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return caller.ask(`mutation ($input: ${type}!) { ${name}(input: $input) { errors { code path } } }`, {
    input,
  });
}

test('every mutation with a budget is in one of the two tables', () => {
  const rows = [...Object.keys(REPEATED), ...Object.keys(CHARGED_AGAIN)].toSorted();
  const mutations = [...budgetOf].filter(([, { root }]) => root === 'Mutation').map(([name]) => name);
  assert.deepEqual(rows, mutations.toSorted());
});

test('a field that only reads has a budget of a minute at most, so that reading writes nothing', () => {
  const reads = [...budgetOf.values()].filter(({ root }) => root !== 'Mutation');
  assert.ok(reads.length > 3);
  assert.deepEqual(
    reads.filter(({ budget }) => isShared(budget)),
    [],
  );
});

describe('the charge of a mutation', () => {
  before(open);
  after(close);

  for (const [name, inputOf] of Object.entries(REPEATED)) {
    test(`${name} is charged when it changes something and not when it is repeated`, async () => {
      const scene = await sceneOf();
      const input = await inputOf(scene);
      const before = await spentBy(scene.caller, name);
      const first = await call(scene.caller, name, input);
      assert.deepEqual([first.errors, first.data[name].errors], [undefined, []]);
      assert.equal((await spentBy(scene.caller, name)) - before, 1);
      for (let turn = 0; turn < 2; turn += 1) await call(scene.caller, name, input);
      assert.equal((await spentBy(scene.caller, name)) - before, 1);
    });
  }

  test('a mutation that is refused is not charged', async () => {
    const { caller } = await sceneOf();
    const refusals: string[] = [];
    for (const [name, { root, access }] of budgetOf) {
      if (root !== 'Mutation' || access !== 'user') continue;
      const { document, variables, files } = minimalOperation(schemas.client, 'Mutation', name);
      const answer = await send(caller, document, variables, files);
      if (answer.errors === undefined && answer.data[name].errors.length === 0) continue;
      refusals.push(name);
      assert.equal(await spentBy(caller, name), 0, name);
    }
    assert.ok(refusals.length > 25, refusals.join(' '));
  });

  test('thirty refused posts leave the budget of the next one as it was', async () => {
    const { caller } = await sceneOf();
    for (let turn = 0; turn < 31; turn += 1) {
      const { data } = await call(caller, 'createPost', { text: '' });
      assert.equal(data.createPost.errors[0].code, 'VALIDATION_FAILED');
    }
    assert.deepEqual((await call(caller, 'createPost', { text: 'Hello' })).data.createPost.errors, []);
    assert.equal(await spentBy(caller, 'createPost'), 1);
  });

  test('repeating one idempotency key at once is charged once', async () => {
    const { caller } = await sceneOf();
    const input = { text: 'Hello', idempotencyKey: 'the-same' };
    await Promise.all(Array.from({ length: 10 }, () => call(caller, 'createPost', input)));
    assert.equal(await spentBy(caller, 'createPost'), 1);
  });

  test('concurrent acts do not pass the budget together', async () => {
    const { caller } = await sceneOf();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => call(caller, 'createPost', { text: 'Hello' })),
    );
    const codes = answers.map(({ data }) => data.createPost.errors[0]?.code ?? 'OK').toSorted();
    assert.deepEqual(codes, [...Array<string>(30).fill('OK'), ...Array<string>(10).fill('RATE_LIMITED')]);
  });
});

describe('the holder of a budget', () => {
  before(open);
  after(close);

  const SEARCH = '{ searchUsers(query: "ada", first: 1) { nodes { id } } }';

  test('signed-in callers behind one address have budgets of their own, and refused input is free', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const who of [ada, ben]) await who.ask(SEARCH, {}, { 'x-forwarded-for': '203.0.113.9' });
    await ada.ask('{ searchUsers(query: "ada", after: "nonsense") { nodes { id } } }');
    assert.deepEqual([await spentBy(ada, 'searchUsers'), await spentBy(ben, 'searchUsers')], [1, 1]);
    assert.equal(await spent('searchUsers', '203.0.113.9'), 0);
    await world.anonymous().ask(SEARCH, {}, { 'x-forwarded-for': '203.0.113.9' });
    assert.equal(await spent('searchUsers', '203.0.113.9'), 1);
  });
});
