import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType, forwardPageArgs } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import type { ListedUser } from '../follows/follows.types.ts';
import { LATEST_FIRST } from '../follows/user-lists.policy.ts';
import {
  followers,
  following,
  MUTUAL_COUNT_MAX,
  mutualFollowerCount,
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
    // Only `mutualFollowers` answers with this type.
    resolve: (page, _args, ctx) => mutualFollowerCount(signedIn(ctx), page as MutualFollowers),
  }),
);

const USER_ID = { required: true, description: 'The user whose list it is.' } as const;
const NULL_LIST =
  'Null if the caller cannot see the user or the user hides the list from them: a private account shows it only to its followers.';

listField('followers', {
  connection: FollowConnectionRef,
  description: `Followers of a user who are visible to the caller, newest first. ${NULL_LIST}`,
  access: 'anyone',
  args: (t) => ({ userId: t.idOf('user', USER_ID) }),
  order: LATEST_FIRST,
  rows: (ctx, { userId }, page) => followers(ctx, userId, page),
});

listField('following', {
  connection: FollowConnectionRef,
  description: `Users whom a user follows and who are visible to the caller, newest first. ${NULL_LIST}`,
  access: 'anyone',
  args: (t) => ({ userId: t.idOf('user', USER_ID) }),
  order: LATEST_FIRST,
  rows: (ctx, { userId }, page) => following(ctx, userId, page),
});

// Not a `listField`: the count of the whole list needs the id of the user whose list it is.
builder.queryField('mutualFollowers', (t) =>
  t.field({
    type: MutualFollowerConnectionRef,
    nullable: true,
    description:
      'Followers of a user whom the caller follows; most recent follow of the user first. Null where `followers` is.',
    access: 'user',
    budget: { points: 120, windowSeconds: 60, per: 'user' },
    args: { userId: t.arg.idOf('user', USER_ID), ...forwardPageArgs(t.arg, 'pageSizeDefault') },
    resolve: (_root, { userId, ...page }, ctx) => mutualFollowers(signedIn(ctx), userId, page),
  }),
);
