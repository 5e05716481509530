import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { execute, getVariableValues, parse } from 'graphql';
import type { ExecutionResult, GraphQLError, OperationDefinitionNode } from 'graphql';
import { toyContext, toyExecution } from '#test/support/transport/toy-server.ts';
import { toySchema } from '#test/support/transport/toy-schema.ts';
import { compileOperation } from './compile.ts';
import { fragmentsOf } from './document-checks.ts';
import { isRefusal } from './prepare.ts';

const schema = toySchema();
const validity = toyExecution({ limits: { queryAliases: 1_000, queryDepth: 50, queryRootFields: 100 } });

type Variables = Record<string, unknown>;

type Comparable = { same: unknown; local: readonly string[] };

/**
 * The observable part of an answer. Of several errors that end in the same null a server may report any (specification),
 * so errors are compared by the null that they explain.
 */
function comparable({ data, errors }: ExecutionResult): Comparable {
  const plain: unknown = JSON.parse(JSON.stringify(data ?? null));
  // graphql-js takes an expected error, which has a `path` of its own, for an already located one.
  const isExpected = (error: GraphQLError): boolean => 'code' in (error.originalError ?? error);
  const placed = (errors ?? []).filter((error) => !isExpected(error));
  const expected = (errors ?? []).filter(isExpected);
  return {
    same: {
      data: plain,
      nulls: [...new Set(placed.map((error) => nullOf(plain, error.path ?? [])))].sort(),
      // A null answer is explained by any one of its errors.
      expected: plain === null ? [] : expected.map((error) => error.message).sort(),
    },
    // An error that did not propagate is the only one of its null.
    local: placed
      .filter((error) => error.path?.join('.') === nullOf(plain, error.path ?? []))
      .map((error) => `${wordsOf(error)} at ${error.path?.join('.')}`)
      .sort(),
  };
}

/** The two executors name the field of a forbidden null differently; the client sees neither. */
function wordsOf({ message }: GraphQLError): string {
  return message.startsWith('Cannot return null') ? 'forbidden null' : message;
}

/** Position in the answer of the null that an error has left. */
function nullOf(data: unknown, path: readonly (string | number)[]): string {
  let value = data;
  const reached: (string | number)[] = [];
  for (const key of path) {
    if (typeof value !== 'object' || value === null) break;
    value = (value as Record<string | number, unknown>)[key];
    reached.push(key);
  }
  assert.equal(value, null);
  return reached.join('.');
}

function assertAlike({ compiled, reference }: Both, source: string): void {
  assert.deepEqual(compiled, reference, source);
}

type Both = { compiled: Comparable; reference: Comparable };

async function byBoth(source: string, variables: Variables): Promise<Both | null> {
  const document = parse(source);
  // Every document of this file begins with its operation.
  const operation = document.definitions[0] as OperationDefinitionNode;
  const coercion = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (coercion.errors) return null;
  const contextValue = toyContext({ signal: new AbortController().signal });
  const run = compileOperation(schema, operation, fragmentsOf(document));
  const reference = comparable(await execute({ schema, document, contextValue, variableValues: variables }));
  const compiled = comparable(await run(undefined, contextValue, coercion.coerced));
  return { compiled, reference };
}

async function assertSame(source: string, variables: Variables = {}): Promise<void> {
  const both = await byBoth(source, variables);
  assert.ok(both, `the variables do not fit: ${source}`);
  assertAlike(both, source);
}

