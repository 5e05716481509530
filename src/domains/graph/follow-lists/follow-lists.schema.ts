import { userListField, userOf, whoseArgs } from '#domains/identity/users/user-lists.schema.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType, forwardPageArgs } from '#platform/graphql/connection.ts';
import { underBudget } from '#platform/graphql/field-budget.ts';
import { load } from '#platform/request/loader.ts';
import type { ListedUser } from '../follows/follows.types.ts';
import { LATEST_FIRST } from '../follows/user-lists.policy.ts';
import {
  followers,
  following,
  MUTUAL_COUNT_MAX,
  mutualCountByUser,
  mutualFollowers,
  type MutualFollowers,
} from './follow-lists.service.ts';

const userConnection = (name: string, description: string) =>
  connectionType<typeof UserRef.$inferType, ListedUser>(name, UserRef, {
    description,
    edgeFields: (t) => ({
      followedAt: t.field({
        type: 'DateTime',
        description: 'Time at which the follow began.',
        resolve: ({ node }) => node.since,
      }),
    }),
  });

const FollowConnectionRef = userConnection(
  'Follow',
  'Followers of a user, or users whom a user follows; newest first.',
);

const MutualFollowerConnectionRef = userConnection(
  'MutualFollower',
  'Followers of a user whom the caller follows; most recent follow of the user first.',
);

builder.objectField(MutualFollowerConnectionRef, 'cappedCount', (t) =>
  t.int({
    description: `Number of users in the whole list, counted up to ${MUTUAL_COUNT_MAX}.`,
    resolve: async (page, _args, ctx) => {
      // Only `mutualFollowers` answers with this type.
      const { userId } = page as MutualFollowers;
      return (await load(ctx, mutualCountByUser, userId)) ?? 0;
    },
  }),
);

const NULL_NOTE =
  'Null if the user hides the list from the caller: a private account shows it only to its followers.';

userListField('followers', {
  connection: FollowConnectionRef,
  description: 'Followers of the user who are visible to the caller, newest first.',
  nullNote: NULL_NOTE,
  root: 'followers',
  order: LATEST_FIRST,
  rows: followers,
});

userListField('following', {
  connection: FollowConnectionRef,
  description: 'Users whom the user follows and who are visible to the caller, newest first.',
  nullNote: NULL_NOTE,
  root: 'following',
  order: LATEST_FIRST,
  rows: following,
});

// Not by `userListField`: the count of the whole list needs the id of the user whose list it is.
const MUTUAL =
  'Followers of the user whom the caller follows; most recent follow of the user first. Null where `followers` is null';
/** Each list reads all users whom the caller follows. */
const MUTUAL_BUDGET = { points: 120, windowSeconds: 60, per: 'user' } as const;

builder.queryField('mutualFollowers', (t) =>
  t.field({
    type: MutualFollowerConnectionRef,
    nullable: true,
    description: `${MUTUAL}.`,
    access: 'user',
    budget: MUTUAL_BUDGET,
    args: { ...whoseArgs(t.arg), ...forwardPageArgs(t.arg, 'pageSizeDefault') },
    resolve: async (_root, { userId, username, ...page }, ctx) => {
      const of = await userOf(ctx, { userId, username });
      return of && mutualFollowers(signedIn(ctx), of, page);
    },
  }),
);

builder.objectField(UserRef, 'mutualFollowers', (t) =>
  t.field({
    type: MutualFollowerConnectionRef,
    nullable: true,
    description: `${MUTUAL}, and for anonymous callers. Each user takes one of the calls of the root field.`,
    varies: 'viewer',
    args: forwardPageArgs(t.arg, 'pageSizeDefault'),
    resolve: (user, page, ctx) => {
      if (!ctx.user) return null;
      const call = { field: 'mutualFollowers', budget: { ...MUTUAL_BUDGET, charge: 'call' } } as const;
      return underBudget(ctx, call, () => mutualFollowers(signedIn(ctx), user, page));
    },
  }),
);
