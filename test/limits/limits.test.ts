import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { GraphqlError, Variables } from '#test/support/actor.ts';
import { openRawSocket, type RawSocket } from '#test/support/transport/raw-socket.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ends: (() => unknown)[] = [];
let world: World;
let ada: Person;
let ben: Person;
let socket: RawSocket;
let conversation: string;
let feedCursor: string;
let sessionCursor: string;

async function open(): Promise<void> {
  world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
  [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const started = await ada.do(
    'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { conversation { id } errors { code } } }',
    { id: ben.id },
  );
  conversation = started.startConversation.conversation.id;
  await ada.do('mutation { createPost(input: { text: "Hello" }) { errors { code } } }');
  const { feed, mySessions } = await ada.do('{ feed { edges { cursor } } mySessions { edges { cursor } } }');
  feedCursor = feed.edges[0].cursor;
  sessionCursor = mySessions.edges[0].cursor;
  socket = await openRawSocket(world.url, { connectionParams: { authorization: `Bearer ${ada.token}` } });
}

type Refusal = readonly [name: string, code: string, document: string, variables?: () => Variables];

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');
const nested = (levels: number): string => `${'{ a '.repeat(levels)}${'}'.repeat(levels)}`;
const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER_ID = toGlobalId('user', UUID);
const deepJson = (levels: number): unknown => (levels === 0 ? 1 : { a: deepJson(levels - 1) });
const SEND = `mutation ($id: ID!, $data: JSON) {
  sendMessage(input: { conversationId: $id, text: "Hi", clientData: $data }) { errors { code } } }`;
const FIRST = 'query ($first: Int) { feed(first: $first) { nodes { id } } }';
const AFTER = 'query ($after: String) { feed(after: $after) { nodes { id } } }';
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';

/** Form of an operation: anything over a limit is refused before execution. */
const SHAPES: readonly Refusal[] = [
  ['16 levels', 'QUERY_TOO_DEEP', nested(16)],
  ['16 levels through fragments', 'QUERY_TOO_DEEP', `{ a { ...F } } fragment F on User ${nested(15)}`],
  ['201 brackets', 'QUERY_TOO_DEEP', `{ a(b: ${'['.repeat(200)}${']'.repeat(200)}) }`],
  ['31 aliases', 'QUERY_TOO_COMPLEX', `{ me { ${many(31, (index) => `a${index}: id`)} } }`],
  ['2 001 tokens', 'QUERY_TOO_COMPLEX', `{ me { ${many(1_997, () => 'id')} } }`],
  ['21 root fields', 'QUERY_TOO_COMPLEX', `{ ${many(21, (index) => `a${index}: me { id }`)} }`],
  [
    '6 mutations',
    'QUERY_TOO_COMPLEX',
    `mutation { ${many(6, (index) => `a${index}: createPost(input: { text: "x" }) { errors { code } }`)} }`,
  ],
  [
    '6 mutations in fragments',
    'QUERY_TOO_COMPLEX',
    `mutation { ...A ...B } fragment A on Mutation { ${many(3, (index) => `a${index}: logout(input: {}) { errors { code } }`)} }
     fragment B on Mutation { ${many(3, (index) => `b${index}: logout(input: {}) { errors { code } }`)} }`,
  ],
  [
    'the schema three times',
    'QUERY_TOO_COMPLEX',
    `{ ${many(3, (index) => `a${index}: __schema { description }`)} }`,
  ],
  [
    'more than 10 000 points',
    'QUERY_TOO_COMPLEX',
    `{ ${many(20, (index) => `a${index}: feed(first: 100) { nodes { id author { id username displayName bio avatar { id } cover { id } } } }`)} }`,
  ],
  [
    'several operations and no name',
    'GRAPHQL_VALIDATION_FAILED',
    'query A { me { id } } query B { me { id } }',
  ],
  ['nothing', 'GRAPHQL_PARSE_FAILED', ' '],
  ['half an operation', 'GRAPHQL_PARSE_FAILED', '{ me { id }'],
  ['an unknown field', 'GRAPHQL_VALIDATION_FAILED', '{ me { user { password } } }'],
];

/** Arguments: values that no list, id or scalar accepts. */
const ARGUMENTS: readonly Refusal[] = [
  ...[0, -1, 101, 2_147_483_647].map((first): Refusal => [
    `first: ${first}`,
    'BAD_USER_INPUT',
    FIRST,
    () => ({ first }),
  ]),
  ['first: 2³¹', 'BAD_USER_INPUT', FIRST, () => ({ first: 2 ** 31 })],
  ['first: 1.5', 'BAD_USER_INPUT', FIRST, () => ({ first: 1.5 })],
  ['first: "10"', 'BAD_USER_INPUT', FIRST, () => ({ first: '10' })],
  ['first: 2³¹ in the document', 'GRAPHQL_VALIDATION_FAILED', '{ feed(first: 2147483648) { nodes { id } } }'],
  ...[
    'first: 1, last: 1',
    'first: 1, before: "x"',
    'last: 1, after: "x"',
    'after: "x", before: "y"',
    'last: 101',
    'last: 0',
  ].map((args): Refusal => [
    args,
    'BAD_USER_INPUT',
    `query ($id: ID!) { conversationMessages(conversationId: $id, ${args}) { nodes { id } } }`,
    () => ({ id: conversation }),
  ]),
  ...['', 'x', '%', 'null', 'W10', 'WzEsImZlZWQiXQ', '\u0000', '😀', 'A'.repeat(513)].map(
    (after): Refusal => [
      `a cursor that is ${JSON.stringify(after.slice(0, 20))}`,
      'BAD_USER_INPUT',
      AFTER,
      () => ({ after }),
    ],
  ),
  ['a cursor of another list', 'BAD_USER_INPUT', AFTER, () => ({ after: sessionCursor })],
  [
    'a cursor of this list with another key',
    'BAD_USER_INPUT',
    AFTER,
    () => ({ after: cursorOf([1, 'feed', 'no id']) }),
  ],
  ['a cursor of another version', 'BAD_USER_INPUT', AFTER, () => ({ after: cursorOf([2, 'feed', UUID]) })],
  ['101 ids', 'BAD_USER_INPUT', NODES, () => ({ ids: Array(101).fill(OTHER_ID) })],
  ['251 ids', 'BAD_USER_INPUT', NODES, () => ({ ids: Array(251).fill(OTHER_ID) })],
  [
    '251 ids in the document',
    'BAD_USER_INPUT',
    `{ nodes(ids: [${many(251, () => `"${OTHER_ID}"`)}]) { id } }`,
  ],
  [
    '251 people',
    'BAD_USER_INPUT',
    'mutation ($ids: [ID!]!) { startConversation(input: { userIds: $ids }) { errors { code } } }',
    () => ({ ids: Array(251).fill(OTHER_ID) }),
  ],
  ...[
    '',
    'x',
    'user_',
    'user_x',
    UUID,
    `${OTHER_ID}x`,
    OTHER_ID.toUpperCase(),
    '\u0000',
    '😀',
    "user_' or 1=1",
    'a'.repeat(1_000),
  ].map((id): Refusal => [
    `the id ${JSON.stringify(id.slice(0, 20))}`,
    'BAD_USER_INPUT',
    'query ($id: ID!) { node(id: $id) { id } }',
    () => ({ id }),
  ]),
  [
    'an id of another type',
    'BAD_USER_INPUT',
    'query ($id: ID!) { post(id: $id) { id } }',
    () => ({ id: OTHER_ID }),
  ],
  [
    'an id of another type in a mutation',
    'BAD_USER_INPUT',
    'mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }',
    () => ({ id: conversation }),
  ],
  ['neither id nor username', 'BAD_USER_INPUT', '{ user { id } }'],
  [
    'both id and username',
    'BAD_USER_INPUT',
    'query ($id: ID!) { user(id: $id, username: "ada") { id } }',
    () => ({ id: OTHER_ID }),
  ],
  ['JSON of 33 levels', 'BAD_USER_INPUT', SEND, () => ({ id: conversation, data: deepJson(33) })],
  ['JSON of 17 KiB', 'BAD_USER_INPUT', SEND, () => ({ id: conversation, data: 'x'.repeat(17_408) })],
  [
    'JSON of 33 levels in the document',
    'GRAPHQL_VALIDATION_FAILED',
    `mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hi", clientData: ${'['.repeat(33)}${']'.repeat(33)} }) { errors { code } } }`,
    () => ({ id: conversation }),
  ],
  ['a missing variable', 'BAD_USER_INPUT', 'query ($id: ID!) { node(id: $id) { id } }'],
  [
    'an upload that is no file',
    'BAD_USER_INPUT',
    'mutation ($file: Upload!) { uploadMedia(input: { file: $file }) { errors { code } } }',
    () => ({ file: 'x' }),
  ],
  [
    'a cursor of a list for a subscription',
    'BAD_USER_INPUT',
    'subscription ($after: String) { messageAdded(after: $after) { cursor } }',
    () => ({ after: feedCursor }),
  ],
  [
    'garbage as the cursor of a subscription',
    'BAD_USER_INPUT',
    'subscription ($after: String) { messageAdded(after: $after) { cursor } }',
    () => ({ after: 'x' }),
  ],
];

const cursorOf = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

function testRefusals(): void {
  describe('operations over a limit or malformed get the same code over HTTP and on a socket', () => {
    for (const [name, code, document, variables = () => ({})] of [...SHAPES, ...ARGUMENTS]) {
      test(name, async () => {
        const overHttp = await ada.ask(document, variables());
        const onSocket = await socket.ask(document, variables());
        if (!document.startsWith('subscription')) assert.deepEqual(codesOf(overHttp), [code], 'HTTP');
        assert.deepEqual(codesOf(onSocket), [code], 'socket');
      });
    }
  });

  describe('operations just within the limits are accepted', () => {
    const accepted: readonly (readonly [name: string, document: string, variables?: () => Variables])[] = [
      ['30 aliases', `{ me { ${many(30, (index) => `a${index}: id`)} } }`],
      ['20 root fields', `{ ${many(20, (index) => `a${index}: me { id }`)} }`],
      ['a page of 100', FIRST, () => ({ first: 100 })],
      ['100 ids', NODES, () => ({ ids: Array(100).fill(OTHER_ID) })],
      ['JSON of 32 levels', SEND, () => ({ id: conversation, data: deepJson(32) })],
      [
        '5 mutations',
        `mutation { ${many(5, (index) => `a${index}: updateProfile(input: {}) { errors { code } }`)} }`,
      ],
      ['its own cursor', AFTER, () => ({ after: feedCursor })],
    ];
    for (const [name, document, variables = () => ({})] of accepted) {
      test(name, async () => {
        assert.deepEqual(codesOf(await ada.ask(document, variables())), []);
        assert.deepEqual(codesOf(await socket.ask(document, variables())), []);
      });
    }
  });
}

function testRequests(): void {
  describe('requests without an operation are refused', () => {
    const post = async (body: string | Uint8Array<ArrayBuffer>): Promise<[status: number, code: unknown]> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` };
      const response = await fetch(world.url, { method: 'POST', headers, body });
      const { errors } = (await response.json()) as { errors: GraphqlError[] };
      return [response.status, errors[0]?.extensions.code];
    };
    const cases: readonly [name: string, body: string | Uint8Array<ArrayBuffer>, answer: [number, string]][] =
      [
        ['a batch', JSON.stringify([{ query: '{ me { id } }' }]), [400, 'BAD_REQUEST']],
        ['an empty batch', '[]', [400, 'BAD_REQUEST']],
        ['a text', '"{ me { id } }"', [400, 'BAD_REQUEST']],
        ['nothing', '', [400, 'BAD_REQUEST']],
        ['no JSON', '{ me { id } }', [400, 'BAD_REQUEST']],
        ['no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), [400, 'BAD_REQUEST']],
        ['no query', '{}', [400, 'BAD_REQUEST']],
        ['a query that is a number', '{"query":1}', [400, 'BAD_REQUEST']],
        ['variables that are a list', '{"query":"{ me { id } }","variables":[]}', [400, 'BAD_REQUEST']],
        [
          '1 000 levels',
          `{"query":"{ me { id } }","variables":{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}}`,
          [400, 'BAD_REQUEST'],
        ],
        [
          '10 MB',
          JSON.stringify({ query: `{ me { id } } #${'x'.repeat(10_000_000)}` }),
          [413, 'PAYLOAD_TOO_LARGE'],
        ],
        [
          '257 KiB',
          JSON.stringify({ query: `{ me { id } } #${'x'.repeat(257 * 1_024)}` }),
          [413, 'PAYLOAD_TOO_LARGE'],
        ],
      ];
    for (const [name, body, answer] of cases) {
      test(name, async () => assert.deepEqual(await post(body), answer));
    }

    test('a message of 10 MB closes the socket with 1009', async () => {
      const connectionParams = { authorization: `Bearer ${ada.token}` };
      const other = await openRawSocket(world.url, { connectionParams });
      void other.ask(`{ me { id } } #${'x'.repeat(10_000_000)}`);
      assert.equal(await other.closed, 1009);
    });
  });
}

