import { openLogger, type Logger } from '#platform/kernel/logger.ts';
import type { Config } from '../config/config.ts';

/** The log of a process that was configured; it begins with what its configuration has probably overlooked. */
export async function openProcessLog(config: Config): Promise<Logger> {
  const log = await openLogger(config);
  for (const { given, meant } of config.nearMisses)
    log.warn(
      { variable: given },
      `${given} is no setting and has no effect: write ${meant} if that is meant`,
    );
  return log;
}
