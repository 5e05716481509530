import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildSchema, execute, getVariableValues, isObjectType, parse } from 'graphql';
import type { ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { keepRowResults, RESULT_LIFE_MS } from '#platform/caches/row-results.ts';
import { toyContext, toyExecution } from '#test/support/transport/toy-server.ts';
import { compileOperation } from './compile.ts';
import { fragmentsOf } from './document-checks.ts';
import { isRefusal } from './prepare.ts';
import { measureResult } from './result-size.ts';
import { resultText } from './result-text.ts';

const SDL = `
  interface Named { name: String! }
  scalar Any
  type Photo { url: String!, alt: String, any: Any, breaks: Int }
  type Person implements Named {
    id: ID!, name: String!, photo: Photo, photos: [Photo!]!, breaks: String, strict: String!, seen: Int!, late: String, self: Person, as(other: String): String
  }
  type Card { id: ID!, text: String!, owner: Person!, maybe: Person, people: [Person]!, named: Named!, lateOwner: Person, missing: Person!, refused: Person }
  type Query { cards: [Card!], other: [Card!], hello: String }`;

type Photo = { readonly url: string; readonly alt: string | null; readonly any: unknown };
type Person = { readonly id: string; readonly name: string; readonly photo: Photo | null };
type Card = {
  readonly id: string;
  readonly text: string;
  readonly owner: Person;
  readonly maybe: Person | null;
};

const PHOTO: Photo = { url: 'https://a.test/"1"', alt: null, any: { 'a "key"': [1, null, 'é\u2028\ud800'] } };
const ADA: Person = { id: '1', name: 'Ada \u0007 "the first" 😀', photo: PHOTO };
const BEN: Person = { id: '2', name: 'Ben', photo: null };
const CARDS: readonly Card[] = [
  { id: 'a', text: 'One\n', owner: ADA, maybe: null },
  { id: 'b', text: 'Zwölf 十二', owner: BEN, maybe: ADA },
];
for (const row of [ADA, PHOTO]) keepRowResults(row);

/** How often a field of a row was resolved. */
let resolved = 0;

const RESOLVERS: Readonly<Record<string, Readonly<Record<string, (source: never) => unknown>>>> = {
  Query: { cards: () => Promise.resolve(CARDS), other: () => CARDS, hello: () => 'hello' },
  Card: {
    owner: ({ owner }: Card) => owner,
    maybe: ({ maybe }: Card) => maybe,
    people: ({ owner, maybe }: Card) => [owner, maybe],
    named: ({ owner }: Card) => owner,
    lateOwner: ({ owner }: Card) => Promise.resolve(owner),
    missing: ({ maybe }: Card) => maybe,
    refused: ({ id }: Card) => (id === 'a' ? Promise.reject(new Error('refused')) : ADA),
  },
  Person: {
    name: ({ name }: Person) => {
      resolved += 1;
      return name;
    },
    photo: ({ photo }: Person) => photo,
    photos: ({ photo }: Person) => (photo ? [photo, photo] : []),
    breaks: () => {
      throw new Error('broken');
    },
    strict: ({ photo }: Person) => (photo ? 'strict' : null),
    late: ({ name }: Person) => Promise.resolve(name),
    self: (person: Person) => person,
    seen: () => 1,
  },
  Photo: {
    breaks: () => {
      throw new Error('broken');
    },
  },
};

/** Makes a schema in which everything follows from a row but how often it was seen. */
function rowSchema(): GraphQLSchema {
  const schema = buildSchema(SDL);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const [name, field] of Object.entries(type.getFields())) {
      const resolve = RESOLVERS[type.name]?.[name];
      // Each resolver takes the source of its own type.
      if (resolve) field.resolve = (source) => resolve(source as never);
      field.extensions = { isOfRow: name !== 'seen', showsCachedRows: name === 'cards' };
    }
    type.extensions = { isCachedRow: type.name === 'Person' || type.name === 'Photo' };
  }
  const named = schema.getType('Named');
  assert.ok(named && 'resolveType' in named);
  named.resolveType = () => 'Person';
  return schema;
}

const schema = rowSchema();
const reference = rowSchema();
const NOW = new Date('2026-11-23T12:00:00Z');

