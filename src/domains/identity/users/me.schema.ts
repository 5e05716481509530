import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { UserRef } from './users.schema.ts';
import { me } from './users.service.ts';
import { nextUsernameChangeAt } from './usernames.service.ts';
import type { User } from './users.types.ts';

export const MeRef = builder.objectRef<User>('Me').implement({
  description: 'The account of the caller: what no other user sees.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `me_…`. That of the user is `user { id }`.',
      resolve: ({ id }) => toGlobalId('me', id),
    }),
    user: t.field({
      type: UserRef,
      description: 'The caller as a user, also while they are invisible to others.',
      resolve: (own) => own,
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'The e-mail address. Null if the identity provider gave none.',
    }),
    nextUsernameChangeAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time from which `changeUsername` is accepted again. Null if it is now.',
      resolve: (_own, _args, ctx) => nextUsernameChangeAt(signedIn(ctx)),
    }),
  }),
});

nodeType(MeRef, 'me', (ctx, id) => (ctx.user?.id === id ? me(signedIn(ctx)) : null));

builder.queryField('me', (t) =>
  t.field({
    type: MeRef,
    nullable: true,
    description: 'The account of the caller.',
    access: 'user',
    resolve: (_root, _args, ctx) => me(signedIn(ctx)),
  }),
);
