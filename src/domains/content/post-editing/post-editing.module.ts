import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './editing.schema.ts';

const postEditingLimits = {
  postEdits: limit(100, 'Maximum edits of the text of a post.'),
};

defineModule({ name: 'post-editing', limits: postEditingLimits });

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof postEditingLimits> {}
}
