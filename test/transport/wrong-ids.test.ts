import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unchanged } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

test('a malformed id, or one of another type, is refused with its path', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const right = 'media_01h455vb4pex5vsknk084sn02q';
  const POSTS = 'query ($id: ID!) { userPosts(userId: $id) { nodes { id } } }';
  const COMMENT = 'mutation ($input: AddCommentInput!) { addComment(input: $input) { errors { code } } }';
  const POST = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { errors { code } } }';
  const START =
    'mutation ($input: StartConversationInput!) { startConversation(input: $input) { errors { code } } }';

  await unchanged(world, async () => {
    for (const wrong of [
      '',
      'x',
      right,
      `${ada.id}x`,
      ada.id.toUpperCase(),
      'post_01h455vb4pex5vsknk084sn0',
    ]) {
      const places: readonly [document: string, variables: object, inputPath: string[]][] = [
        [POSTS, { id: wrong }, ['userId']],
        [COMMENT, { input: { postId: wrong, text: 'Hi' } }, ['postId']],
        [POST, { input: { text: 'Hi', quotedPostId: wrong } }, ['quotedPostId']],
        [POST, { input: { text: 'Hi', audienceUserIds: [ada.id, wrong] } }, ['audienceUserIds', '1']],
        [START, { input: { userIds: [ada.id, ada.id, wrong] } }, ['userIds', '2']],
        // One value is coerced to a list of one.
        [START, { input: { userIds: wrong } }, ['userIds', '0']],
      ];
      for (const [document, variables, inputPath] of places) {
        const { data, errors } = await ada.ask(document, { ...variables });
        assert.deepEqual(
          [Object.values(data), errors?.map(({ extensions }) => extensions)],
          [[null], [{ code: 'BAD_USER_INPUT', inputPath }]],
          `${wrong} at ${inputPath.join('.')}`,
        );
      }
    }
  });
});

test('the path of a wrong id is reported both for variables and for literals of the document', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { errors } = await ada.ask(
    'mutation { createPost(input: { mediaIds: ["media_01h455vb4pex5vsknk084sn02q", "x"] }) { errors { code } } }',
  );
  assert.deepEqual(
    errors?.map(({ path, extensions }) => ({ path, ...extensions })),
    [{ path: ['createPost'], code: 'BAD_USER_INPUT', inputPath: ['mediaIds', '1'] }],
  );
});
