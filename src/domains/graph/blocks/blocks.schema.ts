import { shownMedia } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { blockedUsers, blockUser, unblockUser } from './blocks.service.ts';
import type { BlockedUser } from './blocks.types.ts';

const AWAY_NOTE = 'Null while the account is away or suspended.';

/** No `User` and no node: to the caller the person does not exist, and this is all that is left to lift the block by. */
const BlockedUserRef = builder.objectRef<BlockedUser>('BlockedUser').implement({
  description:
    'A person whom the caller has blocked, in the only place where they still appear. The same whether or not they have blocked the caller too.',
  fields: (t) => ({
    userId: t.id({
      description: 'The global id of the person, for `unblockUser`; `node` does not find it.',
      resolve: (blocked) => toGlobalId('user', blocked.userId),
    }),
    username: t.exposeString('username', { nullable: true, description: `The unique name. ${AWAY_NOTE}` }),
    displayName: t.exposeString('displayName', {
      nullable: true,
      description: `The name to show. ${AWAY_NOTE}`,
    }),
    avatar: t.field({
      type: MediaRef,
      nullable: true,
      description: `The profile picture; null when there is none, too. ${AWAY_NOTE}`,
      resolve: ({ avatarMediaId }, _args, ctx) =>
        avatarMediaId ? load(ctx, shownMedia, avatarMediaId) : null,
    }),
    blockedAt: t.field({
      type: 'DateTime',
      description: 'When the caller blocked them.',
      resolve: (blocked) => blocked.blockedAt,
    }),
  }),
});

const BlockedUserConnectionRef = connectionOf('BlockedUser', BlockedUserRef, {
  description: 'People whom the caller has blocked, newest first.',
});

builder.queryField('blockedUsers', (t) =>
  t.field({
    type: BlockedUserConnectionRef,
    nullable: true,
    description: 'Whom the caller has blocked, newest first.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => blockedUsers(signedIn(ctx), args),
  }),
);

const BLOCK_BUDGET = { points: 200, windowSeconds: 86_400, per: 'user' } as const;

mutationField('blockUser', {
  description:
    'Blocks a person: from then on each of the two is to the other as if they did not exist, and cannot tell it from an account that has gone. Follows and requests between them end. Blocking again is success.',
  access: 'user',
  restriction: null,
  budget: BLOCK_BUDGET,
  input: (t) => ({ userId: t.id({ required: true, description: 'Whom to block.' }) }),
  payload: { blockedUser: { type: BlockedUserRef, description: 'The person who is now blocked.' } },
  resolve: async (ctx, { userId }) => ({
    blockedUser: await blockUser(ctx, { userId: fromGlobalId('user', userId) }),
  }),
});

mutationField('unblockUser', {
  description:
    "Lifts the caller's own block; one of the other person stays, and nothing that the block ended comes back. Success when there was none and the caller may see the person.",
  access: 'user',
  restriction: null,
  budget: BLOCK_BUDGET,
  input: (t) => ({ userId: t.id({ required: true, description: 'Whom to block no longer.' }) }),
  payload: { userId: { type: 'ID', description: 'The person whom the caller no longer blocks.' } },
  resolve: async (ctx, { userId }) => ({
    userId: toGlobalId('user', await unblockUser(ctx, { userId: fromGlobalId('user', userId) })),
  }),
});
