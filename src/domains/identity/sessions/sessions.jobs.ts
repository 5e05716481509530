import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { sessionRevoked } from './sessions.events.ts';

export const sessionJobs: readonly JobHandler[] = [
  // The product refuses the session already; the provider may hear of it later.
  handleEvent('sessions.endAtProvider', sessionRevoked, ({ ports }, { sessionKey, subject }) =>
    ports.identity.endSession({ subject, sessionKey }),
  ),
];
