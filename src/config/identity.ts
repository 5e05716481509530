import { z } from 'zod';
import { type Environment, missingVariables, type Reading, readVariables } from './variables.ts';

export type IdentityConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'firebase';
      readonly projectId: string;
      readonly apiKey: string;
      readonly serviceAccount: { readonly clientEmail: string; readonly privateKey: string };
    };

const variables = z.object({
  IDENTITY: z.enum(['embedded', 'firebase']).default('embedded'),
  FIREBASE_PROJECT_ID: z.string().min(1).optional(),
  FIREBASE_API_KEY: z.string().min(1).optional(),
  FIREBASE_CLIENT_EMAIL: z.email().optional(),
  FIREBASE_PRIVATE_KEY: z.string().min(1).optional(),
});

const FIREBASE_NAMES = [
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'FIREBASE_CLIENT_EMAIL',
  'FIREBASE_PRIVATE_KEY',
];

export const readIdentity = (given: Environment): Reading<IdentityConfig> =>
  readVariables(
    variables.transform(identityOf),
    given,
    missingVariables(given, 'IDENTITY', 'firebase', FIREBASE_NAMES),
  );

function identityOf(env: z.output<typeof variables>): IdentityConfig {
  if (env.IDENTITY === 'embedded') return { kind: 'embedded' };
  return {
    kind: 'firebase',
    projectId: env.FIREBASE_PROJECT_ID ?? '',
    apiKey: env.FIREBASE_API_KEY ?? '',
    // Environment files contain the key on one line, with escaped line ends.
    serviceAccount: {
      clientEmail: env.FIREBASE_CLIENT_EMAIL ?? '',
      privateKey: (env.FIREBASE_PRIVATE_KEY ?? '').replaceAll('\\n', '\n'),
    },
  };
}
