/**
 * Hashtags: pages of posts, search, follows, trends, and what admins decide about them.
 * Owns `hashtags` and the tables beside it, and `post_hashtags`, the index of the posts.
 * Begin with hashtags.service.ts; indexing.ts follows the posts, trends.queries.ts ranks, review.service.ts is for admins.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import {
  deleteAccountUses,
  deleteHashtagFollowsOf,
  listOwnHashtagFollows,
} from './hashtag-follows.queries.ts';
import { hashtagJobs } from './hashtags.jobs.ts';
import './hashtags.schema.ts';
import './review.schema.ts';

const ERASED_ROWS = 1_000;

const hashtagsLimits = {
  followedHashtags: limit(500, 'Maximum hashtags that a user can follow.'),
};

defineModule({
  name: 'hashtags',
  ids: ['hashtag'],
  limits: hashtagsLimits,
  jobs: hashtagJobs,
  personalData: {
    tables: {
      'public.hashtag_accounts': {
        erased: 'hashtags.eraseUser',
        exported: 'derived from posts, kept for two days',
      },
      'public.hashtag_follows': { erased: 'hashtags.eraseUser', exported: ['followed-hashtags'] },
    },
    exports: [
      {
        name: 'followed-hashtags',
        description: 'The hashtags that you follow. Those that you use are in your posts.',
        async *rows({ db }, userId) {
          yield* await listOwnHashtagFollows(db, userId);
        },
      },
    ],
    erasures: [
      {
        name: 'hashtags.eraseUser',
        batches: [
          (tx, { userId }) => deleteHashtagFollowsOf(tx, userId, ERASED_ROWS),
          (tx, { userId }) => deleteAccountUses(tx, userId, ERASED_ROWS),
        ],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    hashtag: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof hashtagsLimits> {}
}
