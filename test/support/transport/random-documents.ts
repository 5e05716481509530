/** Documents of GraphQL's grammar whose parts need not fit together, with fields and types of the schema and others. */
import fc from 'fast-check';
import type { GraphQLSchema } from 'graphql';

const of = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

const directive = of(
  '',
  '',
  '',
  '@skip(if: true)',
  '@skip(if: $x)',
  '@include(if: $x)',
  '@include(if: $nope)',
  '@include(if: null)',
  '@skip',
  '@skip(if: "no")',
  '@skip(if: true) @skip(if: false)',
  '@include(if: $x) @skip(if: $id)',
  '@deprecated',
  '@oneOf',
  '@specifiedBy(url: "")',
  '@unknown(a: {b: [1, $x]})',
);

const args = of(
  '',
  '',
  '()',
  '(id: $id)',
  '(id: null)',
  '(id: "", id: "")',
  '(first: 1e400)',
  '(first: -0)',
  '(first: $x)',
  '(first: 99999999999999999999)',
  '(after: """block\\""" string""")',
  '(id: "\\uD800")',
  '(id: ENUM)',
  '(input: $input)',
  '(input: {a: {a: [[], {}]}})',
  '(input: [$x, null])',
  '(name: "__proto__", __proto__: 1, constructor: {constructor: 1})',
);

const variableDefinitions = of(
  '',
  '',
  '()',
  '($x: Boolean!)',
  '($x: Boolean! = true, $id: ID!)',
  '($x: Boolean = null, $id: ID)',
  '($x: [Boolean!]!)',
  '($x: Nope, $id: ID = {})',
  '($x: Boolean, $x: Int)',
  '($x: Boolean = $y)',
  '($x: Boolean @skip(if: $x))',
  '($x: Boolean! @deprecated, $input: CreatePostInput!)',
  '($x: Post, $id: Query!)',
);

const typeSystem = of(
  'type T { a: Int }',
  'extend type Query { a: Int }',
  'schema { query: T }',
  'extend schema @skip(if: true)',
  'directive @skip(if: String) repeatable on FIELD | QUERY',
  'scalar DateTime',
  'union U = U',
  'input I { i: I! }',
  'enum __E { true }',
);

/** Fields and types of the schema, and some that it lacks. */
function namesOf(schema: GraphQLSchema): { readonly fields: string[]; readonly types: string[] } {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const ofRoots = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}));
  return {
    fields: [
      ...ofRoots,
      '__typename',
      '__schema',
      '__type',
      '__nope',
      'id',
      'nodes',
      'errors',
      'toString',
      '__proto__',
    ],
    types: [
      'Query',
      'Mutation',
      'Subscription',
      'Node',
      'Post',
      'User',
      'ID',
      'CreatePostInput',
      'Nope',
      '__Schema',
    ],
  };
}

/** @param without names of root fields that are left out */
export function randomDocuments(schema: GraphQLSchema, without: ReadonlySet<string>): fc.Arbitrary<string> {
  const { fields, types } = namesOf(schema);
  const fieldName = of(...fields.filter((name) => !without.has(name)));
  const fragmentName = of('A', 'B', 'C', 'on', 'nope');
  const type = of(...types);
  const { selectionSet } = fc.letrec<{ selection: string; selectionSet: string }>((tie) => ({
    selection: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.tuple(of('', '', 'a: ', 'id: '), fieldName, args, directive).map((parts) => parts.join('')),
      fc.tuple(fragmentName, directive).map(([name, text]) => `...${name} ${text}`),
      fc.tuple(of('', 'a: '), fieldName, args, directive, tie('selectionSet')).map((parts) => parts.join('')),
      fc
        .tuple(type, directive, tie('selectionSet'))
        .map(([name, text, set]) => `... on ${name} ${text} ${set}`),
      fc.tuple(directive, tie('selectionSet')).map(([text, set]) => `... ${text} ${set}`),
    ),
    selectionSet: fc
      .array(tie('selection'), { maxLength: 3 })
      .map((selections) => `{ ${selections.join(' ')} }`),
  }));
  const operation = fc
    .tuple(
      of('query', 'query', 'mutation', 'subscription', 'subscription'),
      of('', 'Home', 'A', 'Home'),
      variableDefinitions,
      directive,
      selectionSet,
    )
    .map((parts) => parts.join(' '));
  const fragment = fc
    .tuple(fragmentName, type, directive, selectionSet)
    .map(([name, on, text, set]) => `fragment ${name} on ${on} ${text} ${set}`);
  const described = operation.map((text) => `"""described""" ${text}`);
  const definition = fc.oneof(
    { weight: 5, arbitrary: operation },
    { weight: 4, arbitrary: fragment },
    { weight: 1, arbitrary: typeSystem },
    { weight: 1, arbitrary: described },
    { weight: 1, arbitrary: selectionSet },
  );
  return fc.array(definition, { minLength: 1, maxLength: 4 }).map((definitions) => definitions.join('\n'));
}
