import type { Loader } from '#platform/request/loader.ts';
import { pageLoader } from '#platform/request/page-loader.ts';
import { listPins, listPinsOfMessages } from './pins.queries.ts';
import type { Pin } from './pins.types.ts';

/** The pins of messages that the caller sees. */
export const pinByMessage: Loader<Pin> = {
  name: 'pinByMessage',
  isForEverybody: true,
  batch: async (ctx, ids) => {
    const pins = await listPinsOfMessages(ctx.db, ids);
    return new Map(pins.map((pin) => [pin.messageId, pin]));
  },
};

/** Pages of the pinned messages of conversations that the caller sees. */
export const pinsOf = pageLoader<Pin>('pinsOf', async (ctx, pages) =>
  ctx.user ? listPins(ctx.db, { viewerId: ctx.user.id, now: ctx.clock.now(), ...pages }) : [],
);
