import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './typing.schema.ts';

const receiptsLimits = {
  receiptParticipants: limit(
    50,
    'Maximum participants of a conversation in which they see what the others read and write.',
  ),
};

defineModule({ name: 'receipts', limits: receiptsLimits });

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof receiptsLimits> {}
}
