import { MeRef } from '#domains/identity/users/me.schema.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import {
  acceptFollowRequest,
  cancelFollowRequest,
  followRequestCount,
  myFollowRequests,
  rejectFollowRequest,
  REQUEST_COUNT_MAX,
} from './follow-requests.service.ts';
import { REJECTION_LIFE_DAYS } from './follows.service.ts';
import type { ListedUser } from './follows.types.ts';
import { LATEST_FIRST } from './user-lists.policy.ts';

const FollowRequestRef = builder.objectRef<ListedUser>('FollowRequest').implement({
  description: 'A request of a user to follow the caller, whose account is or was private.',
  fields: (t) => ({
    user: t.field({ type: UserRef, description: 'The requester.', resolve: (request) => request }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the request.',
      resolve: (request) => request.since,
    }),
  }),
});

const FollowRequestConnectionRef = connectionType('FollowRequest', FollowRequestRef, {
  description: 'Open follow requests, newest first.',
});

listField('myFollowRequests', {
  connection: FollowRequestConnectionRef,
  description:
    'Open requests to follow the caller, newest first. A request stays until it is answered or cancelled; it is omitted while its requester is invisible to the caller.',
  access: 'user',
  order: LATEST_FIRST,
  rows: (ctx, _args, page) => myFollowRequests(ctx, page),
});

builder.objectField(MeRef, 'followRequestCount', (t) =>
  t.int({
    description: `Number of requests that \`myFollowRequests\` lists, counted up to ${REQUEST_COUNT_MAX}.`,
    resolve: (_own, _args, ctx) => followRequestCount(signedIn(ctx)),
  }),
);

const ANSWER_BUDGET = { points: 1_000, windowSeconds: 86_400, per: 'user' } as const;

mutationField('acceptFollowRequest', {
  description: 'Accepts a follow request. Succeeds without a change when repeated.',
  access: 'user',
  restriction: null,
  budget: ANSWER_BUDGET,
  input: (t) => ({ userId: t.idOf('user', { required: true, description: 'The requester.' }) }),
  payload: { user: { type: UserRef, description: 'The user who now follows the caller.' } },
  resolve: async (ctx, input) => ({ user: await acceptFollowRequest(ctx, input) }),
});

mutationField('rejectFollowRequest', {
  description: `Rejects a follow request. The requester is not notified and still sees the request; asking again reaches the caller only after ${REJECTION_LIFE_DAYS} days. Succeeds without a change when repeated.`,
  access: 'user',
  restriction: null,
  budget: ANSWER_BUDGET,
  input: (t) => ({ userId: t.idOf('user', { required: true, description: 'The requester.' }) }),
  payload: { user: { type: UserRef, description: 'The requester.' } },
  resolve: async (ctx, input) => ({ user: await rejectFollowRequest(ctx, input) }),
});

mutationField('cancelFollowRequest', {
  description:
    "Cancels the caller's request to follow a user, also of one whom they no longer see. Succeeds without a change when there is none; after an acceptance, `unfollowUser` ends the follow.",
  access: 'user',
  restriction: null,
  budget: { points: 200, windowSeconds: 86_400, per: 'user' },
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user whom the caller requested to follow.' }),
  }),
  payload: {
    user: {
      type: UserRef,
      description: 'The user whom the caller requested to follow. Null when the caller cannot see them.',
    },
  },
  resolve: async (ctx, input) => ({ user: await cancelFollowRequest(ctx, input) }),
});
