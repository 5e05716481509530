import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { postErasure, postExports } from './posts.personal-data.ts';
import '../drafts/drafts.schema.ts';
import '../post-editing/editing.schema.ts';
import './pins.schema.ts';
import './posts.schema.ts';
import './publishing.schema.ts';
import '../quotes/quotes.schema.ts';
import '../review/post-review.schema.ts';
import '../user-posts/user-posts.schema.ts';

const postsLimits = {
  postTextLength: limit(2_200, 'Maximum characters of a post.'),
  postMedia: limit(10, 'Maximum media items of a post.'),
  postAudience: limit(100, 'Maximum users in the audience of a post.'),
  postEdits: limit(100, 'Maximum edits of the text of a post.'),
  pinnedPosts: limit(3, 'Maximum pinned posts of a user.'),
  drafts: limit(50, 'Maximum drafts of a user.'),
};

defineModule({
  name: 'posts',
  ids: ['post', 'draft'],
  limits: postsLimits,
  permissions: {
    CONTENT_MANAGE: 'Remove and restore posts and comments, and decide in which lists content can be shown.',
  },
  restrictions: {
    POSTING: 'Publishing and changing posts.',
  },
  personalData: {
    tables: {
      'public.drafts': { erased: 'posts.eraseAuthor', exported: ['drafts'] },
      'public.post_audience': { erased: 'posts.eraseAuthor', exported: ['posts'] },
      'public.post_hashtags': { erased: 'posts.eraseAuthor', exported: ['posts'] },
      'public.posts': { erased: 'posts.eraseAuthor', exported: ['posts'] },
    },
    exports: postExports,
    erasures: [postErasure],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    post: true;
    draft: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof postsLimits> {}
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    CONTENT_MANAGE: true;
  }
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    POSTING: true;
  }
}
