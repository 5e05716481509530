import { z } from 'zod';
import {
  type Environment,
  isProductionIn,
  missingVariables,
  type Reading,
  readVariables,
} from './variables.ts';

/** Providers of notifications; one that is null is not used. */
export type PushConfig = {
  /** Whether messages to devices of all providers are kept in place of being sent. */
  readonly isEmbedded: boolean;
  /** Whether the embedded one also sends to browsers, by keys of VAPID that the data folder keeps. */
  readonly hasStoredKeys: boolean;
  readonly fcm: FcmConfig | null;
  readonly apns: ApnsConfig | null;
  readonly webPush: WebPushConfig | null;
  readonly webPushHosts: readonly string[];
};

export type FcmConfig = {
  readonly projectId: string;
  readonly serviceAccount: { readonly clientEmail: string; readonly privateKey: string };
};

export type ApnsConfig = { readonly key: string; readonly keyId: string; readonly teamId: string };

export type WebPushConfig = {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
};

type Provider = 'FCM' | 'APNS' | 'WEB_PUSH';

/** Push services of the browsers that there are. */
const HOSTS = 'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

const HOST_LIST = /^(?:\*\.)?(?:[a-z\d-]+\.)+[a-z]{2,}(?:,(?:\*\.)?(?:[a-z\d-]+\.)+[a-z]{2,})*$/;
const APPLE_ID = /^[A-Z\d]{10}$/;
const key = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      'Must be a key of VAPID in base64url: npx web-push generate-vapid-keys',
    )
    .optional();

const variables = z.object({
  PUSH: z.enum(['embedded', 'providers', 'none']).optional(),
  FCM: z.enum(['on', 'off']).default('off'),
  FIREBASE_PROJECT_ID: z.string().min(1).optional(),
  FIREBASE_CLIENT_EMAIL: z.email().optional(),
  FIREBASE_PRIVATE_KEY: z.string().min(1).optional(),
  APNS_KEY: z.string().includes('PRIVATE KEY', { error: 'Must be the text of a .p8 file.' }).optional(),
  APNS_KEY_ID: z.string().regex(APPLE_ID, 'Must be the id of a key: ten letters and digits.').optional(),
  APNS_TEAM_ID: z.string().regex(APPLE_ID, 'Must be the id of a team: ten letters and digits.').optional(),
  VAPID_PUBLIC_KEY: key(65),
  VAPID_PRIVATE_KEY: key(32),
  VAPID_SUBJECT: z
    .string()
    .regex(
      /^(?:mailto:[^\s@]+@\S+|https:\/\/\S+)$/,
      'Must be an address of the operator: mailto:ops@example.com',
    )
    .optional(),
  WEB_PUSH_HOSTS: z
    .string()
    .regex(HOST_LIST, 'Must be names of hosts: push.example.com,*.push.example.com')
    .default(HOSTS)
    .transform((text) => text.split(',')),
});

/** A provider is complete or absent. */
const APNS = ['APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID'];
const VAPID = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'];
const FIREBASE = ['FIREBASE_PROJECT_ID', 'FIREBASE_CLIENT_EMAIL', 'FIREBASE_PRIVATE_KEY'];

export function readPush(given: Environment): Reading<PushConfig> {
  const isKept = given['PUSH'] === 'embedded';
  return readVariables(
    variables.transform((env) => pushOf(env, isProductionIn(given))),
    given,
    [
      ...missingVariables(given, 'FCM', 'on', FIREBASE),
      ...incomplete(given, APNS),
      ...incomplete(given, VAPID),
      ...(given['PUSH'] === 'providers' && providersIn(given).length === 0
        ? ['PUSH: providers needs FCM=on, APNS_KEY or VAPID_PUBLIC_KEY.']
        : []),
      ...(isKept && isProductionIn(given)
        ? ['PUSH: the embedded one sends nothing; production takes providers or none.']
        : []),
    ],
  );
}

function incomplete(given: Environment, names: readonly string[]): string[] {
  const there = names.filter((name) => given[name] !== undefined);
  if (there.length === 0) return [];
  return names
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: needed beside ${there.join(' and ')}.`);
}

function providersIn(given: Readonly<Record<string, unknown>>): Provider[] {
  return [
    ...(given['FCM'] === 'on' ? (['FCM'] as const) : []),
    ...(given['APNS_KEY'] === undefined ? [] : (['APNS'] as const)),
    ...(given['VAPID_PUBLIC_KEY'] === undefined ? [] : (['WEB_PUSH'] as const)),
  ];
}

function pushOf(env: z.output<typeof variables>, isProduction: boolean): PushConfig {
  const providers = providersIn(env);
  const chosen = env.PUSH ?? (providers.length > 0 ? 'providers' : isProduction ? 'none' : 'embedded');
  const uses = (provider: Provider): boolean => chosen === 'providers' && providers.includes(provider);
  return {
    isEmbedded: chosen === 'embedded',
    hasStoredKeys: chosen === 'embedded' && env.PUSH === undefined,
    fcm: uses('FCM')
      ? {
          projectId: env.FIREBASE_PROJECT_ID ?? '',
          serviceAccount: {
            clientEmail: env.FIREBASE_CLIENT_EMAIL ?? '',
            privateKey: onSeveralLines(env.FIREBASE_PRIVATE_KEY),
          },
        }
      : null,
    apns: uses('APNS')
      ? {
          key: onSeveralLines(env.APNS_KEY),
          keyId: env.APNS_KEY_ID ?? '',
          teamId: env.APNS_TEAM_ID ?? '',
        }
      : null,
    webPush: uses('WEB_PUSH')
      ? {
          publicKey: env.VAPID_PUBLIC_KEY ?? '',
          privateKey: env.VAPID_PRIVATE_KEY ?? '',
          subject: env.VAPID_SUBJECT ?? '',
        }
      : null,
    webPushHosts: env.WEB_PUSH_HOSTS,
  };
}

/** Environment files contain keys on one line, with escaped line ends. */
const onSeveralLines = (text = ''): string => text.replaceAll('\\n', '\n');