/** Runs a document in its compiled form, as often as asked. */
function compiled(source: string) {
  const document = parse(source);
  // Every document of this file begins with its operation.
  const operation = document.definitions[0] as OperationDefinitionNode;
  const run = compileOperation(schema, operation, fragmentsOf(document));
  return async (variables: Record<string, unknown> = {}, now = NOW): Promise<ExecutionResult> => {
    const ctx = toyContext({ signal: new AbortController().signal, clock: { now: () => now } });
    const { coerced } = getVariableValues(reference, operation.variableDefinitions ?? [], variables);
    return run(undefined, ctx, coerced ?? {});
  };
}

async function resolvedBy(work: () => Promise<unknown>): Promise<number> {
  resolved = 0;
  await work();
  return resolved;
}

test('the fields of a cached row are executed once for a selection and a step of the links', async () => {
  const run = compiled('{ cards { owner { name } } }');
  // Ben's row is not cached.
  assert.equal(await resolvedBy(() => run()), 2);
  assert.equal(await resolvedBy(() => run()), 1);
  assert.equal(await resolvedBy(() => run({}, new Date(NOW.getTime() + RESULT_LIFE_MS - 1))), 1);
  assert.equal(await resolvedBy(() => run({}, new Date(NOW.getTime() + RESULT_LIFE_MS))), 2);
});

test('a row keeps the results of the last four selections, if they are short', async () => {
  const runs = ['name', 'name id', 'id name', 'n: name', 'id n: name'].map((fields) =>
    compiled(`{ cards { owner { ${fields} } } }`),
  );
  const [first, ...others] = runs;
  for (const run of runs) await run();
  for (const run of others) assert.equal(await resolvedBy(() => run()), 1);
  assert.ok(first);
  assert.equal(await resolvedBy(() => first()), 2);
  const aliases = Array.from({ length: 100 }, (_, index) => `${'long'.repeat(5)}${index}: id`).join(' ');
  const long = compiled(`{ cards { owner { name ${aliases} } } }`);
  await long();
  assert.equal(await resolvedBy(() => long()), 2);
});

test('neighbouring fields that follow from the row are executed once, those between them each time', async () => {
  const run = compiled('{ cards { owner { id name seen n: name photo { url } } } }');
  assert.equal(await resolvedBy(() => run()), 4);
  assert.equal(await resolvedBy(() => run()), 2);
  const [card] = JSON.parse(resultText(await run())).data.cards as unknown[]; // The text of the result.
  const { id, name } = ADA;
  assert.equal(
    JSON.stringify(card),
    JSON.stringify({ owner: { id, name, seen: 1, n: name, photo: { url: PHOTO.url } } }),
  );
});

test('what does not follow from the row, and what shows no cached rows, is executed each time', async () => {
  for (const source of [
    '{ cards { owner { seen name } } }',
    '{ cards { owner { name as(other: "x") id } } }',
    '{ other { owner { id name } } }',
  ]) {
    const run = compiled(source);
    await run();
    assert.equal(await resolvedBy(() => run()), 2);
  }
});

test('no document can name the fields that give whole results', async () => {
  await compiled('{ cards { owner { name } maybe { id name seen } } }')();
  const execution = toyExecution({ schema });
  const fields = '{ __type(name: "Card") { fields { name } } }';
  const prepared = execution.prepare(fields, null);
  assert.ok(!isRefusal(prepared));
  const { data } = await execution.execute(
    prepared,
    {},
    toyContext({ signal: new AbortController().signal }),
  );
  assert.doesNotMatch(JSON.stringify(data), /whole|joined/);
  assert.ok(isRefusal(execution.prepare('{ cards { owner$whole { name } } }', null)));
  assert.ok(isRefusal(execution.prepare('{ cards { owner { fields$joined } } }', null)));
});

/** Of several errors that end in the same null the executors report different ones, so messages are compared on request. */
async function assertSame(
  source: string,
  variables: Record<string, unknown> = {},
  { withMessages = true } = {},
): Promise<void> {
  const document = parse(source);
  const ctx = toyContext({ signal: new AbortController().signal });
  const expected = await execute({
    schema: reference,
    document,
    contextValue: ctx,
    variableValues: variables,
  });
  const run = compiled(source);
  for (let round = 0; round < 2; round += 1) {
    const result = await run(variables);
    const { data } = JSON.parse(resultText(result)) as ExecutionResult; // the text of a result
    assert.equal(JSON.stringify(data), JSON.stringify(expected.data), source);
    if (withMessages) assert.deepEqual(messagesOf(result), messagesOf(expected), source);
    assert.equal(result.errors === undefined, expected.errors === undefined, source);
    if (result.errors) continue;
    assert.equal(resultText(result), JSON.stringify(expected), source);
    assert.equal(pointsOf(result), pointsOf(expected), source);
  }
}

