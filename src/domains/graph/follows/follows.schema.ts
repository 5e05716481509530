import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { followEdgesByUser, followRequestsByUser } from './follows.loaders.ts';
import { followState, followUser, removeFollower, unfollowUser } from './follows.service.ts';
import type { FollowState } from './follows.types.ts';
import './follow-lists.schema.ts';
import './follow-requests.schema.ts';
import './suggestions.schema.ts';

const FollowStateRef = enumOf<FollowState>('FollowState', {
  description: 'How far the caller has come in following a person.',
  values: {
    NONE: 'They do not follow them.',
    REQUESTED: 'They have asked to; the person has not let them so far.',
    FOLLOWING: 'They follow them.',
  },
});

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
    followState: t.field({
      type: FollowStateRef,
      description: 'How far the caller has come in following the person; NONE for themselves.',
      resolve: (user, _args, ctx) => followState(ctx, user.id),
    }),
    isFollowedBy: t.boolean({
      description: 'Whether the person follows the caller.',
      resolve: async (user, _args, ctx) => (await load(ctx, followEdgesByUser, user.id))?.isFollower ?? false,
    }),
    hasRequested: t.boolean({
      description: 'Whether the person asks to follow the caller, who has not answered so far.',
      resolve: async (user, _args, ctx) =>
        (await load(ctx, followRequestsByUser, user.id))?.hasRequested ?? false,
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
  description:
    "Follows a person: their posts come into the caller's feed. A private account is asked first, and then has to accept. Following or asking again is success.",
  access: 'user',
  restriction: 'FOLLOWING',
  budget: FOLLOW_BUDGET,
  input: (t) => ({ userId: t.id({ required: true, description: 'Whom to follow.' }) }),
  payload: {
    user: { type: UserRef, description: 'The person who is now followed or asked.' },
    state: { type: FollowStateRef, description: 'Which of the two.' },
  },
  resolve: (ctx, { userId }) => followUser(ctx, { userId: fromGlobalId('user', userId) }),
});

mutationField('unfollowUser', {
  description:
    'Stops following a person. Repeating it is success. A request is taken back by `cancelFollowRequest`.',
  access: 'user',
  restriction: null,
  budget: FOLLOW_BUDGET,
  input: (t) => ({ userId: t.id({ required: true, description: 'Whom to stop following.' }) }),
  payload: { user: { type: UserRef, description: 'The person who is no longer followed.' } },
  resolve: async (ctx, { userId }) => ({
    user: await unfollowUser(ctx, { userId: fromGlobalId('user', userId) }),
  }),
});

mutationField('removeFollower', {
  description:
    'Ends that a person follows the caller. They are not told, and may follow again. Repeating it is success.',
  access: 'user',
  restriction: null,
  budget: FOLLOW_BUDGET,
  input: (t) => ({ userId: t.id({ required: true, description: 'Who shall follow no longer.' }) }),
  payload: { user: { type: UserRef, description: 'The person who no longer follows the caller.' } },
  resolve: async (ctx, { userId }) => ({
    user: await removeFollower(ctx, { userId: fromGlobalId('user', userId) }),
  }),
});
