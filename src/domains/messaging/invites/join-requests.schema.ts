import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import { titleByOwnRequest } from './invites.loaders.ts';
import type { JoinRequest } from './invites.types.ts';
import {
  acceptJoinRequest,
  joinRequest,
  cancelJoinRequest,
  conversationJoinRequests,
  myJoinRequests,
  rejectJoinRequest,
} from './join-requests.service.ts';

export const JoinRequestRef = builder.objectRef<JoinRequest>('JoinRequest').implement({
  description:
    'A request to join a group by an invite link, which waits for an answer. Visible to its user, and to the owner and admins of the group.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `joinrequest_…`.',
      resolve: ({ id }) => toGlobalId('joinrequest', id),
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who asks. Null if the caller cannot see them.',
      resolve: ({ userId }, _args, ctx) => load(ctx, visibleUserById, userId),
    }),
    groupTitle: t.string({
      nullable: true,
      description:
        'Title of the group, for the user who asks. Null if it has none, if that user has a block with its owner, and for everybody else.',
      resolve: async ({ id }, _args, ctx) => (await load(ctx, titleByOwnRequest, id))?.title ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the request.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

nodeType(JoinRequestRef, 'joinrequest', (ctx, id) => (ctx.user ? joinRequest(signedIn(ctx), id) : null));

const JoinRequestConnectionRef = connectionType('JoinRequest', JoinRequestRef, {
  description: 'Requests to join groups, newest first.',
});

listField('myJoinRequests', {
  connection: JoinRequestConnectionRef,
  description:
    "The caller's own requests to join groups that wait for an answer, newest first; `cancelJoinRequest` takes one back. A rejected one is gone.",
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myJoinRequests(ctx, page),
});

listField('conversationJoinRequests', {
  connection: JoinRequestConnectionRef,
  description:
    'Requests to join a group that wait for an answer, newest first, without those of users whom the caller cannot see or who have a block with the owner. Null unless the caller is the owner or an admin.',
  access: 'user',
  args: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The group.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, { conversationId }, page) => conversationJoinRequests(ctx, conversationId, page),
});

const REQUEST_BUDGET = { points: 300, windowSeconds: 600, per: 'user' } as const;

mutationField('acceptJoinRequest', {
  description:
    'Accepts a request to join a group. The user joins as a MEMBER who sees what is sent from then on.',
  refusals: 'NOT_FOUND when the request is answered or cancelled; LIMIT_REACHED when the group is full.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: REQUEST_BUDGET,
  input: (t) => ({ requestId: t.idOf('joinrequest', { required: true, description: 'The request.' }) }),
  payload: { conversation: { type: ConversationRef, description: 'The group.' } },
  resolve: async (ctx, input) => ({ conversation: await acceptJoinRequest(ctx, input) }),
});

mutationField('rejectJoinRequest', {
  description:
    'Rejects a request to join a group. The user is not told, and cannot use invite links of the group until somebody adds them.',
  refusals: 'NOT_FOUND when the request is answered or cancelled.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: REQUEST_BUDGET,
  input: (t) => ({ requestId: t.idOf('joinrequest', { required: true, description: 'The request.' }) }),
  payload: { conversation: { type: ConversationRef, description: 'The group.' } },
  resolve: async (ctx, input) => ({ conversation: await rejectJoinRequest(ctx, input) }),
});

mutationField('cancelJoinRequest', {
  description:
    "Cancels the caller's request to join a group. Fails with NOT_FOUND when it is answered or cancelled.",
  access: 'user',
  restriction: null,
  budget: REQUEST_BUDGET,
  input: (t) => ({ requestId: t.idOf('joinrequest', { required: true, description: 'The request.' }) }),
  payload: { requestId: { type: 'ID', description: 'Global id of the cancelled request.' } },
  resolve: async (ctx, input) => ({
    requestId: toGlobalId('joinrequest', await cancelJoinRequest(ctx, input)),
  }),
});
