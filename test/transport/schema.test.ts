import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parser, rules } from '@graphql-eslint/eslint-plugin';
import { Linter } from 'eslint';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  validateSchema,
} from 'graphql';
import type {
  GraphQLField,
  GraphQLInterfaceType,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql';

const ENDPOINTS = ['client', 'admin'] as const;

const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../../schema/${name}.graphql`, import.meta.url));

for (const endpoint of ENDPOINTS) {
  const sdl = readFileSync(pathOf(endpoint), 'utf8');
  const schema = buildSchema(sdl);

  describe(`the ${endpoint} schema`, () => {
    test('the schema is valid by the rules of GraphQL, those of interfaces included', () => {
      assert.deepEqual(validateSchema(schema), []);
    });

    test('every type, field, argument and value has a description in sentences', () => {
      const problems = describedThings(schema)
        .filter(([, description]) => !/^[^a-z\s].*[.:)]$/s.test(description ?? ''))
        .map(([name, description]) => `${name}: ${description ?? 'nothing'}`);
      assert.deepEqual(problems, []);
    });

    test("every root field's description ends with its budget, its restriction and its access rule", () => {
      const CALLABLE =
        /\n\n(At most \d+ (times|conversations) in \d+ (minutes?|hours?) by one (user|admin|user, or (\d+ )?by one network without a token)\. )?(Stopped by the restriction [A-Z]+\. )?Callable by (anyone|signed-in users|signed-in admins|signed-in admins, also before they have enrolled a second factor|admins with the permission `[A-Z]+(_[A-Z]+)*`)\.$/;
      const problems = rootFields(schema).filter(([, field]) => !CALLABLE.test(field.description ?? ''));
      assert.deepEqual(
        problems.map(([root, field]) => `${root}.${field.name}`),
        [],
      );
    });

    test('mutations take at most the argument `input`, and return a nullable payload with `errors`', () => {
      const problems = fieldsOf(schema.getMutationType()).flatMap((field) => {
        const name = capitalised(field.name);
        const args = field.args.map((argument) => `${argument.name}: ${String(argument.type)}`);
        // An input type cannot be empty, so a mutation without parameters has no input.
        const expected = schema.getType(`${name}Input`) ? [`input: ${name}Input!`] : [];
        const payload = schema.getType(`${name}Payload`);
        const errors = isObjectType(payload) ? String(payload.getFields()['errors']?.type) : '';
        const others = isObjectType(payload)
          ? fieldsOf(payload).filter(({ name: other, type }) => other !== 'errors' && isNonNullType(type))
          : [];
        return args.join() === expected.join() &&
          String(field.type) === `${name}Payload` &&
          errors === '[UserError!]!' &&
          others.length === 0
          ? []
          : [`${field.name}(${args.join()}): ${String(field.type)}`];
      });
      assert.deepEqual(problems, []);
    });

    test('payloads and inputs are used by one mutation each', () => {
      const mutations = new Set(fieldsOf(schema.getMutationType()).map(({ name }) => capitalised(name)));
      const stray = typesOf(schema)
        .map(({ name }) => name)
        .filter((name) => name.endsWith('Payload') && !mutations.has(name.slice(0, -'Payload'.length)));
      assert.deepEqual(stray, []);
    });

    test('queries are nouns, except that admin queries say `adminGet…`, `adminMe` or `adminSearch…`', () => {
      const verbs = /^(get|list|fetch|find|create|update|delete|set|load)[A-Z]/;
      const isWrong = ({ name }: { name: string }): boolean =>
        endpoint === 'client' ? verbs.test(name) : !/^admin(Me$|Get[A-Z]|Search[A-Z])/.test(name);
      assert.deepEqual(
        fieldsOf(schema.getQueryType())
          .filter(isWrong)
          .map(({ name }) => name),
        [],
      );
    });

    test('names follow the case conventions of GraphQL', () => {
      const problems = typesOf(schema).flatMap((type) => [
        ...(/^[A-Z][A-Za-z0-9]*$/.test(type.name) ? [] : [type.name]),
        ...memberNames(type)
          .filter((name) =>
            isEnumType(type) ? !/^[A-Z][A-Z0-9_]*$/.test(name) : !/^[a-z][A-Za-z0-9]*$/.test(name),
          )
          .map((name) => `${type.name}.${name}`),
      ]);
      assert.deepEqual(problems, []);
    });

    test('booleans are positive, dates end in `At`, and fields of the caller are below `viewer`', () => {
      const problems = outputFields(schema)
        .filter(([owner, { name, type }]) => {
          const of = getNamedType(type).name;
          if (of === 'DateTime' && !name.endsWith('At')) return true;
          if (of === 'Boolean' && /^(isNot|no[A-Z]|not[A-Z]|cannot|un[A-Z])/.test(name)) return true;
          return /^viewer[A-Z]/.test(name) || (name === 'viewer' && of !== `${owner}Viewer`);
        })
        .map(([owner, { name }]) => `${owner}.${name}`);
      assert.deepEqual(problems, []);
    });

    test('`viewer` is nullable for anonymous callers', () => {
      const problems = outputFields(schema)
        .filter(([, { name, type }]) => name === 'viewer' && isNonNullType(type))
        .map(([owner]) => owner);
      assert.deepEqual(problems, []);
    });

    test('every connection has the fields of Relay', () => {
      const pageInfo = schema.getType('PageInfo');
      assert.ok(isObjectType(pageInfo));
      assert.deepEqual(signaturesOf(pageInfo), [
        'endCursor: String',
        'hasNextPage: Boolean!',
        'hasPreviousPage: Boolean!',
        'startCursor: String',
      ]);
      for (const type of typesOf(schema)) {
        if (!isObjectType(type) || !type.name.endsWith('Connection')) continue;
        const name = type.name.slice(0, -'Connection'.length);
        const edge = schema.getType(`${name}Edge`);
        assert.ok(isObjectType(edge), `${name}Edge`);
        const item = String(edge.getFields()['node']?.type).replace('!', '');
        const found = [
          ...signaturesOf(type),
          ...signaturesOf(edge).filter((signature) => /^(cursor|node):/.test(signature)),
        ];
        assert.deepEqual(
          found.filter((signature) => !/^(?:totalCount|cappedCount): Int!$/.test(signature)),
          [
            `edges: [${name}Edge!]!`,
            `nodes: [${item}!]!`,
            'pageInfo: PageInfo!',
            'cursor: String!',
            `node: ${item}!`,
          ],
          type.name,
        );
      }
    });

    test('exactly the fields that return a connection take paging arguments', () => {
      const problems = outputFields(schema)
        .filter(([, field]) => {
          const isConnection = getNamedType(field.type).name.endsWith('Connection');
          const paging = field.args.filter(({ name }) => /^(first|after|last|before)$/.test(name));
          const signature = paging.map(({ name, type }) => `${name}: ${String(type)}`).toSorted();
          const forward = ['after: String', 'first: Int'];
          const both = ['after: String', 'before: String', 'first: Int', 'last: Int'];
          const isComplete = [forward, both].some((complete) => complete.join() === signature.join());
          const isReplay = paging.length === 1 && paging[0]?.name === 'after';
          return isConnection ? !isComplete : paging.length > 0 && !isReplay;
        })
        .map(([owner, { name }]) => `${owner}.${name}`);
      assert.deepEqual(problems, []);
    });

    test('lists without a connection state their maximum length in their description', () => {
      const KNOWN_SHORT = /^(edges|nodes|errors|path|permissions|allowed|variants|sessionIds)$/;
      const problems = outputFields(schema)
        .filter(([owner, { name, type }]) => {
          const isList = String(type).startsWith('[');
          return isList && !KNOWN_SHORT.test(name) && !owner.endsWith('Connection');
        })
        .filter(
          ([, { description }]) => !/\d|at most|as many as|each kind|in their order/.test(description ?? ''),
        )
        .map(([owner, { name }]) => `${owner}.${name}`);
      assert.deepEqual(problems, []);
    });

    test('the schema adds only the three custom scalars of the contract', () => {
      const scalars = typesOf(schema)
        .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
        .map(({ name }) => name);
      const allowed = ['DateTime', 'JSON', 'Upload'];
      assert.deepEqual(
        endpoint === 'client' ? scalars.toSorted() : scalars.filter((name) => !allowed.includes(name)),
        endpoint === 'client' ? allowed : [],
      );
    });

    test('every type with a global id is a node of this endpoint', () => {
      const nodeName = endpoint === 'client' ? 'Node' : 'AdminNode';
      const node = schema.getType(nodeName);
      assert.ok(isInterfaceType(node));
      const implementers = new Set(schema.getPossibleTypes(node).map(({ name }) => name));
      const problems = typesOf(schema)
        .filter(isObjectType)
        .filter((type) => 'id' in type.getFields() !== implementers.has(type.name))
        .map(({ name }) => name);
      assert.deepEqual(problems, []);
      assert.equal(schema.getType(endpoint === 'client' ? 'AdminNode' : 'Node'), undefined);
    });

    test('every node can be refetched by its id, as the Relay specification requires', () => {
      const [name, nodeName] = endpoint === 'client' ? ['node', 'Node'] : ['adminGetNode', 'AdminNode'];
      const field = schema.getQueryType()?.getFields()[name];
      const node = schema.getType(nodeName);
      assert.ok(isInterfaceType(node));
      assert.deepEqual(
        field?.args.map((argument) => `${argument.name}: ${String(argument.type)}`),
        ['id: ID!'],
      );
      assert.equal(String(field?.type), node.name);
      assert.deepEqual(signaturesOf(node), ['id: ID!']);
    });

    test('root fields are nullable, so that a failing one does not affect the others', () => {
      const problems = rootFields(schema)
        .filter(
          ([root, { name, type }]) => root !== 'Subscription' && isNonNullType(type) && name !== 'nodes',
        )
        .map(([root, { name }]) => `${root}.${name}`);
      assert.deepEqual(problems, KNOWN_NON_NULL[endpoint]);
    });

    test('every deprecation names the replacement', () => {
      const deprecated = outputFields(schema).flatMap(([owner, { name, deprecationReason }]) =>
        deprecationReason == null ? [] : [`${owner}.${name}: ${deprecationReason}`],
      );
      assert.deepEqual(
        deprecated.filter((text) => !/: Use `\w+`\.$/.test(text)),
        [],
      );
    });

    test('the GraphQL linter finds no problem', () => {
      assert.deepEqual(lint(endpoint, sdl), []);
    });
  });
}

test('the GraphQL linter finds a broken connection', () => {
  const found = new Set(lint('client', BROKEN).map((problem) => problem.split(' ')[0]));
  assert.deepEqual([...found].toSorted(), [
    '@graphql-eslint/no-unreachable-types',
    '@graphql-eslint/relay-arguments',
    '@graphql-eslint/relay-connection-types',
    '@graphql-eslint/relay-edge-types',
    '@graphql-eslint/relay-page-info',
    '@graphql-eslint/require-description',
  ]);
});

/** Fields with configured settings and a list of fixed length: neither can fail by itself. */
const KNOWN_NON_NULL = { client: ['Query.apiLimits'], admin: [] };

const BROKEN = `type Query { things: ThingConnection } type ThingConnection { edges: [ThingEdge] }
  type ThingEdge { node: Int } type PageInfo { hasNextPage: Boolean }`;

/** One configuration for all files: the plugin keeps the first one that it gets. */
const PROJECTS = {
  client: { schema: pathOf('client'), include: '**/client.graphql' },
  admin: { schema: pathOf('admin'), include: '**/admin.graphql' },
};

function lint(endpoint: string, sdl: string): string[] {
  const messages = new Linter({ configType: 'flat' }).verify(
    sdl,
    [
      {
        files: ['**/*.graphql'],
        plugins: { '@graphql-eslint': { rules } as never },
        languageOptions: {
          parser: parser,
          parserOptions: { graphQLConfig: { projects: PROJECTS } },
        },
        rules: {
          '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
          '@graphql-eslint/relay-connection-types': 'error',
          '@graphql-eslint/relay-edge-types': [
            'error',
            { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
          ],
          '@graphql-eslint/relay-page-info': 'error',
          '@graphql-eslint/no-hashtag-description': 'error',
          '@graphql-eslint/no-unreachable-types': 'error',
          '@graphql-eslint/require-deprecation-reason': 'error',
          '@graphql-eslint/require-description': [
            'error',
            { types: true, FieldDefinition: true, InputValueDefinition: true, EnumValueDefinition: true },
          ],
          '@graphql-eslint/unique-enum-value-names': 'error',
        },
      },
    ],
    { filename: `schema/${endpoint}.graphql` },
  );
  return messages.map(({ ruleId, line, message }) => `${ruleId ?? 'parser'} ${line}: ${message}`);
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const typesOf = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));

const fieldsOf = (type: GraphQLObjectType | null | undefined): GraphQLField<unknown, unknown>[] =>
  Object.values(type?.getFields() ?? {});

const signaturesOf = (type: GraphQLObjectType | GraphQLInterfaceType): string[] =>
  Object.values(type.getFields())
    .map(({ name, type: result }) => `${name}: ${String(result)}`)
    .toSorted();

const rootFields = (schema: GraphQLSchema): [root: string, field: GraphQLField<unknown, unknown>][] =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((root) =>
    fieldsOf(root).map((field): [string, GraphQLField<unknown, unknown>] => [root?.name ?? '', field]),
  );

const outputFields = (schema: GraphQLSchema): [owner: string, field: GraphQLField<unknown, unknown>][] =>
  typesOf(schema).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).map((field): [string, GraphQLField<unknown, unknown>] => [
          type.name,
          field,
        ])
      : [],
  );

function memberNames(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    return Object.keys(type.getFields());
  return [];
}

type Described = [name: string, description: string | null | undefined];

function describedThings(schema: GraphQLSchema): Described[] {
  return typesOf(schema).flatMap((type): Described[] => {
    if (isSpecifiedScalarType(type)) return [];
    const own: Described = [type.name, type.description];
    if (isEnumType(type)) {
      return [
        own,
        ...type.getValues().map(({ name, description }): Described => [`${type.name}.${name}`, description]),
      ];
    }
    if (isInputObjectType(type)) {
      return [
        own,
        ...Object.values(type.getFields()).map(({ name, description }): Described => [
          `${type.name}.${name}`,
          description,
        ]),
      ];
    }
    if (!isObjectType(type) && !isInterfaceType(type)) return [own];
    return [own, ...Object.values(type.getFields()).flatMap((field) => describedField(type.name, field))];
  });
}

function describedField(owner: string, field: GraphQLField<unknown, unknown>): Described[] {
  const name = `${owner}.${field.name}`;
  return [
    [name, field.description],
    ...field.args.map((argument): Described => [`${name}(${argument.name})`, argument.description]),
  ];
}
