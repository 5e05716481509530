import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { buildSchemas } from '#api/schema.ts';
import { defaultLimits } from '#domains/modules.ts';
import type { Actor, Answer } from '#test/support/actor.ts';
import { dearestDocuments } from '#test/support/transport/dearest-documents.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ends: (() => unknown)[] = [];
let world: World;
let ada: Person;
/** Pinned posts of ada, each of which mentions ada 50 times: a cycle that multiplies by 150. */
let posts: string[];

async function open(): Promise<void> {
  world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
  ada = await world.user('ada');
  posts = [];
  for (let index = 0; index < 3; index += 1) {
    const { createPost } = await ada.do(
      'mutation ($text: String!) { createPost(input: { text: $text }) { post { id } errors { code } } }',
      { text: '@ada '.repeat(50) },
    );
    const { id } = createPost.post;
    await ada.do('mutation ($id: ID!) { pinPost(input: { postId: $id }) { errors { code } } }', { id });
    posts.push(id);
  }
}

const MENTIONED = (below: string): string => `entities { ... on MentionEntity { user { ${below} } } }`;
/** The request that kept the process busy for 21 seconds, with its number of aliases. */
const cycle = (aliases: number, leaf: string): string => {
  const leaves = Array.from({ length: aliases }, (_, index) => `u${index}: user { ${leaf} }`).join(' ');
  const innermost = `entities { ... on MentionEntity { ${leaves} } }`;
  return `{ post(id: "${posts[0]}") { ${MENTIONED(`pinnedPosts { ${MENTIONED(`pinnedPosts { ${innermost} }`)} }`)} } }`;
};

/** Objects of an answer. */
function objectsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value).reduce((sum: number, each) => sum + objectsOf(each), 0);
  return Array.isArray(value) ? below : below + 1;
}

/** Asks as both executors: the first use of a document is interpreted, later ones are compiled. */
async function outcomes(actor: Actor, document: string): Promise<string[]> {
  const answers: Answer[] = [];
  for (let use = 0; use < 3; use += 1) {
    let answer: Answer | null = null;
    const statements = await world.statementsOf(async () => (answer = await actor.ask(document)));
    assert.ok(answer && statements <= 20, `${statements} statements: ${document}`);
    answers.push(answer);
    // A result that was cut off is charged as reserved.
    world.clock.advance('60s');
  }
  return answers.map((answer) => {
    const [error, ...others] = answer.errors ?? [];
    assert.deepEqual(others, []);
    if (error) return error.extensions.code;
    // `data` is not an object of the result.
    const objects = objectsOf(answer.data) - 1;
    assert.ok(objects <= defaultLimits.resultObjects, `${objects} objects: ${document}`);
    assert.ok(JSON.stringify(answer.data).length <= defaultLimits.resultBytes);
    return 'OK';
  });
}

describe('a result is bounded', () => {
  before(open);
  after(async () => {
    for (const end of ends) await end();
  });

  test('a cycle of pinned posts and mentions is refused by the plan, anonymous and signed in', async () => {
    for (const [actor, aliases] of [
      [world.anonymous(), 1],
      [world.anonymous(), 4],
      [ada, 12],
    ] as const) {
      const [error] = (await actor.ask(cycle(aliases, 'username bio'))).errors ?? [];
      assert.equal(error?.extensions.code, 'QUERY_TOO_COMPLEX');
      assert.equal(error.extensions['limit'], defaultLimits.operationCost);
    }
  });

  test('a cycle that the plan admits ends when its result has too many objects', async () => {
    // 50 × (1 + 3 × (1 + 50)) objects of each, 7 750 points.
    const admitted = `post(id: "${posts[0]}") { ${MENTIONED(`pinnedPosts { ${MENTIONED('__typename')} }`)} }`;
    assert.deepEqual(await outcomes(world.anonymous(), `{ ${admitted} }`), ['OK', 'OK', 'OK']);
    const small = `post(id: "${posts[0]}") { ${MENTIONED(`pinnedPosts { entities { __typename } }`)} }`;
    const twice = `{ a: ${small} b: ${small} c: ${small} }`;
    const refused = Array(3).fill('QUERY_TOO_COMPLEX');
    assert.deepEqual(await outcomes(world.anonymous(), twice), refused);
    assert.deepEqual(await outcomes(ada, twice), refused);
  });

  test('the dearest documents that the plan admits are answered within the bounds or refused', async () => {
    const documents = dearestDocuments(
      buildSchemas(defaultLimits).client,
      defaultLimits,
      [
        { field: `post(id: "${posts[0]}")`, type: 'Post', items: 1 },
        { field: 'user(username: "ada")', type: 'User', items: 1 },
        { field: `userPosts(userId: "${ada.id}", first: 100)`, type: 'PostConnection', items: 100 },
        { field: `nodes(ids: ["${posts.join('", "')}"])`, type: 'Node', items: 3 },
      ],
      24,
    );
    // Proves that the search finds what the bound is for.
    assert.ok(documents.every(({ objects }) => objects > 10 * defaultLimits.resultObjects));
    const codes = new Set<string>();
    for (const { source } of documents) {
      const outcome = await outcomes(ada, source);
      assert.equal(new Set(outcome).size, 1, `${outcome.join(' ')}: ${source}`);
      codes.add(String(outcome[0]));
    }
    assert.deepEqual([...codes].toSorted(), ['OK', 'QUERY_TOO_COMPLEX']);
  });
});
