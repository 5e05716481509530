import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { createAdmin } from '#domains/identity/admins/admins.service.ts';
import type { Services } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Config } from '../config.ts';

const accountsSchema = z.object({
  admin: z.object({ email: z.string(), password: z.string() }).nullable(),
  users: z.array(z.object({ username: z.string(), email: z.string(), password: z.string() })),
});

/** Who can sign in to a fresh installation. Without an admin the database had one already. */
export type FirstAccounts = z.infer<typeof accountsSchema>;

export type Demo = { seedDemo(services: Services): Promise<FirstAccounts['users']> };

const FIRST_ADMIN_EMAIL = 'admin@plaza.example';
const PASSWORD_BYTES = 15;

/**
 * Outside production the first start makes an admin and the demo world and notes them; later starts read the note.
 * A start that was killed half-way is made up for by the next one: the note comes last, and making things again is harmless.
 * @returns null in production
 */
export async function prepareFirstRun(
  services: Services,
  config: Config,
  demo: Demo | null,
): Promise<FirstAccounts | null> {
  if (config.isProduction) return null;
  const noted = await readAccounts(config);
  if (noted) return noted;
  const accounts = {
    admin: await makeFirstAdmin(services, config),
    users: demo ? await demo.seedDemo(services) : [],
  };
  return accounts;
}

/** Notes for programs what the greeting tells people; only the owner of the data folder can read it. */
export async function noteFirstRun(
  config: Config,
  facts: FirstAccounts & { webUrl: string; adminUrl: string },
): Promise<void> {
  const file = noteFile(config);
  const temporary = `${file}.new`;
  await writeFile(temporary, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(temporary, file);
}

const noteFile = (config: Config): string => path.join(config.dataDir, 'first-run.json');

async function readAccounts(config: Config): Promise<FirstAccounts | null> {
  const text = await readFile(noteFile(config), 'utf8').catch(() => null);
  return text === null ? null : accountsSchema.parse(JSON.parse(text));
}

async function makeFirstAdmin(services: Services, config: Config): Promise<FirstAccounts['admin']> {
  const password = await firstAdminPassword(config);
  try {
    await createAdmin(services, {
      email: FIRST_ADMIN_EMAIL,
      displayName: 'First admin',
      password,
      role: 'OWNER',
    });
  } catch (error) {
    // The start before this one was killed after it had made the admin, with the same password.
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
  }
  return { email: FIRST_ADMIN_EMAIL, password };
}

/** Kept from before the admin is made, so that a start that is killed in between loses nothing. */
async function firstAdminPassword(config: Config): Promise<string> {
  const file = path.join(config.dataDir, 'first-admin.password');
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return kept.trim();
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(file, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}
