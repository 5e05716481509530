import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import {
  acceptFollowRequest,
  cancelFollowRequest,
  followRequests,
  rejectFollowRequest,
} from './follow-requests.service.ts';
import type { ListedUser } from './follows.types.ts';

const FollowRequestRef = builder.objectRef<ListedUser>('FollowRequest').implement({
  description: 'The wish of a person to follow the caller, whose account is or was private.',
  fields: (t) => ({
    user: t.field({ type: UserRef, description: 'Who asks.', resolve: (request) => request }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When they asked.',
      resolve: (request) => request.since,
    }),
  }),
});

const FollowRequestConnectionRef = connectionOf('FollowRequest', FollowRequestRef, {
  description: 'Open requests, newest first.',
});

builder.queryField('followRequests', (t) =>
  t.field({
    type: FollowRequestConnectionRef,
    nullable: true,
    description:
      'Who asks to follow the caller, newest first. A request stays until it is answered or taken back; while its person is invisible to the caller it is not shown.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => followRequests(signedIn(ctx), args),
  }),
);

const ANSWER_BUDGET = { points: 1_000, windowSeconds: 86_400, per: 'user' } as const;

mutationField('acceptFollowRequest', {
  description: 'Lets a person who asked follow the caller. Accepting again is success.',
  access: 'user',
  restriction: null,
  budget: ANSWER_BUDGET,
  input: (t) => ({ userId: t.id({ required: true, description: 'Who asked.' }) }),
  payload: { user: { type: UserRef, description: 'The person who now follows the caller.' } },
  resolve: async (ctx, { userId }) => ({
    user: await acceptFollowRequest(ctx, { userId: fromGlobalId('user', userId) }),
  }),
});

mutationField('rejectFollowRequest', {
  description:
    'Turns a request down. The person who asked is not told, and goes on seeing their request; asking again reaches the caller only after 30 days. Rejecting again is success.',
  access: 'user',
  restriction: null,
  budget: ANSWER_BUDGET,
  input: (t) => ({ userId: t.id({ required: true, description: 'Who asked.' }) }),
  payload: { user: { type: UserRef, description: 'The person who asked.' } },
  resolve: async (ctx, { userId }) => ({
    user: await rejectFollowRequest(ctx, { userId: fromGlobalId('user', userId) }),
  }),
});

mutationField('cancelFollowRequest', {
  description: "Takes the caller's request to follow a person back.",
  access: 'user',
  restriction: null,
  budget: { points: 200, windowSeconds: 86_400, per: 'user' },
  input: (t) => ({ userId: t.id({ required: true, description: 'Whom the caller asked.' }) }),
  payload: { user: { type: UserRef, description: 'The person whom the caller asked.' } },
  resolve: async (ctx, { userId }) => ({
    user: await cancelFollowRequest(ctx, { userId: fromGlobalId('user', userId) }),
  }),
});
