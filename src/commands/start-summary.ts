import { login } from '#domains/identity/sessions/sessions.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { localContext } from '#platform/request/local-context.ts';
import { type Config, hasMailsPage } from '../config/config.ts';
import { type FirstAccounts, writeFirstRunFile } from './first-run.ts';

type Greeting = {
  readonly services: Services;
  readonly config: Config;
  readonly url: string;
  /** The address of the listener of the admin endpoint. */
  readonly adminUrl: string;
  readonly opsUrl: string;
  /** Null in production. */
  readonly accounts: FirstAccounts | null;
  /** False when the pictures of the demo world took too long. */
  readonly hasPictures: boolean;
};

/** Prints all addresses. Outside production it also prints credentials, and a token to paste. */
export async function printStartSummary({
  services,
  config,
  url,
  adminUrl: adminListenerUrl,
  opsUrl,
  accounts,
  hasPictures,
}: Greeting): Promise<void> {
  const publicUrl = config.publicUrl ?? url;
  const webUrl = `${publicUrl}/web/graphql`;
  const adminUrl = `${config.adminListener ? adminListenerUrl : publicUrl}/admin/graphql`;
  const lines = [
    hasPictures ? 'Plaza is ready.' : 'Plaza is ready. The first pictures are still being painted.',
    '',
    ...(accounts ? [`  Open     ${publicUrl}/`] : []),
    `  API      ${webUrl}`,
    `  Admin    ${adminUrl}`,
    `  Private  ${opsUrl}/ready`,
    ...(hasMailsPage(config) ? [`  Mails    ${opsUrl}/mails`] : []),
  ];
  if (accounts) {
    await writeFirstRunFile(config, { webUrl, adminUrl, ...accounts });
    lines.push(
      ...(await accountLines(services, accounts)),
      '',
      '  All of this is also in first-run.json in the data folder.',
    );
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

async function accountLines(services: Services, { admin, users }: FirstAccounts): Promise<string[]> {
  const [user] = users;
  const lines: string[] = [];
  if (admin) lines.push('', `  Admin    ${admin.email}`, `           ${admin.password}`);
  if (!user) return lines;
  lines.push(
    '',
    `  User     ${user.email}  (one of ${users.length} who can sign in, all with this password)`,
    `           ${user.password}`,
  );
  const accessToken = await tokenOf(services, user);
  if (accessToken === null) return lines;
  return [
    ...lines,
    '',
    '  That page signs in as this user by a click. For the explorer, a token as its header, good for 15 minutes:',
    '',
    `  { "Authorization": "Bearer ${accessToken}" }`,
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
