import { parseArgs } from 'node:util';
import { createAdminByCommand } from '#domains/identity/admins/admins.service.ts';
import type { AdminRole } from '#domains/identity/admins/admins.types.ts';
import { ConfigError } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { runUseCase } from './app-command.ts';

const ROLES: readonly AdminRole[] = ['OWNER', 'ADMIN', 'MODERATOR', 'FINANCE', 'SUPPORT', 'ANALYST'];

/** Creates an admin. The password comes from ADMIN_PASSWORD, so that it stays out of the process list. */
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
  const account = { email: values.email, displayName: values.name, password, role };
  await runUseCase(env, async (services) => {
    const admin = await createAdminByCommand(services, { ...account, reason: 'Command admin:create' });
    return `${admin.role} ${admin.email} can sign in now.`;
  });
}
