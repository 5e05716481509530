import type { Loader } from '#platform/request/loader.ts';
import { listMedia } from './media.queries.ts';
import type { Media } from './media.types.ts';

/**
 * Media items by id, without a check of visibility: a caller who can see the post, message or profile that shows a media
 * item can see it. Never load by an id that came from a caller.
 */
export const mediaById: Loader<Media> = {
  name: 'mediaById',
  isForEverybody: true,
  batch: async (ctx, ids) => new Map((await listMedia(ctx.db, { ids })).map((media) => [media.id, media])),
};
