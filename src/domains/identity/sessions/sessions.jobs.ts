import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, handleEvent, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { attachMonth, deleteOldActiveDays, dropMonth } from './active-days.queries.ts';
import { deleteExpiredRegistrations } from './registration.queries.ts';
import { newDeviceSignedIn, sessionRevoked } from './sessions.events.ts';
import { newDeviceMail } from './sessions.mails.ts';
import { findSessionWithEmail } from './sessions.queries.ts';
import { endIdleSessions } from './sessions.service.ts';

/** Much longer than the refresh tokens of most providers live, so only abandoned sign-ins are ended. */
const IDLE_MS = 180 * DAY_MS;
const BATCH_SESSIONS = 500;

const BATCH_REGISTRATIONS = 500;
const BATCH_DAYS = 10_000;

export const sessionJobs: readonly JobHandler[] = [
  // Plaza already refuses the session; the provider is called afterwards, with retries.
  handleEvent('sessions.endAtProvider', sessionRevoked, ({ ports }, { sessionKey, subject }) =>
    ports.identity.endSession({ subject, sessionKey }),
  ),
  handleEvent('sessions.mailNewDevice', newDeviceSignedIn, mailNewDevice),
  // Rows of ended sessions stay: a provider that cannot end a single sign-in still accepts its refresh token.
  handleCron('sessions.endIdle', '43 3 * * *', async (services) => {
    while ((await endIdleBatch(services)) === BATCH_SESSIONS);
  }),
  handleCron('sessions.deleteRegistrations', '7 * * * *', async (services) => {
    const now = services.clock.now();
    await writeInBatches(services, (tx) => deleteExpiredRegistrations(tx, now, BATCH_REGISTRATIONS));
  }),
  handleCron('sessions.keepActiveDays', '29 3 * * *', async (services) => {
    const now = services.clock.now();
    await writeInBatches(services, (tx) => deleteOldActiveDays(tx, now, BATCH_DAYS));
    // One month for each transaction, so that locks are held briefly.
    for (const change of [dropMonth, attachMonth]) await writeInBatches(services, (tx) => change(tx, now));
  }),
];

function endIdleBatch({ clock, transaction }: Services): Promise<number> {
  const now = clock.now();
  const seenBefore = new Date(now.getTime() - IDLE_MS);
  return transaction((tx) => endIdleSessions(tx, { seenBefore, now, limit: BATCH_SESSIONS }));
}

async function mailNewDevice(services: Services, { sessionId }: { sessionId: string }): Promise<void> {
  const { db, transaction, webAppUrl } = services;
  const session = await findSessionWithEmail(db, sessionId);
  if (!session?.email) return;
  const mail = newDeviceMail(session, { to: session.email, webAppUrl });
  await transaction(async (tx) => sendMail(services, tx, mail));
}
