import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { World } from '#test/support/world.ts';

/** Runs a cron job immediately, and all jobs that it enqueues. */
export async function runCron(world: World, name: string): Promise<void> {
  await world.app.services.transaction(async (tx) => tx.enqueue(defineJob<object>(name), {}));
  // Jobs enqueued by the job are in the outbox after the first round.
  await world.runJobs();
  await world.runJobs();
}
