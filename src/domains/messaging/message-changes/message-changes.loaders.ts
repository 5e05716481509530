import type { Loader } from '#platform/request/loader.ts';
import { listRevisions } from './message-changes.queries.ts';
import type { MessageRevision } from '../messages/messages.types.ts';

/** Earlier texts of messages that the caller sees, newest first. */
export const revisionsByMessage: Loader<readonly MessageRevision[]> = {
  name: 'revisionsByMessage',
  batch: async (ctx, ids) => Map.groupBy(await listRevisions(ctx.db, ids), ({ messageId }) => messageId),
};
