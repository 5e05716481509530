import type { Loader } from '#platform/request/loader.ts';
import { listEmojiCounts, listOwnEmojis } from './reactions.queries.ts';
import type { EmojiCount } from './reactions.types.ts';

/** The emojis of messages, first used first. */
export const emojiCountsByMessage: Loader<readonly EmojiCount[]> = {
  name: 'emojiCountsByMessage',
  isForEverybody: true,
  batch: async (ctx, ids) =>
    Map.groupBy(await listEmojiCounts(ctx.db, { ids }), ({ messageId }) => messageId),
};

/** The caller's own emojis on messages, first ones first. */
export const ownEmojisByMessage: Loader<readonly string[]> = {
  name: 'ownEmojisByMessage',
  batch: async (ctx, ids) => {
    const rows = ctx.user ? await listOwnEmojis(ctx.db, { ids, userId: ctx.user.id }) : [];
    const ofMessages = Map.groupBy(rows, ({ messageId }) => messageId);
    return new Map(Array.from(ofMessages, ([id, own]) => [id, own.map(({ emoji }) => emoji)]));
  },
};
