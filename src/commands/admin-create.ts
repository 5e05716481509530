import { parseArgs } from 'node:util';
import { createAdmin } from '#domains/identity/admins/admins.service.ts';
import type { AdminRole } from '#domains/identity/admins/admins.types.ts';
import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import { openLogger } from '#platform/kernel/logger.ts';
import { createApp } from '#src/app/app.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { prepareDatabaseBeside } from './database.ts';

const ROLES: readonly AdminRole[] = ['OWNER', 'ADMIN', 'MODERATOR', 'FINANCE', 'SUPPORT', 'ANALYST'];

/** Creates an admin, also beside the process that has the embedded database. The password comes from ADMIN_PASSWORD, so that it stays out of the process list. */
export async function adminCreate(env: Environment): Promise<void> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'OWNER' },
    },
  });
  const password = env['ADMIN_PASSWORD'];
  const role = ROLES.find((known) => known === values.role);
  if (!values.email || !values.name || !password || !role) {
    throw new ConfigError(`Give --email, --name, ADMIN_PASSWORD and a --role of ${ROLES.join(', ')}.`);
  }
  const config = readConfig(env);
  const log = await openLogger(config);
  const database = await prepareDatabaseBeside(config, log);
  try {
    const app = await createApp({ config, connectionString: database.connectionString, log });
    try {
      const account = { email: values.email, displayName: values.name, password, role };
      const admin = await createAdmin(app.services, account);
      process.stdout.write(`${admin.role} ${admin.email} can sign in now.\n`);
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
