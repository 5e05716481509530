import { defineJob } from '#platform/jobs/definition.ts';
import type { World } from './world.ts';

/** Runs a job that otherwise waits for its minute, and all that it starts. */
export async function runCron(world: World, name: string): Promise<void> {
  await world.app.services.transaction(async (tx) => tx.enqueue(defineJob<object>(name), {}));
  // What a job enqueues is in the outbox when the first round ends.
  await world.runJobs();
  await world.runJobs();
}
