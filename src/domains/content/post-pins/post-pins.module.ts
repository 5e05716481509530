import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './post-pins.schema.ts';

const postPinsLimits = {
  pinnedPosts: limit(3, 'Maximum pinned posts of a user.'),
};

defineModule({ name: 'post-pins', limits: postPinsLimits });

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof postPinsLimits> {}
}
