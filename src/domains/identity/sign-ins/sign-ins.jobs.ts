import { DAY_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { deleteForgottenDevices } from './known-devices.queries.ts';
import { DEVICE_LIFE_DAYS } from './known-devices.service.ts';

const BATCH_ROWS = 500;

export const signInJobs: readonly JobHandler[] = [
  handleCron('sign-ins.forgetDevices', '52 3 * * *', async (services) => {
    const usedBefore = new Date(services.clock.now().getTime() - DEVICE_LIFE_DAYS * DAY_MS);
    await writeInBatches(services, (tx) => deleteForgottenDevices(tx, usedBefore, BATCH_ROWS));
  }),
];
