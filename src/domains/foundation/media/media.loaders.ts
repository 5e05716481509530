import type { Loader } from '#platform/loader.ts';
import { listMedia } from './media.queries.ts';
import type { Media } from './media.types.ts';

/**
 * Media by id, without a check of its own: a media is shown by a post, a message or a profile,
 * and whoever may see that may see its media. Never load by an id that came from a caller.
 */
export const shownMedia: Loader<Media> = {
  name: 'shownMedia',
  batch: async (ctx, ids) => new Map((await listMedia(ctx.db, { ids })).map((media) => [media.id, media])),
};
