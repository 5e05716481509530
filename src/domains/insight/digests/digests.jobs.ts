import { FIRST_ID } from '#platform/db/keyset.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { frequenciesAt, localTimeOf } from './digests.policy.ts';
import { listDueUsers, listTimeZones } from './digests.queries.ts';
import { sendDigest, sendZoneJob } from './digests.service.ts';

const BATCH_USERS = 100;

export const digestJobs: readonly JobHandler[] = [
  // Zones differ by quarters of an hour.
  handleCron('digests.begin', '*/15 * * * *', begin),
  handleJob(sendZoneJob, sendZone, { kind: 'bulk' }),
];

/** Begins, or goes on, in all zones where it is the time of digests. */
async function begin({ clock, db, transaction }: Services): Promise<void> {
  const now = clock.now();
  const zones = (await listTimeZones(db)).filter((zone) => frequenciesAt(localTimeOf(now, zone)).length > 0);
  await transaction(async (tx) => {
    for (const timeZone of zones) tx.enqueue(sendZoneJob, { timeZone, afterId: FIRST_ID }, { key: timeZone });
  });
}

/**
 * Sends the digests of the next users of a zone, then goes on with another job, before which the mails of these are sent: so what a
 * digest tells is true when it leaves, however many there are.
 */
async function sendZone(
  services: Services,
  { timeZone, afterId }: { timeZone: string; afterId: string },
): Promise<void> {
  const { clock, db, log, transaction } = services;
  const now = clock.now();
  const local = localTimeOf(now, timeZone);
  const frequencies = frequenciesAt(local);
  if (frequencies.length === 0) return;
  const due = { timeZone, frequencies, localDay: local.day, afterId, now, limit: BATCH_USERS };
  const users = await listDueUsers(db, due);
  for (const user of users) {
    try {
      await sendDigest(services, user, local.day);
    } catch (error) {
      // The other users of the zone do not wait for it; the next quarter of an hour tries again.
      log.error({ err: error, userId: user.userId }, 'a digest could not be made');
    }
  }
  const last = users.at(-1);
  if (!last || users.length < BATCH_USERS) return;
  await transaction(async (tx) =>
    tx.enqueue(sendZoneJob, { timeZone, afterId: last.userId }, { key: timeZone }),
  );
}
