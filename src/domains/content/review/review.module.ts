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
