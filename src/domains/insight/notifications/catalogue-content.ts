import {
  commentAdded,
  commentDeleted,
  commentPinned,
  commentUpdated,
} from '#domains/content/comments/comments.events.ts';
import { postCreated, postDeleted, postDiscarded, postUpdated } from '#domains/content/posts/posts.events.ts';
import {
  commentReacted,
  commentReactionRemoved,
  postReacted,
  postReactionRemoved,
} from '#domains/content/reactions/reactions.events.ts';
import { postReposted, repostUndone } from '#domains/content/reposts/reposts.events.ts';
import { pollClosed } from '#domains/foundation/polls/polls.events.ts';
import { type Entry, type Occurred, retracted, tells, told } from './catalogue.ts';
import type { Draft } from './notifications.types.ts';

/** Posts and what people do with them. */
export const CONTENT: readonly Entry[] = [
  tells(postReacted, ({ postId, userId, authorId }, occurred) => [
    told(occurred, { type: 'POST_REACTION', to: authorId, actor: userId, target: ['post', postId] }),
  ]),
  tells(postReactionRemoved, ({ postId, userId }, occurred) => [
    retracted('POST_REACTION', occurred, userId, postId),
  ]),
  tells(commentReacted, ({ commentId, postId, userId, authorId }, occurred) => [
    told(occurred, {
      type: 'COMMENT_REACTION',
      to: authorId,
      actor: userId,
      target: ['comment', commentId],
      parent: postId,
    }),
  ]),
  tells(commentReactionRemoved, ({ commentId, userId }, occurred) => [
    retracted('COMMENT_REACTION', occurred, userId, commentId),
  ]),
  tells(postReposted, ({ postId, userId, authorId }, occurred) => [
    told(occurred, { type: 'POST_REPOST', to: authorId, actor: userId, target: ['post', postId] }),
  ]),
  tells(repostUndone, ({ postId, userId }, occurred) => [retracted('POST_REPOST', occurred, userId, postId)]),
  tells(postCreated, ({ postId, authorId, quotedAuthorId, mentionedIds }, occurred) => {
    const about = { actor: authorId, target: ['post', postId] } as const;
    const mentions = mentionsIn(occurred, { postId, authorId, mentionedIds });
    if (quotedAuthorId === null) return mentions;
    // A user who is quoted and mentioned is told once.
    const others = mentions.filter(({ recipientId }) => recipientId !== quotedAuthorId);
    return [told(occurred, { type: 'POST_QUOTE', to: quotedAuthorId, ...about }), ...others];
  }),
  tells(postUpdated, (updated, occurred) => mentionsIn(occurred, updated)),
  tells(postDeleted, ({ postId }) => gone(postId)),
  tells(postDiscarded, ({ postId }) => gone(postId)),
  tells(commentAdded, (added, occurred) => {
    const { commentId, postId, postAuthorId, parentAuthorId, authorId, mentionedIds } = added;
    const comment = { actor: authorId, target: ['comment', commentId], parent: postId } as const;
    const replies =
      parentAuthorId === null
        ? []
        : [told(occurred, { type: 'COMMENT_REPLY', to: parentAuthorId, ...comment })];
    const onPost =
      postAuthorId === parentAuthorId
        ? []
        : [
            told(occurred, {
              type: 'POST_COMMENT',
              to: postAuthorId,
              actor: authorId,
              target: ['post', postId],
              act: commentId,
            }),
          ];
    const mentions = mentionedIds
      .filter((id) => id !== parentAuthorId && id !== postAuthorId)
      .map((to) => told(occurred, { type: 'COMMENT_MENTION', to, ...comment }));
    return [...replies, ...onPost, ...mentions];
  }),
  tells(commentUpdated, ({ commentId, postId, authorId, mentionedIds }, occurred) =>
    mentionedIds.map((to) =>
      told(occurred, {
        type: 'COMMENT_MENTION',
        to,
        actor: authorId,
        target: ['comment', commentId],
        parent: postId,
      }),
    ),
  ),
  tells(commentDeleted, ({ commentId, authorId }, occurred) => [
    retracted('POST_COMMENT', occurred, authorId, commentId),
    ...gone(commentId),
  ]),
  tells(commentPinned, ({ commentId, postId, authorId, postAuthorId }, occurred) => [
    told(occurred, {
      type: 'COMMENT_PINNED',
      to: authorId,
      actor: postAuthorId,
      target: ['comment', commentId],
      parent: postId,
    }),
  ]),
  tells(pollClosed, ({ pollId, postId, messageId, authorId }, occurred) => [
    told(occurred, {
      type: 'POLL_CLOSED',
      to: authorId,
      target: postId !== null ? ['post', postId] : messageId !== null ? ['message', messageId] : null,
      key: pollId,
    }),
  ]),
];

type Mentioning = {
  readonly postId: string;
  readonly authorId: string;
  readonly mentionedIds: readonly string[];
};

const mentionsIn = (occurred: Occurred, { postId, authorId, mentionedIds }: Mentioning) =>
  mentionedIds.map((to) =>
    told(occurred, { type: 'POST_MENTION', to, actor: authorId, target: ['post', postId] }),
  );

const gone = (targetId: string): readonly Draft[] => [{ kind: 'GONE', targetId }];