const pointsOf = ({ data }: ExecutionResult): number =>
  measureResult(data, { charges: new Map() }, { resultBytes: 1_000_000 });

const messagesOf = ({ errors }: ExecutionResult): string[] | undefined =>
  errors?.map(({ message, path }) => `${message} at ${path?.join('.')}`).sort();

const DOCUMENTS: readonly [source: string, variables?: Record<string, unknown>][] = [
  ['{ cards { __typename id owner { __typename id name photo { url alt any } } maybe { id } text } hello }'],
  [
    '{ cards { owner { ...P } maybe { ... on Named { name } ... on Person { id } } } } fragment P on Person { id photo { ...M } } fragment M on Photo { url }',
  ],
  [
    '{ cards { owner { id } ...Q owner { name photo { url } } } } fragment Q on Card { owner { photo { alt } } maybe { name } }',
  ],
  [
    'query ($y: Boolean!) { cards { owner { id @include(if: $y) name @skip(if: $y) } maybe @include(if: $y) { id } } }',
    { y: true },
  ],
  ['{ a: cards { o: owner { n: name } } b: other { o: owner { n: name } } }'],
  [
    '{ cards { people { name } named { name ... on Person { id photo { url } } } lateOwner { name photos { url } } } }',
  ],
  ['{ cards { owner { late name } lateOwner { self { self { late } } } } }'],
  [
    '{ cards { owner { seen id name late } maybe { __typename id seen n: name self { id seen name photo { url } } } } }',
  ],
  ['{ cards { owner { id name seen breaks } } }'],
  ['{ cards { owner { id breaks seen name } maybe { id name strict seen } } }'],
  ['{ cards { owner { id name seen } refused { id } } }'],
  ['{ cards { owner { name breaks } maybe { photo { breaks url } } } }'],
  ['{ cards { owner { strict name } } }'],
  ['{ cards { missing { name } } }'],
  ['{ cards { id refused { name } } }'],
];

test('results of rows are what graphql-js gives, byte for byte', async () => {
  for (const [source, variables] of DOCUMENTS) await assertSame(source, variables);
});

test('generated selections of rows give what graphql-js gives, byte for byte', async () => {
  const validity = toyExecution({ schema: reference, limits: { queryDepth: 50, queryAliases: 1_000 } });
  await fc.assert(
    fc.asyncProperty(generatedCards(), fc.record({ y: fc.boolean() }), async (cards, variables) => {
      const source = `query ($y: Boolean!) { cards { id @skip(if: $y) ${cards} } hello @include(if: $y) } fragment P on Person { name photo { url } }`;
      if (!cards.includes('...P') || isRefusal(validity.prepare(source, null))) return;
      await assertSame(source, variables, { withMessages: false });
    }),
    { numRuns: 300 },
  );
});

/** Without forbidden nulls: graphql-js leaves a rejected promise to nobody when two items of a list end in one. */
function generatedCards(): fc.Arbitrary<string> {
  const directive = fc.constantFrom('', '', '', '@include(if: $y)', '@skip(if: $y)');
  const photo = fc
    .array(fc.constantFrom('url', 'alt', 'any', 'u: url', '__typename'), { minLength: 1, maxLength: 3 })
    .map((names) => names.join(' '));
  const { person } = fc.letrec<{ person: string }>((tie) => ({
    person: fc
      .array(
        fc.oneof(
          { depthSize: 'small' },
          fc.constantFrom('id', 'name', 'n: name', '...P', 'late', '__typename', '... on Named { name }'),
          fc.constantFrom('seen', 'breaks', 'as(other: "x")'),
          fc
            .tuple(fc.constantFrom('photo', 'photos'), directive, photo)
            .map(([name, on, inner]) => `${name} ${on} { ${inner} }`),
          fc.tuple(directive, tie('person')).map(([on, inner]) => `self ${on} { ${inner} }`),
          fc.tuple(directive, tie('person')).map(([on, inner]) => `... on Person ${on} { ${inner} }`),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((fields) => fields.join(' ')),
  }));
  const names = fc.constantFrom('owner', 'maybe', 'people', 'lateOwner', 'o: owner', 'refused');
  return fc
    .array(fc.tuple(names, directive, person), { minLength: 1, maxLength: 4 })
    .map((fields) => fields.map(([name, on, inner]) => `${name} ${on} { ${inner} ...P }`).join(' '));
}
