import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { send } from '#test/support/messaging/forwarding.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { moderateComment, moderateMessage, moderatePost } from '#test/support/people/moderate.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { onlyCase, report } from '#test/support/trust/reports.ts';
import { testWorld } from '#test/support/world.ts';

const MEDIA = 'id kind isPrivate altText url scanState scans { id }';
const CONTENT =
  'authorId author { username } isPrivate mediaCount moderationState reportCount openReportCount';
const PUBLISHED = `${CONTENT} text media { ${MEDIA} } version moderationReason reactionCount scans { outcome }`;
const POST = `${PUBLISHED} visibility isSensitive quotedPostId commentCount repostCount quoteCount viewCount`;
const COMMENT = `${PUBLISHED} postId parentId replyCount`;
const MESSAGE = `${CONTENT} conversationId expiresAt`;

async function view(admin: Actor, id: string): Promise<Untyped> {
  const { adminGetNode } = await admin.do(
    `query ($id: ID!) { adminGetNode(id: $id) { __typename ... on AdminPostView { ${POST} }
      ... on AdminCommentView { ${COMMENT} } ... on AdminMessageView { ${MESSAGE} } ... on AdminMediaView { ${MEDIA} } } }`,
    { id },
  );
  return adminGetNode;
}

const open = async (admin: Actor, caseId: string): Promise<Untyped> =>
  (
    await admin.do(
      `mutation ($id: ID!) { adminOpenPrivateContent(input: { caseId: $id, reason: "Reported" }) {
        current { text } media { ${MEDIA} } snapshots { content { text mediaCount } }
        messages { text media { id url } } errors { code } } }`,
      { id: caseId },
    )
  ).adminOpenPrivateContent;

const linkOf = async (url: string): Promise<number> => (await fetch(url)).status;

test('a moderator reads a public post and its comment in every moderation state, with media, counts and reports', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id: mediaId } = await uploaded(ada, await smallPicture());
  const postId = await publish(ada, { text: 'Look', mediaIds: [mediaId] });
  const commentId = await commentOn(ben, postId, { text: 'Nice' });
  await report(ben, { postId });
  await report(ada, { commentId });
  await world.runJobs();
  const admin = await world.admin({ role: 'MODERATOR' });
  for (const state of ['VISIBLE', 'HELD', 'REMOVED'] as const) {
    if (state !== 'VISIBLE') {
      await moderateComment(world, commentId, state);
      await moderatePost(world, postId, state);
    }
    const moderationReason = state === 'VISIBLE' ? null : 'A test.';
    const { media, ...post } = await view(admin, postId);
    assert.deepEqual(post, {
      __typename: 'AdminPostView',
      authorId: ada.id,
      author: { username: 'ada' },
      isPrivate: false,
      mediaCount: 1,
      moderationState: state,
      reportCount: 1,
      openReportCount: 1,
      text: 'Look',
      version: 1,
      moderationReason,
      reactionCount: 0,
      scans: [],
      visibility: 'PUBLIC',
      isSensitive: false,
      quotedPostId: null,
      commentCount: state === 'VISIBLE' ? 1 : 0,
      repostCount: 0,
      quoteCount: 0,
      viewCount: 0,
    });
    assert.deepEqual([media[0].id, media[0].isPrivate, media.length], [mediaId, false, 1]);
    assert.equal(await linkOf(media[0].url), 200);
    const comment = await view(admin, commentId);
    assert.deepEqual(
      [comment.text, comment.moderationState, comment.reportCount, comment.postId, comment.media],
      ['Nice', state, 1, postId, []],
    );
  }
  const [found] = (
    await admin.do('{ adminGetCases { nodes { post { text } comment { text } message { id } } } }')
  ).adminGetCases.nodes;
  assert.deepEqual(found, { post: { text: 'Look' }, comment: null, message: null });
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { postId errors { code } } }', {
    id: postId,
  });
  assert.equal((await view(admin, postId)) ?? null, null);
});

test('what is not for everybody is shown by an audited look alone, with its media', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ben, ada);
  await setPrivacy(ada, { isPrivate: true });
  const upload = async (): Promise<string> => (await uploaded(ada, await smallPicture())).id;
  const [onPost, inMessage, beside] = [await upload(), await upload(), await upload()];
  const postId = await publish(ada, { text: 'For followers of mine', mediaIds: [onPost] });
  const commentId = await commentOn(ben, postId, { text: 'Ours' });
  const conversationId = await startWith(ada, ben);
  await send(ada, { conversationId, text: 'Before', mediaIds: [beside] });
  const messageId = await send(ada, { conversationId, text: 'Psst', mediaIds: [inMessage] });
  const admin = await world.admin({ role: 'MODERATOR' });
  for (const id of [postId, commentId, messageId]) {
    const { text = null, media = null, isPrivate } = await view(admin, id);
    assert.deepEqual([text, media, isPrivate], [null, null, true]);
  }
  for (const id of [onPost, inMessage, beside]) {
    const { url, altText, isPrivate } = await view(admin, id);
    assert.deepEqual([url, altText, isPrivate], [null, null, true]);
  }

  await report(ben, { postId });
  const reportedPost = await onlyCase(admin);
  assert.deepEqual([reportedPost.isPrivate, reportedPost.snapshots], [true, null]);
  const post = await open(admin, reportedPost.id);
  assert.deepEqual(
    [post.current, post.snapshots, post.messages, post.errors],
    [
      { text: 'For followers of mine' },
      [{ content: { text: 'For followers of mine', mediaCount: 1 } }],
      [],
      [],
    ],
  );
  assert.deepEqual(
    post.media.map(({ id, isPrivate }: Untyped) => [id, isPrivate]),
    [[onPost, false]],
  );
  assert.equal(await linkOf(post.media[0].url), 200);

  await report(ben, { messageId }, { reason: 'CHILD_SAFETY' });
  const { adminGetCases } = await admin.do(
    `{ adminGetCases(queue: CHILD_SAFETY) { nodes { id isPrivate message { ${MESSAGE} } } } }`,
  );
  const [reportedMessage] = adminGetCases.nodes;
  assert.deepEqual(reportedMessage.message, {
    authorId: ada.id,
    author: { username: 'ada' },
    isPrivate: true,
    mediaCount: 1,
    moderationState: 'VISIBLE',
    reportCount: 1,
    openReportCount: 1,
    conversationId,
    expiresAt: null,
  });
  await moderateMessage(world, messageId, 'HELD');
  const message = await open(admin, reportedMessage.id);
  assert.deepEqual(
    message.messages.map(({ text, media }: Untyped) => [text, media.map(({ id }: Untyped) => id)]),
    [
      ['Before', [beside]],
      ['Psst', [inMessage]],
    ],
  );
  for (const { media } of message.messages) assert.equal(await linkOf(media[0].url), 200);
  const looks = await rowsOf(world, "select from audit_entries where action = 'adminOpenPrivateContent'");
  assert.equal(looks.length, 2);
});