const DOCUMENTS: [source: string, variables?: Variables][] = [
  ['{ hello a: hello(name: "x") b: hello(name: null) __typename }'],
  ['query ($n: String) { hello(name: $n) }'],
  ['query ($n: String) { hello(name: $n) }', { n: null }],
  ['query ($n: String = "d") { hello(name: $n) }'],
  ['{ echo(where: {}) { text } }'],
  ['{ echo(where: { color: RED, nested: { words: [] } }, color: RED) { text color } }'],
  ['query ($w: Where) { echo(where: $w) { text } }', { w: {} }],
  ['query ($w: Where) { echo(where: $w) { text } }', { w: { nested: { nested: {} }, words: 'single' } }],
  ['query ($w: Where) { echo(where: $w) { text day } }', { w: { since: '2020-01-02T03:04:05.000Z' } }],
  ['query ($c: Color!) { echo(where: { color: $c, nested: { color: $c } }) { text } }', { c: 'RED' }],
  ['query ($c: Color = GREEN, $l: Int) { echo(color: $c, where: { limit: $l }) { text color } }'],
  ['query ($a: Int) { echo(grid: [[1, $a], [], null, [$a]]) { grid text } }', { a: 5 }],
  ['query ($g: [[Int]]) { echo(grid: $g) { grid text } }', { g: [[1, null], null, []] }],
  ['{ echo(grid: 3) { grid } }'],
  ['{ echo(day: "2021-01-01T00:00:00.000Z", json: { a: [1, { b: "c" }] }) { day json } }'],
  [
    'query ($j: JSON, $s: String) { echo(json: { a: $j, b: $s }) { json } }',
    { j: { deep: [true, null, 1.5] } },
  ],
  ['{ rules a: rules(where: null) b: rules(where: { limit: 1 }) }'],
  ['{ echo(text: "t") { self { self { strict { strictText } } } } }'],
  [
    '{ echo(text: "a text that is longer than forty characters, so null") { self { strict { strictText text } } text } }',
  ],
  [
    '{ animals { __typename id ... on Dog { barks friend { ...F } } ... on Cat { lives } } } fragment F on Animal { name mood(loud: true) }',
  ],
  ['{ animals { id name friend { id mood } } }'],
  ['{ pets { __typename ... on Animal { id } ... on Dog { barks } } }'],
  [
    'query ($y: Boolean!, $n: Boolean!) { a: hello @include(if: $y) b: hello @skip(if: $y) c: hello @include(if: $n) animals { ...F @include(if: $y) id @skip(if: $n) } } fragment F on Animal { name friend @skip(if: $n) { id } }',
    { y: true, n: false },
  ],
  [
    'query ($y: Boolean!) { animal(id: "1") { ...F } nodes(ids: ["2", "9"]) { ...F @skip(if: $y) id } } fragment F on Animal { name @include(if: $y) mood }',
    { y: true },
  ],
  [
    'query ($y: Boolean!) { animal(id: "2") { ... on Cat { friend @include(if: $y) { name } } friend { id } } }',
    { y: false },
  ],
  ['{ fails failsLater refused invalid anonymous holes }'],
  ['{ hello failsStrictly }'],
  ['{ hello nothing }'],
  [
    '{ feed(first: 2) { edges { cursor node { id author { name } media { url } hashtags createdAt } } nodes { text } pageInfo { hasNextPage } } }',
  ],
  ['mutation { a: append(text: "1") b: append(text: "2") log }'],
  ['{ __schema { queryType { name } } __type(name: "Color") { enumValues { name } } }'],
];

test('the compiled form answers like graphql-js', async () => {
  for (const [source, variables] of DOCUMENTS) await assertSame(source, variables);
});

test('resolvers of the compiled form see the caller’s document and variables', async () => {
  await assertSame(
    'query ($_liftedLiteral0: Int, $liftedLiteral0: Int = 4) { echo(grid: [[$liftedLiteral0, $_liftedLiteral0, 1]]) { grid } }',
  );
});

test('generated documents get the same answer from both executors', async () => {
  await fc.assert(
    fc.asyncProperty(generatedDocument(), generatedVariables(), async (source, variables) => {
      if (isRefusal(validity.prepare(source, null))) return;
      const both = await byBoth(source, variables);
      if (both) assertAlike(both, source);
    }),
    { numRuns: 300 },
  );
});

