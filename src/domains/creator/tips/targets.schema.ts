import { CommentViewerRef } from '#domains/content/comments/comments.schema.ts';
import { PostRef, PostViewerRef } from '#domains/content/posts/posts.schema.ts';
import { UserViewerRef } from '#domains/graph/follows/follows.schema.ts';
import { MessageViewerRef } from '#domains/messaging/message-changes/message-changes.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { load } from '#platform/request/loader.ts';
import { canTip } from './targets.service.ts';
import { tipTotalByPost } from './tips.loaders.ts';

const ACCEPTED =
  'Whether `sendTip` would be accepted, if the caller has the coins and no limit of theirs is reached';

builder.objectField(UserViewerRef, 'canTip', (t) =>
  t.boolean({
    description: `${ACCEPTED}; false for the caller.`,
    resolve: (user, _args, ctx) => canTip(ctx, user.id),
  }),
);

builder.objectField(PostViewerRef, 'canTip', (t) =>
  t.boolean({
    description: `${ACCEPTED}; false for the author.`,
    resolve: (post, _args, ctx) => canTip(ctx, post.authorId),
  }),
);

builder.objectField(CommentViewerRef, 'canTip', (t) =>
  t.boolean({
    description: `${ACCEPTED}; false for the author and for deleted comments.`,
    resolve: (comment, _args, ctx) => comment.authorId !== null && canTip(ctx, comment.authorId),
  }),
);

builder.objectField(MessageViewerRef, 'canTip', (t) =>
  t.boolean({
    description: `${ACCEPTED}; false for the sender, and for deleted messages and those of the system.`,
    resolve: ({ senderId, deletedAt }, _args, ctx) =>
      senderId !== null && deletedAt === null && canTip(ctx, senderId),
  }),
);

builder.objectFields(PostRef, (t) => ({
  tipCount: t.int({
    description: 'Number of settled tips for the post, anonymous ones included.',
    resolve: async (post, _args, ctx) => (await load(ctx, tipTotalByPost, post.id))?.tips ?? 0,
  }),
  tipCoins: t.float({
    description: 'Coins of the settled tips for the post. Exact up to 2⁵³ coins.',
    resolve: async (post, _args, ctx) => (await load(ctx, tipTotalByPost, post.id))?.coins ?? 0,
  }),
}));
