import { DAY_MS } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import { handleCron, handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { sendMail } from '#platform/mail.ts';
import { accountErased } from '../accounts/accounts.events.ts';
import { newDeviceSignedIn, sessionRevoked } from './sessions.events.ts';
import { newDeviceMail } from './sessions.mails.ts';
import { deleteSessions, findSessionWithEmail } from './sessions.queries.ts';
import { endIdleSessions } from './sessions.service.ts';

/** Much longer than a refresh token of most providers lives: only sign-ins that nobody comes back to are ended. */
const IDLE_MS = 180 * DAY_MS;
const BATCH_SESSIONS = 500;

export const sessionJobs: readonly JobHandler[] = [
  // The product refuses the session already; the provider may hear of it later.
  handleEvent('sessions.endAtProvider', sessionRevoked, ({ ports }, { sessionKey, subject }) =>
    ports.identity.endSession({ subject, sessionKey }),
  ),
  handleEvent('sessions.mailNewDevice', newDeviceSignedIn, mailNewDevice),
  handleEvent('sessions.eraseUser', accountErased, (services, { userId }) =>
    writeInBatches(services, (tx) => deleteSessions(tx, userId, BATCH_SESSIONS)),
  ),
  // Ended sessions stay as rows: a provider that cannot end one sign-in of several goes on to accept its refresh token.
  handleCron('sessions.endIdle', '43 3 * * *', async (services) => {
    while ((await endIdleBatch(services)) === BATCH_SESSIONS);
  }),
];

function endIdleBatch({ clock, transaction }: Services): Promise<number> {
  const now = clock.now();
  const seenBefore = new Date(now.getTime() - IDLE_MS);
  return transaction((tx) => endIdleSessions(tx, { seenBefore, now, limit: BATCH_SESSIONS }));
}

async function mailNewDevice(
  { db, transaction, webAppUrl }: Services,
  { sessionId }: { sessionId: string },
): Promise<void> {
  const session = await findSessionWithEmail(db, sessionId);
  if (!session?.email) return;
  const mail = newDeviceMail(session, { to: session.email, webAppUrl });
  await transaction(async (tx) => sendMail(tx, mail));
}
