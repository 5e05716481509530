import { login } from '#domains/identity/sessions/sessions.service.ts';
import type { RequestContext, Services } from '#platform/context.ts';
import type { Config } from '../config.ts';
import { type FirstAccounts, noteFirstRun } from './first-run.ts';

type Greeting = {
  readonly services: Services;
  readonly config: Config;
  readonly url: string;
  readonly opsUrl: string;
  /** Null in production. */
  readonly accounts: FirstAccounts | null;
};

/** Says where everything is. Outside production it also gives what to sign in with, and a token to paste. */
export async function printGreeting({ services, config, url, opsUrl, accounts }: Greeting): Promise<void> {
  const webUrl = `${config.publicUrl ?? url}/web/graphql`;
  const adminUrl = `${config.publicUrl ?? url}/admin/graphql`;
  const lines = [
    `Plaza is ready.`,
    '',
    `  API      ${webUrl}`,
    `  Admin    ${adminUrl}`,
    `  Private  ${opsUrl}/ready`,
  ];
  if (accounts) {
    await noteFirstRun(config, { webUrl, adminUrl, ...accounts });
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
  if (user) {
    const { accessToken } = await login(localContext(services), user);
    lines.push(
      '',
      `  User     ${user.email}  (one of ${users.length} in the demo world)`,
      `           ${user.password}`,
      '',
      '  A token of that user, good for 15 minutes; paste it as the header of the explorer:',
      '',
      `  { "Authorization": "Bearer ${accessToken}" }`,
    );
  }
  return lines;
}

function localContext(services: Services): RequestContext {
  const own: Pick<RequestContext, 'user' | 'admin' | 'tokenProblem' | 'caller' | 'signal'> = {
    user: null,
    admin: null,
    tokenProblem: 'MISSING',
    caller: { ip: '127.0.0.1', userAgent: 'Plaza' },
    signal: new AbortController().signal,
  };
  return Object.assign(Object.create(services), own);
}
