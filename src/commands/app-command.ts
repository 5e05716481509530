import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import { openLogger } from '#platform/kernel/logger.ts';
import type { Services } from '#platform/outbox/services.ts';
import { createApp } from '#src/app/app.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { prepareDatabaseBeside } from './database.ts';

/**
 * Runs one use case, also beside the process that has the embedded database.
 * @returns what is said at the end
 * @throws ConfigError with the text of an expected refusal
 */
export async function runUseCase(
  env: Environment,
  useCase: (services: Services) => Promise<string>,
): Promise<void> {
  const config = readConfig(env);
  const log = await openLogger(config);
  const database = await prepareDatabaseBeside(config, log);
  try {
    const app = await createApp({ config, connectionString: database.connectionString, log });
    try {
      process.stdout.write(`${await useCase(app.services)}\n`);
    } finally {
      await app.close();
    }
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof ValidationFailed)) throw error;
    throw new ConfigError(error.message);
  } finally {
    await database.stop();
  }
}
