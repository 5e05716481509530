import { spawn } from 'node:child_process';
import { freePort } from '#test/support/transport/free-port.ts';
import { BASE_ENVIRONMENT, pidOf, stopChild, untilListening } from '../harness/processes.ts';
import { LANES, PRODUCT_PATH, ROOT, startProductServer } from '../harness/product-server.ts';
import type { ProductOptions, ProductServer } from '../harness/product-server.ts';
import { TOKEN_ISSUER } from '../harness/tokens.ts';

export const COMPARED_SERVERS = ['plaza', 'postgraphile', 'apollo-prisma', 'limit'] as const;
export type ComparedServerName = (typeof COMPARED_SERVERS)[number];

export type ComparedServerOptions = ProductOptions & { readonly keySet: string };

/** A server under test, in a process of its own. */
export type Running = ProductServer & { readonly name: ComparedServerName; readonly path: string };

const TOKEN_AUDIENCE = 'user';

const OTHERS: Record<
  Exclude<ComparedServerName, 'plaza'>,
  { readonly script: string; readonly path: string }
> = {
  postgraphile: { script: 'bench/peers/postgraphile.ts', path: '/graphql' },
  'apollo-prisma': { script: 'bench/peers/apollo.ts', path: '/' },
  limit: { script: 'bench/feed/limit-server.ts', path: '/' },
};

/** Starts a server with its production configuration, and waits until it accepts connections. */
export async function startComparedServer(
  name: ComparedServerName,
  options: ComparedServerOptions,
): Promise<Running> {
  if (name === 'plaza') return { name, path: PRODUCT_PATH, ...(await startProductServer(options)) };
  const { script, path } = OTHERS[name];
  const port = await freePort();
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...BASE_ENVIRONMENT,
      PORT: String(port),
      DATABASE_URL: options.databaseUrl,
      MEDIA_LINK_SECRET: options.secrets.mediaLink,
      POOL_SIZE: String(LANES),
      KEY_SET: options.keySet,
      TOKEN_ISSUER,
      TOKEN_AUDIENCE,
    },
  });
  await untilListening(child, port, name);
  return { name, port, path, pid: pidOf(child), stop: () => stopChild(child) };
}
