import { createECDH, randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { readOrCreateText } from '#platform/caches/read-or-create.ts';
import { ConfigError } from './config.ts';
import type { WebPushConfig } from './push.ts';
import type { PreviousSecrets, SecretsConfig } from './secrets.ts';

type CurrentSecrets = { readonly adminToken: string; readonly mediaLink: string; readonly identity: string };

export type ResolvedSecrets = CurrentSecrets & {
  readonly adminTotp: string;
  readonly previous: PreviousSecrets;
};

const SECRET_BYTES = 32;
const storedSchema = z.object({
  adminToken: z.string().min(1),
  mediaLink: z.string().min(1),
  identity: z.string().min(1),
});

/**
 * Secrets of the environment; missing ones are created once and stored in the data folder, so that tokens and
 * links outlive a restart. In production the configuration requires all of them.
 */
export async function resolveSecrets(config: {
  secrets: SecretsConfig;
  dataDir: string;
}): Promise<ResolvedSecrets> {
  const { adminToken, mediaLink, identity, previous } = config.secrets;
  const adminTotp = config.secrets.adminTotp ?? (await storedTotpSecret(config.dataDir));
  if (adminToken !== null && mediaLink !== null && identity !== null)
    return { adminToken, mediaLink, identity, adminTotp, previous };
  const stored = await storedSecrets(config.dataDir);
  return {
    adminTotp,
    adminToken: adminToken ?? stored.adminToken,
    mediaLink: mediaLink ?? stored.mediaLink,
    identity: identity ?? stored.identity,
    previous,
  };
}

async function storedSecrets(dataDir: string): Promise<CurrentSecrets> {
  const file = path.join(dataDir, 'secrets.json');
  const make = (): CurrentSecrets => ({
    adminToken: newSecret(),
    mediaLink: newSecret(),
    identity: newSecret(),
  });
  const text = await readOrCreateText(file, () => `${JSON.stringify(make())}\n`);
  try {
    return storedSchema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(
      `${file} cannot be read any more: restore it, or give the secrets by the environment.`,
    );
  }
}

/** In a file of its own: whoever reads the other secrets by a leak of theirs does not open second factors. */
async function storedTotpSecret(dataDir: string): Promise<string> {
  const text = await readOrCreateText(path.join(dataDir, 'admin-totp.secret'), () => `${newSecret()}\n`);
  return text.trim();
}

const vapidSchema = z.object({ publicKey: z.string().min(1), privateKey: z.string().min(1) });
/** Push services want an address of the operator; one outside production has none. */
const NOBODY = 'mailto:nobody@example.com';

/** Keys by which browsers subscribe to this installation, created once: a subscription is bound to them. */
export async function storedVapidKeys(dataDir: string): Promise<WebPushConfig> {
  const file = path.join(dataDir, 'vapid.json');
  const text = await readOrCreateText(file, () => `${JSON.stringify(newVapidKeys())}\n`);
  try {
    return { ...vapidSchema.parse(JSON.parse(text)), subject: NOBODY };
  } catch {
    throw new ConfigError(`${file} cannot be read any more: delete it, and browsers subscribe anew.`);
  }
}

/** A pair on the curve that RFC 8292 names. */
function newVapidKeys(): z.output<typeof vapidSchema> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
