import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getIntrospectionQuery } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { codeOf } from '#api/error-format.ts';
import type { Execution } from '#api/execution.ts';
import { isRefusal } from '#api/prepare.ts';
import { AppError } from '#platform/errors.ts';
import { HOSTILE_DOCUMENTS } from '#test/support/hostile-documents.ts';
import { toyContext, toyExecution } from '#test/support/toy-server.ts';

async function run(
  execution: Execution,
  source: string,
  variables = {},
  name: string | null = null,
): Promise<ExecutionResult> {
  const prepared = execution.prepare(source, name);
  if (isRefusal(prepared)) return { errors: prepared };
  const ctx = toyContext({ signal: new AbortController().signal });
  return execution.execute(prepared, variables, ctx, { includeCost: true });
}

async function codeFor(
  execution: Execution,
  source: string,
  variables = {},
  name: string | null = null,
): Promise<string> {
  const { errors } = await run(execution, source, variables, name);
  return errors?.[0] ? codeOf(errors[0]) : 'OK';
}

async function costFor(source: string, variables = {}): Promise<unknown> {
  const { extensions } = await run(toyExecution(), source, variables);
  return extensions?.['cost'];
}

test('each failure has its code, its message and nothing else', async () => {
  const execution = toyExecution();
  const { errors } = await run(execution, '{ fails refused invalid anonymous nothing }');
  const shown = errors?.map((error) => ({ ...error.toJSON(), locations: undefined, path: undefined }));
  assert.equal(shown?.[0]?.message, 'The service failed.');
  assert.deepEqual(Object.keys(shown?.[0]?.extensions ?? {}), ['code', 'errorId']);
  assert.deepEqual(shown?.[1]?.extensions, {
    code: 'RATE_LIMITED',
    retryAfterSeconds: 7,
    expiresAt: '1970-01-01T00:00:00.000Z',
  });
  assert.deepEqual(
    [shown?.[2]?.message, shown?.[2]?.extensions],
    ['Too long.', { code: 'VALIDATION_FAILED' }],
  );
  assert.deepEqual(shown?.[3]?.extensions, { code: 'UNAUTHENTICATED', reason: 'MISSING' });
  assert.equal(shown?.[4]?.extensions?.['code'], 'INTERNAL');
  assert.doesNotMatch(JSON.stringify(shown), /hunter2|stack|Cannot return null/);
});

test('suggestions are for developers', async () => {
  const hidden = await run(toyExecution(), '{ helo }');
  assert.equal(hidden.errors?.[0]?.message, 'Cannot query field "helo" on type "Query".');
  const shown = await run(toyExecution({ exposeDetails: true }), '{ helo }');
  assert.equal(
    shown.errors?.[0]?.message,
    'Cannot query field "helo" on type "Query". Did you mean "hello"?',
  );
  const enumValue = await run(toyExecution(), 'query ($c: Color) { echo(color: $c) { text } }', {
    c: 'REDD',
  });
  assert.equal(
    enumValue.errors?.[0]?.message,
    'Variable "$c" got invalid value "REDD"; Value "REDD" does not exist in "Color" enum.',
  );
});

test('the chosen operation is the one that is limited', async () => {
  const execution = toyExecution({ limits: { queryDepth: 2 } });
  const both = 'query Flat { hello } query Deep { animals { friend { friend { id } } } }';
  assert.equal(await codeFor(execution, both, {}, 'Flat'), 'OK');
  assert.equal(await codeFor(execution, both, {}, 'Deep'), 'QUERY_TOO_DEEP');
  assert.equal(await codeFor(execution, both), 'GRAPHQL_VALIDATION_FAILED');
  assert.equal(await codeFor(execution, both, {}, 'Other'), 'GRAPHQL_VALIDATION_FAILED');
});

test('tools may read the schema whatever the depth limit, but not many times', async () => {
  const execution = toyExecution({ limits: { queryDepth: 1 } });
  for (const options of [
    {},
    { inputValueDeprecation: true, specifiedByUrl: true, oneOf: true, schemaDescription: true },
  ]) {
    const result = await run(execution, getIntrospectionQuery(options));
    assert.equal(result.errors, undefined);
    assert.deepEqual(result.extensions, { cost: { requested: 100 } });
  }
  const thrice = '{ a: __schema { description } b: __schema { description } c: __schema { description } }';
  assert.equal(await codeFor(execution, thrice), 'QUERY_TOO_COMPLEX');
  const loop =
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }';
  assert.equal(await codeFor(execution, loop), 'GRAPHQL_VALIDATION_FAILED');
});

