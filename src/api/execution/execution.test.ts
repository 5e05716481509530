import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getIntrospectionQuery } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { AppError } from '#platform/kernel/errors.ts';
import { HOSTILE_DOCUMENTS } from '#test/support/transport/hostile-documents.ts';
import { toyContext, toyExecution } from '#test/support/transport/toy-server.ts';
import { codeOf } from './error-format.ts';
import type { Execution } from './execution.ts';
import { isRefusal } from './prepare.ts';

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

/** The points reserved. */
async function costFor(source: string, variables = {}): Promise<unknown> {
  const { extensions } = await run(toyExecution(), source, variables);
  // The execution adds this extension when it is told to.
  return (extensions?.['cost'] as { reserved: number }).reserved;
}

test('each failure is answered with its code and message only', async () => {
  const execution = toyExecution();
  const { errors } = await run(execution, '{ fails refused invalid anonymous nothing }');
  const shown = errors?.map((error) => ({ ...error.toJSON(), locations: undefined, path: undefined }));
  assert.equal(shown?.[0]?.message, 'The server failed.');
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

test('suggestions appear only in development', async () => {
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

test('limits apply to the chosen operation', async () => {
  const execution = toyExecution({ limits: { queryDepth: 2 } });
  const both = 'query Flat { hello } query Deep { animals { friend { friend { id } } } }';
  assert.equal(await codeFor(execution, both, {}, 'Flat'), 'OK');
  assert.equal(await codeFor(execution, both, {}, 'Deep'), 'QUERY_TOO_DEEP');
  assert.equal(await codeFor(execution, both), 'GRAPHQL_VALIDATION_FAILED');
  assert.equal(await codeFor(execution, both, {}, 'Other'), 'GRAPHQL_VALIDATION_FAILED');
});

test('introspection is exempt from the depth limit, but not repeatable in one document', async () => {
  const execution = toyExecution({ limits: { queryDepth: 1 } });
  for (const options of [
    {},
    { inputValueDeprecation: true, specifiedByUrl: true, oneOf: true, schemaDescription: true },
  ]) {
    const result = await run(execution, getIntrospectionQuery(options));
    assert.equal(result.errors, undefined);
    assert.deepEqual(result.extensions, { cost: { reserved: 100, charged: 100 } });
  }
  const thrice = '{ a: __schema { description } b: __schema { description } c: __schema { description } }';
  assert.equal(await codeFor(execution, thrice), 'QUERY_TOO_COMPLEX');
  const loop =
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }';
  assert.equal(await codeFor(execution, loop), 'GRAPHQL_VALIDATION_FAILED');
});

test('limits on root fields, aliases, lists and tokens are exact', async () => {
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

test('pages, lists and ids multiply the cost of their items', async () => {
  const page = (size: string): string => `query ($n: Int) { feed(${size}) { nodes { id } } }`;
  const twice =
    'query ($n: Int) { a: feed(first: $n) { ...P } b: feed(first: 1) { ...P } } fragment P on PostConnection { nodes { id } }';
  const chosen =
    'query ($isFeed: Boolean!) { feed(first: 5) @include(if: $isFeed) { nodes { id } } ... @skip(if: $isFeed) { animals { id } } }';
  const cases: readonly [number, string, object?][] = [
    [1, '{ hello __typename }'],
    // A second name makes `__typename` a scalar like any other.
    [Math.ceil(6 * 0.2), '{ hello a: __typename b: __typename c: __typename d: __typename e: __typename }'],
    [1 + 10 * 0.4, '{ animals { id name } }'],
    [1 + 20 * 2.2, '{ feed { edges { node { id } } pageInfo { hasNextPage } } }'],
    // Parts of a point are rounded up: 1 + 7 × 1.2.
    [10, page('first: $n'), { n: 7 }],
    [1 + 100 * 1.2, page('last: $n'), { n: 999 }],
    [Math.ceil(1 + 3 * 0.2), 'query ($i: [ID!]!) { nodes(ids: $i) { id } }', { i: ['1', '2', '3'] }],
    [Math.ceil(1 + 2 * 1.2 + 1 + 1.2), twice, { n: 2 }],
    [1 + 5 * 1.2, chosen, { isFeed: true }],
    [Math.ceil(1 + 10 * 0.2), chosen, { isFeed: false }],
    [1, '{ hello feed @skip(if: true) { nodes { id } } }'],
  ];
  for (const [reserved, source, variables] of cases) assert.equal(await costFor(source, variables), reserved);
});

test('both executors charge what came back and report what was reserved', async () => {
  const execution = toyExecution();
  const source =
    '{ feed(first: 100) { edges { node { id media { id } hashtags } } pageInfo { hasNextPage } } animals { id friend { id } } animal(id: "9") { id name } }';
  // The toy feed has 20 posts; a list of media is one object, a list of hashtags one scalar, and the last animal is absent.
  const feed = 1 + 20 * (2 + 0.2 + 1 + 0.2 + 0.2);
  const animals = 1 + 3 * (0.2 + 1.2) + 1 + 0.2;
  const reserved = 1 + 100 * (2 + 0.2 + 1 + 10 * 0.2 + 0.2) + 1 + 10 * 1.4 + 1.4;
  for (let use = 0; use < 3; use += 1) {
    const { extensions } = await run(execution, source);
    assert.deepEqual(extensions, {
      cost: { reserved: Math.ceil(reserved), charged: Math.ceil(feed + animals) },
    });
  }
});

test('both executors end an operation whose result has too many objects', async () => {
  const source = '{ animals { friend { friend { friend { id } } } } }';
  const exact = toyExecution({ limits: { resultObjects: 12 } });
  const tooSmall = toyExecution({ limits: { resultObjects: 11 } });
  for (let use = 0; use < 3; use += 1) {
    assert.equal(await codeFor(exact, source), 'OK');
    const { data, errors, extensions } = await run(tooSmall, source);
    assert.equal(data, null);
    assert.deepEqual(
      errors?.map((error) => error.toJSON()),
      [
        {
          message: 'The result has more than 11 objects. Request less at once.',
          extensions: { code: 'QUERY_TOO_COMPLEX', limit: 11 },
        },
      ],
    );
    // A result that was cut off is charged as reserved.
    assert.deepEqual(extensions, { cost: { reserved: 33, charged: 33 } });
  }
});

test('both executors end an operation whose result has too many bytes in UTF-8', async () => {
  const source = 'query ($text: String) { hello(name: $text) }';
  const bytes = (text: string): number => Buffer.byteLength(`"hello":"hello ${text}",`);
  for (const text of ['x'.repeat(500), 'ж'.repeat(500)]) {
    const exact = toyExecution({ limits: { resultBytes: bytes(text) } });
    const tooSmall = toyExecution({ limits: { resultBytes: bytes(text) - 1 } });
    for (let use = 0; use < 3; use += 1) {
      assert.equal(await codeFor(exact, source, { text }), 'OK');
      const { data, errors } = await run(tooSmall, source, { text });
      assert.equal(data, null);
      assert.deepEqual(errors?.[0]?.extensions, { code: 'QUERY_TOO_COMPLEX', limit: bytes(text) - 1 });
    }
  }
});

test('the refusal of an expensive operation contains its cost', async () => {
  const execution = toyExecution({ limits: { operationCost: 44 } });
  const { errors } = await run(execution, '{ feed { edges { node { id } } pageInfo { hasNextPage } } }');
  assert.deepEqual(errors?.[0]?.toJSON(), {
    message: 'The operation costs 45 points; the limit is 44.',
    extensions: { code: 'QUERY_TOO_COMPLEX', limit: 44, cost: 45 },
  });
});

test('the cost is reserved before execution', async () => {
  const charges: number[] = [];
  const execution = toyExecution({
    reserveCost: async () => {
      charges.push(1);
      throw new AppError('RATE_LIMITED', 'Slowly.', { details: { retryAfterSeconds: 2 } });
    },
  });
  assert.equal(await codeFor(execution, 'mutation { append(text: "never") }'), 'RATE_LIMITED');
  assert.deepEqual(charges, [1]);
  const { data } = await run(toyExecution(), 'mutation { log }');
  assert.deepEqual({ ...data }, { log: [] });
});

async function subscribe(execution: Execution, source: string): ReturnType<Execution['subscribe']> {
  const prepared = execution.prepare(source, null);
  assert.ok(!isRefusal(prepared));
  const ctx = toyContext({ signal: new AbortController().signal });
  return execution.subscribe(prepared, {}, ctx, (work) => work());
}

test('a subscription is refused when one of its events can cost more than the limit', async () => {
  const source = 'subscription { ticks(count: 1) { number text a: number b: number c: number d: number } }';
  const outcome = await subscribe(toyExecution({ limits: { subscriptionCost: 2 } }), source);
  assert.ok('errors' in outcome);
  assert.deepEqual(
    outcome.errors?.map((error) => error.toJSON()),
    [
      {
        message: 'The operation costs 3 points; the limit is 2.',
        extensions: { code: 'QUERY_TOO_COMPLEX', limit: 2, cost: 3 },
      },
    ],
  );
  assert.ok('source' in (await subscribe(toyExecution({ limits: { subscriptionCost: 3 } }), source)));
});

test('a subscription charges its start, and each event says what it cost', async () => {
  const booked: [string, number, number][] = [];
  const execution = toyExecution({
    reserveCost: async (_ctx, reserved, kind = 'OPERATION') => {
      return (charged) => void booked.push([kind, reserved, charged]);
    },
  });
  const started = await subscribe(execution, 'subscription { ticks(count: 3) { number viewer } }');
  assert.ok('source' in started);
  assert.deepEqual(booked, [['OPERATION', 1, 1]]);
  const ctx = toyContext({ signal: new AbortController().signal });
  const executed = await execution.executeEvent(started.operation, { number: 7 }, ctx);
  assert.deepEqual(JSON.parse(JSON.stringify(executed)), {
    ...executed,
    result: { data: { ticks: { number: 7, viewer: null } } },
    cost: 2,
  });
});

test('mutations run sequentially, compiled or not', async () => {
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

test('hostile documents are refused quickly with their code', async () => {
  await codeFor(toyExecution(), '{ hello }');
  for (const [name, document, code] of HOSTILE_DOCUMENTS) {
    const milliseconds: number[] = [];
    // A busy machine doubles the CPU time of one run, hence the least of several.
    while (milliseconds.length < 5 && Math.min(...milliseconds) >= 50) {
      milliseconds.push(await cpuOf(name, document, code));
    }
    assert.ok(Math.min(...milliseconds) < 50, `${name} took ${milliseconds.join(', ')} ms`);
  }
});

/** Milliseconds of CPU time, with empty caches. */
async function cpuOf(name: string, document: string, code: string): Promise<number> {
  const execution = toyExecution();
  const before = process.cpuUsage();
  assert.deepEqual([name, await codeFor(execution, document)], [name, code]);
  return process.cpuUsage(before).user / 1_000;
}
