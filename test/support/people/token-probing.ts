import { decodeJwt, type JWTPayload } from 'jose';
import { Pool } from 'pg';
import { createEmbeddedLibrary, type EmbeddedLibrary } from '#adapters/identity/embedded-library.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { createApp } from '#src/app/app.ts';
import { readConfig } from '#src/config/config.ts';
import type { Actor } from '#test/support/actor.ts';
import { openRawSocket, type RawSocket } from '#test/support/transport/raw-socket.ts';
import type { World } from '#test/support/world.ts';

/** Maximum time from a revocation until the sockets of a session close, in every process. */
export const CLOSES_WITHIN_MS = 5_000;

export const SECRETS = {
  ADMIN_TOKEN_SECRET: 'a secret of at least 32 characters for admins',
  IDENTITY_SECRET: 'a secret of at least 32 characters for people',
  MEDIA_LINK_SECRET: 'a secret of at least 32 characters for links',
};

/** The embedded identity provider of a world with these secrets, with its real keys. */
export function openLibrary(
  { connectionString, clock }: World,
  onEnd: (end: () => Promise<void>) => void,
): EmbeddedLibrary {
  const pool = new Pool({ connectionString, max: 1 });
  onEnd(() => pool.end());
  return createEmbeddedLibrary({ pool, secret: SECRETS.IDENTITY_SECRET, previousSecret: null, clock });
}

export const tokenOf = (actor: Actor): string => actor.token ?? '';

/** The own claims of a user with changes, signed by the provider's real key. */
export async function signedFor(
  library: EmbeddedLibrary,
  actor: Actor,
  changes: JWTPayload,
): Promise<string> {
  const claims: JWTPayload = { ...decodeJwt(tokenOf(actor)), ...changes };
  const { token } = await library.api.signJWT({ body: { payload: claims } });
  return `Bearer ${token}`;
}

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

/** Opens a socket that sends these parameters. */
export const socketWith = (
  { url }: Pick<World, 'url'>,
  connectionParams: Readonly<Record<string, unknown>>,
): Promise<RawSocket> => openRawSocket(url, { connectionParams });

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
