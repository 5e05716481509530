import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { enrolSecret } from '#domains/identity/admin-factors/admin-factors.service.ts';
import { newTotpSecret } from '#domains/identity/admin-factors/totp.ts';
import { adminLogin, createAdmin, hasAdmin } from '#domains/identity/admins/admins.service.ts';
import type { AdminRole, AdminUser } from '#domains/identity/admins/admins.types.ts';
import type { Services } from '#platform/outbox/services.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { readOrCreateText } from '#platform/caches/read-or-create.ts';
import { localContext } from '#platform/request/local-context.ts';
import type { Config } from '../config/config.ts';
import { StartError } from './start-error.ts';

const accountsSchema = z.object({
  admin: z.object({ email: z.string(), password: z.string() }).nullable(),
  /** Admins of the demo world, each of another role; the secret is null for those without a second factor. */
  demoAdmins: z
    .array(
      z.object({
        role: z.string(),
        email: z.string(),
        password: z.string(),
        totpSecret: z.string().nullable(),
      }),
    )
    .default([]),
  users: z.array(z.object({ username: z.string(), email: z.string(), password: z.string() })),
});

/** Credentials of a fresh installation. Without an admin the database already had one. */
export type FirstAccounts = z.infer<typeof accountsSchema>;

type Demo = { seedDemo(services: Services): Promise<FirstAccounts['users']> };

const FIRST_ADMIN_EMAIL = 'admin@plaza.example';
const PASSWORD_BYTES = 15;

/**
 * Outside production the first start creates an admin and the demo world and writes a note; later starts read the note.
 * A start that was killed half-way is completed by the next one: the note is written last, and creation is idempotent.
 * @returns null in production
 */
export async function prepareFirstRun(
  services: Services,
  config: Config,
  { noted, demo }: { noted: FirstAccounts | null; demo: Demo | null },
): Promise<FirstAccounts | null> {
  if (config.isProduction) return null;
  const hasUsers = noted !== null && noted.users.length > 0;
  const hasDemoAdmins = noted !== null && noted.demoAdmins.length > 0;
  return {
    demoAdmins: hasDemoAdmins || !demo ? (noted?.demoAdmins ?? []) : await makeDemoAdmins(services, config),
    admin: noted ? noted.admin : await makeFirstAdmin(services, config),
    users: hasUsers || !demo ? (noted?.users ?? []) : await demo.seedDemo(services),
  };
}

/** In production nobody is made an admin, so the start says how somebody becomes one. */
export async function sayWithoutAdmin(services: Services, { isProduction }: Config): Promise<void> {
  if (!isProduction || (await hasAdmin(services))) return;
  services.log.warn(
    'no admin exists: make one beside this process by "npm run admin:create -- --email E --name N", its password in ADMIN_PASSWORD',
  );
}

/** Where the process answers. */
export type Addresses = {
  readonly url: string;
  readonly webUrl: string;
  readonly adminUrl: string;
  /** Null where no web app is served. */
  readonly appUrl: string | null;
  /** Null where no panel is served. */
  readonly panelUrl: string | null;
  readonly readyUrl: string;
  /** Null where mails are sent. */
  readonly mailsUrl: string | null;
};

/**
 * Notes for programs what the summary prints for people, with the header of the first user, which is null when they cannot be
 * signed in; only the owner of the data folder can read it.
 */
export async function writeFirstRunFile(
  config: Config,
  facts: Addresses & FirstAccounts & { readonly authorization: string | null },
): Promise<void> {
  const file = firstRunFile(config);
  const temporary = `${file}.new`;
  await writeFile(temporary, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(temporary, file);
}

const firstRunFile = (config: Config): string => path.join(config.dataDir, 'first-run.json');

/** Null before the first start is complete. @throws StartError when the note cannot be read */
export async function readFirstRunFile(config: Config): Promise<FirstAccounts | null> {
  const file = firstRunFile(config);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return accountsSchema.parse(JSON.parse(text));
  } catch {
    throw new StartError(`${file} cannot be read any more: remove it, and the next start writes it anew.`);
  }
}

async function makeFirstAdmin(services: Services, config: Config): Promise<FirstAccounts['admin']> {
  const account = { email: FIRST_ADMIN_EMAIL, password: await firstAdminPassword(config) };
  const made = await madeOrOwn(services, { ...account, displayName: 'First admin', role: 'OWNER' });
  return made && account;
}

/**
 * Makes an admin, or finds one whom a start that was killed has made; null for one with another password, whose database belongs
 * to another data folder.
 * @returns the admin as long as they have no second factor
 */
async function madeOrOwn(
  services: Services,
  account: { email: string; password: string; displayName: string; role: AdminRole },
): Promise<{ factorless: AdminUser | null } | null> {
  try {
    return { factorless: await createAdmin(services, account) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
  }
  const { email, password } = account;
  try {
    return { factorless: (await adminLogin(localContext(services), { email, password })).admin };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

/** The ADMIN has a second factor. */
const DEMO_ROLES: readonly AdminRole[] = ['OWNER', 'ADMIN', 'MODERATOR', 'FINANCE', 'SUPPORT', 'ANALYST'];
const ROLE_WITH_FACTOR: AdminRole = 'ADMIN';

/** All with the password of the first admin. Those of a database that belongs to another data folder are left out. */
async function makeDemoAdmins(services: Services, config: Config): Promise<FirstAccounts['demoAdmins']> {
  const password = await firstAdminPassword(config);
  const accounts: FirstAccounts['demoAdmins'] = [];
  for (const role of DEMO_ROLES) {
    const email = `demo-${role.toLowerCase()}@plaza.example`;
    const displayName = `Demo ${role.toLowerCase()}`;
    const totpSecret = role === ROLE_WITH_FACTOR ? await demoTotpSecret(config) : null;
    const made = await madeOrOwn(services, { email, password, displayName, role });
    if (made === null) continue;
    if (totpSecret !== null && made.factorless) {
      const { id: adminId } = made.factorless;
      await services.transaction((tx) => enrolSecret(services, tx, { adminId, secret: totpSecret }));
    }
    accounts.push({ role, email, password, totpSecret });
  }
  return accounts;
}

/** Stored before it is enrolled. */
async function demoTotpSecret(config: Config): Promise<string> {
  const file = path.join(config.dataDir, 'demo-admin.totp');
  return (await readOrCreateText(file, () => `${newTotpSecret()}\n`)).trim();
}

/** Stored before the admin is created, so that a start killed in between loses nothing. */
async function firstAdminPassword(config: Config): Promise<string> {
  const file = path.join(config.dataDir, 'first-admin.password');
  const kept = await readOrCreateText(file, () => `${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`);
  return kept.trim();
}
