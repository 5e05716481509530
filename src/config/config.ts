import type { CoinRates, Limits } from '#platform/kernel/limits.ts';
import { type CallServerConfig, readCallServer } from './call-server.ts';
import { readCoins } from './coins.ts';
import { type CoreConfig, readCore } from './core.ts';
import { readDemo } from './demo.ts';
import { type FileScannerConfig, readFileScanner } from './file-scanner.ts';
import { type IdentityConfig, readIdentity } from './identity.ts';
import { readLimits } from './limits.ts';
import { findNearMisses, type NearMiss } from './near-misses.ts';
import { type LiveBusConfig, readLiveBus } from './live-bus.ts';
import { type MailConfig, readMail } from './mail.ts';
import { type ModerationConfig, readModeration } from './moderation.ts';
import { type PaymentsConfig, readPayments } from './payments.ts';
import { type PushConfig, readPush } from './push.ts';
import { readSecrets, type SecretsConfig } from './secrets.ts';
import { readStorage, type StorageConfig } from './storage.ts';
import type { Environment, ProcessKind } from './variables.ts';

export type Config = CoreConfig & {
  readonly hasDemo: boolean;
  readonly liveBus: LiveBusConfig;
  readonly storage: StorageConfig;
  readonly fileScanner: FileScannerConfig;
  readonly identity: IdentityConfig;
  readonly mail: MailConfig;
  readonly moderation: ModerationConfig;
  readonly payments: PaymentsConfig;
  readonly callServer: CallServerConfig;
  readonly push: PushConfig;
  readonly coinRates: CoinRates;
  readonly secrets: SecretsConfig;
  readonly limits: Limits;
  /** Variables that are probably meant as one of ours, for a warning. */
  readonly nearMisses: readonly NearMiss[];
};

/** Whether the private listener shows the mails, since none leaves the machine. */
export const hasMailsPage = ({ mail, isProduction }: Config): boolean =>
  mail.kind === 'embedded' && !isProduction;

/** Whether the private listener shows what would be pushed, since none leaves the machine. */
export const hasPushesPage = ({ push, isProduction }: Config): boolean => push.isEmbedded && !isProduction;

/** Invalid environment; the message lists every problem, for people. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError that lists every problem */
export function readConfig(env: Environment, kind: ProcessKind = 'alone'): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const core = readCore(given, kind);
  const hasDemo = readDemo(given);
  const liveBus = readLiveBus(given, kind);
  const storage = readStorage(given);
  const fileScanner = readFileScanner(given);
  const identity = readIdentity(given);
  const mail = readMail(given);
  const moderation = readModeration(given);
  const payments = readPayments(given);
  const callServer = readCallServer(given, kind);
  const push = readPush(given);
  const coins = readCoins(given);
  const secrets = readSecrets(given);
  const limits = readLimits(given);
  const readings = [
    core,
    hasDemo,
    liveBus,
    storage,
    fileScanner,
    identity,
    mail,
    moderation,
    payments,
    callServer,
    push,
    coins,
    secrets,
    limits,
  ];
  const problems = readings.flatMap((reading) => reading.problems);
  if (problems.length > 0) {
    throw new ConfigError(
      `The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
  return {
    ...core.value(),
    hasDemo: hasDemo.value(),
    liveBus: liveBus.value(),
    storage: storage.value(),
    fileScanner: fileScanner.value(),
    identity: identity.value(),
    mail: mail.value(),
    moderation: moderation.value(),
    payments: payments.value(),
    callServer: callServer.value(),
    push: push.value(),
    coinRates: coins.value(),
    secrets: secrets.value(),
    limits: limits.value(),
    nearMisses: findNearMisses(
      given,
      readings.flatMap(({ names }) => names),
    ),
  };
}

/** The configuration of a command without an embedded database. @throws ConfigError */
export function readConfigWithDatabase(
  env: Environment,
  kind: Exclude<ProcessKind, 'alone'>,
): { readonly config: Config; readonly databaseUrl: string } {
  const config = readConfig(env, kind);
  if (config.databaseUrl === null) throw new Error(`A configuration of kind ${kind} has no database.`);
  return { config, databaseUrl: config.databaseUrl };
}
