import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import type { PushPorts } from '#ports/push.ts';
import { deleteOldDeliveries, deleteRecordedPushes } from './deliveries.queries.ts';
import { sendBatch } from './due-pushes.ts';
import { PROVIDER_PAUSE_MS } from './push.policy.ts';
import type { PushQueue } from './push.types.ts';
import { queueKeyOf, sendDueJob } from './sending.service.ts';
import { deleteExpired, findNextDue, listDueQueues } from './waiting.queries.ts';

const BATCH_ROWS = 1_000;
const DELIVERIES_KEPT_MS = 30 * DAY_MS;
const RECORDED_KEPT_MS = 7 * DAY_MS;

export const pushJobs: readonly JobHandler[] = [
  handleJob(sendDueJob, sendDue, { kind: 'push' }),
  handleCron('push.resume', '* * * * *', resume),
  handleCron('push.sweep', '37 * * * *', sweep),
];

/** Queues from which this process is sending, by their keys, and whether more came meanwhile. */
const underWay = new WeakMap<PushPorts, Map<string, { hasMore: boolean }>>();

/**
 * Sends all that is due in a queue, in batches. In one process one job at a time sends from a queue, so that a slow one occupies one
 * of the jobs of this kind and holds up no other queue.
 */
async function sendDue(services: Services, queue: PushQueue): Promise<void> {
  const { clock, db, ports, transaction } = services;
  const port = ports.push[queue.provider];
  if (!port) return;
  const sending = underWay.get(ports.push) ?? new Map<string, { hasMore: boolean }>();
  underWay.set(ports.push, sending);
  const key = queueKeyOf(queue);
  const other = sending.get(key);
  if (other) {
    other.hasMore = true;
    return;
  }
  const state = { hasMore: true };
  sending.set(key, state);
  let isAway = false;
  try {
    while (state.hasMore && !isAway) {
      state.hasMore = false;
      let end = await sendBatch(services, queue, port);
      while (end === 'ANSWERED') end = await sendBatch(services, queue, port);
      isAway = end === 'AWAY';
    }
  } finally {
    sending.delete(key);
  }
  const nextDue = await findNextDue(db, queue);
  if (!nextDue) return;
  const pauseEndsAt = new Date(clock.now().getTime() + (isAway ? PROVIDER_PAUSE_MS : 0));
  const runAt = nextDue > pauseEndsAt ? nextDue : pauseEndsAt;
  await transaction(async (tx) => tx.enqueue(sendDueJob, queue, { key, runAt }));
}

/** Takes up what a worker has left behind that was killed. */
async function resume({ clock, db, ports, transaction }: Services): Promise<void> {
  const queues = (await listDueQueues(db, clock.now())).filter(({ provider }) => ports.push[provider]);
  await transaction(async (tx) => {
    for (const queue of queues) tx.enqueue(sendDueJob, queue, { key: queueKeyOf(queue) });
  });
}

async function sweep({ clock, transaction }: Services): Promise<void> {
  const nowMs = clock.now().getTime();
  const inBatches = async (deleteBatch: (tx: Tx) => Promise<number>): Promise<void> => {
    while ((await transaction(deleteBatch)) === BATCH_ROWS);
  };
  await inBatches((tx) => deleteOldDeliveries(tx, new Date(nowMs - DELIVERIES_KEPT_MS), BATCH_ROWS));
  await inBatches((tx) => deleteRecordedPushes(tx, new Date(nowMs - RECORDED_KEPT_MS), BATCH_ROWS));
  await inBatches((tx) => deleteExpired(tx, new Date(nowMs - DAY_MS), BATCH_ROWS));
}
