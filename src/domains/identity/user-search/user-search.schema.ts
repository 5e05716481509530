import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { NEAREST_FIRST, searchUsers } from './user-search.service.ts';
import type { FoundUser } from './user-search.types.ts';
import { UserRef } from '../users/users.schema.ts';

const UserConnectionRef = connectionType<typeof UserRef.$inferType, FoundUser>('User', UserRef, {
  description: 'Matching users, nearest first.',
});

listField('searchUsers', {
  connection: UserConnectionRef,
  description:
    'The 200 users nearest to the query, nearest first: see `docs/guides/search.md`. Users that are not discoverable are found by their followers and by exact username.',
  access: 'anyone',
  budget: { points: 300, windowSeconds: 60, per: 'caller', networkPoints: 3_000 },
  args: (t) => ({
    query: t.string({
      required: true,
      description:
        'The search text, 1 to 50 characters; a single one finds names with a word that begins with it. A leading `@` is ignored. Case, accents and scripts make no difference.',
    }),
  }),
  order: NEAREST_FIRST,
  rows: (ctx, { query }, page) => searchUsers(ctx, query, page),
});
