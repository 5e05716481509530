import { parseArgs } from 'node:util';
import { rebuildDashboard } from '#domains/insight/dashboard/rebuild.service.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { ConfigError } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { runVerification } from './verification.ts';

/** Recomputes the measures of closed days from a day on, and with --write repairs those that differ. */
export async function dashboardRebuild(env: Environment): Promise<void> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const { from, write: isWriting } = values;
  if (from === undefined || !isDay(from))
    throw new ConfigError('Give --from with a day, such as 2026-11-30.');
  await runVerification(env, {
    isWriting,
    verify: async (db, listener) => {
      const { differences, days, loggedFrom } = await rebuildDashboard(
        db,
        { from, now: systemClock.now(), isWriting },
        listener,
      );
      const since = loggedFrom && `, what is counted from the event log since ${dateOf(loggedFrom)}`;
      return { differences, right: `The measures of ${days} days are right${since ?? ''}.` };
    },
    wrong: isWriting ? 'Repaired differences in the measures' : 'Differences in the measures',
  });
}

const dateOf = (time: Date): string => time.toISOString().slice(0, 10);

function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && dateOf(time) === text;
}
