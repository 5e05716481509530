import type { Loader } from '#platform/request/loader.ts';
import { listBought, listSold } from './message-locks.queries.ts';

type Found = { readonly id: string };

/** Locked messages that the caller has bought. */
export const boughtMessageById: Loader<Found> = {
  name: 'boughtMessageById',
  batch: async (ctx, ids) => {
    const found = ctx.user ? await listBought(ctx.db, { ids, buyerId: ctx.user.id }) : [];
    return new Map(found.map((message) => [message.id, message]));
  },
};

/** Locked messages that somebody has bought. Load it for their sender alone. */
export const soldMessageById: Loader<Found> = {
  name: 'soldMessageById',
  batch: async (ctx, ids) =>
    new Map((await listSold(ctx.db, { ids })).map((message) => [message.id, message])),
};
