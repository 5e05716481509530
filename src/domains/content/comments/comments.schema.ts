import { shownMedia } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { TextEntityRef } from '#domains/graph/mentions/text-entities.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { RequestContext } from '#platform/context.ts';
import { builder } from '#platform/graphql/builder.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/ids.ts';
import { load, loadMany } from '#platform/loader.ts';
import { PostRef, PostViewerRef } from '../posts/posts.schema.ts';
import { post } from '../posts/posts.service.ts';
import {
  canDeleteComment,
  canEditComment,
  canHideComment,
  canPinComment,
  isVisible,
} from './comments.policy.ts';
import { canComment, comment } from './comments.service.ts';
import type { Comment } from './comments.types.ts';
import { ancestors } from './threads.service.ts';

builder.objectField(PostViewerRef, 'canComment', (t) =>
  t.boolean({
    description:
      "Whether the post's `commentAudience` and its author's privacy settings let the caller comment: whether `addComment` would be accepted.",
    resolve: (found, _args, ctx) => canComment(ctx, found),
  }),
);

export const CommentViewerRef = builder.objectRef<Comment>('CommentViewer').implement({
  description: 'What the caller may do with a comment; nothing with a tombstone.',
  fields: (t) => ({
    canReply: t.boolean({
      description: 'Whether `addComment` with it as the parent would be accepted.',
      resolve: (found, _args, ctx) => canReply(ctx, found),
    }),
    canEdit: t.boolean({
      description: 'Whether `updateComment` would be accepted: of the own ones those of the last 15 minutes.',
      resolve: (found, _args, ctx) =>
        ctx.user !== null && canEditComment(ctx.user.id, found, ctx.clock.now(), ctx.limits),
    }),
    canDelete: t.boolean({
      description: 'Whether `deleteComment` would be accepted: of the own ones.',
      resolve: (found, _args, ctx) => ctx.user !== null && canDeleteComment(ctx.user.id, found),
    }),
    canHide: t.boolean({
      description: "Whether `hideComment` would be accepted: of those below the caller's posts.",
      resolve: (found, _args, ctx) => ctx.user !== null && canHideComment(ctx.user.id, found),
    }),
    canPin: t.boolean({
      description:
        "Whether it can be pinned by `pinComment`, while not too many are: of those below the caller's posts what answers the post itself and is not hidden.",
      resolve: (found, _args, ctx) => ctx.user !== null && canPinComment(ctx.user.id, found),
    }),
    isHidden: t.boolean({
      description:
        'Whether the caller, as the author of the post, has hidden it. Nobody else is told, its author neither.',
      resolve: (found, _args, ctx) => found.isHidden && found.postAuthorId === ctx.user?.id,
    }),
  }),
});

async function canReply(ctx: RequestContext, found: Comment): Promise<boolean> {
  const below = isVisible(found) ? await post(ctx, found.postId) : null;
  return below !== null && canComment(ctx, below);
}

export const CommentRef = builder.objectRef<Comment>('Comment').implement({
  description:
    'An answer to a post or to another comment. Visible to whoever sees the post, never across a block between any two of the viewer, its author and the author of the post, or when its author is away; a hidden one only to its author and to the author of the post. In the place of one that is deleted or that the caller may not see stands a tombstone while there are replies below it.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `comment_…`.',
      resolve: (found) => toGlobalId('comment', found.id),
    }),
    post: t.field({
      type: PostRef,
      nullable: true,
      description: 'The post; null in the moment in which it becomes invisible to the caller.',
      resolve: (found, _args, ctx) => post(ctx, found.postId),
    }),
    isTombstone: t.boolean({
      description:
        'Whether only its place is left, be it deleted or hidden from the caller: then there is no author, text, entity, media or reaction.',
      resolve: (found) => !isVisible(found),
    }),
    author: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who wrote it; null for a tombstone.',
      resolve: (found, _args, ctx) =>
        found.authorId === null ? null : load(ctx, visibleUserById, found.authorId),
    }),
    isByPostAuthor: t.boolean({
      description: 'Whether the author of the post wrote it.',
      resolve: (found) => found.authorId === found.postAuthorId,
    }),
    text: t.exposeString('text', {
      description: 'The text, at most 2200 characters; empty when it is media alone.',
    }),
    entities: t.field({
      type: [TextEntityRef],
      description: 'Mentions, hashtags and links in the text, in its order; at most 130.',
      extensions: { listSize: 4 },
      resolve: (found) => [...found.entities],
    }),
    media: t.field({
      type: [MediaRef],
      description: 'What is attached, in the order of the author; at most 4.',
      extensions: { listSize: 2 },
      resolve: (found, _args, ctx) => loadMany(ctx, shownMedia, found.mediaIds),
    }),
    depth: t.exposeInt('depth', {
      description: 'The level in the thread: 1 for an answer to the post itself, at most 50.',
    }),
    isPinned: t.boolean({
      description: 'Whether the author of the post has pinned it.',
      resolve: (found) => found.pinnedAt !== null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was published.',
      resolve: (found) => found.createdAt,
    }),
    editedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its text was last changed; null when it never was.',
      resolve: (found) => found.editedAt,
    }),
    viewer: t.field({
      type: CommentViewerRef,
      nullable: true,
      description: 'What depends on the caller; null for anonymous callers.',
      resolve: (found, _args, ctx) => (ctx.user ? found : null),
    }),
  }),
});

nodeType(CommentRef, 'comment', comment);

builder.objectField(CommentRef, 'parent', (t) =>
  t.field({
    type: CommentRef,
    nullable: true,
    description: 'The comment that it answers; null when it answers the post itself.',
    resolve: (found, _args, ctx) => (found.parentId === null ? null : comment(ctx, found.parentId)),
  }),
);

builder.objectField(CommentRef, 'ancestors', (t) =>
  t.field({
    type: [CommentRef],
    description:
      'What it answers, from the comment on the post down to its parent; at most 49, none when it answers the post itself.',
    extensions: { listSize: 10 },
    resolve: async (found, _args, ctx) => [...(await ancestors(ctx, found))],
  }),
);
