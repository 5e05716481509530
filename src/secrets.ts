import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { SecretsConfig } from './config.ts';

export type ResolvedSecrets = {
  readonly adminToken: string;
  readonly mediaLink: string;
  readonly identity: string;
};

const SECRET_BYTES = 32;
const storedSchema = z.object({ adminToken: z.string(), mediaLink: z.string(), identity: z.string() });

/**
 * The secrets of the environment; those it does not give are made once and kept in the data folder, so that tokens and
 * links outlive a restart. Production gives all of them: the configuration sees to that.
 */
export async function resolveSecrets(config: {
  secrets: SecretsConfig;
  dataDir: string;
}): Promise<ResolvedSecrets> {
  const { adminToken, mediaLink, identity } = config.secrets;
  if (adminToken !== null && mediaLink !== null && identity !== null)
    return { adminToken, mediaLink, identity };
  const stored = await storedSecrets(config.dataDir);
  return {
    adminToken: adminToken ?? stored.adminToken,
    mediaLink: mediaLink ?? stored.mediaLink,
    identity: identity ?? stored.identity,
  };
}

async function storedSecrets(dataDir: string): Promise<ResolvedSecrets> {
  const file = path.join(dataDir, 'secrets.json');
  const made = { adminToken: newSecret(), mediaLink: newSecret(), identity: newSecret() };
  await mkdir(dataDir, { recursive: true });
  try {
    // Only the first of several processes makes the file; the others read what it made.
    await writeFile(file, `${JSON.stringify(made)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return made;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    return storedSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  }
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
