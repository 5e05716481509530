import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './pins.schema.ts';

const pinsLimits = {
  pinnedMessages: limit(50, 'Maximum pinned messages of a conversation.'),
};

defineModule({ name: 'pins', limits: pinsLimits });

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof pinsLimits> {}
}