function testAnything(): void {
  describe('hostile text in any input causes no internal error', () => {
    const TEXTS = ['\u0000', 'a\u0000b', '\ud800', '\u202e', '%', '\\', "'", 'ﷺ'.repeat(100)];
    const documents: readonly (readonly [name: string, document: string])[] = [
      ['user', 'query ($x: String) { user(username: $x) { id } }'],
      ['login', 'mutation ($x: String) { login(input: { email: $x, password: $x }) { errors { code } } }'],
      [
        'a provider’s token',
        'mutation ($x: String) { login(input: { providerToken: $x }) { errors { code } } }',
      ],
      [
        'refreshSession',
        'mutation ($x: String!) { refreshSession(input: { refreshToken: $x }) { errors { code } } }',
      ],
      [
        'register',
        'mutation ($x: String!) { register(input: { email: $x, password: $x, username: $x, displayName: $x }) { errors { code } } }',
      ],
      [
        'a device',
        'mutation ($x: String!) { login(input: { email: "a@example.com", password: "x", device: { platform: WEB, deviceName: $x, appVersion: $x } }) { errors { code } } }',
      ],
      [
        'createPost',
        'mutation ($x: String!) { createPost(input: { text: $x, idempotencyKey: $x }) { errors { code } } }',
      ],
      [
        'updateProfile',
        'mutation ($x: String!) { updateProfile(input: { displayName: $x, bio: $x }) { errors { code } } }',
      ],
    ];
    for (const [name, document] of documents) {
      test(name, async () => {
        for (const x of TEXTS) {
          assert.deepEqual(internal(await world.anonymous().ask(document, { x })), [], JSON.stringify(x));
          assert.deepEqual(internal(await ben.ask(document, { x })), [], JSON.stringify(x));
        }
      });
    }

    test('hostile text in `data` of a message causes no internal error', async () => {
      for (const data of [...TEXTS, ...TEXTS.map((text) => ({ [text]: text })), [null], 1e308, -0]) {
        assert.deepEqual(internal(await ben.ask(SEND, { id: conversation, data })), [], JSON.stringify(data));
      }
    });

    test('hostile text in the search and sign-in of admins causes no internal error', async () => {
      const admin = await world.admin();
      for (const x of TEXTS) {
        const search = 'query ($x: String) { adminGetUsers(search: $x) { nodes { id } } }';
        assert.deepEqual(internal(await admin.ask(search, { x })), [], JSON.stringify(x));
        const login =
          'mutation ($x: String!) { adminLogin(input: { email: $x, password: $x }) { errors { code } } }';
        assert.deepEqual(internal(await admin.ask(login, { x })), [], JSON.stringify(x));
      }
    });

    test('random ids, cursors and names cause no internal error', async () => {
      const document = `query ($x: String, $id: ID!, $first: Int) {
        feed(after: $x, first: $first) { nodes { id } } node(id: $id) { id } user(username: $x) { id } }`;
      const property = fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.integer(),
        async (x, first) => {
          const answer = await ben.ask(document, { x, id: x, first });
          assert.deepEqual(internal(answer), []);
        },
      );
      await fc.assert(property, { numRuns: 100 });
    });
  });
}

type Answered = { readonly errors?: readonly GraphqlError[] };

const codesOf = ({ errors }: Answered): string[] => errors?.map(({ extensions }) => extensions.code) ?? [];
const internal = (answer: Answered): string[] => codesOf(answer).filter((code) => code === 'INTERNAL');

describe('limits', () => {
  before(open);
  after(async () => {
    for (const end of ends) await end();
  });
  testRefusals();
  testRequests();
  testAnything();
});
