import assert from 'node:assert/strict';
import { jobHandlers } from '#domains/modules.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { runErasures } from '#test/support/people/accounts.ts';
import type { World } from '#test/support/world.ts';
import type { MoneyTown } from './money-acts.ts';
import { poll } from './purchases.ts';

/** Runs a job without a payload now, whoever else runs it. */
export async function runJob({ app: { services } }: World, name: string): Promise<void> {
  const job = jobHandlers.find((handler) => handler.name === name);
  assert.ok(job && 'run' in job, name);
  await (job.run as (given: typeof services) => Promise<void>)(services); // Jobs of this kind have no payload.
}

/** Hears of payments and erases accounts until it is over. */
export async function hear(world: World, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await poll(world);
    await runErasures(world);
  }
}

/** Lets the bank decide the refunds that wait, and all that follows them. */
export async function settleRefunds({ world, refunds }: Pick<MoneyTown, 'world' | 'refunds'>): Promise<void> {
  const { sandbox } = world.app.services.ports.payments;
  for (const id of refunds) await sandbox?.settleRefund(id).catch(() => undefined);
  world.clock.advance('2m');
  for (let round = 0; round < 3; round += 1) {
    await poll(world);
    await world.runJobs();
  }
  await runCron(world, 'coin-purchases.sweep');
  await runErasures(world);
}
