/**
 * Decisions of admins about single posts and comments: removed with a reason, or restored, each with an audit entry.
 * Owns the permission CONTENT_MANAGE; posts and comments write their own states.
 * Begin with post-review.service.ts; comment-review.service.ts is its like for comments.
 */
import { defineModule } from '#platform/request/module.ts';
import './comment-review.schema.ts';
import './post-review.schema.ts';

defineModule({
  name: 'review',
  permissions: {
    CONTENT_MANAGE: 'Remove and restore posts and comments, and decide in which lists content can be shown.',
  },
});

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    CONTENT_MANAGE: true;
  }
}
