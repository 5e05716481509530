import { pageLoader } from '#platform/request/page-loader.ts';
import { listInvites } from './invites.queries.ts';
import type { ConversationInvite } from './invites.types.ts';

/** Pages of the links of groups that the caller manages. */
export const invitesOf = pageLoader<ConversationInvite>('invitesOf', async (ctx, pages) =>
  ctx.user ? listInvites(ctx.db, { viewerId: ctx.user.id, ...pages }) : [],
);
