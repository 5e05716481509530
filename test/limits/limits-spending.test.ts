import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor, GraphqlError, Variables } from '#test/support/actor.ts';
import { openRawSocket } from '#test/support/transport/raw-socket.ts';
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

    test('the cost of an operation is returned on request and counts a page once for all fields below it', async () => {
      const cost = (reserved: number, charged: number) => ({ cost: { reserved, charged } });
      assert.deepEqual(await costOf('{ me { id } }'), cost(Math.ceil(1 + 0.2), Math.ceil(1 + 0.2)));
      // The feed of ben is empty: the field is charged, and its posts are not.
      assert.deepEqual(await costOf('{ feed { nodes { id } } }'), cost(1 + 20 * 1.2, 1));
      assert.deepEqual(await costOf('{ feed(first: 10) { nodes { id } } }'), cost(1 + 10 * 1.2, 1));
      assert.deepEqual(
        await costOf('query ($n: Int) { feed(first: $n) { nodes { id } } }', { n: 100 }),
        cost(1 + 100 * 1.2, 1),
      );
      assert.deepEqual(
        await costOf('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [OTHER_ID, ben.id] }),
        cost(Math.ceil(1 + 2 * 0.2), Math.ceil(1 + 0.2)),
      );
      assert.equal((await ben.ask('{ me { id } }')).extensions, undefined);
    });

    test('an operation over the cost limit is refused with its cost and the limit', async () => {
      const document = `{ ${many(20, (index) => `a${index}: feed(first: 100) { nodes { id author { id username displayName bio avatar { id } cover { id } } } }`)} }`;
      const [error] = (await ben.ask(document)).errors ?? [];
      assert.deepEqual(error?.extensions, {
        code: 'QUERY_TOO_COMPLEX',
        limit: 10_000,
        cost: 20 * (1 + 540),
      });
    });

    test('an anonymous network and a user have 20 000 points; they regain 2 500 and 200 each second', async () => {
      const { apiLimits } = await ben.do(
        '{ apiLimits { requests { anonymousCostBudget anonymousCostRefillPerSecond userCostBudget userCostRefillPerSecond subscriptionCost resultObjects resultBytes } } }',
      );
      assert.deepEqual(apiLimits.requests, {
        anonymousCostBudget: 20_000,
        anonymousCostRefillPerSecond: 2_500,
        userCostBudget: 20_000,
        userCostRefillPerSecond: 200,
        subscriptionCost: 500,
        resultObjects: 20_000,
        resultBytes: 8 * 1_024 * 1_024,
      });
    });
  });
}

/** 20 × (1 + 9 × 0.2) points, reserved and charged. */
const PEOPLE = `{ ${many(20, (index) => `a${index}: user(username: "ben") { id username displayName bio createdAt followerCount followingCount postCount isPrivate }`)} }`;
const PEOPLE_COST = 56;

function testSmallBudgets(): void {
  describe('a small cost budget', () => {
    let small: World;
    before(async () => {
      small = await testWorld(
        { after: (end) => void ends.push(end as () => unknown) },
        {
          env: {
            LIMIT_ANONYMOUS_COST_BUDGET: '100',
            LIMIT_ANONYMOUS_COST_REFILL_PER_SECOND: '1',
            LIMIT_USER_COST_BUDGET: String(3 * PEOPLE_COST - 1),
            LIMIT_USER_COST_REFILL_PER_SECOND: '1',
          },
        },
      );
      await small.user('ben');
    });

    test('a refused anonymous caller can retry after the seconds of the refusal', async () => {
      const stranger = small.anonymous();
      const spend = () => stranger.ask(PEOPLE, {}, { 'x-include-cost': '1' });
      assert.deepEqual((await spend()).extensions, { cost: { reserved: PEOPLE_COST, charged: PEOPLE_COST } });
      const second = await spend();
      assert.deepEqual(codesOf(second), ['RATE_LIMITED']);
      const retryAfterSeconds = Number(second.errors?.[0]?.extensions['retryAfterSeconds']);
      // 2 × 56 points are 12 too many, some of which the time in between has brought back.
      assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= 12, String(retryAfterSeconds));
      assert.deepEqual(codesOf(await small.anonymous().ask(PEOPLE)), []);
      small.clock.advance(`${retryAfterSeconds}s`);
      assert.deepEqual(codesOf(await spend()), []);
    });

    test('another address of the same IPv6 network shares the points', async () => {
      const stranger = small.anonymous();
      const codesFrom = async (ip: string) =>
        codesOf(await stranger.ask(PEOPLE, {}, { 'x-forwarded-for': ip }));
      assert.deepEqual(await codesFrom('2001:db8:7:7::1'), []);
      assert.deepEqual(await codesFrom('2001:db8:7:7:a:b:c:d'), ['RATE_LIMITED']);
      assert.deepEqual(await codesFrom('2001:db8:7:8::1'), []);
    });

    test('HTTP and sockets share the points of a user, and a refusal says when to retry', async () => {
      const eve = await small.user('eve');
      const connectionParams = { authorization: `Bearer ${eve.token}` };
      const other = await openRawSocket(small.url, { connectionParams });
      assert.deepEqual(codesOf(await eve.ask(PEOPLE)), []);
      assert.deepEqual(codesOf(await other.ask(PEOPLE)), []);
      const overHttp = await eve.ask(PEOPLE, {}, { accept: 'application/graphql-response+json' });
      const onSocket = await other.ask(PEOPLE);
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

    test('HTTP and sockets share the budget of a field, and its refusal is a payload error', async () => {
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
      assert.equal((await writer.do('{ me { user { postCount } } }')).me.user.postCount, 30);
      other.close();
    });

    test('wrong passwords are counted for the pair of account and network', async () => {
      const LOGIN = `mutation ($email: String!) { login(input: { email: $email, password: "wrong password" }) ${REFUSED} }`;
      const codes = async (actor: Actor, email: string): Promise<unknown> =>
        (await actor.ask(LOGIN, { email })).data.login.errors[0].code;
      const oneAddress = world.anonymous();
      for (let index = 0; index < 10; index += 1) {
        assert.equal(await codes(oneAddress, 'one@example.com'), 'INVALID_CREDENTIALS');
      }
      assert.equal(await codes(oneAddress, 'one@example.com'), 'RATE_LIMITED');
      assert.equal(await codes(oneAddress, 'nobody@example.com'), 'INVALID_CREDENTIALS');
      assert.equal(await codes(world.anonymous(), 'one@example.com'), 'INVALID_CREDENTIALS');
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
  testSmallBudgets();
  testBudgets();
});
