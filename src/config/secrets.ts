import { z } from 'zod';
import { type Environment, isProductionIn, type Reading, readVariables } from './variables.ts';

/**
 * Null when not set: outside production the first start creates one and stores it in the data folder. What the previous ones have
 * signed is still accepted.
 */
export type SecretsConfig = {
  readonly adminToken: string | null;
  readonly mediaLink: string | null;
  readonly identity: string | null;
  readonly adminTotp: string | null;
  readonly previous: PreviousSecrets;
};

export type PreviousSecrets = {
  readonly adminToken: string | null;
  readonly mediaLink: string | null;
  readonly identity: string | null;
  readonly adminTotp: string | null;
};

const secret = z.string().min(32, 'Must have at least 32 characters.').optional();

const variables = z.object({
  ADMIN_TOKEN_SECRET: secret,
  MEDIA_LINK_SECRET: secret,
  IDENTITY_SECRET: secret,
  ADMIN_TOTP_SECRET: secret,
  ADMIN_TOKEN_SECRET_PREVIOUS: secret,
  MEDIA_LINK_SECRET_PREVIOUS: secret,
  IDENTITY_SECRET_PREVIOUS: secret,
  ADMIN_TOTP_SECRET_PREVIOUS: secret,
});

export const readSecrets = (given: Environment): Reading<SecretsConfig> =>
  readVariables(variables.transform(secretsOf), given, productionProblems(given));

const secretsOf = (env: z.output<typeof variables>): SecretsConfig => ({
  adminToken: env.ADMIN_TOKEN_SECRET ?? null,
  mediaLink: env.MEDIA_LINK_SECRET ?? null,
  identity: env.IDENTITY_SECRET ?? null,
  adminTotp: env.ADMIN_TOTP_SECRET ?? null,
  previous: {
    adminToken: env.ADMIN_TOKEN_SECRET_PREVIOUS ?? null,
    mediaLink: env.MEDIA_LINK_SECRET_PREVIOUS ?? null,
    identity: env.IDENTITY_SECRET_PREVIOUS ?? null,
    adminTotp: env.ADMIN_TOTP_SECRET_PREVIOUS ?? null,
  },
});

function productionProblems(given: Environment): string[] {
  if (!isProductionIn(given)) return [];
  const needed = [
    'ADMIN_TOKEN_SECRET',
    ...(given['STORAGE'] === 's3' ? [] : ['MEDIA_LINK_SECRET']),
    'IDENTITY_SECRET',
    'ADMIN_TOTP_SECRET',
  ];
  const problems = needed
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: needed in production, at least 32 characters.`);
  const values = Object.keys(variables.shape).flatMap((name) => given[name] ?? []);
  if (new Set(values).size < values.length)
    problems.push('The secrets must differ from one another in production.');
  return problems;
}
