import type { Loader } from '#platform/request/loader.ts';
import { listBought, listKept } from './message-locks.queries.ts';
import type { KeptMessage } from './message-locks.types.ts';

type Found = { readonly id: string };

/** Locked messages that the caller has bought. */
export const boughtMessageById: Loader<Found> = {
  name: 'boughtMessageById',
  batch: async (ctx, ids) => {
    const found = ctx.user ? await listBought(ctx.db, { ids, buyerId: ctx.user.id }) : [];
    return new Map(found.map((message) => [message.id, message]));
  },
};

/** Contents of deleted messages that the caller has bought and keeps. */
export const keptMessageById: Loader<KeptMessage> = {
  name: 'keptMessageById',
  batch: async (ctx, ids) => {
    const buyer = ctx.user && { buyerId: ctx.user.id, now: ctx.clock.now() };
    const found = buyer ? await listKept(ctx.db, { ids, ...buyer }) : [];
    return new Map(found.map((message) => [message.id, message]));
  },
};
