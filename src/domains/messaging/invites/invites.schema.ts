import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { childListField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { windowText } from '#platform/kernel/rate-limit.ts';
import { load } from '#platform/request/loader.ts';
import { visibleConversationById } from '../conversations/conversations.loaders.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import { invitesOf } from './invites.loaders.ts';
import {
  conversationInvite,
  createConversationInvite,
  INVITE_USES_MAX,
  joinConversation,
  managedInvite,
  revokeConversationInvite,
  WRONG_CODES_MAX,
} from './invites.service.ts';
import type { ConversationInvite, InvitePreview } from './invites.types.ts';
import { JoinRequestRef } from './join-requests.schema.ts';
import { ownJoinRequest } from './join-requests.service.ts';

const ConversationInviteRef = builder.objectRef<ConversationInvite>('ConversationInvite').implement({
  description:
    'An invite link of a group. Its code is shown to its creator alone, when it is created. It works while its creator is the owner or an admin of the group. Visible to the owner and admins until it is revoked.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `conversationinvite_…`.',
      resolve: ({ id }) => toGlobalId('conversationinvite', id),
    }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The creator. Null if the caller cannot see them.',
      resolve: ({ createdById }, _args, ctx) => load(ctx, visibleUserById, createdById),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of creation.',
      resolve: ({ createdAt }) => createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it ends. Null if it lasts until it is revoked.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
    maxUses: t.exposeInt('maxUses', {
      nullable: true,
      description: 'Maximum number of users who can join by it. Null if there is no maximum.',
    }),
    useCount: t.exposeInt('useCount', {
      description: 'Number of users who joined by it or wait for an answer.',
    }),
    needsApproval: t.exposeBoolean('needsApproval', {
      description: 'Whether the owner or an admin has to accept each user who joins by it.',
    }),
  }),
});

nodeType(ConversationInviteRef, 'conversationinvite', (ctx, id) =>
  ctx.user ? managedInvite(signedIn(ctx), id) : null,
);

childListField(ConversationRef, 'invites', {
  connection: connectionType('ConversationInvite', ConversationInviteRef, {
    description: 'Invite links of a group, newest first.',
  }),
  description:
    'Invite links that are not revoked, newest first, also those that have ended. Empty unless the caller is the owner or an admin.',
  varies: 'viewer',
  order: NEWEST_FIRST,
  rows: (ctx, { id }, _args, page) => invitesOf(ctx, id, page),
});

const InvitePreviewRef = builder.objectRef<InvitePreview>('ConversationInvitePreview').implement({
  description: 'A group as the holder of an invite link sees it.',
  fields: (t) => ({
    title: t.exposeString('title', {
      nullable: true,
      description: 'Name of the group. Null if it has none.',
    }),
    avatar: t.field({
      type: MediaRef,
      nullable: true,
      description: 'The image of the group. Null if there is none.',
      resolve: ({ avatarMediaId }, _args, ctx) =>
        avatarMediaId === null ? null : load(ctx, mediaById, avatarMediaId),
    }),
    participantCount: t.exposeInt('participantCount', {
      description: 'Number of current and invited participants.',
    }),
    needsApproval: t.exposeBoolean('needsApproval', {
      description: 'Whether `joinConversation` makes a join request, which the owner or an admin answers.',
    }),
    conversation: t.field({
      type: ConversationRef,
      nullable: true,
      description: 'The group. Null unless the caller takes part in it or is invited to it.',
      resolve: ({ conversationId }, _args, ctx) => load(ctx, visibleConversationById, conversationId),
    }),
    joinRequest: t.field({
      type: JoinRequestRef,
      nullable: true,
      description: 'The request of the caller to join the group. Null if there is none.',
      resolve: (preview, _args, ctx) => ownJoinRequest(signedIn(ctx), preview),
    }),
  }),
});

const CODE = `The code of the link. Fails with RATE_LIMITED after ${WRONG_CODES_MAX.points} codes that cannot be used within ${windowText(WRONG_CODES_MAX)}.`;

builder.queryField('conversationInvite', (t) =>
  t.field({
    type: InvitePreviewRef,
    nullable: true,
    description:
      'The group of an invite link. Null for every code that the caller cannot use: an unknown one; of a revoked, expired or used up link, or one whose creator no longer manages the group; and for users whom the group removed or rejected, or who have a block with its owner.',
    access: 'user',
    args: { code: t.arg.string({ required: true, description: CODE }) },
    resolve: (_root, args, ctx) => conversationInvite(signedIn(ctx), args),
  }),
);

const LINK_BUDGET = { points: 60, windowSeconds: 600, per: 'user' } as const;

mutationField('createConversationInvite', {
  description:
    'Creates an invite link of a group, at most {conversationInvites} that have not ended; past it fails with LIMIT_REACHED. Fails with FORBIDDEN for members and with INVALID_STATE for a direct conversation.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: LINK_BUDGET,
  input: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The group.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time at which the link ends. When omitted, it lasts until it is revoked.',
    }),
    maxUses: t.int({
      description: `Maximum number of users who can join by it, 1 to ${INVITE_USES_MAX}. Any number when omitted.`,
    }),
    needsApproval: t.boolean({
      description:
        'Whether the owner or an admin has to accept each user who joins by it. Defaults to false.',
    }),
  }),
  payload: {
    invite: { type: ConversationInviteRef, description: 'The new link.' },
    code: {
      type: 'String',
      description: 'The code of the link, for `joinConversation`. Keep it: it cannot be read again.',
    },
  },
  resolve: (ctx, input) => createConversationInvite(ctx, input),
});

mutationField('revokeConversationInvite', {
  description:
    'Ends an invite link of a group. Requests to join by it stay until they are answered. Succeeds without a change if it is revoked. Fails with FORBIDDEN for members.',
  access: 'user',
  restriction: null,
  budget: LINK_BUDGET,
  input: (t) => ({
    inviteId: t.idOf('conversationinvite', { required: true, description: 'The link.' }),
  }),
  payload: { conversation: { type: ConversationRef, description: 'The group.' } },
  resolve: async (ctx, input) => ({ conversation: await revokeConversationInvite(ctx, input) }),
});

mutationField('joinConversation', {
  description:
    'Joins the group of an invite link as a MEMBER who sees what is sent from then on, or asks to join it; an invited user accepts. Succeeds without a change for members and those who wait.',
  refusals: 'LIMIT_REACHED for a group that is full, or for which {groupJoinRequests} users wait.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: LINK_BUDGET,
  input: (t) => ({
    code: t.string({
      required: true,
      description: `${CODE} NOT_FOUND where \`conversationInvite\` is null.`,
    }),
  }),
  payload: {
    conversation: { type: ConversationRef, description: 'The group. Null while the caller waits.' },
    joinRequest: {
      type: JoinRequestRef,
      description: 'The request that waits for an answer. Null when the caller has joined.',
    },
  },
  resolve: (ctx, input) => joinConversation(ctx, input),
});
