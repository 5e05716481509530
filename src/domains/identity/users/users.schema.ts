import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { shownMedia } from '#domains/foundation/media/media.loaders.ts';
import { PollVoterRef } from '#domains/foundation/polls/polls.schema.ts';
import { badUserInput } from '#platform/errors.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { searchUsers } from './search.service.ts';
import type { FoundUser } from './search.types.ts';
import './usernames.schema.ts';
import { changeUsername } from './usernames.service.ts';
import { visibleUserById } from './users.loaders.ts';
import { me, updateProfile, user } from './users.service.ts';
import type { User } from './users.types.ts';

export const UserRef = builder.objectRef<User>('User').implement({
  description: 'A person who uses the platform, as other people see them.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'The global id, `user_…`.', resolve: (user) => toGlobalId('user', user.id) }),
    username: t.exposeString('username', {
      description: 'The unique name: 3 to 30 of `a-z`, `0-9`, `_` and `.`, always lower case.',
    }),
    displayName: t.exposeString('displayName', { description: 'The name to show, 1 to 50 characters.' }),
    bio: t.exposeString('bio', {
      description: 'What the person says of themselves; may be empty, at most 500 characters.',
    }),
    avatar: t.field({
      type: MediaRef,
      nullable: true,
      description: 'The profile picture; null when there is none.',
      resolve: (user, _args, ctx) => (user.avatarMediaId ? load(ctx, shownMedia, user.avatarMediaId) : null),
    }),
    cover: t.field({
      type: MediaRef,
      nullable: true,
      description: 'The wide picture behind the profile; null when there is none.',
      resolve: (user, _args, ctx) => (user.coverMediaId ? load(ctx, shownMedia, user.coverMediaId) : null),
    }),
    isPrivate: t.exposeBoolean('isPrivate', {
      description: 'Whether only followers see the posts, and following needs consent.',
    }),
    followerCount: t.exposeInt('followerCount', {
      description: 'How many people follow this one. The same number for everybody.',
    }),
    followingCount: t.exposeInt('followingCount', {
      description: 'How many people this one follows. The same number for everybody.',
    }),
    postCount: t.exposeInt('postCount', {
      description: 'How many posts there are of every visibility. The same number for everybody.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the account was made.',
      resolve: (user) => user.createdAt,
    }),
  }),
});

builder.objectField(PollVoterRef, 'user', (t) =>
  t.field({
    type: UserRef,
    nullable: true,
    description: 'Who it is; null in the moment in which they become invisible to the caller.',
    resolve: (voter, _args, ctx) => load(ctx, visibleUserById, voter.userId),
  }),
);

nodeType(UserRef, 'user', (ctx, id) => load(ctx, visibleUserById, id));

builder.objectField(UserRef, 'email', (t) =>
  t.string({
    nullable: true,
    description: 'The e-mail address; null for everybody but the person themselves.',
    resolve: (user, _args, ctx) => (ctx.user?.id === user.id ? user.email : null),
  }),
);

builder.queryField('me', (t) =>
  t.field({
    type: UserRef,
    nullable: true,
    description: 'The caller.',
    access: 'user',
    resolve: (_root, _args, ctx) => me(signedIn(ctx)),
  }),
);

builder.queryField('user', (t) =>
  t.field({
    type: UserRef,
    nullable: true,
    description:
      'A person by id or by username; null when there is none or the caller may not see them. A name that was given up leads to its former owner for 30 days, unless somebody has it.',
    access: 'anyone',
    args: {
      id: t.arg.id({ description: 'The id. Give this or `username`.' }),
      username: t.arg.string({ description: 'The username, in any case. Give this or `id`.' }),
    },
    resolve: (_root, { id, username }, ctx) => {
      if ((id == null) === (username == null)) throw badUserInput('Give either id or username.');
      return user(ctx, id == null ? { username: username ?? null } : { id: fromGlobalId('user', id) });
    },
  }),
);

const UserConnectionRef = connectionOf<typeof UserRef, FoundUser>('User', UserRef, {
  description: 'People who were found, the nearest first.',
});

builder.queryField('searchUsers', (t) =>
  t.field({
    type: UserConnectionRef,
    nullable: true,
    description:
      'The 200 people who come nearest to what is searched for: whose username it is, begins with it, whose displayed name has a word that begins with it, who have it anywhere in their names, whose names are like it. Within each of these those whom the caller follows come first, then those whom many follow. What is less near is only looked for while there are few. Case, accents and the difference of scripts do not count. Who does not want to be found is found by those who follow them, and by the whole username.',
    access: 'anyone',
    budget: { points: 300, windowSeconds: 60, per: 'ip' },
    args: {
      query: t.arg.string({
        required: true,
        description: 'What is searched for: 2 to 50 characters; an `@` before them is left out.',
      }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, args, ctx) => searchUsers(ctx, args),
  }),
);

mutationField('changeUsername', {
  description:
    "Gives the caller another username, at most once in 14 days. The former one is kept for them for 30 days, in which it leads to them and they can take it back. The caller's own is success without a change.",
  access: 'user',
  restriction: null,
  budget: { points: 20, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    username: t.string({
      required: true,
      description:
        'The new username: 3 to 30 of `a-z`, `0-9`, `_` and `.`, at least one of them a letter or a digit; dots stand inside and alone.',
    }),
  }),
  payload: { user: { type: UserRef, description: 'The caller as changed.' } },
  resolve: async (ctx, input) => ({ user: await changeUsername(ctx, input) }),
});

mutationField('updateProfile', {
  description:
    "Changes the caller's profile. Fields left out stay as they are. A new picture is an upload, which UPLOADS restricts.",
  access: 'user',
  restriction: null,
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    displayName: t.string({ description: 'The new name to show, 1 to 50 characters.' }),
    bio: t.string({
      description: 'The new text about the person, at most 500 characters; empty removes it.',
    }),
    avatar: t.field({
      type: 'Upload',
      description: 'A new profile picture: JPEG, PNG, WebP, GIF or AVIF, at most 20 MiB.',
    }),
    removeAvatar: t.boolean({
      description: 'Whether to remove the profile picture. Has no effect beside `avatar`.',
    }),
    cover: t.field({
      type: 'Upload',
      description: 'A new picture behind the profile: JPEG, PNG, WebP, GIF or AVIF, at most 20 MiB.',
    }),
    removeCover: t.boolean({
      description: 'Whether to remove the picture behind the profile. Has no effect beside `cover`.',
    }),
  }),
  payload: { user: { type: UserRef, description: 'The caller as changed.' } },
  resolve: async (ctx, input) => ({ user: await updateProfile(ctx, input) }),
});
