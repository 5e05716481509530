/**
 * Changes of a published post by its author: text, audience (only narrowed), location; and its edit history.
 * Owns no table: it writes through the rows of `posts`, which keeps each replaced text as a revision.
 * Begin with `updatePost` in editing.service.ts.
 */
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
