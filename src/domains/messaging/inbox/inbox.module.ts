/**
 * The list of conversations with their last messages, and what a participant sets for themselves: mute, pin, archive, unread.
 * Owns no table: it writes the states of a participant by conversations.
 * Begin with inbox.service.ts; inbox.queries.ts has the list by days.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import './display.schema.ts';
import './inbox.schema.ts';

const inboxLimits = {
  pinnedConversations: limit(20, 'Maximum conversations that a user pins.'),
};

defineModule({ name: 'inbox', limits: inboxLimits });

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof inboxLimits> {}
}
