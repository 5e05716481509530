import { parseArgs } from 'node:util';
import { resetLostFactor } from '#domains/identity/admin-accounts/factors.service.ts';
import { ConfigError } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { runUseCase } from './app-command.ts';

/** Takes the second factor from an admin who has lost it and whom nobody else can help. */
export async function adminResetTotp(env: Environment): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string', default: 'Command admin:reset-totp' } },
  });
  const [, email, ...others] = positionals;
  if (email === undefined || others.length > 0 || values.reason.trim() === '') {
    throw new ConfigError(
      'Give the e-mail address of one admin, and a --reason with words if there is one to note.',
    );
  }
  await runUseCase(env, async (services) => {
    const { hadFactor, endedSessionCount } = await resetLostFactor(services, {
      email,
      reason: values.reason,
    });
    return hadFactor
      ? `${email} has no second factor now and enrols another one after the next sign-in. Sessions ended: ${endedSessionCount}.`
      : `${email} had no second factor. Sessions ended: ${endedSessionCount}.`;
  });
}
