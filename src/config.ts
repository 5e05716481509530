import { z } from 'zod';
import { limitsSchema } from '#platform/limits.ts';

const port = (value: number) => z.coerce.number().int().min(0).max(65_535).default(value);
const secret = z.string().min(32, 'Must have at least 32 characters.').optional();
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const address = z.email();
/** `mail@example.com` or `Plaza <mail@example.com>`. */
const sender = z
  .string()
  .trim()
  .transform((text) => {
    const [, name = '', email = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
    return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: email.trim() };
  })
  .refine(
    (from) => address.safeParse(from.address).success && !/\p{Cc}/u.test(from.name),
    'Must be an e-mail address, with or without a name: Plaza <mail@example.com>.',
  );
const smtpUrl = z
  .url({ protocol: /^smtps?$/ })
  .refine((text) => isDecodable(text), 'Its user and password must be percent-encoded.');

/** Every variable that the product reads, but for the limits. */
const environmentSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port(4_000),
  OPS_HOST: z.string().min(1).default('127.0.0.1'),
  OPS_PORT: port(4_001),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_LANES: z.coerce.number().int().min(1).max(64).default(4),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  CORS_ORIGINS: list.optional(),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z0-9-]+$/i, 'Must be the name of a header.')
    .optional(),
  EXPLORER: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: z.enum(['on', 'off']).optional(),
  LIVE_BUS: z.enum(['embedded', 'postgres', 'redis']).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  STORAGE: z.enum(['disk', 's3']).default('disk'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'Must be the name of a bucket.')
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PATH_STYLE: z.enum(['on', 'off']).optional(),
  IDENTITY: z.enum(['embedded', 'firebase']).default('embedded'),
  FIREBASE_PROJECT_ID: z.string().min(1).optional(),
  FIREBASE_API_KEY: z.string().min(1).optional(),
  FIREBASE_CLIENT_EMAIL: z.email().optional(),
  FIREBASE_PRIVATE_KEY: z.string().min(1).optional(),
  MAIL: z.enum(['embedded', 'smtp']).default('embedded'),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  WEB_APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  ADMIN_TOKEN_SECRET: secret,
  MEDIA_LINK_SECRET: secret,
  IDENTITY_SECRET: secret,
});

type Settings = z.infer<typeof environmentSchema>;

/** Where the configuration is read from: what `process.env` is. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type IdentityConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'firebase';
      readonly projectId: string;
      readonly apiKey: string;
      readonly serviceAccount: { readonly clientEmail: string; readonly privateKey: string };
    };

export type MailConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'smtp';
      readonly url: string;
      /** The name is empty when there is none. */
      readonly from: { readonly name: string; readonly address: string };
    };

export type StorageConfig =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly region: string;
      /** Null: Amazon's own. */
      readonly endpoint: string | null;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly forcePathStyle: boolean;
    };

export type LiveBusConfig = 'embedded' | 'postgres' | { readonly redisUrl: string };

/** Null where the environment gives none: outside production the first start makes one and keeps it in the data folder. */
export type SecretsConfig = {
  readonly adminToken: string | null;
  readonly mediaLink: string | null;
  readonly identity: string | null;
};

export type Config = {
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  readonly opsHost: string;
  readonly opsPort: number;
  readonly dataDir: string;
  /** Null starts the embedded server. */
  readonly databaseUrl: string | null;
  readonly databaseLanes: number;
  readonly databasePool: number;
  /** Null: what the listener turns out to be, which only tests and the first steps want. */
  readonly publicUrl: string | null;
  /** Null lets every origin in; nothing rests on cookies, so that gives no right to anybody. */
  readonly corsOrigins: readonly string[] | null;
  readonly trustedProxies: number;
  /** In small letters, as Node.js gives headers. */
  readonly countryHeader: string | null;
  readonly hasExplorer: boolean;
  readonly logLevel: string;
  readonly hasDemo: boolean;
  /** Null: embedded for a process that serves and works alone, PostgreSQL for one of several. */
  readonly liveBus: LiveBusConfig | null;
  readonly storage: StorageConfig;
  readonly identity: IdentityConfig;
  readonly mail: MailConfig;
  /** Where links in mails lead, without a slash at its end; null: mails carry the code alone. */
  readonly webAppUrl: string | null;
  readonly secrets: SecretsConfig;
  readonly limits: z.infer<typeof limitsSchema>;
};

