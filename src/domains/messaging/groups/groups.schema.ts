import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { canManageParticipants } from '../conversations/conversations.policy.ts';
import {
  ConversationRef,
  ConversationViewerRef,
  ParticipantRoleRef,
} from '../conversations/conversations.schema.ts';
import { TITLE_LENGTH_MAX } from '../conversations/conversations.service.ts';
import { canEdit } from './groups.policy.ts';
import {
  addParticipants,
  leaveConversation,
  removeParticipant,
  setParticipantRole,
} from './groups.service.ts';
import { canSetTimer, DESCRIPTION_LENGTH_MAX, updateConversation } from './settings.service.ts';

builder.objectFields(ConversationViewerRef, (t) => ({
  canManageParticipants: t.boolean({
    description:
      'Whether the caller can add participants to the group, remove members and manage its invite links.',
    resolve: ({ kind, role, status }) =>
      kind === 'GROUP' && status === 'ACTIVE' && canManageParticipants(role),
  }),
  canSetTimer: t.boolean({
    description:
      'Whether the caller can change after how long messages disappear: in a group its owner and admins; in a direct conversation both, once it is accepted.',
    resolve: (viewer, _args, ctx) => canSetTimer(ctx, viewer),
  }),
  canEdit: t.boolean({
    description: 'Whether the caller can change the title, the description and the image of the group.',
    resolve: ({ kind, role, status }) => kind === 'GROUP' && status === 'ACTIVE' && canEdit(role),
  }),
}));

const GROUP = 'The group.';
const GROUP_BUDGET = { points: 120, windowSeconds: 600, per: 'user' } as const;

mutationField('updateConversation', {
  description: 'Changes settings of a group, or the timer of a direct conversation; omitted ones stay.',
  refusals:
    'FORBIDDEN for members; INVALID_STATE for other settings of a direct conversation, and for one that is read-only or not accepted; MODERATION_NUDGE for a text that may hurt.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: GROUP_BUDGET,
  input: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
    title: t.string({ description: `The new name, 1 to ${TITLE_LENGTH_MAX} characters. Null removes it.` }),
    description: t.string({
      description: `The new text about the group, 1 to ${DESCRIPTION_LENGTH_MAX} characters. Null removes it.`,
    }),
    avatarMediaId: t.idOf('media', {
      description: 'The new image of the group, uploaded by the caller with `uploadMedia`. Null removes it.',
    }),
    disappearAfterSeconds: t.int({
      description:
        'Seconds after which messages that are sent from now on disappear, {disappearSecondsMin} to {disappearSecondsMax}. Null: never. Messages that were sent before stay as they are.',
    }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: { conversation: { type: ConversationRef, description: 'The changed conversation.' } },
  resolve: async (ctx, input) => ({ conversation: await updateConversation(ctx, input) }),
});

mutationField('addParticipants', {
  description:
    'Adds users to a group, who see what is sent from then on, or invites them; those who are in it already are left alone.',
  refusals:
    'FORBIDDEN for members, and for each user who does not accept messages from the caller; LIMIT_REACHED past {groupParticipants} participants, or {newOwnerParticipants} while the account of the owner is younger than {newAccountDays} days.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: GROUP_BUDGET,
  input: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: GROUP }),
    userIds: t.idListOf('user', {
      required: true,
      description:
        'The users to add, at least 1. Strangers (see `startConversation`), and users who left or declined it or cannot join it yet, are INVITED.',
    }),
  }),
  payload: { conversation: { type: ConversationRef, description: GROUP } },
  resolve: async (ctx, input) => ({ conversation: await addParticipants(ctx, input) }),
});

mutationField('removeParticipant', {
  description:
    'Removes a current or invited participant of a group; the owner anybody, admins members. Succeeds without a change if the user has left.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: GROUP_BUDGET,
  input: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: GROUP }),
    userId: t.idOf('user', { description: 'The participant. Give this or `participantId`.' }),
    participantId: t.idOf('participant', {
      description: 'The participant, also one whom the caller does not see. Give this or `userId`.',
    }),
  }),
  payload: { conversation: { type: ConversationRef, description: GROUP } },
  resolve: async (ctx, input) => ({ conversation: await removeParticipant(ctx, input) }),
});

mutationField('leaveConversation', {
  description:
    'Leaves a group; an owner hands it over to the admin, else the member, who joined first. Succeeds without a change if the caller has left. Fails with INVALID_STATE for a direct conversation.',
  access: 'user',
  restriction: null,
  budget: GROUP_BUDGET,
  input: (t) => ({ conversationId: t.idOf('conversation', { required: true, description: GROUP }) }),
  payload: { conversationId: { type: 'ID', description: 'Global id of the group.' } },
  resolve: async (ctx, input) => ({
    conversationId: toGlobalId('conversation', await leaveConversation(ctx, input)),
  }),
});

mutationField('setParticipantRole', {
  description:
    'Changes the role of another participant of a group; giving OWNER hands it over, and the caller becomes an ADMIN.',
  refusals: 'FORBIDDEN unless the caller is the owner; INVALID_STATE for a user who is only invited.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: GROUP_BUDGET,
  input: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: GROUP }),
    userId: t.idOf('user', { description: 'The participant. Give this or `participantId`.' }),
    participantId: t.idOf('participant', {
      description: 'The participant, also one whom the caller does not see. Give this or `userId`.',
    }),
    role: t.field({ type: ParticipantRoleRef, required: true, description: 'The new role.' }),
  }),
  payload: { conversation: { type: ConversationRef, description: GROUP } },
  resolve: async (ctx, input) => ({ conversation: await setParticipantRole(ctx, input) }),
});
