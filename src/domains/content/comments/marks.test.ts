import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aboutComment,
  commentOn,
  DELETE_COMMENT,
  publish,
  THREAD_WORLD,
  threadOf,
} from '#test/support/content/comments.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

const PIN = aboutComment('pinComment', 'comment { isPinned viewer { canPin } }');
const UNPIN = aboutComment('unpinComment', 'comment { isPinned }');
const HIDE = aboutComment('hideComment', 'comment { isPinned viewer { isHidden canPin } }');
const UNHIDE = aboutComment('unhideComment', 'comment { viewer { isHidden } }');
const ABSENT = 'comment_01h455vb4pex5vsknk084sn02q';

test('the author of a post pins up to three comments, which are listed first and only once', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const ids: string[] = [];
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) ids.push(await commentOn(ben, post, { text }));
  const [one = '', two = '', three = '', four = ''] = ids;
  for (const id of [two, four, one]) {
    assert.deepEqual((await ada.do(PIN, { id })).pinComment.comment, {
      isPinned: true,
      viewer: { canPin: true },
    });
  }
  const lines = ['* One (ben) 0', '* Four (ben) 0', '* Two (ben) 0', 'Three (ben) 0', 'Five (ben) 0'];
  for (const viewer of [ada, ben, world.anonymous()]) assert.deepEqual(await threadOf(viewer, post), lines);
  assert.deepEqual(await refused(world, ada, PIN, { id: three }), [
    { code: 'LIMIT_REACHED', path: ['commentId'] },
  ]);
  await unchanged(world, () => ada.do(PIN, { id: two }));
  assert.deepEqual((await ada.do(UNPIN, { id: four })).unpinComment.comment, { isPinned: false });
  await unchanged(world, () => ada.do(UNPIN, { id: four }));
  await ada.do(PIN, { id: three });
  assert.deepEqual(await threadOf(ben, post), [
    '* Three (ben) 0',
    '* One (ben) 0',
    '* Two (ben) 0',
    'Four (ben) 0',
    'Five (ben) 0',
  ]);
  const pinned = (await emittedNames(world)).filter((name) => name === 'comment.pinned');
  assert.equal(pinned.length, 4);
});

test('only top-level comments that are not hidden can be pinned, and hiding or deleting a comment unpins it', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const top = await commentOn(ben, post, { text: 'Top' });
  const reply = await commentOn(ada, post, { text: 'Reply', parentId: top });
  const invalid = [{ code: 'INVALID_STATE', path: ['commentId'] }];
  assert.deepEqual(await refused(world, ada, PIN, { id: reply }), invalid);
  await ada.do(PIN, { id: top });
  assert.deepEqual((await ada.do(HIDE, { id: top })).hideComment.comment, {
    isPinned: false,
    viewer: { isHidden: true, canPin: false },
  });
  await unchanged(world, () => ada.do(HIDE, { id: top }));
  assert.deepEqual(await refused(world, ada, PIN, { id: top }), invalid);
  assert.deepEqual((await ada.do(UNHIDE, { id: top })).unhideComment.comment, {
    viewer: { isHidden: false },
  });
  await unchanged(world, () => ada.do(UNHIDE, { id: top }));
  assert.deepEqual(await threadOf(ada, post), ['Top (ben) 1', '--Reply (ada) 0']);
  await ada.do(PIN, { id: top });
  await ben.do(DELETE_COMMENT, { id: top });
  assert.deepEqual(await threadOf(ada, post), ['† 1', '--Reply (ada) 0']);
});

test('only the author of the post can pin and hide comments, and no tombstone', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const top = await commentOn(ben, post, { text: 'Top' });
  await commentOn(ada, post, { text: 'Reply', parentId: top });
  const notFound = [{ code: 'NOT_FOUND', path: ['commentId'] }];
  for (const document of [PIN, UNPIN, HIDE, UNHIDE]) {
    assert.deepEqual(await refused(world, ben, document, { id: top }), notFound);
    assert.deepEqual(await refused(world, ada, document, { id: ABSENT }), notFound);
  }
  await ben.do(DELETE_COMMENT, { id: top });
  for (const document of [PIN, UNPIN, HIDE, UNHIDE]) {
    assert.deepEqual(await refused(world, ada, document, { id: top }), notFound);
  }
});

test('concurrent pins of ten comments pin three', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const ada = await world.user('ada');
  const post = await publish(ada);
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) ids.push(await commentOn(ada, post));
  const answers = await Promise.all(ids.map((id) => ada.ask(PIN, { id })));
  const codes = answers.map(({ data }) => data.pinComment.errors[0]?.code ?? 'OK');
  assert.deepEqual(codes.toSorted(), [...Array<string>(7).fill('LIMIT_REACHED'), 'OK', 'OK', 'OK']);
  const pinned = (await threadOf(ada, post)).filter((line) => line.startsWith('*'));
  assert.equal(pinned.length, 3);
});
