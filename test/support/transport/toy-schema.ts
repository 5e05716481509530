import type { Untyped } from '#test/support/actor.ts';
import {
  buildSchema,
  GraphQLEnumType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { RequestContext } from '#platform/request/context.ts';
import { AppError, unauthenticated, ValidationFailed } from '#platform/kernel/errors.ts';

/** A small schema with every construct that the transport and the executors handle; it needs no database. */
export function toySchema(): GraphQLSchema {
  const schema = buildSchema(SDL, { assumeValid: true });
  const schemaWithColors = withInternalEnumValues(schema);
  for (const [typeName, fields] of Object.entries(RESOLVERS)) {
    const type = schemaWithColors.getType(typeName);
    if (!isObjectType(type)) throw new Error(`${typeName} is not an object type.`);
    for (const [fieldName, resolve] of Object.entries(fields)) {
      const field = type.getFields()[fieldName];
      if (!field) throw new Error(`${typeName} has no field ${fieldName}.`);
      if (typeName === 'Subscription') {
        field.subscribe = resolve;
        field.resolve = (event) => event;
      } else field.resolve = resolve;
    }
  }
  for (const type of Object.values(schemaWithColors.getTypeMap())) {
    if (isInterfaceType(type) || isUnionType(type)) type.resolveType = typeOfAnimal;
  }
  addDateTime(schemaWithColors);
  return schemaWithColors;
}

/** Thrown by a toy subscription whose reader does not keep up. */
export class SlowReader extends Error {}

export type ToyEvent = { readonly number: number; readonly text: string };

const SDL = `
  scalar DateTime
  scalar JSON
  scalar Upload
  enum Color { RED GREEN BLUE }
  interface Animal { id: ID!, name: String, friend: Animal, mood(loud: Boolean = false): String! }
  type Dog implements Animal { id: ID!, name: String, friend: Animal, mood(loud: Boolean = false): String!, barks: Boolean! }
  type Cat implements Animal { id: ID!, name: String, friend: Animal, mood(loud: Boolean = false): String!, lives: Int! }
  union Pet = Dog | Cat
  input Where { color: Color! = GREEN, since: DateTime, words: [String!] = ["a", "b"], nested: Where, limit: Int = 3 }
  type Echo { text: String, color: Color, day: DateTime, grid: [[Int]], json: JSON, self: Echo, strict: Echo!, strictText: String! }
  type PageInfo { hasNextPage: Boolean! }
  type PostEdge { cursor: String!, node: Post! }
  type PostConnection { edges: [PostEdge!]!, nodes: [Post!]!, pageInfo: PageInfo! }
  type Author { id: ID!, name: String!, avatar: String, isVerified: Boolean! }
  type Media { id: ID!, url: String!, width: Int! }
  type Post {
    id: ID!, text: String!, createdAt: DateTime!, likes: Int!, comments: Int!, author: Author!, media: [Media!]!, hashtags: [String!]!
  }
  type Query {
    hello(name: String = "world"): String!
    echo(where: Where, color: Color = BLUE, grid: [[Int]], json: JSON, day: DateTime, text: String): Echo
    rules(where: Where = { color: RED, limit: 7 }): String
    animals: [Animal!]!
    pets: [Pet]
    animal(id: ID!): Animal
    nodes(ids: [ID!]!): [Animal]!
    feed(first: Int, last: Int): PostConnection!
    fails: String
    failsLater: String
    failsStrictly: String!
    refused: String
    invalid: String
    anonymous: String
    nothing: String!
    holes: [String!]
    slow: String
    sum(numbers: [Int!]!): Int!
    whoami: String
  }
  type Mutation { append(text: String!, fail: Boolean = false): String!, log: [String!]! }
  type Tick { number: Int!, text: String!, viewer: String }
  type Subscription { ticks(count: Int!, bytes: Int = 0): Tick!, never: Tick!, breaks(lagging: Boolean!): Tick!, refusedTicks: Tick! }
`;

// Each resolver below names the source and the arguments that its field has in the SDL above.
type Resolver = (source: Untyped, args: Untyped, ctx: RequestContext, info: GraphQLResolveInfo) => unknown;

const appended: string[] = [];
const later = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(value)));

const ANIMALS = [
  { kind: 'Dog', id: '1', name: 'Rex', barks: true, friendId: '2' },
  { kind: 'Cat', id: '2', name: null, lives: 9, friendId: '1' },
  { kind: 'Cat', id: '3', name: 'Tom', lives: null, friendId: '3' },
];

const POSTS = Array.from({ length: 20 }, (_, index) => ({
  id: `post-${index}`,
  text: `What happened on day ${index}, told at some length so that it weighs what a post weighs.`,
  createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
  likes: index * 3,
  comments: index,
  author: { id: `user-${index % 5}`, name: `Author ${index % 5}`, avatar: null, isVerified: index % 2 === 0 },
  media: [{ id: `media-${index}`, url: `https://media.test/${index}.webp`, width: 1080 }],
  hashtags: ['sun', 'sea'],
}));

const animalFields: Record<string, Resolver> = {
  friend: (animal: { friendId: string }) => later(ANIMALS.find(({ id }) => id === animal.friendId)),
  mood: (animal: { kind: string; id: string }, args: { loud: boolean }) => {
    if (animal.id === '3') throw new Error('moods are secret');
    return args.loud ? 'GRRR' : 'grr';
  },
};

