import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { toGlobalId } from '#platform/ids.ts';
import type { Actor, GraphqlError, Variables } from '#test/support/actor.ts';
import { openRawSocket } from '#test/support/raw-socket.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ends: (() => unknown)[] = [];
let world: World;
let ben: Person;

async function open(): Promise<void> {
  world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
  ben = await world.user('ben');
}

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');
const OTHER_ID = toGlobalId('user', '01890a5d-ac96-774b-bcce-b302099a8057');

function testCost(): void {
  describe('the cost of an operation', () => {
    const costOf = async (document: string, variables: Variables = {}): Promise<unknown> =>
      (await ben.ask(document, variables, { 'x-include-cost': '1' })).extensions;

    test('is told on request, and counts a page once for everything below it', async () => {
      const cost = (requested: number) => ({ cost: { requested } });
      assert.deepEqual(await costOf('{ me { id } }'), cost(Math.ceil(1 + 0.2)));
      assert.deepEqual(await costOf('{ feed { nodes { id } } }'), cost(1 + 20 * 1.2));
      assert.deepEqual(await costOf('{ feed(first: 10) { nodes { id } } }'), cost(1 + 10 * 1.2));
      assert.deepEqual(
        await costOf('query ($n: Int) { feed(first: $n) { nodes { id } } }', { n: 100 }),
        cost(1 + 100 * 1.2),
      );
      assert.deepEqual(
        await costOf('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [OTHER_ID] }),
        cost(Math.ceil(1 + 0.2)),
      );
      assert.equal((await ben.ask('{ me { id } }')).extensions, undefined);
    });

    test('names itself and the limit when it is too much', async () => {
      const document = `{ ${many(20, (index) => `a${index}: feed(first: 100) { nodes { id author { id username displayName bio avatar { id } cover { id } } } }`)} }`;
      const [error] = (await ben.ask(document)).errors ?? [];
      assert.deepEqual(error?.extensions, {
        code: 'QUERY_TOO_COMPLEX',
        limit: 10_000,
        cost: 20 * (1 + 540),
      });
    });

    test('an address without a user can spend 4 000 points, and gets 40 back each second', async () => {
      const stranger = world.anonymous();
      const document = `query ($id: ID!) { ${many(9, (index) => `a${index}: userPosts(userId: $id, first: 100) { nodes { id text createdAt author { id username } } }`)} }`;
      const spend = () => stranger.ask(document, { id: OTHER_ID }, { 'x-include-cost': '1' });
      const first = await spend();
      assert.deepEqual(first.extensions, { cost: { requested: 9 * (1 + 100 * 3) } });
      const second = await spend();
      assert.deepEqual(codesOf(second), ['RATE_LIMITED']);
      const retryAfterSeconds = Number(second.errors?.[0]?.extensions['retryAfterSeconds']);
      // 2 × 2 709 points are 1 418 too many.
      assert.ok(retryAfterSeconds === 36 || retryAfterSeconds === 35, String(retryAfterSeconds));
      assert.deepEqual(codesOf(await world.anonymous().ask(document, { id: OTHER_ID })), []);
      world.clock.advance(`${retryAfterSeconds}s`);
      assert.deepEqual(codesOf(await spend()), []);
    });

    test('changing the address within one IPv6 network brings no new points', async () => {
      const stranger = world.anonymous();
      const document = `query ($id: ID!) { ${many(9, (index) => `a${index}: userPosts(userId: $id, first: 100) { nodes { id text createdAt author { id username } } }`)} }`;
      const codesFrom = async (ip: string) =>
        codesOf(await stranger.ask(document, { id: OTHER_ID }, { 'x-forwarded-for': ip }));
      assert.deepEqual(await codesFrom('2001:db8:7:7::1'), []);
      assert.deepEqual(await codesFrom('2001:db8:7:7:a:b:c:d'), ['RATE_LIMITED']);
      assert.deepEqual(await codesFrom('2001:db8:7:8::1'), []);
    });

    test('a user’s points are one budget over HTTP and on the socket; the refusal says when to come back', async () => {
      const eve = await world.user('eve');
      const connectionParams = { authorization: `Bearer ${eve.token}` };
      const other = await openRawSocket(world.url, { connectionParams });
      const document = `{ ${many(14, (index) => `a${index}: feed(first: 100) { nodes { id author { id username bio avatar { id } cover { id } } } }`)} }`;
      assert.deepEqual(codesOf(await eve.ask(document)), []);
      assert.deepEqual(codesOf(await other.ask(document)), []);
      const overHttp = await eve.ask(document, {}, { accept: 'application/graphql-response+json' });
      const onSocket = await other.ask(document);
      assert.deepEqual(
        [overHttp.status, codesOf(overHttp), codesOf(onSocket)],
        [429, ['RATE_LIMITED'], ['RATE_LIMITED']],
      );
      other.close();
    });
  });
}

function testBudgets(): void {
  describe('the budget of a field', () => {
    const REFUSED = '{ errors { __typename code ... on RateLimitedError { retryAfterSeconds } } }';

    test('is spent over HTTP and on the socket together, and its refusal is a payload error', async () => {
      const writer = await world.user('writer');
      const connectionParams = { authorization: `Bearer ${writer.token}` };
      const other = await openRawSocket(world.url, { connectionParams });
      const document = `mutation { ${many(5, (index) => `a${index}: createPost(input: { text: "Hi" }) ${REFUSED}`)} }`;
      const transports = [writer, other, writer, other, writer, other];
      for (const transport of transports) {
        const { data } = await transport.ask(document);
        assert.deepEqual(Object.values(data), Array(5).fill({ errors: [] }));
      }
      for (const transport of [writer, other]) {
        const { data, errors } = await transport.ask(
          `mutation { createPost(input: { text: "Hi" }) ${REFUSED} }`,
        );
        const [error] = data.createPost.errors;
        assert.equal(errors, undefined);
        assert.deepEqual([error.__typename, error.code], ['RateLimitedError', 'RATE_LIMITED']);
        assert.ok(
          error.retryAfterSeconds > 590 && error.retryAfterSeconds <= 600,
          String(error.retryAfterSeconds),
        );
      }
      assert.equal((await writer.do('{ me { postCount } }')).me.postCount, 30);
      other.close();
    });

    test('of signing in counts by address and by account', async () => {
      const LOGIN = `mutation ($email: String!) { login(input: { email: $email, password: "wrong password" }) ${REFUSED} }`;
      const codes = async (actor: Actor, email: string): Promise<unknown> =>
        (await actor.ask(LOGIN, { email })).data.login.errors[0].code;
      const oneAddress = world.anonymous();
      for (let index = 0; index < 10; index += 1) {
        assert.equal(await codes(oneAddress, `nobody${index}@example.com`), 'INVALID_CREDENTIALS');
      }
      assert.equal(await codes(oneAddress, 'nobody@example.com'), 'RATE_LIMITED');
      for (let index = 0; index < 10; index += 1) {
        assert.equal(await codes(world.anonymous(), 'one@example.com'), 'INVALID_CREDENTIALS');
      }
      assert.equal(await codes(world.anonymous(), 'one@example.com'), 'RATE_LIMITED');
    });
  });
}

type Answered = { readonly errors?: readonly GraphqlError[] };

const codesOf = ({ errors }: Answered): string[] => errors?.map(({ extensions }) => extensions.code) ?? [];

describe('spending', () => {
  before(open);
  after(async () => {
    for (const end of ends) await end();
  });
  testCost();
  testBudgets();
});
