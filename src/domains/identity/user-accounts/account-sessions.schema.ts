import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { PlatformRef } from '../sessions/sessions.schema.ts';
import {
  RELATED_SHOWN,
  relatedByAccount,
  SESSIONS_SHOWN,
  sessionsByAccount,
} from './account-sessions.loaders.ts';
import type { AccountSession, RelatedAccount } from './account-sessions.types.ts';
import { findUserSession } from './user-accounts.service.ts';
import { userAccountById } from './user-accounts.loaders.ts';
import { UserAccountRef } from './user-accounts.schema.ts';

const AccountSessionRef = builder.objectRef<AccountSession>('AdminUserSession').implement({
  description: 'A sign-in of a user on one device, as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `session_…`, for `adminRevokeUserSessions`.',
      resolve: ({ id }) => toGlobalId('session', id),
    }),
    deviceName: t.exposeString('deviceName', {
      nullable: true,
      description: 'Device name given by the client. Null if none.',
    }),
    platform: t.field({
      type: PlatformRef,
      description: 'Kind of client.',
      resolve: ({ platform }) => platform,
    }),
    appVersion: t.exposeString('appVersion', {
      nullable: true,
      description: 'Version of the client. Null if unknown.',
    }),
    ip: t.exposeString('ip', { description: 'IP address of the last sign-in or refresh.' }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'Country of that address as ISO 3166-1 alpha-2. Null if unknown.',
    }),
    userAgent: t.exposeString('userAgent', { description: 'User agent at sign-in.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the sign-in.',
      resolve: ({ createdAt }) => createdAt,
    }),
    lastSeenAt: t.field({
      type: 'DateTime',
      description: 'Time of the last use, to within 5 minutes.',
      resolve: ({ lastSeenAt }) => lastSeenAt,
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it ended. Null while it is live.',
      resolve: ({ revokedAt }) => revokedAt,
    }),
  }),
});

adminNodeType(AccountSessionRef, 'session', { permission: 'USERS_PRIVATE_READ' }, (ctx, id) =>
  findUserSession(ctx, id),
);

const RelatedAccountRef = builder.objectRef<RelatedAccount>('RelatedAccount').implement({
  description:
    'Another account that was used from the same IP address within 24 hours. People of one household, office or mobile network share addresses as well.',
  fields: (t) => ({
    account: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The other account. Null without the permission `USERS_READ`.',
      resolve: ({ relatedId }, _args, ctx) => load(ctx, userAccountById, relatedId),
    }),
    ip: t.exposeString('ip', { description: 'Address that both have used.' }),
    lastSeenAt: t.field({
      type: 'DateTime',
      description: 'Time at which the other account was last used from there.',
      resolve: ({ lastSeenAt }) => lastSeenAt,
    }),
  }),
});

builder.objectFields(UserAccountRef, (t) => ({
  sessions: t.field({
    type: [AccountSessionRef],
    nullable: true,
    description: `Sessions, live or ended, the last used first, at most ${SESSIONS_SHOWN}. Null without the permission \`USERS_PRIVATE_READ\`.`,
    extensions: listSize(SESSIONS_SHOWN),
    resolve: async ({ id }, _args, ctx) => {
      const sessions = await load(ctx, sessionsByAccount, id);
      return sessions ? [...sessions] : null;
    },
  }),
  relatedAccounts: t.field({
    type: [RelatedAccountRef],
    nullable: true,
    description: `Accounts that were used from the same addresses at about the same time, latest first, at most ${RELATED_SHOWN}. Null without the permission \`USERS_PRIVATE_READ\`.`,
    extensions: listSize(RELATED_SHOWN),
    resolve: async ({ id }, _args, ctx) => {
      const related = await load(ctx, relatedByAccount, id);
      return related ? [...related] : null;
    },
  }),
}));
