import type { Db } from '#platform/db/database.ts';
import { listMediaViews } from './admin-content.queries.ts';
import type { MediaView } from './admin-content.types.ts';

/** Media items of a post, comment or message that are shown. */
export const MEDIA_SHOWN = 20;

/** Media items with all that is private, by id, for a look that is in the audit log. */
export async function openMedia(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, MediaView>> {
  const found = ids.length === 0 ? [] : await listMediaViews(db, ids);
  return new Map(found.map((view) => [view.id, { ...view, isShown: true }]));
}
