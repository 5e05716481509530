import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { testWorld } from '#test/support/world.ts';

const UUIDS = [1, 2, 3, 4, 5].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
const postId = toGlobalId('post', UUIDS[0]!);

/** Inputs that break a rule of a schema, each with the path of the invalid value. */
const REFUSED: readonly (readonly [mutation: string, type: string, input: object, path: string[]])[] = [
  [
    'addComment',
    'AddCommentInput',
    { postId, text: 'Five images', mediaIds: UUIDS.map((id) => toGlobalId('media', id)) },
    ['mediaIds'],
  ],
  ['addMutedWord', 'AddMutedWordInput', { phrase: 'spoiler', targets: [] }, ['targets']],
  [
    'recordPostViews',
    'RecordPostViewsInput',
    { events: Array.from({ length: 101 }, () => ({ postId, source: 'FEED' })) },
    ['events'],
  ],
];

const LIBRARY = /Too (big|small)|Invalid|expected|received|Unrecognized|[<>]=/;

test('refusals of input are instructions, never texts of a library', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  for (const [mutation, type, input, path] of REFUSED) {
    const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { errors { code message path } } }`;
    const [error, ...others] = (await ada.ask(document, { input })).data[mutation].errors;
    assert.deepEqual([error.code, error.path, others], ['VALIDATION_FAILED', path, []], mutation);
    assert.match(error.message, /^[A-Z].*\.$/);
    assert.doesNotMatch(error.message, LIBRARY);
  }
});
