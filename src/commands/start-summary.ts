import { login } from '#domains/identity/sessions/sessions.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { localContext } from '#platform/request/local-context.ts';
import { type Config, hasMailsPage } from '../config/config.ts';
import { type Addresses, type FirstAccounts, writeFirstRunFile } from './first-run.ts';

type Greeting = {
  readonly services: Services;
  readonly config: Config;
  readonly url: string;
  /** The address of the listener of the admin endpoint. */
  readonly adminUrl: string;
  /** Null where no web app is served. */
  readonly appUrl: string | null;
  /** Null where no panel is served. */
  readonly panelUrl: string | null;
  readonly opsUrl: string;
  /** Null in production. */
  readonly accounts: FirstAccounts | null;
  /** False when the pictures of the demo world took too long. */
  readonly hasPictures: boolean;
};

/** Prints all addresses. Outside production it also prints credentials, and a token to paste, and notes the same for programs. */
export async function printStartSummary(greeting: Greeting): Promise<void> {
  const { services, config, accounts, hasPictures } = greeting;
  const addresses = addressesOf(greeting);
  const lines = [
    hasPictures ? 'Plaza is ready.' : 'Plaza is ready. The first pictures are still being painted.',
    '',
    ...(addresses.appUrl === null ? [] : [`  App      ${addresses.appUrl}`]),
    ...(accounts ? [`  Open     ${addresses.url}`] : []),
    `  API      ${addresses.webUrl}`,
    `  Admin    ${addresses.adminUrl}`,
    ...(addresses.panelUrl === null ? [] : [`  Panel    ${addresses.panelUrl}`]),
    `  Private  ${addresses.readyUrl}`,
    ...(addresses.mailsUrl === null ? [] : [`  Mails    ${addresses.mailsUrl}`]),
  ];
  if (accounts) {
    const [user] = accounts.users;
    const accessToken = user ? await tokenOf(services, user) : null;
    const authorization = accessToken === null ? null : `Bearer ${accessToken}`;
    await writeFirstRunFile(config, { ...addresses, ...accounts, authorization });
    lines.push(
      ...accountLines(accounts, authorization),
      '',
      '  All of this is also in first-run.json in the data folder.',
    );
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

function addressesOf({ config, url, adminUrl, appUrl, panelUrl, opsUrl }: Greeting): Addresses {
  const publicUrl = config.publicUrl ?? url;
  return {
    url: `${publicUrl}/`,
    webUrl: `${publicUrl}/web/graphql`,
    adminUrl: `${config.adminListener ? adminUrl : publicUrl}/admin/graphql`,
    appUrl,
    panelUrl,
    readyUrl: `${opsUrl}/ready`,
    mailsUrl: hasMailsPage(config) ? `${opsUrl}/mails` : null,
  };
}

function accountLines({ admin, users }: FirstAccounts, authorization: string | null): string[] {
  const [user] = users;
  const lines: string[] = [];
  if (admin) lines.push('', `  Admin    ${admin.email}`, `           ${admin.password}`);
  if (!user) return lines;
  lines.push(
    '',
    `  User     ${user.email}  (one of ${users.length} who can sign in, all with this password)`,
    `           ${user.password}`,
  );
  if (authorization === null) return lines;
  return [
    ...lines,
    '',
    '  That page signs in as this user by a click. For the explorer, a token as its header, good for 15 minutes:',
    '',
    `  { "Authorization": "${authorization}" }`,
  ];
}

/** Null when the account changed since the first start: its password was changed or it was deleted. */
async function tokenOf(
  services: Services,
  { email, password }: FirstAccounts['users'][number],
): Promise<string | null> {
  try {
    return (await login(localContext(services), { email, password })).accessToken;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}
