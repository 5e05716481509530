import { z } from 'zod';
import type { LogFormat } from '#platform/kernel/logger.ts';
import { JOB_CONCURRENCY, type JobConcurrency } from '#platform/outbox/jobs/kinds.ts';
import {
  type Environment,
  isProductionIn,
  type ProcessKind,
  type Reading,
  readVariables,
  webUrl,
} from './variables.ts';

/** Configuration of the process: its listeners, its database and its development features. */
export type CoreConfig = {
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  /** The listener of the admin endpoint; null when it is on the public one. */
  readonly adminListener: { readonly host: string; readonly port: number } | null;
  /** The listener that serves the built admin panel, outside production; null: none. */
  readonly panelListener: { readonly host: string; readonly port: number } | null;
  /** The same of the built web app. */
  readonly webAppListener: { readonly host: string; readonly port: number } | null;
  readonly opsHost: string;
  readonly opsPort: number;
  /** A worker beside a serving process on one machine needs another one. */
  readonly workerOpsPort: number;
  /** Time for which a process that was told to stop still takes requests, so that balancers notice. */
  readonly drainSeconds: number;
  /** Time that requests under way, such as uploads, then have to end. */
  readonly stopGraceSeconds: number;
  readonly dataDir: string;
  /** Null starts the embedded server. */
  readonly databaseUrl: string | null;
  readonly databaseLanes: number;
  readonly databasePool: number;
  /** Jobs of each kind that a worker runs at a time; it leaves kinds with zero to others. */
  readonly jobConcurrency: JobConcurrency;
  /** Null derives the URL from the listener; for tests and local use. */
  readonly publicUrl: string | null;
  /** Null allows every origin; without cookies, that grants no rights. */
  readonly corsOrigins: readonly string[] | null;
  readonly trustedProxies: number;
  /** In lower case, as Node.js returns headers. */
  readonly countryHeader: string | null;
  readonly hasExplorer: boolean;
  readonly logLevel: string;
  /** Null: as fits where the lines go. */
  readonly logFormat: LogFormat | null;
  /** Whether `register` by e-mail needs the code from a mail, or signs in at once. */
  readonly registration: RegistrationMode;
  /** Base URL of links in mails, without a trailing slash. Null: mails contain only the code. */
  readonly webAppUrl: string | null;
  readonly unsubscribe: UnsubscribeConfig;
  /** Base URL of the admin panel, without a trailing slash. Null: invitations contain only the token. */
  readonly adminAppUrl: string | null;
  /** Whether an admin without a second factor can do anything but enrol one. */
  readonly adminTotp: AdminTotpMode;
};

/** Ways out of mails beside the page of the web front end. */
type UnsubscribeConfig = {
  /** URL from which a proxy forwards to `/callbacks/unsubscribe`; null: mail programs get no way of one click. */
  readonly oneClickUrl: string | null;
  /** Mailbox in which operators read who wants no more mails; null: there is none. */
  readonly address: string | null;
};

export type RegistrationMode = 'confirmed' | 'direct';
export type AdminTotpMode = 'required' | 'optional';

const OPS_PORT = 4_001;
const WORKER_OPS_PORT = 4_002;
const PANEL_PORT = 4_004;
const WEB_APP_PORT = 4_005;

/** Never another address: it is for people of this machine. */
const APP_HOST = '127.0.0.1';

