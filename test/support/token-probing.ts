import { createLogger } from '#platform/kernel/logger.ts';
import { createApp } from '#src/app.ts';
import { readConfig } from '#src/config/config.ts';
import type { RawSocket } from './raw-socket.ts';
import type { World } from './world.ts';

/** Maximum time from a revocation until the sockets of a session close, in every process. */
export const CLOSES_WITHIN_MS = 5_000;

/** The data, or the code and reason of each error. */
export async function asked(url: string, authorization: string, query: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const body = (await response.json()) as {
    data: unknown;
    errors?: { extensions: Record<string, unknown> }[];
  };
  return (
    body.errors?.map(({ extensions }) => ({ code: extensions['code'], reason: extensions['reason'] })) ??
    body.data
  );
}

/** Fails when the socket stays open. */
export async function closeCode(socket: RawSocket): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the socket stays open')), CLOSES_WITHIN_MS);
  });
  try {
    return await Promise.race([socket.closed, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Starts a second process of the product on the same database. @returns its client endpoint */
export async function otherProcess(
  { connectionString, clock, dataDir }: World,
  secrets: Readonly<Record<string, string>>,
  onEnd: (end: () => Promise<void>) => void,
): Promise<string> {
  const config = readConfig({
    ...secrets,
    NODE_ENV: 'test',
    PORT: '0',
    OPS_PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
  });
  const app = await createApp({
    config,
    connectionString,
    clock,
    log: createLogger({ level: 'fatal' }),
  });
  onEnd(() => app.close());
  return `${(await app.listen()).url}/web/graphql`;
}