const generatedVariables = (): fc.Arbitrary<Variables> =>
  fc.record(
    {
      flag: fc.boolean(),
      other: fc.boolean(),
      text: fc.option(fc.string({ maxLength: 5 })),
      color: fc.constantFrom('RED', 'GREEN', 'BLUE'),
      where: fc.option(
        fc.record(
          { color: fc.constantFrom('RED', 'BLUE'), limit: fc.option(fc.integer({ min: 0, max: 9 })) },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: ['flag', 'other'] },
  );

/** Selections on the toy schema; invalid ones, such as two meanings of one key, are skipped by the test. */
function generatedDocument(): fc.Arbitrary<string> {
  const directive = fc.constantFrom(
    '',
    '',
    '',
    '@include(if: $flag)',
    '@skip(if: $flag)',
    '@include(if: $other)',
  );
  const { animal, echo } = fc.letrec<{ animal: string; echo: string }>((tie) => ({
    animal: fc
      .array(
        fc.oneof(
          { depthSize: 'small' },
          fc
            .tuple(
              fc.constantFrom('id', 'name', '__typename', 'mood', 'loud: mood(loud: true)', '...Shared'),
              directive,
            )
            .map((parts) => parts.join(' ')),
          fc.tuple(directive, tie('animal')).map(([on, inner]) => `friend ${on} { ${inner} }`),
          fc
            .tuple(directive, fc.constantFrom('barks', 'id', 'bark: barks'))
            .map(([on, inner]) => `... on Dog ${on} { ${inner} }`),
          fc.tuple(directive, tie('animal')).map(([on, inner]) => `... on Cat ${on} { lives ${inner} }`),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((fields) => fields.join(' ')),
    echo: fc
      .array(
        fc.oneof(
          { depthSize: 'small' },
          fc
            .tuple(fc.constantFrom('text', 'color', 'day', 'grid', 'json', 'strictText'), directive)
            .map((parts) => parts.join(' ')),
          fc
            .tuple(fc.constantFrom('self', 'strict'), directive, tie('echo'))
            .map(([name, on, inner]) => `${name} ${on} { ${inner} }`),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((fields) => fields.join(' ')),
  }));
  const echoArguments = fc.constantFrom(
    '',
    '(where: $where)',
    '(text: $text, color: $color)',
    '(where: { color: $color, nested: {} })',
    '(color: RED, grid: [[1, 2], null])',
    '(text: "long enough to make the strict text null, at last")',
  );
  const root = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(
          'hello(name: $text)',
          'fails',
          'failsLater',
          'refused',
          'holes',
          'rules',
          '__typename',
        ),
        directive,
      )
      .map((parts) => parts.join(' ')),
    fc
      .tuple(fc.nat(3), echoArguments, directive, echo)
      .map(([n, args, on, inner]) => `e${n}: echo${args} ${on} { ${inner} }`),
    fc
      .tuple(
        fc.constantFrom('animals', 'one: animal(id: "1")', 'nodes(ids: ["1", "x", "3"])'),
        directive,
        animal,
      )
      .map(([name, on, inner]) => `${name} ${on} { ${inner} }`),
    fc.tuple(directive, animal).map(([on, inner]) => `pets ${on} { __typename ... on Animal { ${inner} } }`),
  );
  return fc
    .tuple(fc.array(root, { minLength: 1, maxLength: 4 }), animal)
    .map(
      ([fields, shared]) =>
        `query ($flag: Boolean!, $other: Boolean! = true, $text: String, $color: Color! = GREEN, $where: Where) { ${fields.join(' ')} u0: hello @skip(if: $flag) u1: hello @include(if: $other) u2: hello(name: $text) u3: echo(color: $color, where: $where) { text } ...Use } fragment Use on Query { animal(id: "2") { ...Shared } } fragment Shared on Animal { ${shared.replaceAll('...Shared', 'id')} }`,
    );
}