test('root fields, aliases, lists and tokens have limits at their exact values', async () => {
  const execution = toyExecution();
  const aliases = (count: number): string =>
    Array.from({ length: count }, (_, index) => `a${index}: name`).join(' ');
  const roots = (count: number): string =>
    Array.from({ length: count }, (_, index) => `a${index}: hello`).join(' ');
  const appends = (count: number): string =>
    Array.from({ length: count }, (_, index) => `a${index}: log`).join(' ');
  const sum = 'query ($n: [Int!]!) { sum(numbers: $n) }';
  assert.equal(await codeFor(execution, `{ animals { ${aliases(30)} } }`), 'OK');
  assert.equal(
    await codeFor(execution, `{ animals { ...F } } fragment F on Animal { ${aliases(31)} }`),
    'QUERY_TOO_COMPLEX',
  );
  assert.equal(await codeFor(execution, `{ ${roots(20)} }`), 'OK');
  assert.equal(await codeFor(execution, `{ ... on Query { ${roots(21)} } }`), 'QUERY_TOO_COMPLEX');
  assert.equal(await codeFor(execution, `mutation { ${appends(5)} }`), 'OK');
  assert.equal(await codeFor(execution, `mutation { ${appends(6)} }`), 'QUERY_TOO_COMPLEX');
  assert.equal(await codeFor(execution, sum, { n: Array(250).fill(1) }), 'OK');
  assert.equal(await codeFor(execution, sum, { n: Array(251).fill(1) }), 'BAD_USER_INPUT');
  assert.equal(await codeFor(execution, `{ sum(numbers: [${'1 '.repeat(251)}]) }`), 'BAD_USER_INPUT');
  assert.equal(await codeFor(execution, `{ sum(numbers: [${'1 '.repeat(2_001)}]) }`), 'QUERY_TOO_COMPLEX');
});

test('pages, lists and ids multiply the cost of what they hold', async () => {
  assert.deepEqual(await costFor('{ hello __typename }'), { requested: 1 });
  assert.deepEqual(await costFor('{ animals { id name } }'), { requested: 1 + 10 * 0.4 });
  assert.deepEqual(await costFor('{ feed { edges { node { id } } pageInfo { hasNextPage } } }'), {
    requested: 1 + 20 * 2.2,
  });
  assert.deepEqual(await costFor('query ($n: Int) { feed(first: $n) { nodes { id } } }', { n: 7 }), {
    // A part of a point counts as a whole one: 1 + 7 × 1.2.
    requested: 10,
  });
  assert.deepEqual(await costFor('query ($n: Int) { feed(last: $n) { nodes { id } } }', { n: 999 }), {
    requested: 1 + 100 * 1.2,
  });
  assert.deepEqual(await costFor('query ($i: [ID!]!) { nodes(ids: $i) { id } }', { i: ['1', '2', '3'] }), {
    requested: Math.ceil(1 + 3 * 0.2),
  });
  const twice =
    'query ($n: Int) { a: feed(first: $n) { ...P } b: feed(first: 1) { ...P } } fragment P on PostConnection { nodes { id } }';
  assert.deepEqual(await costFor(twice, { n: 2 }), { requested: Math.ceil(1 + 2 * 1.2 + 1 + 1.2) });
});

test('an operation that costs too much says how much', async () => {
  const execution = toyExecution({ limits: { operationCost: 44 } });
  const { errors } = await run(execution, '{ feed { edges { node { id } } pageInfo { hasNextPage } } }');
  assert.deepEqual(errors?.[0]?.toJSON(), {
    message: 'The operation costs 45 points; the limit is 44.',
    extensions: { code: 'QUERY_TOO_COMPLEX', limit: 44, cost: 45 },
  });
});

test('the caller is charged before anything runs', async () => {
  const charges: number[] = [];
  const execution = toyExecution({
    chargeCost: async () => {
      charges.push(1);
      throw new AppError('RATE_LIMITED', 'Slowly.', { details: { retryAfterSeconds: 2 } });
    },
  });
  assert.equal(await codeFor(execution, 'mutation { append(text: "never") }'), 'RATE_LIMITED');
  assert.deepEqual(charges, [1]);
  const { data } = await run(toyExecution(), 'mutation { log }');
  assert.deepEqual({ ...data }, { log: [] });
});

test('mutations run one after the other, compiled or not', async () => {
  const execution = toyExecution();
  const document =
    'mutation { a: append(text: "x") b: append(text: "y", fail: true) c: append(text: "z") log }';
  for (let round = 0; round < 3; round += 1) {
    const { data, errors } = await run(execution, document);
    assert.equal(data, null);
    assert.equal(errors?.length, 1);
    await run(execution, 'mutation { log }');
    const good = await run(execution, 'mutation { a: append(text: "x") b: append(text: "y") log }');
    assert.deepEqual({ ...good.data }, { a: 'x', b: 'xy', log: ['x', 'y'] });
  }
});

test('hostile documents are refused with their code, quickly', async () => {
  await codeFor(toyExecution(), '{ hello }');
  for (const [name, document, code] of HOSTILE_DOCUMENTS) {
    const milliseconds = [await cpuOf(name, document, code), await cpuOf(name, document, code)];
    assert.ok(Math.min(...milliseconds) < 50, `${name} took ${milliseconds.join(' and ')} ms`);
  }
});

/** Milliseconds of processor time, with nothing remembered from before. */
async function cpuOf(name: string, document: string, code: string): Promise<number> {
  const execution = toyExecution();
  const before = process.cpuUsage();
  assert.deepEqual([name, await codeFor(execution, document)], [name, code]);
  return process.cpuUsage(before).user / 1_000;
}
