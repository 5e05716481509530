/**
 * Changes of sent messages: edits with their history, deletion for oneself and for everyone, and the events of deletions.
 * Owns no table: it writes through the rows of `messages`.
 * Begin with message-changes.service.ts; message-changes.policy.ts says who may and until when,
 * deletion-events.schema.ts tells of it.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './deletion-events.schema.ts';
import './message-changes.schema.ts';

const messageChangesLimits = {
  messageEdits: limit(20, 'Maximum edits of a message.'),
  messageEditHours: limit(24, 'Hours in which a sent message can be edited.'),
  messageDeleteHours: limit(48, 'Hours in which a sent message can be deleted for everyone by its sender.'),
};

defineModule({ name: 'message-changes', limits: messageChangesLimits });

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof messageChangesLimits> {}
}
