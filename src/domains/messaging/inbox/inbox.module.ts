import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import './inbox.schema.ts';

const inboxLimits = {
  pinnedConversations: limit(20, 'Maximum conversations that a user pins.'),
};

defineModule({ name: 'inbox', limits: inboxLimits });

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof inboxLimits> {}
}