const RESOLVERS: Record<string, Record<string, Resolver>> = {
  Query: {
    hello: (_root, args: { name: string | null }) => `hello ${args.name}`,
    echo: (_root, args: { where?: { color: string; since?: Date } } & Record<string, unknown>) => ({
      text: describe(args),
      color: args.color,
      day: args['day'] ?? args.where?.since ?? null,
      grid: args['grid'],
      json: args['json'],
    }),
    rules: (_root, args) => describe(args),
    animals: () => ANIMALS,
    pets: () => later([...ANIMALS, null]),
    animal: (_root, args: { id: string }) => later(ANIMALS.find(({ id }) => id === args.id) ?? null),
    nodes: (_root, args: { ids: string[] }) =>
      args.ids.map((id) => ANIMALS.find((animal) => animal.id === id) ?? null),
    feed: (_root, args: { first?: number; last?: number }) => {
      const posts = POSTS.slice(0, args.first ?? args.last ?? 20);
      return {
        nodes: posts,
        edges: posts.map((node) => ({ cursor: node.id, node })),
        pageInfo: { hasNextPage: posts.length < POSTS.length },
      };
    },
    fails: () => {
      throw new Error('the password of the database is hunter2');
    },
    failsLater: () => Promise.reject(new Error('later')),
    failsStrictly: () => Promise.reject(new Error('strictly')),
    refused: () => {
      throw new AppError('RATE_LIMITED', 'Slowly.', {
        details: { retryAfterSeconds: 7, expiresAt: new Date(0) },
      });
    },
    invalid: () => {
      throw new ValidationFailed([new AppError('VALIDATION_FAILED', 'Too long.', { path: ['text'] })]);
    },
    anonymous: () => {
      throw unauthenticated('MISSING');
    },
    nothing: () => null,
    holes: () => ['a', null, 'b'],
    slow: (_root, _args, ctx) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => resolve('done'), 60_000);
        ctx.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(new Error('aborted'));
        });
      }),
    sum: (_root, args: { numbers: number[] }) => args.numbers.reduce((sum, number) => sum + number, 0),
    whoami: (_root, _args, ctx) => ctx.user?.id ?? null,
  },
  Echo: {
    self: (echo: object) => echo,
    strict: (echo: object) => later(echo),
    strictText: (echo: { text: string }) => (echo.text.length > 40 ? null : echo.text),
  },
  Dog: animalFields,
  Cat: animalFields,
  Mutation: {
    append: async (_root, args: { text: string; fail: boolean }) => {
      await later(null);
      if (args.fail) throw new AppError('CONFLICT', 'Taken.');
      appended.push(args.text);
      return appended.join('');
    },
    log: () => appended.splice(0),
  },
  Tick: { viewer: (_tick, _args, ctx) => ctx.user?.id ?? null },
  Subscription: {
    ticks: async function* (_root, args: { count: number; bytes: number }) {
      for (let number = 1; number <= args.count; number += 1)
        yield await later({ number, text: 'x'.repeat(args.bytes) });
    },
    never: async function* (_root, _args, ctx) {
      // Opens a stream that ends without an event.
      yield* [];
      await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()));
    },
    breaks: async function* (_root, args: { lagging: boolean }) {
      yield* [];
      await later(null);
      throw args.lagging ? new SlowReader('lagging') : new Error('broken');
    },
    refusedTicks: () => {
      throw new AppError('FORBIDDEN', 'Not yours.');
    },
  },
};

/** Serializes values as resolvers get them: internal enum values, dates and defaults, with sorted keys. */
function describe(value: unknown): string {
  if (value instanceof Date) return `Date(${value.toISOString()})`;
  if (Array.isArray(value)) return `[${value.map(describe).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${key}:${describe(item)}`).join(',')}}`;
}

function typeOfAnimal(animal: { kind: string }): string {
  return animal.kind;
}

/** Colours are numbers internally, so that a test detects code that confuses external and internal values. */
function withInternalEnumValues(schema: GraphQLSchema): GraphQLSchema {
  const color = schema.getType('Color');
  if (!isEnumType(color)) throw new Error('Color is not an enum.');
  const numbered = new GraphQLEnumType({
    name: 'Color',
    values: { RED: { value: 1 }, GREEN: { value: 2 }, BLUE: { value: 3 } },
  });
  // Replacing the methods of the type keeps every reference to it within the schema intact.
  Object.assign(color, {
    serialize: numbered.serialize.bind(numbered),
    parseValue: numbered.parseValue.bind(numbered),
    parseLiteral: numbered.parseLiteral.bind(numbered),
    getValues: () => numbered.getValues(),
    getValue: (name: string) => numbered.getValue(name),
  });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) Object.values(type.getFields()).forEach(renumberDefault);
    if (isObjectType(type))
      Object.values(type.getFields()).forEach((field) => field.args.forEach(renumberDefault));
  }
  return schema;
}

/** The defaults were coerced while the values were still names. */
function renumberDefault(input: { defaultValue?: unknown }): void {
  input.defaultValue = renumber(input.defaultValue);
}

function renumber(value: unknown): unknown {
  if (typeof value === 'string') return COLORS.get(value) ?? value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renumber(item)]));
}

const COLORS = new Map([
  ['RED', 1],
  ['GREEN', 2],
  ['BLUE', 3],
]);

function addDateTime(schema: GraphQLSchema): void {
  const dateTime = schema.getType('DateTime');
  if (!isScalarType(dateTime)) throw new Error('DateTime is not a scalar.');
  dateTime.serialize = (value) => (value instanceof Date ? value.toISOString() : raise('not a date'));
  dateTime.parseValue = (value) => {
    // Refuses its own output on purpose, to detect code that coerces twice.
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw new Error('not a date');
    return new Date(value);
  };
  dateTime.parseLiteral = (node) => dateTime.parseValue('value' in node ? node.value : null);
}

function raise(message: string): never {
  throw new Error(message);
}