/** The environment is wrong; the message lists everything that is, for people. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The database of a process that does not bring its own. @throws ConfigError */
export function requireDatabaseUrl(config: Config): string {
  if (config.databaseUrl === null) throw new ConfigError('DATABASE_URL: needed by this command.');
  return config.databaseUrl;
}

const LIMIT_PREFIX = 'LIMIT_';

/** @throws ConfigError with every problem at once */
export function readConfig(env: Environment): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  const limits = readLimits(given);
  const problems = [
    ...(parsed.error?.issues.map(problemText) ?? []),
    ...consistencyProblems(given),
    ...limits.problems,
  ];
  if (!parsed.success || !limits.value || problems.length > 0) {
    throw new ConfigError(
      `The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
  return configOf(parsed.data, limits.value);
}

function configOf(env: Settings, limits: Config['limits']): Config {
  const isProduction = env.NODE_ENV === 'production';
  return {
    isProduction,
    host: env.HOST,
    port: env.PORT,
    opsHost: env.OPS_HOST,
    opsPort: env.OPS_PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseLanes: env.DATABASE_LANES,
    databasePool: env.DATABASE_POOL,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    corsOrigins: env.CORS_ORIGINS ?? (isProduction ? [] : null),
    trustedProxies: env.TRUSTED_PROXIES,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() ?? null,
    hasExplorer: env.EXPLORER === 'on',
    logLevel: env.LOG_LEVEL,
    // The accounts of the demo world have no business in a project of an outside provider unless asked for.
    hasDemo: (env.DEMO ?? (isProduction || env.IDENTITY === 'firebase' ? 'off' : 'on')) === 'on',
    liveBus: liveBusOf(env),
    storage: storageOf(env),
    identity: identityOf(env),
    mail: mailOf(env),
    webAppUrl: env.WEB_APP_URL?.replace(/\/+$/, '') ?? null,
    secrets: {
      adminToken: env.ADMIN_TOKEN_SECRET ?? null,
      mediaLink: env.MEDIA_LINK_SECRET ?? null,
      identity: env.IDENTITY_SECRET ?? null,
    },
    limits,
  };
}

const FIREBASE_NAMES = [
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'FIREBASE_CLIENT_EMAIL',
  'FIREBASE_PRIVATE_KEY',
] as const;

const SMTP_NAMES = ['SMTP_URL', 'MAIL_FROM'] as const;

const S3_NAMES = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** What is wrong only in combination. Looks at what was given, so that it is told together with what cannot be read. */
function consistencyProblems(env: Environment): string[] {
  const problems: string[] = [];
  if (env['IDENTITY'] === 'firebase') {
    const missing = FIREBASE_NAMES.filter((name) => env[name] === undefined);
    problems.push(...missing.map((name) => `${name}: needed when IDENTITY is firebase.`));
  }
  if (env['LIVE_BUS'] === 'redis' && env['REDIS_URL'] === undefined)
    problems.push('REDIS_URL: needed when LIVE_BUS is redis.');
  if (env['STORAGE'] === 's3') {
    const missing = S3_NAMES.filter((name) => env[name] === undefined);
    problems.push(...missing.map((name) => `${name}: needed when STORAGE is s3.`));
  }
  if (env['MAIL'] === 'smtp') {
    const missing = SMTP_NAMES.filter((name) => env[name] === undefined);
    problems.push(...missing.map((name) => `${name}: needed when MAIL is smtp.`));
  }
  if (env['NODE_ENV'] !== 'production') return problems;
  const secrets = [
    'ADMIN_TOKEN_SECRET',
    ...(env['STORAGE'] === 's3' ? [] : ['MEDIA_LINK_SECRET']),
    ...(env['IDENTITY'] === 'firebase' ? [] : ['IDENTITY_SECRET']),
  ];
  for (const name of secrets) {
    if (env[name] === undefined) problems.push(`${name}: needed in production, at least 32 characters.`);
  }
  const values = [env['ADMIN_TOKEN_SECRET'], env['MEDIA_LINK_SECRET'], env['IDENTITY_SECRET']].filter(
    (value) => value !== undefined,
  );
  if (new Set(values).size < values.length)
    problems.push('The secrets must differ from one another in production.');
  if (env['PUBLIC_URL'] === undefined)
    problems.push('PUBLIC_URL: needed in production, such as https://api.example.com.');
  if ((env['MAIL'] ?? 'embedded') === 'embedded')
    problems.push('MAIL: the embedded one sends nothing to anybody; production needs smtp.');
  if (env['DEMO'] === 'on') problems.push('DEMO: its accounts have known passwords; production refuses it.');
  return problems;
}

/** Who names a Redis wants it used. */
function liveBusOf({ LIVE_BUS: chosen, REDIS_URL: redisUrl }: Settings): LiveBusConfig | null {
  if (chosen === 'embedded' || chosen === 'postgres') return chosen;
  return redisUrl === undefined ? null : { redisUrl };
}

function storageOf(env: Settings): StorageConfig {
  if (env.STORAGE === 'disk') return { kind: 'disk' };
  const isAmazon = env.S3_ENDPOINT === undefined;
  return {
    kind: 's3',
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT ?? null,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    // What others run on a host of their own seldom has a name for each bucket.
    forcePathStyle: (env.S3_PATH_STYLE ?? (isAmazon ? 'off' : 'on')) === 'on',
  };
}

function identityOf(env: Settings): IdentityConfig {
  if (env.IDENTITY === 'embedded') return { kind: 'embedded' };
  return {
    kind: 'firebase',
    projectId: env.FIREBASE_PROJECT_ID ?? '',
    apiKey: env.FIREBASE_API_KEY ?? '',
    // Environment files hold the key in one line.
    serviceAccount: {
      clientEmail: env.FIREBASE_CLIENT_EMAIL ?? '',
      privateKey: (env.FIREBASE_PRIVATE_KEY ?? '').replaceAll('\\n', '\n'),
    },
  };
}

function mailOf(env: Settings): MailConfig {
  if (env.MAIL === 'embedded') return { kind: 'embedded' };
  return { kind: 'smtp', url: env.SMTP_URL ?? '', from: env.MAIL_FROM ?? { name: '', address: '' } };
}

function readLimits(env: Record<string, string | undefined>): {
  value: Config['limits'] | null;
  problems: string[];
} {
  const names = new Map(Object.keys(limitsSchema.shape).map((name) => [variableOf(name), name]));
  const given = Object.entries(env).filter(([variable]) => variable.startsWith(LIMIT_PREFIX));
  const unknown = given
    .filter(([variable]) => !names.has(variable))
    .map(([variable]) => `${variable}: there is no such limit.`);
  const known = given
    .filter(([variable]) => names.has(variable))
    .map(([variable, value]) => [names.get(variable), value]);
  const parsed = limitsSchema.safeParse(Object.fromEntries(known));
  if (parsed.success) return { value: parsed.data, problems: unknown };
  const wrong = parsed.error.issues.map((issue) => `${variableOf(String(issue.path[0]))}: ${issue.message}`);
  return { value: null, problems: [...unknown, ...wrong] };
}

/** `pageSizeMax` is set by `LIMIT_PAGE_SIZE_MAX`. */
const variableOf = (name: string): string =>
  LIMIT_PREFIX + name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const problemText = (issue: z.core.$ZodIssue): string => `${issue.path.join('.')}: ${issue.message}`;
