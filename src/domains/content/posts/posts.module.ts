/**
 * Posts: published with media, audience, poll or a quoted post, read, counted, and deleted; moderation sets their state.
 * Owns `posts`, `post_audience`, `post_counters` and `post_revisions`; post-rows.service.ts has the writes of other domains.
 * Begin with publishing.service.ts and posts.loaders.ts; states.service.ts is the one place that hides a post.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { postErasure, postExports } from './posts.personal-data.ts';
import './posts.schema.ts';
import './publishing.schema.ts';

const postsLimits = {
  postTextLength: limit(2_200, 'Maximum characters of a post.'),
  postMedia: limit(10, 'Maximum media items of a post.'),
  postAudience: limit(100, 'Maximum users in the audience of a post.'),
};

defineModule({
  name: 'posts',
  ids: ['post'],
  limits: postsLimits,
  restrictions: {
    POSTING: 'Publishing and changing posts.',
  },
  personalData: {
    tables: {
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
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof postsLimits> {}
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    POSTING: true;
  }
}
