import { z } from 'zod';
import { type Environment, missingVariables, type Reading, readVariables, webUrl } from './variables.ts';

export type StorageConfig =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly region: string;
      /** Null: Amazon's own endpoint. */
      readonly endpoint: string | null;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly forcePathStyle: boolean;
    };

const variables = z.object({
  STORAGE: z.enum(['disk', 's3']).default('disk'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'Must be the name of a bucket.')
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ENDPOINT: webUrl.optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PATH_STYLE: z.enum(['on', 'off']).optional(),
});

const S3_NAMES = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

export const readStorage = (given: Environment): Reading<StorageConfig> =>
  readVariables(variables.transform(storageOf), given, missingVariables(given, 'STORAGE', 's3', S3_NAMES));

function storageOf(env: z.output<typeof variables>): StorageConfig {
  if (env.STORAGE === 'disk') return { kind: 'disk' };
  const isAmazon = env.S3_ENDPOINT === undefined;
  return {
    kind: 's3',
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT ?? null,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    // Compatible servers on a host of their own seldom have a host name for each bucket.
    forcePathStyle: (env.S3_PATH_STYLE ?? (isAmazon ? 'off' : 'on')) === 'on',
  };
}
