import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { pinPost, unpinPost } from './post-pins.service.ts';
import { pinnedPostsByAuthor } from './post-pins.loaders.ts';
import { PostRef } from '../posts/posts.schema.ts';

builder.objectField(UserRef, 'pinnedPosts', (t) =>
  t.field({
    type: [PostRef],
    description:
      'Pinned posts visible to the caller, most recent pin first, at most {pinnedPosts}. `userPosts` lists them again at their time of publication.',
    extensions: listSize('pinnedPosts'),
    varies: 'viewer',
    resolve: async (user, _args, ctx) => [...((await load(ctx, pinnedPostsByAuthor, user.id)) ?? [])],
  }),
);

mutationField('pinPost', {
  description:
    'Pins a post of the caller to their profile. Succeeds without a change for a pinned post. Fails with LIMIT_REACHED if {pinnedPosts} posts are pinned.',
  access: 'user',
  restriction: 'POSTING',
  input: (t) => ({ postId: t.idOf('post', { required: true, description: 'The post to pin.' }) }),
  payload: { post: { type: PostRef, description: 'The pinned post.' } },
  resolve: async (ctx, input) => ({ post: await pinPost(ctx, input) }),
});

mutationField('unpinPost', {
  description: 'Unpins a post of the caller. Succeeds without a change for a post that is not pinned.',
  access: 'user',
  restriction: null,
  input: (t) => ({ postId: t.idOf('post', { required: true, description: 'The post to unpin.' }) }),
  payload: { post: { type: PostRef, description: 'The updated post.' } },
  resolve: async (ctx, input) => ({ post: await unpinPost(ctx, input) }),
});
