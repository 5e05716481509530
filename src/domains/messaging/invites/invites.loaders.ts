import type { Loader } from '#platform/request/loader.ts';
import { pageLoader } from '#platform/request/page-loader.ts';
import { listInvites } from './invites.queries.ts';
import { listTitles } from './join-requests.queries.ts';
import type { ConversationInvite } from './invites.types.ts';

/** Pages of the links of groups that the caller manages. */
export const invitesOf = pageLoader<ConversationInvite>('invitesOf', async (ctx, pages) =>
  ctx.user ? listInvites(ctx.db, { viewerId: ctx.user.id, ...pages }) : [],
);

/** The titles of the groups that the caller asks to join, by the ids of the requests. */
export const titleByOwnRequest: Loader<{ readonly title: string }> = {
  name: 'titleByOwnRequest',
  batch: async (ctx, ids) => {
    const titles = ctx.user ? await listTitles(ctx.db, { ids, userId: ctx.user.id }) : [];
    return new Map(titles.map((found) => [found.id, found]));
  },
};
