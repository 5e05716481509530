/**
 * Locks on the contents of messages: a price, a teaser and previews, and who has paid. Whoever shows a message asks here.
 * Owns `message_locks` and `kept_messages`, which buyers keep of what was deleted; purchases are of the domain `paid-messages`.
 * Begin with message-locks.policy.ts; messages/message-content.service.ts applies it.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { messageLockJobs } from './message-locks.jobs.ts';
import { dropKeptOf } from './message-locks.service.ts';
import { defineModule } from '#platform/request/module.ts';

const BATCH_MESSAGES = 500;

const messageLocksLimits = {
  messagePriceCoins: limit(25_000, 'Maximum price of a paid message in coins.'),
  newAccountMessagePriceCoins: limit(500, 'As `messagePriceCoins`, for a sender whose account is new.'),
  lockTeaserLength: limit(500, 'Maximum characters of the teaser of a paid message.'),
  keptMessageDays: limit(
    30,
    'Days for which buyers keep a paid message that its sender deletes for everyone.',
  ),
  lockPreviews: limit(3, 'Maximum media items that a paid message shows before it is bought.'),
};

defineModule({
  name: 'message-locks',
  limits: messageLocksLimits,
  jobs: messageLockJobs,
  restrictions: { MONETISATION: 'Selling: new tiers, changes of what is offered, and messages for coins.' },
  personalData: {
    tables: {
      'public.message_locks': {
        erased: {
          sender_id: 'other rows refer to it; nothing identifies the user any more',
          teaser: 'its recipients keep it',
          preview_media_ids: 'ids of files that are deleted',
        },
        exported: ['messages'],
      },
      'public.kept_messages': {
        erased: 'messageLocks.eraseKept',
        exported:
          'messages that their sender has deleted; those who have bought them keep them for some days',
      },
    },
    exports: [],
    erasures: [
      {
        name: 'messageLocks.eraseKept',
        batches: [(tx, { userId }) => dropKeptOf(tx, { senderId: userId, limit: BATCH_MESSAGES })],
      },
    ],
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof messageLocksLimits> {}
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    MONETISATION: true;
  }
}
