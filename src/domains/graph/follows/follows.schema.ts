import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { followEdgesByUser, followRequestsByUser } from './follows.loaders.ts';
import { canFollow, followState, followUser, removeFollower, unfollowUser } from './follows.service.ts';
import type { FollowState } from './follows.types.ts';

const FollowStateRef = enumType<FollowState>('FollowState', {
  description: 'Follow state of the caller towards a user.',
  values: {
    NONE: 'The caller does not follow the user.',
    REQUESTED: 'The caller has requested to follow the user, who has not accepted.',
    FOLLOWING: 'The caller follows the user.',
  },
});

export const UserViewerRef = builder.objectRef<User>('UserViewer').implement({
  description: 'Relationship between the caller and a user.',
  fields: (t) => ({
    isSelf: t.boolean({
      description: 'Whether the user is the caller.',
      resolve: (user, _args, ctx) => ctx.user?.id === user.id,
    }),
    isFollowing: t.boolean({
      description: 'Whether the caller follows the user.',
      resolve: async (user, _args, ctx) => (await load(ctx, followEdgesByUser, user.id))?.isFollowed ?? false,
    }),
    followState: t.field({
      type: FollowStateRef,
      description: 'Follow state of the caller towards the user; NONE for the caller.',
      resolve: (user, _args, ctx) => followState(ctx, user.id),
    }),
    canFollow: t.boolean({
      description:
        'Whether `followUser` would be accepted and change something: false for the caller, once the user is followed or requested, and while a restriction forbids it.',
      resolve: (user, _args, ctx) => canFollow(ctx, user.id),
    }),
    isFollowedBy: t.boolean({
      description: 'Whether the user follows the caller.',
      resolve: async (user, _args, ctx) => (await load(ctx, followEdgesByUser, user.id))?.isFollower ?? false,
    }),
    requestedToFollowYou: t.boolean({
      description: 'Whether the user has an open request to follow the caller.',
      resolve: async (user, _args, ctx) =>
        (await load(ctx, followRequestsByUser, user.id))?.hasRequested ?? false,
    }),
  }),
});

builder.objectField(UserRef, 'viewer', (t) =>
  t.field({
    type: UserViewerRef,
    nullable: true,
    description: 'Fields that depend on the caller. Null for anonymous callers.',
    varies: 'viewer',
    resolve: (user, _args, ctx) => (ctx.user ? user : null),
  }),
);

const FOLLOW_BUDGET = { points: 200, windowSeconds: 86_400, per: 'user' } as const;

mutationField('followUser', {
  description:
    "Follows a user, whose posts then appear in the caller's feed; for a private account, sends a follow request instead. Succeeds without a change when repeated.",
  access: 'user',
  restriction: 'FOLLOWING',
  isJudgedByWrite: true,
  budget: FOLLOW_BUDGET,
  input: (t) => ({ userId: t.idOf('user', { required: true, description: 'The user to follow.' }) }),
  payload: {
    user: { type: UserRef, description: 'The user who is now followed or has been sent a request.' },
    state: { type: FollowStateRef, description: 'Whether the user is followed or requested.' },
  },
  resolve: (ctx, input) => followUser(ctx, input),
});

mutationField('unfollowUser', {
  description:
    'Stops following a user and cancels a request to follow them, also when the caller no longer sees them. Succeeds without a change when there is neither.',
  access: 'user',
  restriction: null,
  budget: FOLLOW_BUDGET,
  input: (t) => ({ userId: t.idOf('user', { required: true, description: 'The user to unfollow.' }) }),
  payload: {
    user: {
      type: UserRef,
      description: 'The user who is no longer followed. Null when the caller cannot see them.',
    },
  },
  resolve: async (ctx, input) => ({ user: await unfollowUser(ctx, input) }),
});

mutationField('removeFollower', {
  description:
    'Removes a follower of the caller, who is not notified and can follow again, also one whom the caller no longer sees. Succeeds without a change when they do not follow.',
  access: 'user',
  restriction: null,
  budget: FOLLOW_BUDGET,
  input: (t) => ({ userId: t.idOf('user', { required: true, description: 'The follower to remove.' }) }),
  payload: {
    user: {
      type: UserRef,
      description: 'The user who no longer follows the caller. Null when the caller cannot see them.',
    },
  },
  resolve: async (ctx, input) => ({ user: await removeFollower(ctx, input) }),
});
