import type { Loader } from '#platform/request/loader.ts';
import { listFailures, listMedia } from './media.queries.ts';
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

/** Why the caller's own media items could not be processed, for their owner to read. */
export const failureOfOwnMedia: Loader<{ readonly failure: string }> = {
  name: 'failureOfOwnMedia',
  batch: async (ctx, ids) => {
    const failures = ctx.user ? await listFailures(ctx.db, { ids, ownerId: ctx.user.id }) : [];
    // The name of the limit stands before the text.
    return new Map(
      failures.map(({ id, failure }) => [id, { failure: failure.slice(failure.indexOf(': ') + 2) }]),
    );
  },
};
