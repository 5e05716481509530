import type { ArgBuilder } from '@pothos/core';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { fromGlobalId } from '#platform/ids.ts';
import {
  followers,
  following,
  mutualFollowerCount,
  mutualFollowers,
  type MutualFollowers,
} from './follow-lists.service.ts';
import type { ListedUser } from './follows.types.ts';

const connectionOfPeople = (name: string, description: string) =>
  connectionOf<typeof UserRef, ListedUser>(name, UserRef, {
    description,
    edgeFields: (t) => ({
      followedAt: t.field({
        type: 'DateTime',
        description: 'When the one began to follow the other.',
        resolve: ({ node }) => node.since,
      }),
    }),
  });

const FollowConnectionRef = connectionOfPeople(
  'Follow',
  'Those who follow a person, or whom a person follows; the newest first.',
);

const MutualFollowerConnectionRef = connectionOfPeople(
  'MutualFollower',
  "Those of a person's followers whom the caller follows; who came to that person last first.",
);

builder.objectField(MutualFollowerConnectionRef, 'cappedCount', (t) =>
  t.int({
    description: 'How many people the whole list has, counted no further than to 100.',
    // Only `mutualFollowers` answers with this type.
    resolve: (page, _args, ctx) => mutualFollowerCount(signedIn(ctx), page as MutualFollowers),
  }),
);

const listArgs = (t: ArgBuilder<Types>) => ({
  userId: t.id({ required: true, description: 'Whose list.' }),
  ...forwardPageArgs(t),
});

builder.queryField('followers', (t) =>
  t.field({
    type: FollowConnectionRef,
    nullable: true,
    description:
      'Who follows a person, newest first; only people whom the caller may see. Null when the caller may not see the person, or when the person keeps the list from them: a private account shows it to its followers alone.',
    access: 'anyone',
    args: listArgs(t.arg),
    resolve: (_root, { userId, ...page }, ctx) =>
      followers(ctx, { ...page, userId: fromGlobalId('user', userId) }),
  }),
);

builder.queryField('following', (t) =>
  t.field({
    type: FollowConnectionRef,
    nullable: true,
    description:
      'Whom a person follows, newest first; only people whom the caller may see. Null when the caller may not see the person, or when the person keeps the list from them: a private account shows it to its followers alone.',
    access: 'anyone',
    args: listArgs(t.arg),
    resolve: (_root, { userId, ...page }, ctx) =>
      following(ctx, { ...page, userId: fromGlobalId('user', userId) }),
  }),
);

builder.queryField('mutualFollowers', (t) =>
  t.field({
    type: MutualFollowerConnectionRef,
    nullable: true,
    description:
      "Those of a person's followers whom the caller follows, who came to that person last first. Null where `followers` is.",
    access: 'user',
    budget: { points: 120, windowSeconds: 60, per: 'user' },
    args: listArgs(t.arg),
    resolve: (_root, { userId, ...page }, ctx) =>
      mutualFollowers(signedIn(ctx), { ...page, userId: fromGlobalId('user', userId) }),
  }),
);
