import { UserRef } from '#domains/identity/users/users.schema.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import {
  CANDIDATES_MAX,
  EDGES_MAX,
  FOLLOWED_HASHTAGS_MAX,
  FOLLOWEE_EDGES_MAX,
  HASHTAG_POSTS_MAX,
} from './suggestions.queries.ts';
import { BEST_FIRST, SAMPLED_FOLLOWEES_MAX, suggestedUsers } from './suggestions.service.ts';
import type { SuggestedUser, SuggestionReason } from './suggestions.types.ts';

const SuggestionReasonRef = enumType<SuggestionReason>('SuggestionReason', {
  description: 'Reason why a user is suggested.',
  values: {
    FOLLOWED_BY_PEOPLE_YOU_FOLLOW: 'Users whom the caller follows follow this user.',
    SHARES_HASHTAGS: 'The user recently published public posts with hashtags that the caller follows.',
    POPULAR: 'The user has many followers.',
  },
});

const SuggestedUserConnectionRef = connectionType<typeof UserRef.$inferType, SuggestedUser>(
  'SuggestedUser',
  UserRef,
  {
    description:
      'Users whom the caller may want to follow, best suggestions first. Without users whom the caller follows, has requested to follow, has muted or cannot see, and users who are not discoverable.',
    edgeFields: (t) => ({
      reason: t.field({
        type: SuggestionReasonRef,
        description: 'Reason why the user is suggested.',
        resolve: ({ node }) => reasonOf(node),
      }),
      mutualCount: t.int({
        description: `Number of users followed by the caller who follow this user. Counts the newest ${SAMPLED_FOLLOWEES_MAX} whom the caller follows, without those who hide whom they follow, and the newest ${EDGES_MAX / SAMPLED_FOLLOWEES_MAX} to ${FOLLOWEE_EDGES_MAX} whom each of these follows.`,
        resolve: ({ node }) => node.mutualCount,
      }),
      sharedHashtagCount: t.int({
        description: `Number of hashtags followed by the caller in the user's recent public posts. Counts the ${FOLLOWED_HASHTAGS_MAX} hashtags that the caller followed last, and the newest ${HASHTAG_POSTS_MAX} posts of each.`,
        resolve: ({ node }) => node.sharedHashtagCount,
      }),
    }),
  },
);

function reasonOf({ mutualCount, sharedHashtagCount }: SuggestedUser): SuggestionReason {
  if (mutualCount > 0) return 'FOLLOWED_BY_PEOPLE_YOU_FOLLOW';
  return sharedHashtagCount > 0 ? 'SHARES_HASHTAGS' : 'POPULAR';
}

listField('suggestedUsers', {
  connection: SuggestedUserConnectionRef,
  description: `Users whom the caller may want to follow, at most ${CANDIDATES_MAX}: first those followed by most users whom the caller follows, then recent authors of posts with hashtags that the caller follows, then popular users.`,
  access: 'user',
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  order: BEST_FIRST,
  rows: (ctx, _args, page) => suggestedUsers(ctx, page),
});