const atOnce = z.coerce.number().int().min(0).max(100);
const port = z.coerce.number().int().min(0).max(65_535);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(4_000),
  ADMIN_HOST: z.string().min(1).default('127.0.0.1'),
  ADMIN_PORT: port.optional(),
  OPS_HOST: z.string().min(1).default('127.0.0.1'),
  OPS_PORT: port.optional(),
  PANEL_PORT: port.optional(),
  WEB_APP_PORT: port.optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(5),
  STOP_GRACE_SECONDS: z.coerce.number().int().min(0).max(3_600).default(20),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_LANES: z.coerce.number().int().min(1).max(64).default(4),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  JOB_CONCURRENCY_DEFAULT: atOnce.default(JOB_CONCURRENCY.default),
  JOB_CONCURRENCY_MEDIA: atOnce.default(JOB_CONCURRENCY.media),
  JOB_CONCURRENCY_MAIL: atOnce.default(JOB_CONCURRENCY.mail),
  JOB_CONCURRENCY_PAYMENT: atOnce.default(JOB_CONCURRENCY.payment),
  JOB_CONCURRENCY_PUSH: atOnce.default(JOB_CONCURRENCY.push),
  JOB_CONCURRENCY_BULK: atOnce.default(JOB_CONCURRENCY.bulk),
  PUBLIC_URL: webUrl.optional(),
  CORS_ORIGINS: list.optional(),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z0-9-]+$/i, 'Must be the name of a header.')
    .optional(),
  EXPLORER: z.enum(['on', 'off']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  REGISTRATION: z.enum(['confirmed', 'direct']).optional(),
  WEB_APP_URL: webUrl.optional(),
  UNSUBSCRIBE_URL: z
    .url({ protocol: /^https$/ })
    .refine(
      (text) => !/[?#]/.test(text),
      'Must be an address without a query: https://api.example.com/callbacks/unsubscribe.',
    )
    .optional(),
  UNSUBSCRIBE_ADDRESS: z.email().optional(),
  ADMIN_APP_URL: webUrl.optional(),
  ADMIN_TOTP: z.enum(['required', 'optional']).optional(),
});

export function readCore(given: Environment, kind: ProcessKind): Reading<CoreConfig> {
  const lacksUrl = isProductionIn(given) && given['PUBLIC_URL'] === undefined;
  const lacksDatabase = kind !== 'alone' && given['DATABASE_URL'] === undefined;
  return readVariables(variables.transform(coreOf), given, [
    ...(lacksUrl ? ['PUBLIC_URL: needed in production, such as https://api.example.com.'] : []),
    ...(lacksDatabase ? ['DATABASE_URL: needed by this command.'] : []),
  ]);
}

function coreOf(env: z.output<typeof variables>): CoreConfig {
  const isProduction = env.NODE_ENV === 'production';
  return {
    isProduction,
    host: env.HOST,
    port: env.PORT,
    adminListener: env.ADMIN_PORT === undefined ? null : { host: env.ADMIN_HOST, port: env.ADMIN_PORT },
    panelListener: isProduction ? null : { host: APP_HOST, port: appPortOf(env, env.PANEL_PORT, PANEL_PORT) },
    webAppListener: isProduction
      ? null
      : { host: APP_HOST, port: appPortOf(env, env.WEB_APP_PORT, WEB_APP_PORT) },
    opsHost: env.OPS_HOST,
    opsPort: env.OPS_PORT ?? OPS_PORT,
    workerOpsPort: env.OPS_PORT ?? WORKER_OPS_PORT,
    drainSeconds: env.DRAIN_SECONDS,
    stopGraceSeconds: env.STOP_GRACE_SECONDS,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseLanes: env.DATABASE_LANES,
    databasePool: env.DATABASE_POOL,
    jobConcurrency: {
      default: env.JOB_CONCURRENCY_DEFAULT,
      media: env.JOB_CONCURRENCY_MEDIA,
      mail: env.JOB_CONCURRENCY_MAIL,
      payment: env.JOB_CONCURRENCY_PAYMENT,
      push: env.JOB_CONCURRENCY_PUSH,
      bulk: env.JOB_CONCURRENCY_BULK,
    },
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    corsOrigins: env.CORS_ORIGINS ?? (isProduction ? [] : null),
    trustedProxies: env.TRUSTED_PROXIES,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() ?? null,
    hasExplorer: (env.EXPLORER ?? (isProduction ? 'off' : 'on')) === 'on',
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT ?? (isProduction ? 'json' : null),
    registration: env.REGISTRATION ?? (isProduction ? 'confirmed' : 'direct'),
    webAppUrl: env.WEB_APP_URL?.replace(/\/+$/, '') ?? null,
    unsubscribe: { oneClickUrl: env.UNSUBSCRIBE_URL ?? null, address: env.UNSUBSCRIBE_ADDRESS ?? null },
    adminAppUrl: env.ADMIN_APP_URL?.replace(/\/+$/, '') ?? null,
    adminTotp: env.ADMIN_TOTP ?? (isProduction ? 'required' : 'optional'),
  };
}

/** Any free port beside another one that is any, since such processes are several. */
function appPortOf(
  { PORT, OPS_PORT }: z.output<typeof variables>,
  given: number | undefined,
  usual: number,
): number {
  return given ?? (PORT === 0 || OPS_PORT === 0 ? 0 : usual);
}
