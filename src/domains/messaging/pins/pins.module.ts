/**
 * Messages that are pinned in a conversation, for all of its members.
 * Owns `message_pins`.
 * Begin with pins.service.ts; pins.policy.ts says who may pin.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './pins.schema.ts';

const pinsLimits = {
  pinnedMessages: limit(50, 'Maximum pinned messages of a conversation.'),
};

defineModule({
  name: 'pins',
  limits: pinsLimits,
  personalData: {
    tables: {
      'public.message_pins': {
        erased: { pinned_by: 'other rows refer to it; nothing identifies the user any more' },
        exported: 'pins belong to the conversation; the messages are exported to their senders',
      },
    },
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof pinsLimits> {}
}
