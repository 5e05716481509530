/**
 * Posts that an author pins to the top of their profile, at most a few.
 * Owns no table: a pin is a column of `posts`.
 * Begin with post-pins.service.ts; post-pins.loaders.ts reads the pinned posts of many authors at once.
 */
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
