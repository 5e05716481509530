import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { followEdgesByUser } from './follows.loaders.ts';
import { followUser, unfollowUser } from './follows.service.ts';

export const UserViewerRef = builder.objectRef<User>('UserViewer').implement({
  description: 'How the caller stands to a person.',
  fields: (t) => ({
    isSelf: t.boolean({
      description: 'Whether the person is the caller.',
      resolve: (user, _args, ctx) => ctx.user?.id === user.id,
    }),
    isFollowing: t.boolean({
      description: 'Whether the caller follows the person.',
      resolve: async (user, _args, ctx) => (await load(ctx, followEdgesByUser, user.id))?.isFollowed ?? false,
    }),
    isFollowedBy: t.boolean({
      description: 'Whether the person follows the caller.',
      resolve: async (user, _args, ctx) => (await load(ctx, followEdgesByUser, user.id))?.isFollower ?? false,
    }),
  }),
});

builder.objectField(UserRef, 'viewer', (t) =>
  t.field({
    type: UserViewerRef,
    nullable: true,
    description: 'What depends on the caller; null for anonymous callers.',
    resolve: (user, _args, ctx) => (ctx.user ? user : null),
  }),
);

const FOLLOW_BUDGET = { points: 200, windowSeconds: 86_400, per: 'user' } as const;

mutationField('followUser', {
  description: "Follows a person: their posts come into the caller's feed. Following again is success.",
  access: 'user',
  restriction: 'FOLLOWING',
  budget: FOLLOW_BUDGET,
  input: (t) => ({ userId: t.id({ required: true, description: 'Whom to follow.' }) }),
  payload: { user: { type: UserRef, description: 'The person who is now followed.' } },
  resolve: async (ctx, { userId }) => ({
    user: await followUser(ctx, { userId: fromGlobalId('user', userId) }),
  }),
});

mutationField('unfollowUser', {
  description: 'Stops following a person. Repeating it is success.',
  access: 'user',
  restriction: null,
  budget: FOLLOW_BUDGET,
  input: (t) => ({ userId: t.id({ required: true, description: 'Whom to stop following.' }) }),
  payload: { user: { type: UserRef, description: 'The person who is no longer followed.' } },
  resolve: async (ctx, { userId }) => ({
    user: await unfollowUser(ctx, { userId: fromGlobalId('user', userId) }),
  }),
});
