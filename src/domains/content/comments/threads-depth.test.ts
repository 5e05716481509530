import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  commentOn,
  DELETE_COMMENT,
  publish,
  THREAD_WORLD,
  wrongThreads,
} from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const PLACE = `query ($id: ID!) { comment(id: $id) {
  depth parent { id } ancestors { id depth isTombstone } replies { nodes { id } } } }`;

test('a thread has depth 50 at most, and a reply at that depth becomes a sibling', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const chain: string[] = [];
  for (let depth = 1; depth <= 50; depth += 1) {
    const parentId = chain.at(-1);
    chain.push(await commentOn(ada, post, { text: `Level ${depth}`, ...(parentId && { parentId }) }));
  }
  const [end = '', above = ''] = chain.toReversed();
  const beside = await commentOn(ben, post, { parentId: end });
  const further = await commentOn(ada, post, { parentId: beside });
  await ada.do(DELETE_COMMENT, { id: chain[24] });
  const ancestors = chain
    .slice(0, -1)
    .map((id, index) => ({ id, depth: index + 1, isTombstone: index === 24 }));
  for (const id of [end, beside, further]) {
    const { comment } = await ben.do(PLACE, { id });
    assert.deepEqual(comment, { depth: 50, parent: { id: above }, ancestors, replies: { nodes: [] } });
  }
  const { comment } = await ben.do(PLACE, { id: above });
  assert.deepEqual(comment.replies.nodes, [{ id: end }, { id: beside }, { id: further }]);
  assert.deepEqual(await wrongThreads(world), []);
});

const COMMENT = `id text isTombstone isPinned isByPostAuthor depth replyCount entities { start } createdAt editedAt
  author { id username avatar { url } } media { id url } post { id } parent { id text }
  viewer { canReply canEdit canDelete canHide canPin isHidden }`;
const LEVEL = (below: string): string => `nodes { ${COMMENT} ancestors { id } ${below} }`;
const WIDE = `query ($id: ID!, $first: Int) { postComments(postId: $id, first: $first) {
  ${LEVEL(`replies(first: $first) { ${LEVEL(`replies(first: $first) { ${LEVEL('replies { nodes { id } }')} }`)} }`)} } }`;

test('a level of a thread takes one statement for any number of comments and any fields', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const people: Person[] = [];
  for (let index = 0; index < 5; index += 1) people.push(await world.user(`person.${index}`));
  const [ada, ben] = people;
  assert.ok(ada && ben);
  // Not one of the authors, who are read anyway.
  const mentioned = await world.user('mentioned');
  const post = await publish(ada);
  const add = async (parentId?: string, size = 5): Promise<string[]> => {
    const ids: string[] = [];
    for (const person of people.slice(0, size)) {
      const { id } = await uploaded(person, await smallPicture());
      ids.push(
        await commentOn(person, post, {
          text: `Hi @${mentioned.username}`,
          mediaIds: [id],
          ...(parentId && { parentId }),
        }),
      );
    }
    return ids;
  };
  for (const root of await add()) for (const reply of await add(root, 3)) await add(reply, 2);
  const statements = (first: number) => world.statementsOf(() => ben.do(WIDE, { id: post, first }));
  // The first request of a session also reads the session.
  await statements(1);
  const [few, many] = [await statements(1), await statements(5)];
  assert.equal(few, many);
  const plain = (levels: number): string =>
    levels === 0 ? 'id' : `id replies { nodes { ${plain(levels - 1)} } }`;
  const perLevel: number[] = [];
  for (const levels of [0, 1, 2]) {
    const document = `query ($id: ID!) { postComments(postId: $id) { nodes { ${plain(levels)} author { username } } } }`;
    perLevel.push(await world.statementsOf(() => ben.do(document, { id: post })));
  }
  // Statements: for the post, for its comments, then for each level of replies.
  assert.deepEqual(perLevel, [2, 3, 4]);
});

test('pages of one level that differ in cursor or size share a statement, and each sort order takes one', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const ada = await world.user('ada');
  const post = await publish(ada);
  for (let count = 0; count < 3; count += 1) {
    const parentId = await commentOn(ada, post);
    for (const text of ['1', '2', '3']) await commentOn(ada, post, { parentId, text });
  }
  const document = (fields: string): string =>
    `query ($id: ID!) { postComments(postId: $id) { nodes { ${fields} } } }`;
  const one = document('a: replies(first: 1) { nodes { text } } b: replies(first: 2) { nodes { text } }');
  const { postComments } = await ada.do(one, { id: post });
  for (const { a, b } of postComments.nodes) {
    assert.deepEqual([a.nodes, b.nodes], [[{ text: '1' }], [{ text: '1' }, { text: '2' }]]);
  }
  assert.equal(await world.statementsOf(() => ada.do(one, { id: post })), 3);
  const two = document(
    'a: replies(sort: TOP) { nodes { text } } b: replies(sort: NEWEST) { nodes { text } }',
  );
  assert.equal(await world.statementsOf(() => ada.do(two, { id: post })), 4);
});

test('`canComment` takes as many statements for posts of many authors as for one', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const ada = await world.user('ada');
  for (let index = 0; index < 5; index += 1) {
    const author = await world.user(`author.${index}`);
    await follow(ada, author);
    await setPrivacy(author, { commentAudience: 'FOLLOWERS' });
    await publish(author, { text: 'For some', commentAudience: index % 2 === 0 ? 'FOLLOWERS' : 'MUTUALS' });
  }
  await world.runJobs();
  const document = 'query ($first: Int) { feed(first: $first) { nodes { viewer { canComment } } } }';
  const { feed } = await ada.do(document, { first: 5 });
  const verdicts = feed.nodes.map((node: { viewer: { canComment: boolean } }) => node.viewer.canComment);
  assert.deepEqual(verdicts, [true, false, true, false, true]);
  const [one, many] = [
    await world.statementsOf(() => ada.do(document, { first: 1 })),
    await world.statementsOf(() => ada.do(document, { first: 5 })),
  ];
  assert.equal(one, many);
});
