import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import type { SuggestedUser, SuggestionReason } from './follows.types.ts';
import { suggestedUsers } from './suggestions.service.ts';

const SuggestionReasonRef = enumOf<SuggestionReason>('SuggestionReason', {
  description: 'Why a person is suggested.',
  values: {
    FOLLOWED_BY_PEOPLE_YOU_FOLLOW: 'People whom the caller follows follow them.',
    SHARES_HASHTAGS: 'They lately published posts for everybody with hashtags that the caller follows.',
    POPULAR: 'They have many followers.',
  },
});

const SuggestedUserConnectionRef = connectionOf<typeof UserRef, SuggestedUser>('SuggestedUser', UserRef, {
  description: 'People whom the caller may want to follow, the best suggestions first.',
  edgeFields: (t) => ({
    reason: t.field({
      type: SuggestionReasonRef,
      description: 'Why they are suggested.',
      resolve: ({ node }) => reasonOf(node),
    }),
    mutualCount: t.int({
      description:
        'How many of the people whom the caller follows follow them. Counts the newest 200 whom the caller follows, without those who keep to themselves whom they follow, and the newest 100 to 200 whom each of these follows.',
      resolve: ({ node }) => node.mutualCount,
    }),
    sharedHashtagCount: t.int({
      description:
        'How many of the hashtags that the caller follows they lately published posts for everybody with. Counts the 50 hashtags that the caller followed last, and the newest 200 posts of each.',
      resolve: ({ node }) => node.sharedHashtagCount,
    }),
  }),
});

function reasonOf({ mutualCount, sharedHashtagCount }: SuggestedUser): SuggestionReason {
  if (mutualCount > 0) return 'FOLLOWED_BY_PEOPLE_YOU_FOLLOW';
  return sharedHashtagCount > 0 ? 'SHARES_HASHTAGS' : 'POPULAR';
}

builder.queryField('suggestedUsers', (t) =>
  t.field({
    type: SuggestedUserConnectionRef,
    nullable: true,
    description:
      'People whom the caller may want to follow: first those whom the people they follow follow, most of these first, then those who lately wrote about what the caller follows, then popular people. Never somebody whom the caller follows, has asked to follow, has muted or may not see, nor who does not want to be suggested. At most 1000.',
    access: 'user',
    budget: { points: 60, windowSeconds: 60, per: 'user' },
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => suggestedUsers(signedIn(ctx), args),
  }),
);
