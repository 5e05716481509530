import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listAllSessions } from './sessions.queries.ts';
import type { Session } from './sessions.types.ts';

const BATCH_SESSIONS = 500;

export const sessionExport: ExportPart = {
  name: 'sessions',
  description: 'Your sign-ins, with what is known of the device and of the network that it came from.',
  async *rows({ db }, userId) {
    const sessions = readInBatches((last: Session | null) =>
      listAllSessions(db, { userId, after: last?.id ?? null, limit: BATCH_SESSIONS }),
    );
    for await (const { userId: _userId, ...session } of sessions) {
      yield { ...session, id: toGlobalId('session', session.id) };
    }
  },
};
