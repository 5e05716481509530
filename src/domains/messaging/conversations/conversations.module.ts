/**
 * Direct conversations and groups: their participants, roles and requests, and the events that tell of their changes.
 * Owns `conversations`, `participants` and `active_conversations`.
 * Begin with conversations.service.ts; membership.service.ts lets people in and out, and requests.service.ts accepts and declines;
 * activity.service.ts keeps the days of the inbox.
 */
import { defineModule } from '#platform/request/module.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { clearAvatarsOf, listOwnParticipations, type OwnParticipation } from './conversations.queries.ts';
import { conversationJobs } from './conversations.jobs.ts';
import { leaveGroups } from './membership.service.ts';
import './changes.schema.ts';
import './conversations.schema.ts';

const BATCH_GROUPS = 100;

const conversationsLimits = {
  groupParticipants: limit(1_000, 'Maximum participants of a group.'),
  newOwnerParticipants: limit(250, 'Maximum participants of a group while the account of its owner is new.'),
  requestMessages: limit(3, 'Maximum messages of a request before it is accepted.'),
  everyoneParticipants: limit(
    50,
    'Maximum participants of a group in which every member can mention everyone; in larger ones its owner and admins can.',
  ),
  disappearSecondsMin: limit(HOUR_MS / SECOND_MS, 'Minimum seconds after which messages disappear.'),
  disappearSecondsMax: limit((90 * DAY_MS) / SECOND_MS, 'Maximum seconds after which messages disappear.'),
  dailyRequests: limit(20, 'Maximum new requests that a user gets within 24 hours.'),
  dailyAsked: limit(
    100,
    'Maximum users who do not know somebody and whom they ask within 24 hours, by requests and invitations to groups. Who has accepted no longer counts.',
  ),
  newAccountDailyAsked: limit(20, 'The same for an account that is new.'),
};

defineModule({
  name: 'conversations',
  ids: ['conversation', 'participant'],
  limits: conversationsLimits,
  restrictions: {
    MESSAGING: 'Starting conversations and sending messages.',
    MESSAGING_STRANGERS:
      'Asking people who do not know the user: new conversations with them, and messages before they accept.',
  },
  jobs: conversationJobs,
  personalData: {
    tables: {
      'public.conversations': {
        erased: {
          created_by: 'other rows refer to it; nothing identifies the user any more',
          direct_pair: 'other rows refer to it; nothing identifies the user any more',
          title: 'the other participants use it as the name of their group',
          description: 'the other participants use it as the text about their group',
        },
        exported: ['conversations'],
      },
      'public.participants': {
        erased: {
          user_id: 'other rows refer to it; nothing identifies the user any more',
          added_by: 'other rows refer to it; nothing identifies the user any more',
        },
        exported: ['conversations'],
      },
    },
    exports: [
      listExport<OwnParticipation>({
        name: 'conversations',
        description: 'The conversations that you take or took part in.',
        list: ({ db }, { userId, now, after, limit: rows }) =>
          listOwnParticipations(db, { userId, now, after: after?.id ?? null, limit: rows }),
        show: ({ id, others, ...own }) => ({
          id: toGlobalId('conversation', id),
          ...own,
          others: others.map((other) => ({ ...other, id: toGlobalId('user', other.id) })),
        }),
      }),
    ],
    erasures: [
      {
        // Direct conversations keep both participants: they become read-only, as with any user who is not visible.
        name: 'conversations.eraseParticipant',
        batches: [
          (tx, { userId, now }) => leaveGroups(tx, { userId, leftAt: now, limit: BATCH_GROUPS }),
          (tx, { userId }) => clearAvatarsOf(tx, userId, BATCH_GROUPS),
        ],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    conversation: true;
    participant: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof conversationsLimits> {}
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    MESSAGING: true;
    MESSAGING_STRANGERS: true;
  }
}
