/**
 * Invite links of groups, and the requests to join that admins answer.
 * Owns `conversation_invites` and `join_requests`.
 * Begin with invites.service.ts; join-requests.service.ts asks and answers.
 */
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { listOwnInvites } from './invites.queries.ts';
import type { ConversationInvite, JoinRequest } from './invites.types.ts';
import { deleteRequestsOf, listOwnRequests } from './join-requests.queries.ts';
import './invites.schema.ts';
import './join-requests.schema.ts';

const BATCH_ROWS = 500;

const invitesLimits = {
  conversationInvites: limit(20, 'Maximum invite links of a group that have not ended.'),
  groupJoinRequests: limit(500, 'Maximum requests to join a group that wait for an answer.'),
};

defineModule({
  name: 'invites',
  ids: ['conversationinvite', 'joinrequest'],
  limits: invitesLimits,
  personalData: {
    tables: {
      'public.conversation_invites': {
        erased: {
          created_by: 'other rows refer to it; nothing identifies the user any more',
        },
        exported: ['conversation-invites'],
      },
      'public.join_requests': { erased: 'invites.eraseJoinRequests', exported: ['join-requests'] },
    },
    exports: [
      listExport<ConversationInvite & { revokedAt: Date | null }>({
        name: 'conversation-invites',
        description: 'The invite links of groups that you created.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listOwnInvites(db, { userId, after: after?.id ?? null, limit: rows }),
        show: ({ createdById: _creator, ...invite }) => ({
          ...invite,
          id: toGlobalId('conversationinvite', invite.id),
          conversationId: toGlobalId('conversation', invite.conversationId),
        }),
      }),
      listExport<JoinRequest>({
        name: 'join-requests',
        description: 'Your requests to join groups that were not accepted.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listOwnRequests(db, { userId, after: after?.id ?? null, limit: rows }),
        show: ({ id, conversationId, createdAt }) => ({
          id: toGlobalId('joinrequest', id),
          conversationId: toGlobalId('conversation', conversationId),
          createdAt,
        }),
      }),
    ],
    erasures: [
      {
        name: 'invites.eraseJoinRequests',
        batches: [(tx, { userId }) => deleteRequestsOf(tx, userId, BATCH_ROWS)],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    conversationinvite: true;
    joinrequest: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof invitesLimits> {}
}
